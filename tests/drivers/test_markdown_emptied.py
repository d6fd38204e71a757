"""A page of a day of which nothing is left goes, unless people wrote on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory, Receipt

DANA = {"user_id": "dana"}
PAGE = "memory/2026-03-01.md"


@pytest.fixture
def agent(folder: Path) -> Path:
    """A folder with two days, each a session of its own, and a summary of the first."""
    with opened(folder / "agent") as memory:
        memory.add("I moved to Oslo.", session_id="s1", at="2026-03-01T10:00Z", **DANA)
        memory.add("I play chess.", session_id="s2", at="2026-03-05T10:00Z", **DANA)
        assert "2026-03-01" in memory.summary(session_id="s1", **DANA).text
    assert (folder / "agent" / PAGE).is_file()
    return folder / "agent"


def opened(agent: Path) -> Memory:
    return Memory(f"markdown:///{agent}", embedder=None)


def erased(agent: Path) -> Receipt:
    with opened(agent) as memory:
        return memory.erase(session_id="s1", **DANA)


def tells_the_day(agent: Path) -> list[str]:
    """The files that name the day or have it in them."""
    files = [file for file in agent.rglob("*") if file.is_file()]
    day = "2026-03-01"
    return [str(f) for f in files if day in f.name or day.encode() in f.read_bytes()]


def test_its_day_is_told_nowhere(agent: Path) -> None:
    receipt = erased(agent)
    assert receipt.ok, receipt
    assert tells_the_day(agent) == []
    with opened(agent) as memory:
        assert [said.content for said in memory.messages(**DANA)] == ["I play chess."]


def test_a_deleted_message_takes_its_page_along(agent: Path) -> None:
    with opened(agent) as memory:
        memory.delete(memory.messages(session_id="s1", **DANA)[0].id, **DANA)
    assert not (agent / PAGE).exists()
    with opened(agent) as memory:
        memory.add("Hello again.", at="2026-03-01T11:00Z", **DANA)
    assert "Hello again." in (agent / PAGE).read_text("utf-8")


@pytest.mark.parametrize("words", ["## My own heading", "<!-- to do -->", "---"])
def test_what_people_wrote_on_it_stays(agent: Path, words: str) -> None:
    page = agent / PAGE
    page.write_text(f"{page.read_text('utf-8')}\n{words}\n", "utf-8")
    receipt = erased(agent)
    assert receipt.ok, receipt
    assert words in page.read_text("utf-8")
    assert "Oslo" not in page.read_text("utf-8")


def test_a_note_that_people_wrote_on_it_stays(agent: Path) -> None:
    page = agent / PAGE
    page.write_text(f"{page.read_text('utf-8')}\n- It rained all day\n", "utf-8")
    assert erased(agent).ok
    assert "It rained all day" in page.read_text("utf-8")
    with opened(agent) as memory:
        assert "It rained all day" in [note.text for note in memory.notes(**DANA)]


def test_a_title_of_theirs_stays(agent: Path) -> None:
    page = agent / PAGE
    page.write_text(page.read_text("utf-8").replace("# 2026-03-01", "# A Sunday"), "utf-8")
    assert erased(agent).ok
    assert page.read_text("utf-8").startswith("# A Sunday")


def test_a_page_that_they_begin_with_a_title_stays(agent: Path) -> None:
    page = agent / "memory/2026-03-02.md"
    page.write_text("# 2026-03-02\n", "utf-8")
    with opened(agent) as memory:
        memory.add("Good night.", at="2026-03-05T23:00Z", **DANA)
    assert page.read_text("utf-8") == "# 2026-03-02\n"
    assert erased(agent).ok
    assert page.is_file()
