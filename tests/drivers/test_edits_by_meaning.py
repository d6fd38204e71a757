"""What people write into the files is found by its meaning, by the very next question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recollect import Memory

ASKED = "Which sport do I play?"
PLAYED = "Badminton on Sundays"


def found(memory: Memory) -> list[str]:
    return [hit.text for hit in memory.search(ASKED, user_id="me")]


def test_a_folder_of_others_answers_its_first_question(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(f"# Notes\n\n- {PLAYED}\n- The bank opens at nine\n")
    with Memory(f"{tmp_path}/") as memory:
        assert found(memory)[0] == PLAYED


@pytest.mark.parametrize("name", ["agent/", "agent.json"])
def test_what_is_written_while_a_memory_is_open_is_found_by_the_next_question(
    tmp_path: Path, name: str
) -> None:
    with Memory(f"{tmp_path}/{name}") as memory:
        memory.add("The bank opens at nine.", user_id="me")
        memory.set("bank", "opens at nine", user_id="me")
    with Memory(f"{tmp_path}/{name}") as memory:
        assert PLAYED not in found(memory)
        write(tmp_path / name)
        assert found(memory)[0] == PLAYED
        assert memory.stats().pending == 0


@pytest.mark.parametrize("name", ["agent/", "agent.json"])
def test_so_it_is_by_every_way_of_asking(tmp_path: Path, name: str) -> None:
    """The first question is one of a moment, of a tenant, or for a context."""
    with Memory(f"{tmp_path}/{name}") as memory:
        memory.add("The bank opens at nine.", user_id="me")
    write(tmp_path / name)
    with Memory(f"{tmp_path}/{name}") as memory:
        then = memory.as_of("2999-01-01").search(ASKED, user_id="me")
        assert then[0].text == PLAYED
    with Memory(f"{tmp_path}/{name}") as memory:
        assert memory.tenant("acme").search(ASKED, user_id="me") == []
        assert PLAYED in str(memory.context(ASKED, user_id="me"))


def write(place: Path) -> None:
    if place.is_dir():
        with (place / "MEMORY.md").open("a") as learned:
            learned.write(f"- {PLAYED}\n")
    else:
        document = json.loads(place.read_text())
        document["notes"].append({"user_id": "me", "text": PLAYED})
        place.write_text(json.dumps(document))


def test_what_the_embedder_will_not_take_costs_no_other_line_its_vector(tmp_path: Path) -> None:
    def picky(texts: list[str]) -> list[list[float]]:
        if any(PLAYED in text for text in texts):
            raise ValueError("not that")
        return [[1.0, 0.5] for _ in texts]

    (tmp_path / "MEMORY.md").write_text(f"- {PLAYED}\n- The bank opens at nine\n")
    with Memory(f"{tmp_path}/", embedder=picky) as memory:
        assert found(memory) == ["The bank opens at nine"]
        assert memory.stats().pending == 1
