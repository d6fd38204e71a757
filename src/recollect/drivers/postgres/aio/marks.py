"""What is counted beside the records: how often a note was said, and how far a reader has come."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ....errors import Stale
from ....orders import Cursor, Seen
from .. import bulk
from ..planning import Plan
from .opening import Link


async def see(db: Link, plan: Plan, seen: Sequence[Seen]) -> None:
    """One more time for each, unless its message was counted before."""
    cited = plan.seen(seen)
    if not cited:
        return
    end = "ON CONFLICT DO NOTHING RETURNING owner, message, n"
    done = await db.execute(*bulk.insert("cited", list(dict.fromkeys(cited)), end))
    fresh = {(key, message, n) for key, message, n in await done.fetchall()}
    for key, n, times, last, sources in plan.counted(seen, fresh):
        await db.execute(
            "UPDATE recollect.notes SET times = %s, last = %s, sources = %s "
            "WHERE owner = %s AND n = %s",
            (times, last, sources, key, n),
        )


async def position(db: Link, key: UUID, name: str) -> int:
    """Where a cursor is."""
    found = await db.execute(
        "SELECT position FROM recollect.cursors WHERE owner = %s AND name = %s", (key, name)
    )
    row = await found.fetchone()
    return row[0] if row is not None else 0


async def move(db: Link, key: UUID, cursor: Cursor, first: int, last: int) -> None:
    """Move a cursor on; the feed's part of this commit is from `first` to `last`."""
    present = await position(db, key, cursor.name)
    target = cursor.position
    if target is None:
        if await _unread(db, key, present, first):
            return
        target = last
    elif present != cursor.after:
        raise Stale("somebody moved this cursor; read it again, then retry")
    await db.execute(
        "INSERT INTO recollect.cursors VALUES(%s, %s, %s) "
        "ON CONFLICT(owner, name) DO UPDATE SET position = excluded.position",
        (key, cursor.name, target),
    )


async def _unread(db: Link, key: UUID, after: int, before: int) -> bool:
    """Whether a message came between two places of the feed."""
    found = await db.execute(
        "SELECT 1 FROM recollect.changes AS c JOIN recollect.messages AS m USING(owner, n) "
        "WHERE c.owner = %s AND m.owner = %s AND seq > %s AND seq < %s AND op = 'put' LIMIT 1",
        (key, key, after, before),
    )
    return await found.fetchone() is not None
