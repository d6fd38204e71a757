"""What is counted beside the records: how often a note was said, and how far a reader has come."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ....errors import Stale
from ....orders import Cursor, Seen
from .. import bulk
from ..planning import Plan
from .feed import span
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


async def positions(db: Link, key: UUID, prefix: str) -> dict[str, int]:
    """Where the cursors are whose names begin so."""
    found = await db.execute(
        "SELECT name, position FROM recollect.cursors WHERE owner = %s AND starts_with(name, %s)",
        (key, prefix),
    )
    return dict(await found.fetchall())


async def require(db: Link, key: UUID, cursor: Cursor) -> None:
    """A cursor that is told where to go must be where it is thought to be."""
    if cursor.position is not None and await position(db, key, cursor.name) != cursor.after:
        raise Stale("somebody moved this cursor; read it again, then retry")


async def move(db: Link, key: UUID, cursor: Cursor, count: int) -> None:
    """Move a cursor on, in a commit with so many changes."""
    moved = "ON CONFLICT(owner, name) DO UPDATE SET position = excluded.position"
    if cursor.position is not None:
        await db.execute(
            f"INSERT INTO recollect.cursors VALUES(%s, %s, %s) {moved}",
            (key, cursor.name, cursor.position),
        )
        return
    first, last = span(count)
    await db.execute(
        f"INSERT INTO recollect.cursors SELECT %s, %s, {last} WHERE NOT EXISTS("
        "SELECT 1 FROM recollect.changes AS c JOIN recollect.messages AS m USING(owner, n) "
        "WHERE c.owner = %s AND m.owner = %s AND c.op = 'put' AND "
        f"c.seq < {first} AND c.seq > coalesce((SELECT position FROM recollect.cursors "
        f"WHERE owner = %s AND name = %s), 0)) {moved}",
        (key, cursor.name, key, key, key, cursor.name),
    )
