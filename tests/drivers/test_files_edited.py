"""JSON and YAML files that somebody changed, broke, cut off or merged: what of it counts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from recollect import Memory
from recollect.drivers.files import JSONStore, YAMLStore
from recollect.drivers.files.store import FileStore
from recollect.errors import ConfigError, StoreCorrupt
from recollect.types import Note, Record

from .opened import edit
from .test_files import asides, filled, held, kind, path

__all__ = ["kind", "path"]

Dump = Callable[[Any], str]
DUMPS: dict[str, Dump] = {
    "sorted": yaml.safe_dump,
    "in order": lambda document: str(yaml.safe_dump(document, sort_keys=False)),
    "flow": lambda document: str(yaml.safe_dump(document, default_flow_style=True)),
    "as JSON": json.dumps,
}
CONFLICT = "<<<<<<< HEAD\n{0}=======\n{0}>>>>>>> theirs\n"


def opened(kind: type[FileStore], path: Path) -> list[Record]:
    store = kind(path)
    try:
        return held(store)
    finally:
        store.close()


def refused(kind: type[FileStore], path: Path, why: str) -> str:
    """Opening says why, and changes nothing."""
    before = path.read_bytes()
    with pytest.raises(StoreCorrupt, match=why) as told:
        kind(path)
    assert path.read_bytes() == before
    assert asides(path) == []
    return str(told.value)


class TestWrittenByALibrary:
    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / "memory.yaml"

    @pytest.mark.parametrize("dump", DUMPS.values(), ids=DUMPS)
    @pytest.mark.parametrize("gone", ["m1", "m2", "m3", "n1"])
    def test_what_was_deleted_and_changed_counts(
        self, path: Path, dump: Dump, gone: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        filled(YAMLStore, path)
        document = yaml.safe_load(path.read_text("utf-8"))
        for name in ("messages", "notes"):
            document[name] = [one for one in document[name] if one["id"] != gone]
        changed = document["messages"][-1]
        changed["content"] = "other words"
        path.write_text(dump(document), "utf-8")
        found = {record.id: record.text for record in opened(YAMLStore, path)}
        assert sorted(found) == [id for id in ("m1", "m2", "m3", "n1") if id != gone]
        assert found[changed["id"]] == "other words"
        assert (asides(path), caplog.messages) == ([], [])
        assert opened(YAMLStore, path) == opened(YAMLStore, path)

    @pytest.mark.parametrize("dump", DUMPS.values(), ids=DUMPS)
    def test_a_block_that_cannot_be_is_refused(self, path: Path, dump: Dump) -> None:
        filled(YAMLStore, path)
        document = yaml.safe_load(path.read_text("utf-8"))
        document["messages"][1]["role"] = "robot"
        path.write_text(dump(document), "utf-8")
        refused(YAMLStore, path, "number 2 of its messages: role must be one of")

    def test_alone_it_is_a_memory(self, path: Path) -> None:
        path.write_text("messages:\n- user_id: dana\n  content: by hand\n", "utf-8")
        assert [record.text for record in opened(YAMLStore, path)] == ["by hand"]
        assert asides(path) == []

    @pytest.mark.parametrize("dump", ["sorted", "in order"])
    def test_cut_off_nothing_counts_as_deleted(self, path: Path, dump: str) -> None:
        records = filled(YAMLStore, path)
        shown = path.read_bytes()
        whole = DUMPS[dump](yaml.safe_load(shown))
        for end in range(len(whole) - 12, 0, -9):
            path.write_text(whole[:end], "utf-8")
            try:
                assert sorted(record.id for record in opened(YAMLStore, path)) == [
                    record.id for record in records
                ]
            except (StoreCorrupt, ConfigError):
                assert path.read_text("utf-8") == whole[:end]
            path.write_bytes(shown)


class TestWithoutItsClosingLine:
    """A YAML file as recollect wrote it, but for its last line and perhaps more."""

    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / "memory.yaml"

    def test_an_edit_counts(self, path: Path) -> None:
        filled(YAMLStore, path)
        edit(path, "...\n", "")
        edit(path, "dark mode", "light mode")
        assert opened(YAMLStore, path)[0].text == "I prefer light mode."
        assert asides(path) == []

    def test_what_was_deleted_before_its_end_is_gone(self, path: Path) -> None:
        filled(YAMLStore, path)
        words = path.read_text("utf-8").replace("...\n", "")
        start, end = words.index("- id: m2"), words.index("- id: m3")
        path.write_text(words[:start] + words[end:], "utf-8")
        assert [record.id for record in opened(YAMLStore, path)] == ["m1", "n1", "m3"]

    @pytest.mark.parametrize("end", ["- id: n1", "notes:", "- id: m3"])
    def test_at_its_end_nobody_can_tell(self, path: Path, end: str) -> None:
        """Deleted, or cut off between two lines: refused, until somebody says which."""
        records = filled(YAMLStore, path)
        shown = path.read_text("utf-8")
        short = shown[: shown.index(end)]
        path.write_text(short, "utf-8")
        told = refused(YAMLStore, path, "its closing line ... is missing")
        assert "close the file with a line ...; if not, empty it" in told
        path.write_text("", "utf-8")
        assert len(opened(YAMLStore, path)) == len(records)
        path.write_text(short + "...\n", "utf-8")
        assert len(opened(YAMLStore, path)) < len(records)


class TestCorrected:
    """The words of a note, and not the value beside them."""

    @pytest.mark.parametrize(
        ("new", "value", "key"),
        [
            ("The user lives in Porto.", "Porto", "user.home.place"),
            ("The user lives in Lisbon, in Alfama", "Lisbon, in Alfama", "user.home.place"),
            ("Dana has moved a lot.", "Lisbon", "user.home.place"),
        ],
    )
    def test_the_value_follows_if_it_can_be_told(
        self, kind, folder: Path, new: str, value: str, key: str
    ) -> None:
        url = f"{folder}/memory.{kind.scheme}"
        with Memory(url, embedder=None) as memory:
            memory.add("I live in Lisbon.", user_id="dana")
        edit(Path(url), "The user lives in Lisbon.", new)
        with Memory(url, embedder=None) as memory:
            [note] = memory.notes(user_id="dana")
            assert (note.text, note.value, note.key) == (new, value, key)
            memory.add("I live in Berlin now.", user_id="dana")
            [[by_hand, rival]] = memory.conflicts(user_id="dana")
            assert (by_hand.text, rival.value) == (new, "Berlin")

    def test_a_value_that_was_changed_too_is_as_it_is_written(self, kind, path: Path) -> None:
        filled(kind, path)
        edit(path, "city: Lisbon", "city: Porto")
        edit(path, *({"json": ('"Lisbon"', '"Faro"')}.get(kind.scheme, (" Lisbon", " Faro"))))
        store = kind(path)
        [note] = [record for record in held(store) if isinstance(record, Note)]
        assert (note.text, note.value) == ("city: Porto", "Faro")
        store.close()


class TestBroken:
    def test_a_comma_or_a_space_wrong_is_refused_with_its_line(self, kind, path: Path) -> None:
        filled(kind, path)
        if kind is JSONStore:
            edit(path, '"m1",', '"m1"')
            refused(kind, path, r"memory\.json: line 6: ")
        else:
            edit(path, "  session_id: s1\n  role: user", "  session_id: s1\nrole: user")
            refused(kind, path, r"memory\.yaml: line 9: ")

    def test_a_comma_left_behind_does_not_bring_the_block_back(self, path: Path, kind) -> None:
        filled(kind, path)
        words = path.read_text("utf-8")
        if kind is YAMLStore:
            path.write_text(words.replace("  sources:", "  sources: ["), "utf-8")
            refused(kind, path, r"line 3\d: ")
            return
        start = words.index('    {\n      "id": "m3"')
        path.write_text(words[:start] + words[words.index('  ],\n  "notes"') :], "utf-8")
        refused(kind, path, r"line \d+: ")
        edit(path, "    },\n  ],", "    }\n  ],")
        assert [record.id for record in opened(kind, path)] == ["m1", "m2", "n1"]

    def test_what_is_no_text_is_refused_with_its_line(self, kind, path: Path) -> None:
        filled(kind, path)
        path.write_bytes(path.read_bytes().replace(b"dark", b"caf\xe9"))
        refused(kind, path, r"line \d+: it is not UTF-8 text")

    def test_without_the_log_it_is_still_a_memory(self, kind, path: Path) -> None:
        filled(kind, path)
        shutil.rmtree(path.parent / f".{path.name}.recollect")
        edit(path, *({"json": ('"m1",', '"m1"')}.get(kind.scheme, ("  role: user", "role: user"))))
        refused(kind, path, r"line \d+: ")

    @pytest.mark.parametrize("alone", [True, False])
    def test_a_conflict_is_refused_with_its_line(self, kind, path: Path, alone: bool) -> None:
        filled(kind, path)
        if alone:
            shutil.rmtree(path.parent / f".{path.name}.recollect")
        line = next(one for one in path.read_text("utf-8").splitlines(True) if "dark mode" in one)
        edit(path, line, CONFLICT.format(line))
        refused(kind, path, r"line \d+ is git's mark of a conflict; resolve the conflict first")

    def test_words_that_look_like_a_conflict_are_words(self, kind, path: Path) -> None:
        filled(kind, path)
        words = "<<<<<<< HEAD\\na\\n=======\\nb\\n>>>>>>> theirs"
        old = "I prefer dark mode."
        edit(path, f'"{old}"' if kind is JSONStore else old, f'"{words}"')
        for _ in range(2):
            assert opened(kind, path)[0].text == words.replace("\\n", "\n")
            edit(path, "dana", "dana")


class TestTorn:
    def test_wherever_it_is_cut_nothing_is_lost_or_halved(self, kind, path: Path) -> None:
        records = filled(kind, path)
        edit(path, "dark mode", "light 🙂 mode")
        opened(kind, path)
        whole, log = path.read_bytes(), path.parent / f".{path.name}.recollect"
        was = {record.id: record for record in opened(kind, path)}
        for end in range(0, len(whole) - 4, 3):
            path.write_bytes(whole[:end] + b"\0" * (end % 2))
            try:
                assert {record.id: record for record in opened(kind, path)} == was
                assert path.read_bytes() == whole
            except StoreCorrupt:
                assert path.read_bytes()[:end] == whole[:end]
                assert whole[:end].endswith((b"\n", b"notes:"))
                path.write_bytes(whole)
        assert len(was) == len(records)
        shutil.rmtree(log)
        for end in range(1, len(whole) - 4, 11):
            path.write_bytes(whole[:end])
            try:
                found = opened(kind, path)
                assert all(record == was[record.id] for record in found)
            except (ConfigError, StoreCorrupt):
                assert path.read_bytes() == whole[:end]
            shutil.rmtree(log, ignore_errors=True)

    def test_what_came_back_is_told(
        self, kind, path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        filled(kind, path)
        edit(path, "dark mode", "light mode")
        words = path.read_text("utf-8")
        path.write_text(words[: words.index("erik") + 2], "utf-8")
        found = {record.id: record.text for record in opened(kind, path)}
        assert sorted(found) == ["m1", "m2", "m3", "n1"]
        assert found["m1"] == "I prefer light mode."
        [told], [aside] = caplog.messages, asides(path)
        assert told == (
            f"{path} is damaged: it was cut off, and nothing behind number 2 of its messages could "
            f"be read; brought back, as they were shown before: m3, n1. A copy of it is {aside}"
        )

    def test_a_block_in_it_that_cannot_be_is_refused(self, kind, path: Path) -> None:
        filled(kind, path)
        edit(path, "assistant", "robot")
        words = path.read_text("utf-8")
        path.write_text(words[: words.index("erik") + 2], "utf-8")
        refused(kind, path, "number 2 of its messages: role must be one of")
