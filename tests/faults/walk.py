"""A walk at random through the verbs of a memory, beside a ledger of what must come of it."""

from __future__ import annotations

import asyncio
import inspect
import io
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from recollect import AsyncMemory, InputError, Memory, Message, Note, NotFound, Receipt
from recollect.agents.aio.persistent import AsyncPersistentAgent
from recollect.agents.aio.tools import AsyncAgentTools
from recollect.agents.sync.persistent import PersistentAgent
from recollect.agents.sync.tools import AgentTools
from recollect.errors import Stale
from recollect.memory.aio.time import AsyncPast
from recollect.memory.sync.time import Past
from recollect.types import utcnow

from .canaries import left
from .ledger import Ledger, Said, Whose

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WHOSE: tuple[Whose, ...] = (("dana", None), ("dana", "coach"), ("erik", None))
KEYS, NAMES = ("a", "b"), ("Ann", "Bob", "Cid")
SAYINGS = (
    "I live in Lisbon.",
    "I live in Oslo.",
    "I live in Rome.",
    "I love jazz.",
    "I don't love jazz anymore.",
    "I've been using Trello for Python projects.",
    "I've been using Trello for my Python projects.",
    "Ann manages Project Alpha.",
    "What should we have for dinner?",
)
ASKED = "Where do Ann and I live?"
SPEAKING = (
    Past, AsyncPast, PersistentAgent, AsyncPersistentAgent, AgentTools, AsyncAgentTools
)  # fmt: skip
"""What has verbs of its own, and is asked in the same way."""
LOOK_BACK = 5
"""Steps after which the past is looked at again."""
STEPS = (
    ("move", 9), ("add", 8), ("set", 7), ("update", 4), ("undo", 5), ("relate", 4),
    ("unrelate", 2), ("same", 2), ("different", 1), ("expire", 3), ("prune", 2), ("delete", 2),
    ("delete_fact", 1), ("erase", 2), ("erase_fact", 1), ("erase_session", 1), ("pin", 1),
    ("unpin", 1), ("consolidate", 1), ("summary", 1), ("checkpoint", 4), ("reopen", 2),
    ("carry", 1),
)  # fmt: skip


class Door:
    """A memory of either colour, asked in one way."""

    def __init__(self, memory: Any, runner: asyncio.Runner) -> None:
        self._memory, self._runner = memory, runner

    def __getattr__(self, verb: str) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            made = getattr(self._memory, verb)(*args, **named)
            if inspect.isawaitable(made):
                made = self._runner.run(_awaited(made))
            return Door(made, self._runner) if isinstance(made, SPEAKING) else made

        return call


async def _awaited(made: Any) -> Any:
    return await made


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What was read at a moment, by the walk's clock and by the store's."""

    at: datetime
    recorded: datetime
    reads: dict[Whose, Any]


class Walk:
    """One memory, and what was done to it."""

    steps: tuple[tuple[str, int], ...] = STEPS
    embedder: Any = None

    def __init__(self, url: str, folder: Path | None, seed: int, awaited: bool) -> None:
        self.url, self.folder, self.seed, self.awaited = url, folder, seed, awaited
        self.random = random.Random(seed)
        self.now = NOON
        self.ledger = Ledger()
        self.log: list[str] = []
        self.words = 0
        self.saw: list[Checkpoint] = []
        self.stored: list[Checkpoint] = []
        """What `as_of` must show again, by what had been said and by what had been stored."""
        self.runner = asyncio.Runner()
        self.door = self._open(url)

    def run(self, steps: int, pause: int = 1) -> None:
        """Walk, and look around after every so many steps; a failure names the seed and the way."""
        verbs, weights = zip(*self.steps, strict=True)
        try:
            for place, verb in enumerate(self.random.choices(verbs, weights, k=steps), start=1):
                getattr(self, verb)()
                self.check()
                if place % pause == 0:
                    self.look()
                if place % (LOOK_BACK * pause) == 0:
                    self.look_back()
            self.look()
            self.look_back()
        except Exception as error:
            way = "\n".join(self.log)
            raise AssertionError(f"seed {self.seed} on {self.url}\n{way}\n{error!r}") from error

    def close(self) -> None:
        """Let go of everything."""
        self.door.close()
        self.runner.close()

    # The steps.

    def move(self) -> None:
        """Time passes, often less than anybody notices."""
        step = self.random.choice([1, 1_000_000, 3_600_000_000, 86_400_000_000])
        before, self.now = self.now, self.now + timedelta(microseconds=step)
        self.passed(before)
        self._note(f"move {step}")

    def passed(self, before: datetime) -> None:
        """It is later than it was."""
        if any(before < end <= self.now for end in self.ledger.ends.values()):
            self._past_is_another()

    def add(self) -> None:
        user, agent = self._somebody()
        late = self.random.random() < 0.15
        at = self.now - timedelta(hours=self.random.randint(1, 40)) if late else self.now
        session = self.random.choice([None, "s1", "s2"])
        word = self._word()
        role = self.random.choice(["user", "user", "assistant"])
        text = f"{self.random.choice(SAYINGS)} The word is {word}."
        self._note(f"add {user} {agent} {session} {role} {at} {text!r}")
        said = Message(text, role=role, at=at)
        added = self.door.add(said, user_id=user, agent_id=agent, session_id=session)
        [message] = added.messages
        self.ledger.said[message.id] = Said(message, word)
        if late:
            self.saw = [one for one in self.saw if one.at < at]

    def set(self) -> None:
        whose, key = self._somebody(), self.random.choice(KEYS)
        value = self.random.choice([1, True, "x", self._word()])
        known = self.ledger.value(whose, key, self.now)
        self._note(f"set {whose} {key} {value!r}")
        note = self.door.set(key, value, **_named(whose))
        if note.id in self.ledger.versions:
            assert (type(known), known) == (type(value), value), "what is new is kept"
        else:
            self.ledger.put(whose, note)

    def update(self) -> None:
        for version in self._some_fact(standing=True):
            whose = version.whose
            day = self.now + timedelta(days=self.random.randint(-3, 3))
            change: dict[str, Any] = self.random.choice(
                [{"value": self._word()}, {"importance": 0.9}, {"valid_from": day},
                 {"valid_to": day}]
            )  # fmt: skip
            self._note(f"update {version.id} {change}")
            with suppress(InputError):
                note = self.door.update(version.id, **change, **_named(whose))
                assert note.value == change.get("value", version.value)
                self.ledger.put(whose, note)
                end = self.ledger.ends.get(version.id)
                if end is not None:
                    self.ledger.ends[note.id] = end

    def undo(self) -> None:
        """Of a fact, or of anything else that was noted."""
        if self.random.random() < 0.3:
            for note in self._some(self.door.notes(closed=True, **_named(self._somebody()))):
                if self._free(note):
                    self._note(f"undo {note.id} ({note.text})")
                    with suppress(Stale):
                        self.door.undo(note.id)
            return
        for version in self._some_fact(standing=False):
            whose, key = version.whose, version.key
            last = version.closed_at is None or self.ledger.open(whose, key) is None
            self._note(f"undo {version.id}")
            try:
                done = self.door.undo(version.id, **_named(whose))
            except Stale:
                assert not (last and version.closed_at is None), "what stands can be undone"
            else:
                assert last, "the newest is undone first"
                self.ledger.undo(version, done.closed, done.restored)

    def relate(self) -> None:
        whose = self._somebody()
        times = {}
        if self.random.random() < 0.4:
            times["valid_from"] = self.now - timedelta(days=self.random.randint(-1, 5))
        if self.random.random() < 0.3:
            times["valid_to"] = self.now + timedelta(days=self.random.randint(-2, 5))
        said = self.random.choices([m.message.id for m in self._heard(whose)] or [""], k=1)
        ends = self.random.sample(NAMES, 2)
        self._note(f"relate {whose} {ends} {times} {said}")
        with suppress(InputError):
            self.door.relate(
                ends[0], "KNOWS", ends[1], sources=said if said[0] else (), **times,
                **_named(whose),
            )  # fmt: skip

    def unrelate(self) -> None:
        whose, ends = self._somebody(), self.random.sample(NAMES, 2)
        until = {}
        if self.random.random() < 0.4:
            until["valid_to"] = self.now - timedelta(days=self.random.randint(0, 5))
        self._note(f"unrelate {whose} {ends} {until}")
        with suppress(NotFound, InputError):
            self.door.unrelate(ends[0], "KNOWS", ends[1], **until, **_named(whose))

    def same(self) -> None:
        whose, ends = self._somebody(), self.random.sample(NAMES, 2)
        self._note(f"same {whose} {ends}")
        self.door.same(*ends, **_named(whose))

    def different(self) -> None:
        whose, ends = self._somebody(), self.random.sample(NAMES, 2)
        self._note(f"different {whose} {ends}")
        with suppress(NotFound, InputError):
            self.door.different(*ends, **_named(whose))

    def expire(self) -> None:
        for id in self._some_record():
            at = self.now + timedelta(hours=self.random.choice([0, 0, 5]))
            self._note(f"expire {id} {at}")
            self.door.expire(id, at)
            self.ledger.ends[id] = at
            self._past_is_another()

    def prune(self) -> None:
        closed = self.random.choice([None, timedelta(days=1)])
        gone = self.ledger.leaving(self.now, closed)
        self._note(f"prune {closed}")
        pruned = self.door.prune(closed=closed)
        assert pruned.ok, f"{pruned}"
        self._gone(gone, linked=True)

    def delete(self) -> None:
        for said in self._some(self._seen()):
            self._note(f"delete {said.message.id}")
            self.door.delete(said.message.id)
            self._gone({said.message.id})

    def delete_fact(self) -> None:
        for version in self._some_fact(standing=False):
            self._note(f"delete {version.id}")
            self.door.delete(version.id)
            self._gone({version.id})

    def erase(self) -> None:
        for said in self._some(self._seen()):
            self._note(f"erase {said.message.id}")
            self._erased(self.door.erase(id=said.message.id), {said.message.id})

    def erase_fact(self) -> None:
        for version in self._some_fact(standing=False):
            self._note(f"erase {version.id}")
            receipt = self.door.erase(id=version.id)
            of_key = (version.whose, version.key)
            every = self.ledger.versions.values()
            self._erased(receipt, {one.id for one in every if (one.whose, one.key) == of_key})

    def erase_session(self) -> None:
        user, session = self._somebody()[0], self.random.choice(["s1", "s2"])
        self._note(f"erase {user} {session}")
        receipt = self.door.erase(user_id=user, session_id=session)
        said = [one.message for one in self.ledger.said.values()]
        gone = {m.id for m in said if (m.user_id, m.session_id) == (user, session)}
        self._erased(receipt, gone)

    def pin(self) -> None:
        for id in self._some_record():
            self._note(f"pin {id}")
            self.door.pin(id)
            self.ledger.pins.add(id)

    def unpin(self) -> None:
        for id in self._some(sorted(self.ledger.pins)):
            self._note(f"unpin {id}")
            self.door.unpin(id)
            self.ledger.pins.remove(id)
            self._past_is_another()

    def consolidate(self) -> None:
        user, agent = self._somebody()
        self._note(f"consolidate {user}")
        if self.door.consolidate(user_id=user, agent_id=agent):
            self.saw.clear()  # the merged note was learned when the last of them was said

    def summary(self) -> None:
        user, agent = self._somebody()
        session = self.random.choice([None, "s1", "s2"])
        self._note(f"summary {user} {agent} {session}")
        self.door.summary(user_id=user, agent_id=agent, session_id=session)
        self.saw.clear()  # it was learned when the last that it tells of was said

    def checkpoint(self) -> None:
        """Remember what is read now; what comes next comes later."""
        reads = {whose: self._reads(self.door, whose, self.now) for whose in WHOSE}
        recorded = utcnow()
        while utcnow() <= recorded:
            time.sleep(0.000_01)
        for kept in (self.saw, self.stored):
            kept.append(Checkpoint(self.now, recorded, reads))
            del kept[:-2]
        self._note("checkpoint")
        self.move()

    def reopen(self) -> None:
        """Close it and open it in the other colour; what is only in memory is carried instead."""
        if self.url.startswith("memory:"):
            self.carry()
            return
        before = {whose: self._reads(self.door, whose, self.now) for whose in WHOSE}
        self._note("reopen")
        self.door.close()
        self.awaited = not self.awaited
        self.door = self._open(self.url)
        for whose, reads in before.items():
            _same(self._reads(self.door, whose, self.now), reads, f"reopened, {whose}")
        if self.url.startswith("markdown"):
            self._pages_are_wanted()

    def carry(self) -> None:
        """Export everything, and import it elsewhere: the same answers."""
        self._note("carry")
        lines = io.StringIO()
        self.door.export_to(lines)
        lines.seek(0)
        other = self._open("memory://")
        try:
            other.import_from(lines)
            for whose in WHOSE:
                here, there = (self._reads(one, whose, self.now) for one in (self.door, other))
                _same(there, here, f"carried, {whose}")
        finally:
            other.close()

    # What must hold after each.

    def check(self) -> None:
        """What is cheap to look at: nothing is lost, and every fact is what was said last."""
        if self.ledger.bared:
            self.ledger.bared = False
            self._past_is_another()
        for whose in WHOSE:
            named = _named(whose)
            heard = [message.id for message in self.door.messages(**named)]
            assert heard == self.ledger.messages(whose, self.now), f"the words of {whose}"
            for key in KEYS:
                got, wanted = self.door.value(key, **named), self.ledger.value(whose, key, self.now)
                assert _typed(got) == _typed(wanted), f"{key} of {whose}: {got!r}, not {wanted!r}"
            if whose[1] is None:
                _sound(self.door.notes(closed=True, **named))

    def look(self) -> None:
        """The store is whole, and as of now every verb reads what it reads now."""
        report = self.door.verify()
        assert report.ok, report.problems
        past = self.door.as_of(self.now)
        for whose in WHOSE:
            wanted = self._reads(self.door, whose, self.now)
            _same(self._reads(past, whose, self.now), wanted, f"as of now {whose}")

    def told(self) -> list[Any]:
        """What is kept, without what no two walks share."""
        kept: list[Any] = []
        for whose in WHOSE:
            reads = self._reads(self.door, whose, self.now)
            kept += [(said.content, said.at) for said in reads["messages"]]
            kept += [
                (note.text, note.learned_at, note.closed_at, note.valid_from, note.valid_to)
                for note in reads["closed"]
            ]
            kept += [reads["values"], reads["sessions"], reads["related"]]
        return kept

    def look_back(self) -> None:
        """Every checkpoint shows what was read there."""
        for seen in self.saw:
            self._as_it_was(self.door.as_of(seen.at), seen, "as of")
        for seen in self.stored:
            self._as_it_was(self.door.as_of(seen.recorded, recorded=True), seen, "recorded")

    def _as_it_was(self, past: Door, seen: Checkpoint, what: str) -> None:
        for whose, reads in seen.reads.items():
            # The store's clock is not the walk's, by which relations hold.
            wanted = _but(reads, "entities", "related") if what == "recorded" else reads
            _same(self._reads(past, whose, seen.at), wanted, f"{what} {seen.at} {whose}")

    def _reads(self, door: Door, whose: Whose, at: datetime) -> dict[str, Any]:
        named = _named(whose)
        reads = {
            "messages": [replace(said, turn=None) for said in door.messages(**named)],
            "notes": door.notes(**named),
            "closed": door.notes(closed=True, **named),
            "value": [door.value(key, **named) for key in KEYS],
            "values": door.values(**named),
            "conflicts": door.conflicts(**named),
            "sessions": sorted(door.sessions(**named), key=lambda one: one.session_id),
            "entities": door.entities(**named),
            "related": [(e.text, e.hops) for e in door.related("Ann", hops=2, **named)],
        }
        if whose[1] is None:
            hits = door.search(ASKED, min_relevance=0, limit=50, at=at, **named)
            reads["search"] = sorted(hit.id for hit in hits)
            shown = {one.id for one in (*reads["messages"], *reads["notes"])}
            assert shown.issuperset(reads["search"]), "what has ended is found"
        return reads

    # What the steps share.

    def _erased(self, receipt: Receipt, gone: set[str]) -> None:
        assert receipt.ok, f"{receipt}"
        words = [self.ledger.said[id].word for id in gone if id in self.ledger.said]
        held = [one.value for id, one in self.ledger.versions.items() if id in gone]
        rest = {one.value for id, one in self.ledger.versions.items() if id not in gone}
        words += [value for value in held if isinstance(value, str) and value not in rest]
        self._gone(gone, linked=True)
        lines = io.StringIO()
        self.door.export_to(lines)
        needles = [word.encode() for word in words if len(word) >= 5]
        told = lines.getvalue().encode()
        assert not [needle for needle in needles if needle in told], "the export tells of it"
        self._wiped(needles)
        if self.url.startswith("markdown"):
            self._pages_are_wanted()

    def _wiped(self, words: list[bytes]) -> None:
        """No byte of them is left."""
        if self.folder is not None:
            assert not (found := left(self.folder, words)), found

    def _pages_are_wanted(self) -> None:
        """No page tells of a day of which nothing is kept."""
        assert self.folder is not None
        pages = {page.stem for page in self.folder.rglob("memory/*.md")}
        assert pages <= self.ledger.days(), pages - self.ledger.days()

    def _gone(self, gone: set[str], linked: bool = False) -> None:
        if linked:
            self.ledger.forget_linked(gone)
        else:
            for id in gone:
                self.ledger.forget(id)
        self._past_is_another()

    def _past_is_another(self) -> None:
        """What has ended or is gone, is gone from every moment."""
        self.saw.clear()
        self.stored.clear()

    def _somebody(self) -> Whose:
        return self.random.choice(WHOSE)

    def _word(self) -> str:
        self.words += 1
        return f"xq{self.words:03}zj"

    def _some(self, things: list[Any]) -> Iterator[Any]:
        """One of them, if there is one."""
        if things:
            yield self.random.choice(things)

    def _heard(self, whose: Whose) -> list[Said]:
        ids = self.ledger.messages(whose, self.now)
        return [self.ledger.said[id] for id in ids]

    def _seen(self) -> list[Said]:
        return [one for whose in (WHOSE[0], WHOSE[2]) for one in self._heard(whose)]

    def _some_fact(self, standing: bool) -> Iterator[Any]:
        shown = [
            one
            for one in self.ledger.versions.values()
            if self.ledger.shows(one.id, self.now) and not (standing and one.closed_at)
        ]
        return self._some(shown)

    def _free(self, note: Note) -> bool:
        """Whether the ledger knows nothing of a note."""
        return note.id not in self.ledger.versions and note.kind != "summary"

    def _some_record(self) -> Iterator[str]:
        facts = [one.id for one in self._some_fact(standing=False)]
        return self._some([*facts, *(one.message.id for one in self._some(self._seen()))])

    def _open(self, url: str) -> Door:
        made: Any = (AsyncMemory if self.awaited else Memory)(url, embedder=self.embedder)
        made._now = lambda: self.now
        return Door(made, self.runner)

    def _note(self, step: str) -> None:
        self.log.append(step)


@contextmanager
def walking(
    url: str, folder: Path | None, seed: int, awaited: bool, kind: type[Walk] = Walk
) -> Iterator[Walk]:
    """A walk through a new memory, that of a folder unless there is none."""
    walk = kind(url, folder, seed, awaited)
    try:
        yield walk
    finally:
        walk.close()


def _named(whose: Whose) -> dict[str, str | None]:
    return {"user_id": whose[0], "agent_id": whose[1]}


def _typed(value: object) -> tuple[type, object]:
    """True is not 1."""
    return type(value), value


def _but(reads: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: read for name, read in reads.items() if name not in names}


def _sound(notes: list[Any]) -> None:
    """What holds of any notes of an owner."""
    for note in notes:
        if note.valid_from is not None and note.valid_to is not None:
            assert note.valid_from <= note.valid_to, f"ended before it began: {note}"
        assert note.closed_at is None or note.learned_at <= note.closed_at, f"closed early: {note}"
    keys = Counter((note.scope, note.key) for note in notes if note.open and note.key is not None)
    assert not [key for key, count in keys.items() if count > 1], "two notes of one key are open"


def _same(got: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    for name, reads in wanted.items():
        assert got[name] == reads, f"{what}: {name}\n  got    {got[name]}\n  wanted {reads}"
