"""The Markdown folder passes the suite, in both colours; then what only it can get wrong."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.samples import minute, noted, put, said
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.markdown import MarkdownStore
from recollect.drivers.markdown.blocks import join, parse
from recollect.drivers.markdown.blocks import said as blocks
from recollect.drivers.markdown.names import decode, encode
from recollect.drivers.markdown.page import plain, updated
from recollect.drivers.markdown.units import Unit, blocks_of, read_unit, unit
from recollect.errors import ConfigError, StoreCorrupt
from recollect.orders import Batch

from .opened import Restless, Stores, ThreadedStores, edit


@pytest.fixture
def place(folder: Path) -> Path:
    return folder / "agent"


class TestSync(Stores, StoreSuite):
    kind = MarkdownStore


class TestAsync(ThreadedStores, AsyncStoreSuite):
    kind, part = MarkdownStore, True


class RestlessMarkdown(Restless, MarkdownStore):
    pass


class TestOnlyTheDiskCounts(TestSync):
    part = True
    kind = RestlessMarkdown


OTHERS = """---
title: what others wrote
---
# Project memory

Some words before the first heading,
in two lines.

## Preferences

* dark mode everywhere
* tabs, not spaces

  because of the diff
<!-- a comment
- not a note -->

## Deploy
1. build
2. ship to `fly.io`
   - region ams

```sh
make test
```

| a | b |
|---|---|
| 1 | 2 |

---
"""
NOTES = [
    "Some words before the first heading,\nin two lines.",
    "dark mode everywhere",
    "tabs, not spaces\n\nbecause of the diff",
    "build",
    "ship to `fly.io`\n- region ams",
    "```sh\nmake test\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
]
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
MARKED = st.lists(
    st.sampled_from(["# a", "- b", "```", "  c", "", "\td", "1. e", "---", "<!-- f", "**g**: h",
                     "10:00:00 **user**: i", " ", "&#32;", "| j |", "## Session: s", "\u2028",
                     "\r", "\n"]),
    min_size=1, max_size=6,
).map("\n".join)  # fmt: skip

LINES = st.lists(
    st.sampled_from(["# a", "- b", "```", "````", "```sh", "~~~", "  c", "", "\td", "1. e", "---",
                     "...", "<!-- f", "-->", "g --> h", "<!-- i -->", "j", "> k", "## Session: s",
                     "- 10:00 **user**: l", "\ufeff"]),
    max_size=8,
).map("\n".join)  # fmt: skip


def units(text: str, page: str) -> list[Unit]:
    return [read_unit(block, page) for block in blocks(blocks_of(plain(text), page))]


@pytest.fixture
def agent(folder: Path) -> Path:
    return folder / "agent"


def texts(memory: Memory, who: str = "dana", **options: object) -> list[str]:
    return [note.text for note in memory.notes(user_id=who, **options)]


def opened(agent: Path, query: str = "") -> Memory:
    return Memory(f"markdown:///{agent}{query}", embedder=None, learn="never")


def filled(agent: Path) -> None:
    with opened(agent) as memory:
        memory.add("I prefer dark mode.", user_id="dana", session_id="s1", at="2026-03-01T10:00Z")
        memory.add({"role": "assistant", "content": "Noted:\n\n- dark mode\n# so\n"},
                   user_id="dana", session_id="s1", at="2026-03-01T10:00:05Z")  # fmt: skip
        memory.set("city", "Lisbon", user_id="dana")
        memory.set("age", 41, user_id="dana")


def tree(path: Path) -> dict[str, bytes]:
    """All that a person sees."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and ".recollect" not in file.parts
    }


class TestTheFolder:
    def test_looks_like_this(self, agent: Path) -> None:
        filled(agent)
        assert tree(agent) == {
            "MEMORY.md": b"# Memory\n\n- city: Lisbon\n- age: 41\n",
            "memory/2026-03-01.md": b"# 2026-03-01\n\n## Session: s1\n\n"
            b"- 10:00:00 **user**: I prefer dark mode.\n"
            b"- 10:00:05 **assistant**: Noted:\n\n  - dark mode\n  # so&#10;\n",
        }

    def test_core_notes_are_the_soul(self, agent: Path) -> None:
        store = MarkdownStore(agent)
        store.commit(Batch(puts=(put(noted("You are a patient coach.", kind="core")),)))
        store.close()
        assert tree(agent) == {"SOUL.md": b"# Soul\n\n- You are a patient coach.\n"}

    def test_one_fact_is_one_line_of_a_diff(self, agent: Path) -> None:
        filled(agent)
        before = tree(agent)
        with opened(agent) as memory:
            memory.set("city", "Porto", user_id="dana")
            memory.set("cat", "Mio", user_id="dana")
        after = tree(agent)
        assert after["MEMORY.md"] == b"# Memory\n\n- city: Porto\n- age: 41\n- cat: Mio\n"
        assert after["memory/2026-03-01.md"] == before["memory/2026-03-01.md"]

    def test_looking_at_it_changes_nothing(self, agent: Path) -> None:
        filled(agent)
        times = {file: file.stat().st_mtime_ns for file in agent.rglob("*.md")}
        with opened(agent) as memory:
            texts(memory)
            memory.search("dark", user_id="dana")
        assert {file: file.stat().st_mtime_ns for file in agent.rglob("*.md")} == times

    def test_without_the_hidden_folder_all_still_reads(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            said_before = [(m.content, m.role, m.session_id, m.at) for m in
                           memory.messages(user_id="dana")]  # fmt: skip
            known = texts(memory)
        before = tree(agent)
        shutil.rmtree(agent / ".recollect")
        with opened(agent, "?user_id=dana") as memory:
            assert [(m.content, m.role, m.session_id, m.at) for m in
                    memory.messages(user_id="dana")] == said_before  # fmt: skip
            assert texts(memory) == known
        assert tree(agent) == before

    def test_other_files_are_left_alone(self, agent: Path) -> None:
        agent.mkdir()
        others = {"README.md": b"# x\r\n\xff", "notes/a.md": b"- b\n", "memory/topics.md": b"- c\n",
                  "users.md": b"d", "memory/2026-13-45.md": b"- e\n", "users/readme.txt": b"f",
                  "2026-03-01.md": b"- g\n"}  # fmt: skip
        for name, data in others.items():
            (agent / name).parent.mkdir(exist_ok=True)
            (agent / name).write_bytes(data)
        filled(agent)
        with opened(agent) as memory:
            assert texts(memory) == ["city: Lisbon", "age: 41"]
            memory.erase(user_id="dana")
        assert tree(agent) == others

    @given(st.lists(st.tuples(st.booleans(), WORDS | MARKED), min_size=1, max_size=6))
    def test_any_words_come_back(self, spoken: list[tuple[bool, str]]) -> None:
        """From the files alone, and a file that shows all it should is not touched."""
        messages = [said(words, id=f"{n}", role="user" if mine else "assistant", at=minute(n),
                         session_id="a · b#" if n % 2 else None, name="A *b*" if n % 3 else None)
                    for n, (mine, words) in enumerate(spoken)]  # fmt: skip
        notes = [noted(words, id=f"n{n}") for n, (_, words) in enumerate(spoken)]
        for page, records in (("memory/2026-03-01.md", messages), ("MEMORY.md", notes)):
            shown = updated("", page, records)
            units = [read_unit(block, page) for block in blocks(blocks_of(shown, page))]
            assert units == [unit(record) for record in records]
            assert updated(shown, page, records) == shown
            assert join(parse(shown)) == shown
            fewer = updated(shown, page, records[1:])
            assert sorted(
                map(repr, (read_unit(b, page) for b in blocks(blocks_of(fewer, page))))
            ) == sorted(repr(unit(record)) for record in records[1:])

    @given(st.lists(WORDS | MARKED, max_size=8).map("\n".join))
    def test_files_of_others_are_kept_byte_for_byte(self, words: str) -> None:
        assert join(parse(words)) == words == join(parse(words, lazy=False))
        seen = [read_unit(block, "MEMORY.md") for block in blocks(parse(words))]
        assert (
            updated(words, "MEMORY.md", [noted(one.text) for one in seen]) == words or "\r" in words
        )

    @given(LINES, st.lists(WORDS | MARKED, min_size=1, max_size=3), st.booleans())
    def test_what_is_written_beside_any_lines_is_read_with_them(
        self, lines: str, spoken: list[str], log: bool
    ) -> None:
        page, make = ("memory/2026-03-01.md", said) if log else ("MEMORY.md", noted)
        there = [seen for seen in units(lines, page) if seen.time is None]
        records = [noted(seen.text, id=f"old {n}") for n, seen in enumerate(there)]
        records += [make(words, id=f"new {n}") for n, words in enumerate(spoken)]
        shown = updated(lines, page, records)
        assert Counter(units(shown, page)) == Counter(map(unit, records))
        assert updated(shown, page, records) == shown


class TestByHand:
    def test_a_line_is_added_changed_and_deleted(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            [city, age] = memory.notes(user_id="dana")
        edit(
            agent / "MEMORY.md", "- city: Lisbon\n- age: 41\n", "- city: Porto\n- Mio is her cat\n"
        )
        with opened(agent) as memory:
            assert texts(memory) == ["city: Porto", "Mio is her cat"]
            assert memory.value("city", user_id="dana") == "Porto"
            assert memory.value("age", user_id="dana") is None
            [new, _] = memory.notes(user_id="dana")
            assert new.replaces == city.id
            assert [note.text for note in memory.history(new.id, user_id="dana")] == [
                "city: Lisbon",
                "city: Porto",
            ]
            assert not memory.get(age.id, user_id="dana").open
            assert memory.search("whose cat?", user_id="dana")[0].text == "Mio is her cat"
            assert memory.verify().ok
        assert (agent / "MEMORY.md").read_text() == "# Memory\n\n- city: Porto\n- Mio is her cat\n"

    def test_a_number_stays_a_number(self, agent: Path) -> None:
        filled(agent)
        edit(agent / "MEMORY.md", "age: 41", "age: 42")
        with opened(agent) as memory:
            assert memory.value("age", user_id="dana") == 42

    @pytest.mark.parametrize(
        ("new", "value"),
        [
            ("The user lives in Porto.", "Porto"),
            ("The user lives in Porto", "Porto"),
            ("The user lives in Lisbon, in Alfama.", "Lisbon, in Alfama"),
            ("The user no longer lives in Lisbon.", None),
        ],
    )
    def test_what_was_learned_keeps_its_key(self, agent: Path, new: str, value: str | None) -> None:
        with Memory(f"{agent}/", embedder=None) as memory:
            memory.add("I live in Lisbon.", user_id="dana")
        edit(agent / "MEMORY.md", "The user lives in Lisbon.", new)
        with Memory(f"{agent}/", embedder=None) as memory:
            assert memory.value("user.home.place", user_id="dana") == value
            [note] = memory.notes(user_id="dana")
            assert note.object == value
            memory.add("I live in Berlin now.", user_id="dana")
            rivals = [(one.value, other.value) for one, other in memory.conflicts(user_id="dana")]
            assert rivals == ([(value, "Berlin")] if value else [])
            assert memory.value("user.home.place", user_id="dana") == (value or "Berlin")

    def test_a_message_is_corrected_deleted_and_added(self, agent: Path) -> None:
        filled(agent)
        log = agent / "memory" / "2026-03-01.md"
        with opened(agent) as memory:
            first = memory.messages(user_id="dana")[0]
        log.write_text(
            "# 2026-03-01\n\n## Session: s1\n\n- 10:00:00 **user**: I prefer light mode.\n"
            "- 10:30 **user Dana**: One\n  more.\n- Met Bob at noon\n"
        )
        before = log.read_bytes()
        with opened(agent) as memory:
            one, two = memory.messages(user_id="dana")
            assert (one.id, one.content, one.turn) == (first.id, "I prefer light mode.", first.turn)
            assert (two.content, two.name, two.session_id) == ("One\nmore.", "Dana", "s1")
            assert two.at.isoformat() == "2026-03-01T10:30:00+00:00"
            [met] = memory.notes(user_id="dana", kind="episodic")
            assert (met.text, met.learned_at.date().isoformat()) == (
                "Met Bob at noon",
                "2026-03-01",
            )
        assert log.read_bytes().replace(b"10:30:00", b"10:30") == before

    @pytest.mark.parametrize("time", ["25:99", "24:00:00", "10:60", "10:00:61"])
    def test_a_time_that_is_none_is_refused_with_its_line(self, agent: Path, time: str) -> None:
        filled(agent)
        log = agent / "memory" / "2026-03-01.md"
        log.write_text(log.read_text("utf-8") + f"- {time} **user**: Hello\n", "utf-8")
        before = tree(agent)
        with pytest.raises(StoreCorrupt, match=rf"2026-03-01.md, line 10: {time} is no time"):
            opened(agent)
        assert tree(agent) == before
        shutil.rmtree(agent / ".recollect")
        with pytest.raises(StoreCorrupt):
            opened(agent)
        assert not (agent / ".recollect").exists()

    @pytest.mark.parametrize("left_open", ["<!-- ask Erik", "```\ncode", "````\n```\ncode\n```"])
    def test_nothing_is_hidden_by_what_nobody_closed(self, agent: Path, left_open: str) -> None:
        """What is said afterwards stands before it; else the next edit would take it away."""
        filled(agent)
        log = agent / "memory" / "2026-03-01.md"
        log.write_text(f"{log.read_text()}\n{left_open}\n")
        with opened(agent) as memory:
            memory.add("See you.", user_id="dana", session_id="s2", at="2026-03-01T11:00Z")
        edit(log, "dark mode", "light mode")
        with opened(agent) as memory:
            kept = [message.content for message in memory.messages(user_id="dana")]
            assert kept[::2] == ["I prefer light mode.", "See you."]
        assert log.read_text().endswith(f"See you.\n\n{left_open}\n")

    def test_a_rule_across_the_first_line_hides_nothing(self, agent: Path) -> None:
        agent.mkdir()
        (agent / "MEMORY.md").write_text("---\n- likes tea\n")
        with opened(agent) as memory:
            assert texts(memory, "me") == ["likes tea"]

    def test_a_line_of_its_own_in_a_log_is_a_note(self, agent: Path) -> None:
        filled(agent)
        log = agent / "memory" / "2026-03-01.md"
        edit(log, "I prefer dark mode.\n", "I prefer dark mode.\nShe was in a hurry.\n")
        edit(log, "- 10:00:00", "It rained.\n- 10:00:00")
        before = tree(agent)
        with opened(agent) as memory:
            first, _ = memory.messages(user_id="dana")
            assert first.content == "I prefer dark mode."
            notes = [note.text for note in memory.notes(user_id="dana", kind="episodic")]
            assert sorted(notes) == ["It rained.", "She was in a hurry."]
        assert tree(agent) == before
        with opened(agent) as memory:
            memory.delete(first.id, user_id="dana")
        assert "It rained.\n\nShe was in a hurry.\n" in log.read_text("utf-8")
        edit(log, "# 2026-03-01", "# That day")
        with opened(agent) as memory:
            kept = [note.text for note in memory.notes(user_id="dana", kind="episodic")]
            assert kept == notes

    @pytest.mark.parametrize("name", ["MEMORY.md", "memory/2026-03-01.md"])
    @pytest.mark.parametrize("alone", [True, False])
    def test_a_conflict_is_refused_with_its_line(self, agent: Path, name: str, alone: bool) -> None:
        filled(agent)
        if alone:
            shutil.rmtree(agent / ".recollect")
        marked = "<<<<<<< HEAD\n- 11:00 **user**: a\n=======\n- b\n>>>>>>> theirs\n"
        lines = (agent / name).read_text("utf-8").count("\n")
        (agent / name).write_text((agent / name).read_text("utf-8") + marked, "utf-8")
        before = tree(agent)
        told = rf"{name}, line {lines + 1} is git's mark of a conflict; resolve the conflict first"
        with pytest.raises(StoreCorrupt, match=told):
            opened(agent)
        assert tree(agent) == before
        (agent / name).write_text(marked.partition("\n")[2], "utf-8")
        with pytest.raises(StoreCorrupt, match="line 4 is git's mark"):
            opened(agent)

    def test_words_that_look_like_a_conflict_are_words(self, agent: Path) -> None:
        words = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs"
        with opened(agent) as memory:
            memory.add(words, user_id="dana", at="2026-03-01T10:00Z")
            memory.set("merge", words, user_id="dana")
        shutil.rmtree(agent / ".recollect")
        with opened(agent, "?user_id=dana") as memory:
            assert memory.messages(user_id="dana")[0].content == words
            assert texts(memory) == [f"merge: {words}"]

    def test_it_is_seen_while_the_memory_is_open(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            memory.set("cat", "Mio", user_id="dana")
            edit(agent / "MEMORY.md", "Lisbon", "Porto")
            assert texts(memory) == ["age: 41", "cat: Mio", "city: Porto"]
        assert (agent / "MEMORY.md").read_text() == (
            "# Memory\n\n- city: Porto\n- age: 41\n- cat: Mio\n"
        )

    def test_lines_may_be_moved(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            before = memory.notes(user_id="dana", closed=True)
        moved = "# Anything\n\n## Numbers\n* age: 41\n\n## Places\n\ncity: Lisbon\n"
        (agent / "MEMORY.md").write_text(moved)
        with opened(agent) as memory:
            assert memory.notes(user_id="dana", closed=True) == before
        assert (agent / "MEMORY.md").read_text() == moved

    def test_a_file_is_deleted(self, agent: Path) -> None:
        filled(agent)
        (agent / "MEMORY.md").unlink()
        (agent / "memory" / "2026-03-01.md").unlink()
        with opened(agent) as memory:
            assert texts(memory) == []
            assert sorted(texts(memory, closed=True)) == ["age: 41", "city: Lisbon"]
            assert memory.messages(user_id="dana") == []

    def test_a_person_is_added(self, agent: Path) -> None:
        filled(agent)
        (agent / "users" / "erik").mkdir(parents=True)
        (agent / "users" / "erik" / "MEMORY.md").write_text("- plays the cello\n")
        with opened(agent) as memory:
            assert texts(memory, "erik") == ["plays the cello"]
            assert "plays the cello" not in texts(memory)

    def test_what_is_no_text_is_refused(self, agent: Path) -> None:
        filled(agent)
        (agent / "MEMORY.md").write_bytes(b"- caf\xe9\n")
        with pytest.raises(StoreCorrupt, match="not UTF-8"):
            opened(agent)
        assert (agent / "MEMORY.md").read_bytes() == b"- caf\xe9\n"
        (agent / "MEMORY.md").write_bytes(b"- a\n- b\0\n")
        with pytest.raises(StoreCorrupt, match="line 2: there is a NUL character"):
            opened(agent)


class TestFoldersOfOthers:
    @pytest.mark.parametrize("name", ["MEMORY.md", "CLAUDE.md"])
    def test_are_read_as_they_are(self, agent: Path, name: str) -> None:
        agent.mkdir()
        (agent / name).write_text(OTHERS)
        with opened(agent, "?user_id=dana") as memory:
            notes = memory.notes(user_id="dana")
            assert [note.text for note in notes] == NOTES
            headings = [note.metadata.get("heading") for note in notes]
            assert headings == [None, *[["Preferences"]] * 2, *[["Deploy"]] * 4]
            assert memory.search("where do we ship?", user_id="dana")[0].text == NOTES[4]
        assert tree(agent) == {name: OTHERS.encode()}

    def test_and_changed_where_they_must(self, agent: Path) -> None:
        agent.mkdir()
        (agent / "MEMORY.md").write_text(OTHERS)
        with opened(agent) as memory:
            [dark] = [n for n in memory.notes(user_id="me") if "dark" in n.text]
            memory.set("city", "Lisbon", user_id="me")
            memory.delete(dark.id, user_id="me")
        changed = OTHERS.replace("* dark mode everywhere\n", "")
        changed = changed.replace("in two lines.\n", "in two lines.\n\n- city: Lisbon\n")
        assert (agent / "MEMORY.md").read_text() == changed

    def test_windows_lines_stay(self, agent: Path) -> None:
        agent.mkdir()
        (agent / "MEMORY.md").write_bytes(b"# M\r\n\r\n- a\r\n- b\r\n")
        with opened(agent) as memory:
            assert texts(memory, "me") == ["a", "b"]
            memory.set("c", "d", user_id="me")
        assert (agent / "MEMORY.md").read_bytes() == b"# M\r\n\r\n- a\r\n- b\r\n- c: d\r\n"

    def test_the_mark_of_an_editor_is_no_note(self, agent: Path) -> None:
        agent.mkdir()
        (agent / "MEMORY.md").write_bytes(b"\xef\xbb\xbf# M\n\n- a\n")
        with opened(agent) as memory:
            assert texts(memory, "me") == ["a"]
            memory.set("c", "d", user_id="me")
        assert (agent / "MEMORY.md").read_bytes() == b"\xef\xbb\xbf# M\n\n- a\n- c: d\n"

    def test_the_owner_can_be_named_once(self, agent: Path) -> None:
        with opened(agent, "?agent_id=coach") as memory:
            memory.set("tone", "kind", agent_id="coach")
            memory.set("city", "Lisbon", user_id="dana")
        assert sorted(tree(agent)) == ["MEMORY.md", "users/dana/MEMORY.md"]
        with pytest.raises(ConfigError, match="the folder of agent 'coach'"):
            opened(agent, "?user_id=dana")
        with opened(agent) as memory:
            assert memory.value("tone", agent_id="coach") == "kind"


class TestErasing:
    def test_nothing_is_left_of_somebody(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            memory.add("Qzwords", user_id="Qzerik", session_id="Qzsession")
            memory.set("Qzkey", "Qzvalue", user_id="Qzerik")
            before = {n: d for n, d in tree(agent).items() if not n.startswith("users")}
            receipt = memory.erase(user_id="Qzerik")
            assert receipt.ok
        assert tree(agent) == before
        names = [str(path) for path in agent.rglob("*")]
        assert not any("zerik" in name or "users" in name for name in names)
        assert not any(b"Qz" in f.read_bytes() for f in agent.rglob("*") if f.is_file())

    def test_a_session_goes_with_its_heading(self, agent: Path) -> None:
        filled(agent)
        with opened(agent) as memory:
            memory.add("Qzwords", user_id="dana", session_id="Qz", at="2026-03-01T12:00Z")
            memory.add("after", user_id="dana", session_id="s3", at="2026-03-01T13:00Z")
            assert memory.erase(user_id="dana", session_id="Qz").ok
        log = (agent / "memory" / "2026-03-01.md").read_text()
        assert "Qz" not in log
        assert "## Session: s1" in log
        assert log.endswith("## Session: s3\n\n- 13:00:00 **user**: after\n")


def test_names_become_folders_and_back() -> None:
    for name in [
        "dana",
        "Dana",
        "..",
        ".",
        "a/b",
        "con",
        "CON",
        "nul",
        "é",
        "a b",
        "%41",
        "",
        "-x",
    ]:
        made = encode(name)
        assert decode(made) == name
        assert made.lower() == made
        assert not set(made) & set('/\\:*?"<>| .')
    assert len({encode("x" * 256 + end) for end in "abc"}) == 3
    assert len(encode("é" * 256)) <= 120


def test_a_plain_path_with_a_slash_is_a_folder(folder: Path) -> None:
    with Memory(f"{folder}/agent/", embedder=None) as memory:
        memory.set("city", "Lisbon", user_id="dana")
        assert memory.url.startswith("markdown:///")
    assert (folder / "agent" / "MEMORY.md").is_file()
