"""Changes at random: what is read of a note's versions by its links is what all notes tell."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import pytest

from recollect import Memory, Message, Note, NotFound
from recollect.errors import InputError, Stale
from recollect.orders import Query
from recollect.write.facts import chain
from recollect.write.undoing import undoing

DANA = {"user_id": "dana"}
SAYINGS = ("I live in Lisbon.", "I live in Oslo.", "I love chess.", "My dog is called Rex.",
           "My dog died.", "No, I live in Rome.", "I moved to Berlin.")  # fmt: skip


class Changes:
    """Whatever makes, ends and links notes."""

    def __init__(self, memory: Memory, chance: random.Random) -> None:
        self.memory, self.chance, self.count = memory, chance, 0

    def step(self) -> None:
        self.count += 1
        verbs = (self.add, self.file, self.set, self.late, self.update, self.undo, self.relate,
                 self.unrelate, self.consolidate, self.roll_back, self.take)  # fmt: skip
        with suppress(IndexError, NotFound, InputError, Stale):
            self.chance.choices(verbs, (3, 3, 4, 1, 5, 5, 2, 1, 1, 1, 1))[0]()

    def note(self) -> str:
        return self.chance.choice(everything(self.memory)).id

    def add(self) -> None:
        self.memory.add(Message(self.chance.choice(SAYINGS), id=f"m{self.count}"), **DANA)

    def file(self) -> None:
        sources = (f"m{self.count - 1}",) if self.chance.random() < 0.5 else ()
        said = f"Dana bought the red boat number {self.chance.randrange(2)} in Porto."
        self.memory._supersede([], Note(text=said, sources=sources, user_id="dana"))

    def set(self) -> None:
        agent = self.chance.choice((None, "coach"))
        self.memory.set(self.chance.choice("ab"), self.count, agent_id=agent, **DANA)

    def late(self) -> None:
        self.memory.set(self.chance.choice("ab"), self.count, at="2026-01-01", **DANA)

    def update(self) -> None:
        self.memory.update(self.note(), importance=self.chance.random(), **DANA)

    def undo(self) -> None:
        self.memory.undo(self.note(), **DANA)

    def relate(self) -> None:
        self.memory.relate("Ann", "KNOWS", self.chance.choice(("Bob", "Cid")), **DANA)

    def unrelate(self) -> None:
        self.memory.unrelate("Ann", "KNOWS", "Bob", **DANA)

    def consolidate(self) -> None:
        self.memory.consolidate(**DANA)

    def roll_back(self) -> None:
        self.memory.roll_back(self.chance.choice(self.memory.messages(**DANA)).id, **DANA)

    def take(self) -> None:
        if self.chance.random() < 0.5:
            self.memory.delete(self.note(), **DANA)
        else:
            self.memory.erase(id=self.chance.choice(self.memory.messages(**DANA)).id, **DANA)


def everything(memory: Memory) -> list[Note]:
    return memory._store.notes(Query(memory._scope("dana"), closed=True))


def undone(note: Note, notes: list[Note]) -> object:
    try:
        return undoing(note, notes)
    except Stale as error:
        return str(error)


@pytest.mark.parametrize("seed", range(6))
def test_a_line_is_what_all_notes_tell(seed: int) -> None:
    chance, read = random.Random(seed), 0
    with Memory("memory://", embedder=None) as memory:
        changes = Changes(memory, chance)
        changes.set()
        for _ in range(120):
            changes.step()
        every = everything(memory)
        for note in every:
            some = memory._line(note)
            read += len(some) < len(every)
            assert chain(some, note.id) == chain(every, note.id)
            assert undone(note, some) == undone(note, every)
    assert read > 2, "most of them would prove nothing"


def test_few_notes_are_read_of_many(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is what it is for: the verbs took longer with each note that somebody had."""
    for number in range(30):
        memory.set(f"other.{number}", number, **DANA)
    old = memory.set("city", "Lisbon", **DANA)
    new = memory.set("city", "Oslo", **DANA)
    filed = memory._supersede([], Note(text="Dana has a boat.", user_id="dana"))
    edited = memory.update(filed.id, importance=0.9, **DANA)
    read, notes = [], memory._store.notes

    def counted(query: Query) -> list[Note]:
        found = notes(query)
        read.extend(found)
        return found

    monkeypatch.setattr(memory._store, "notes", counted)
    assert memory.why(old.id, **DANA).replaced_by == new
    assert [one.id for one in memory.history(new.id, **DANA)] == [old.id, new.id]
    assert memory.why(edited.id, **DANA).replaces is not None
    assert [one.id for one in memory.history(edited.id, **DANA)] == [filed.id, edited.id]
    memory.undo(new.id, **DANA)
    memory.undo(edited.id, **DANA)
    assert not [note for note in read if "other" in note.text]


@pytest.fixture
def memory(tmp_path):
    with Memory(str(tmp_path / "m.db"), embedder=None) as opened:
        yield opened


class Meanwhile:
    """A store on which somebody else writes right before some notes are read by their ids."""

    def __init__(self, store: Any, write: Callable[[], object]) -> None:
        self._store, self._write = store, write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def notes(self, query: Query) -> list[Note]:
        if query.ids is not None and query.closed:
            write, self._write = self._write, lambda: None
            write()
        return self._store.notes(query)


def test_what_comes_after_while_the_versions_are_read_is_among_them() -> None:
    with Memory("memory://", embedder=None) as memory:
        first = memory.set("tea", "green", **DANA)
        store: Any = memory._store
        memory._store = cast(Any, Meanwhile(store, lambda: memory.set("tea", "black", **DANA)))
        assert [one.value for one in memory._line(first)] == ["green", "black"]
        memory._store = store
