"""What somebody changed in a file: lines that came, went, or say something else now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from difflib import SequenceMatcher
from typing import Any

from ... import text
from ...errors import InputError
from ...orders import Batch, Close, Drop, Put
from ...types import Kind, Message, Note, Owner, Record
from ..ondisk.conflicts import conflict
from ..ondisk.corrected import as_written, restated
from .blocks import Block, said
from .names import FILE, SOUL, day
from .page import HEADING
from .units import Unit, blocks_of, mistimed, read_unit, unit

ALIKE = 0.5
"""How much of two texts must be the same for one to be the other, changed."""
MANY = 200
"""So many changed lines on one page are a new page: none of them is compared with another."""


@dataclass(slots=True)
class Edits:
    """Gathers, page by page, what somebody did."""

    now: datetime
    puts: list[Record] = field(default_factory=list)
    closes: list[Note] = field(default_factory=list)
    drops: list[Record] = field(default_factory=list)

    def take(
        self, page: str, words: str, owner: Owner, shown: Sequence[Record], kept: Sequence[Record]
    ) -> None:
        """One page: what it says, what it showed before, and what is kept of it by now.

        InputError says where something stands that cannot be.
        """
        if (marked := conflict(words)) is not None:
            raise InputError(marked)
        new, gone = _unmatched(page, words, shown, kept)
        current = {record.id: record for record in kept}
        lost = [current[record.id] for record in gone if record.id in current]
        for block, seen in new:
            before = _before(seen, lost)
            if before is not None:
                lost.remove(before)
            self._put(_record(page, block, seen, owner, self.now), before)
        for record in lost:
            self._end(record)

    def batch(self) -> Batch:
        """All of it."""
        puts = tuple(Put(record, text.terms(record.text)) for record in self.puts)
        closes = tuple(Close(note.scope, note.id, self.now) for note in self.closes)
        return Batch(puts, closes, drops=tuple(Drop(record) for record in self.drops))

    def _put(self, record: Record, before: Record | None) -> None:
        if isinstance(record, Message) and isinstance(before, Message):
            self.drops.append(before)
            record = replace(before, content=record.content, name=record.name)
        elif isinstance(record, Note) and isinstance(before, Note):
            self.closes.append(before)
            record = _successor(record, before)
        self.puts.append(record)

    def _end(self, record: Record) -> None:
        if isinstance(record, Message):
            self.drops.append(record)
        else:
            self.closes.append(record)


def _unmatched(
    page: str, words: str, shown: Sequence[Record], kept: Sequence[Record]
) -> tuple[list[tuple[Block, Unit]], list[Record]]:
    """What is said that nothing known says, and what was shown that nobody says any more."""
    old: dict[Unit, list[Record]] = defaultdict(list)
    for record in [*shown, *_later(kept, shown)]:
        old[unit(record)].append(record)
    new = []
    for block in said(blocks_of(words, page)):
        seen = read_unit(block, page)
        if old.get(seen):
            old[seen].pop(0)
            continue
        if (time := mistimed(block, page)) is not None:
            raise InputError(f"line {block.line}: {time} is no time; write 00:00 to 23:59:59")
        if "\0" in seen.text:
            raise InputError(f"line {block.line}: there is a NUL character; remove it")
        new.append((block, seen))
    was = {record.id for record in shown}
    gone = [record for left in old.values() for record in left if record.id in was]
    return new, sorted(gone, key=lambda record: (record.at, record.id))


def _later(kept: Sequence[Record], shown: Sequence[Record]) -> list[Record]:
    was = {record.id for record in shown}
    return [record for record in kept if record.id not in was]


def _before(seen: Unit, lost: Sequence[Record]) -> Record | None:
    """Which of the lines that went is this one, changed."""
    if seen.time is not None:
        same = (seen.time, seen.role, seen.session_id, seen.agent_id)
        for record in lost:
            old = unit(record)
            if (old.time, old.role, old.session_id, old.agent_id) == same:
                return record
        return None
    notes = [record for record in lost if isinstance(record, Note)]
    if len(notes) > MANY:
        return None
    scored = [(_alike(seen.text, note), note) for note in notes]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] >= ALIKE else None


def _alike(words: str, note: Note) -> float:
    if note.key is not None and words.startswith(f"{note.key}: "):
        return 1.0
    return SequenceMatcher(None, words[:2000], note.text[:2000], autojunk=False).ratio()


def _record(page: str, block: Block, seen: Unit, owner: Owner, now: datetime) -> Record:
    """What somebody wrote."""
    scope = owner.scope
    date = day(page)
    names: dict[str, Any] = {
        "user_id": scope.user_id,
        "agent_id": scope.agent_id if scope.agent_id is not None else seen.agent_id,
        "session_id": scope.session_id if scope.session_id is not None else seen.session_id,
        "tenant": scope.tenant,
    }
    if seen.time is not None and date is not None:
        at = datetime.combine(date, time.fromisoformat(seen.time), UTC)
        return Message(seen.text, seen.role, seen.name, at, **names)
    metadata: dict[str, Any] = {HEADING: list(block.under)} if block.under else {}
    learned = now
    kind: Kind = "core" if page == SOUL else "semantic"
    if date is not None:
        kind, metadata[FILE] = "episodic", page
        learned = min(now, datetime.combine(date, time(), UTC))
    return Note(text=seen.text, kind=kind, learned_at=learned, recorded_at=now, metadata=metadata,
                **names)  # fmt: skip


def _successor(new: Note, old: Note) -> Note:
    """A note that somebody rewrote: whose it is and of what kind stays.

    Its key stays if the value can be told from the new words; else it is not about that any more.
    """
    made = replace(
        new,
        kind=old.kind,
        importance=old.importance,
        agent_id=old.agent_id,
        session_id=old.session_id,
        metadata=_metadata(new, old),
        replaces=old.id,
    )
    if old.key is None or not new.text.startswith(f"{old.key}: "):
        return restated(made, old)
    return replace(made, key=old.key, value=as_written(new.text[len(old.key) + 2 :], old.value))


def _metadata(new: Note, old: Note) -> Mapping[str, Any]:
    kept = {name: value for name, value in old.metadata.items() if name in (FILE, HEADING)}
    return kept | dict(new.metadata)
