"""Importing again what another program has changed since: its ids stand for other words now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import IdConflict, NotFound
from ..memory.partly import SoFar
from ..transfer.foreign.settling import apart
from ..transfer.jsonl import Reading, Writing
from ..types import Note, Record

if TYPE_CHECKING:
    from ..memory.sync.door import Memory


def taken(memory: Memory, source: Path, progress: SoFar) -> int:
    """Import an export with other programs' records; counts what is new.

    Nothing here is written over: a message with other words is kept beside the one that is here,
    and a note is updated, which keeps both.
    """
    before = _count(memory)
    try:
        return memory.import_from(source, progress=progress)
    except IdConflict:
        with Reading(source) as reading:
            records = [one for some in reading.chunks(1000) for one in some]
        fresh = [made for one in records if (made := _beside(memory, one)) is not None]
        with Writing(source, len(fresh)) as writing:
            for record in fresh:
                writing.write(record)
        memory.import_from(source, progress=progress)
        return _count(memory) - before  # some may have come in before it was noticed


def _beside(memory: Memory, record: Record) -> Record | None:
    """What is to be imported for a record; None if it has been taken."""
    ids = {"user_id": record.user_id, "agent_id": None if record.user_id else record.agent_id}
    try:
        known = memory.get(record.id, **ids)
    except NotFound:
        return record
    if known.text == record.text:
        return record
    if not isinstance(record, Note):
        return apart(record)
    last = memory.history(record.id, **ids)[-1]
    if last.text != record.text:
        memory.update(last.id, text=record.text, **ids)
    return None


def _count(memory: Memory) -> int:
    counted = memory.stats()
    return counted.messages + counted.notes
