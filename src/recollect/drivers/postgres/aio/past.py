"""Looking back: which rows stood at a moment, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from ....orders import AsOf
from ....past import Cited, Life, ended_by, stood
from ....times import from_micros, micros
from ....types import Note
from ...tables.clauses import Clause, Table
from ..filters import CLOSED_SINCE, LAST_PUT, NEWER, narrow, of_owner
from .opening import Link

NEAR = 128
"""Commits that may have taken their numbers in another order than their times."""


async def known(db: Link, key: UUID, as_of: AsOf, room: int) -> Any:
    """Which numbers were known, open or not."""
    import numpy as np

    marks = np.zeros(room, dtype=bool)
    tables: tuple[Table, ...] = ("messages", "notes")
    for table in tables:
        made = Clause()
        narrow(made, table, key, as_of, closed=True)
        held = of_owner(key, made)
        found = await db.execute(f"SELECT n FROM recollect.{table} WHERE {held}", held.values)
        marks[[n for (n,) in await found.fetchall()]] = True
    return marks


async def as_they_stood(
    db: Link, key: UUID, notes: Sequence[tuple[int, Note]], as_of: AsOf
) -> dict[int, Note]:
    """Notes as they were, by number."""
    before = await _before(db, key, [n for n, note in notes if not note.open])
    ended = await _ended(db, key, [(n, note) for n, note in notes if not note.open], as_of)
    cites = await _cites(db, key, [n for n, note in notes if note.seen > 1])
    numbered = replace(as_of, position=await _last(db, key, as_of.position))
    found = {}
    for n, note in notes:
        life = Life(note, n, valid_to=before.get(n))
        found[n] = stood(life, ended.get(n), cites.get(n, []), numbered)
    return found


async def position(db: Link, at: datetime) -> int:
    """How far the feed had come at a moment."""
    found = await db.execute(
        "SELECT max(last) FROM (SELECT last FROM recollect.batches WHERE at <= %s "
        f"ORDER BY at DESC LIMIT {NEAR}) AS near",
        (micros(at),),
    )
    row = await found.fetchone()
    return 0 if row is None or row[0] is None else int(row[0])


async def _last(db: Link, key: UUID, position: int | None) -> int | None:
    """The highest number that an owner's records had at a position."""
    if position is None:
        return None
    found = await db.execute(f"SELECT {LAST_PUT}", (key, position))
    row: Any = await found.fetchone()
    return int(row[0])


async def _before(db: Link, key: UUID, numbers: list[int]) -> dict[int, datetime]:
    """Until when notes were said to hold before they were closed."""
    if not numbers:
        return {}
    found = await db.execute(
        "SELECT n, was_valid_to FROM recollect.notes WHERE owner = %s AND n = ANY(%s::bigint[]) "
        "AND was_valid_to IS NOT NULL",
        (key, numbers),
    )
    return {n: from_micros(until) for n, until in await found.fetchall()}


async def _ended(
    db: Link, key: UUID, notes: Sequence[tuple[int, Note]], as_of: AsOf
) -> dict[int, datetime | None]:
    """When notes that are closed now had been closed by then."""
    if as_of.position is not None:
        since = await db.execute(CLOSED_SINCE, (key, as_of.position))
        open = {n for (n,) in await since.fetchall()}
        return {n: None if n in open else note.closed_at for n, note in notes}
    newer = await db.execute(
        f"SELECT n, ({NEWER.format('min(newer.learned)')}) FROM recollect.notes "
        "WHERE owner = %s AND n = ANY(%s::bigint[]) AND key IS NOT NULL",
        (micros(as_of.at), key, [n for n, _ in notes]),
    )
    replaced = {n: from_micros(at) for n, at in await newer.fetchall() if at is not None}
    return ended_by(as_of.at, {n: note.closed_at for n, note in notes}, replaced)


async def _cites(db: Link, key: UUID, numbers: list[int]) -> dict[int, list[Cited]]:
    """The messages that some notes rest on, in the order they came."""
    if not numbers:
        return {}
    cursor = await db.execute(
        "SELECT c.n, m.id, m.at, m.n FROM recollect.cited AS c JOIN recollect.messages AS m "
        "ON m.owner = c.owner AND m.id = c.message "
        "WHERE c.owner = %s AND c.n = ANY(%s::bigint[]) ORDER BY m.n",
        (key, numbers),
    )
    found: dict[int, list[Cited]] = {}
    for n, id, at, number in await cursor.fetchall():
        found.setdefault(n, []).append(Cited(id, from_micros(at), number))
    return found
