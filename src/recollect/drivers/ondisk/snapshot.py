"""All that a store knows, as lines of a log, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from ...orders import Committed
from ...times import moment
from ...types import Message, Note, Owner, Scope
from ..state.feed import Entry
from ..state.kept import Kept, Partition
from .coding import decode, encode
from .log import Line

MANY = 500
"""Small things in one line."""


class Known:
    """What a store of dicts keeps, as far as it must outlive the process."""

    def __init__(self) -> None:
        self.partitions: dict[Owner, Partition] = {}
        self.feed: list[Entry] = []
        self.batches: dict[str, Committed] = {}
        self.cursors: dict[tuple[Owner, str], int] = {}
        self.moments: list[tuple[datetime, int]] = []
        self.seq = 0
        self.number = 0
        self._numbered: dict[int, Kept] = {}

    def lines(self) -> Iterator[Line]:
        """Everything, a record a line."""
        yield {"seq": self.seq, "number": self.number}
        for owner, held in self.partitions.items():
            yield {"owner": encode(owner), "version": held.version, "turns": held.turns}
            for kept in held.kept.values():
                yield _record_line(kept, held)
        for part in _parts(map(_entry, self.feed)):
            yield {"feed": part}
        for part in _parts(_done(id, done) for id, done in self.batches.items()):
            yield {"done": part}
        cursors = ([encode(owner), name, at] for (owner, name), at in self.cursors.items())
        for part in _parts(cursors):
            yield {"cursors": part}
        for part in _parts([then.isoformat(), seq] for then, seq in self.moments):
            yield {"moments": part}

    def take(self, line: Line) -> bool:
        """Learn what a line says; False if it is not one of these."""
        if "record" in line:
            self._take_record(line)
        elif "feed" in line:
            self.feed += (self._entry(*one) for one in line["feed"])
        elif "done" in line:
            for id, position, new, removed in line["done"]:
                self.batches[id] = Committed(position, tuple(new), removed)
        elif "cursors" in line:
            for owner, name, position in line["cursors"]:
                self.cursors[decode(Owner, owner), name] = position
        elif "moments" in line:
            self.moments += ((moment(then), seq) for then, seq in line["moments"])
        elif "owner" in line:
            held = self.partitions.setdefault(decode(Owner, line["owner"]), Partition())
            held.version, held.turns = line["version"], dict(line["turns"])
        elif "seq" in line:
            self.seq, self.number = line["seq"], line["number"]
        else:
            return False
        return True

    def finish(self) -> None:
        """Let go of owners that nothing is left of, when all lines are read."""
        for owner in [owner for owner, held in self.partitions.items() if not held.kept]:
            del self.partitions[owner]
        self.number = max([self.number, *self._numbered])
        self.seq = max([self.seq, *(entry.seq for entry in self.feed)])
        self._numbered = {}

    def _take_record(self, line: Line) -> None:
        kept: Kept = decode(Kept, line)
        record = kept.record
        assert record is not None
        held = self.partitions.setdefault(record.scope.owner, Partition())
        held.add(kept)
        self._numbered[kept.number] = kept
        for source in line.get("cited", ()):
            held.cited.setdefault(source, {})[record.id] = None
        if isinstance(record, Message) and record.session_id is not None:
            held.said[record.session_id] += 1
            held.turns.setdefault(record.session_id, 0)

    def _entry(
        self, seq: int, op: Any, scope: list[Any], id: str, n: int | None, model: str, mark: str
    ) -> Entry:
        kept = None if n is None else self._numbered.get(n)
        if kept is None and n is not None:
            kept = Kept(None, n)
        return Entry(seq, op, Scope(*scope), id, kept, model, bytes.fromhex(mark))


def _record_line(kept: Kept, held: Partition) -> Line:
    record = kept.record
    assert record is not None
    line: Line = encode(kept)
    if isinstance(record, Note) and record.seen > 1:
        line["cited"] = [source for source, by in held.cited.items() if record.id in by]
    return line


def _entry(entry: Entry) -> list[Any]:
    scope = entry.scope
    kept = entry.kept.number if entry.kept and entry.kept.record is not None else None
    gone = entry.kept is not None and kept is None
    return [
        entry.seq,
        entry.op,
        [scope.user_id, scope.agent_id, scope.session_id, scope.tenant],
        entry.id,
        -1 if gone else kept,
        entry.model,
        entry.mark.hex(),
    ]


def _done(id: str, done: Committed) -> list[Any]:
    return [id, done.position, list(done.new), dict(done.removed)]


def _parts(things: Iterable[Any]) -> Iterator[list[Any]]:
    part: list[Any] = []
    for thing in things:
        part.append(thing)
        if len(part) == MANY:
            yield part
            part = []
    if part:
        yield part
