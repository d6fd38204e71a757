"""The feed of changes: numbered so that a reader never passes one that is still to come.

A position is the number of a commit and a place in it. Commits take their numbers from a sequence
and may end in another order. So each, before it takes one, holds a lock that says which number was
the last by then. A reader asks for the sequence's number first, then for those locks, then reads:
whatever has a number up to the lowest of these has ended, and nothing before it will come. Nobody
waits for anybody, and other people's transactions do not matter. The changes of one owner are in
order by themselves, since a commit holds the owner's row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ....orders import NOBODY, Change, Committed, Put, Vector
from ....types import Owner
from ....vectors import checked
from .. import bulk, rows, schema
from ..keys import owner_key
from .opening import Link

LAST = "coalesce(pg_sequence_last_value('recollect.feed'), 0)"
# In this order: a condition comes before what hangs on it.
NEXT = (
    f"SELECT CASE WHEN pg_advisory_xact_lock_shared({schema.FEED} + {LAST}) IS NULL THEN 0 "
    "ELSE nextval('recollect.feed') END"
)
NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
FIRST = f"(currval('recollect.feed') << {schema.PLACES})"
"""The first position of the commit that has taken its number."""
HORIZON = f"""
SELECT {LAST};
SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = {schema.FEED >> 48}
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


async def tell(db: Link, changes: Sequence[tuple[Any, ...]]) -> None:
    """Take a number and add changes to the feed under it."""
    if not changes:
        return
    await db.execute(NEXT)
    types = ("uuid", "text", "bigint", "text", "bytea", "bigint")
    made, values = bulk.unnest(types, [(*one, place) for place, one in enumerate(changes)])
    await db.execute(
        "INSERT INTO recollect.changes(owner, op, n, id, mark, seq) "
        f"SELECT u.owner, u.op, u.n, u.id, u.mark, {FIRST} + u.place "
        f"FROM {made} AS u(owner, op, n, id, mark, place)",
        values,
    )


def span(count: int) -> tuple[str, str]:
    """The first and the last position of a commit with so many changes, as SQL.

    With none, it begins behind the end of the feed.
    """
    if count:
        return FIRST, f"{FIRST} + {count - 1}"
    end = "(SELECT coalesce(max(seq), 0) FROM recollect.changes)"
    return f"{end} + 1", end


async def remember(db: Link, key: bytes, count: int) -> int:
    """Write down that a batch is done, and what the feed says of it; where the feed then ends."""
    first, last = span(count)
    done = await db.execute(
        f"INSERT INTO recollect.batches(id, first, last, at) VALUES(%s, {first}, {last}, {NOW}) "
        "RETURNING last",
        (key,),
    )
    row: Any = await done.fetchone()
    return int(row[0])


class AsyncEarlier:
    """What an earlier commit of a batch did, if there was one. Asked first, read later."""

    def __init__(self, db: Link, key: bytes) -> None:
        self.db, self.key = db, key

    async def ask(self) -> AsyncEarlier:
        """Send the question."""
        self._asked = await self.db.execute(
            "SELECT first, last FROM recollect.batches WHERE id = %s", (self.key,)
        )
        return self

    async def done(self) -> Committed | None:
        """Read the answer."""
        held = await self._asked.fetchone()
        if held is None:
            return None
        told = await self.db.execute(
            "SELECT id FROM recollect.changes WHERE seq BETWEEN %s AND %s AND op = 'put' "
            "ORDER BY seq",
            held,
        )
        return Committed(held[1], tuple(id for (id,) in await told.fetchall()))


async def horizon(db: Link) -> int:
    """The position up to which no change is still to come."""
    cursor = await db.execute(HORIZON)
    last = await cursor.fetchone()
    cursor.nextset()
    least = await cursor.fetchone()
    assert last is not None
    assert least is not None
    number: int = last[0] if least[0] is None else min(last[0], least[0])
    return ((number + 1) << schema.PLACES) - 1


async def changes(
    db: Link, after: int, until: int | None, limit: int, owner: Owner | None
) -> list[Change]:
    """The feed behind a position, of all owners up to another or of one."""
    whose = "seq <= %s" if owner is None else "owner = %s"
    until_or_owner = until if owner is None else owner_key(owner)
    found = await db.execute(
        "SELECT c.seq, c.op, c.owner, c.n, c.id, c.mark, o.kind, o.id, o.tenant FROM ("
        f"SELECT * FROM recollect.changes WHERE seq > %s AND {whose} ORDER BY seq LIMIT %s"
        ") AS c LEFT JOIN recollect.owners AS o ON o.owner = c.owner ORDER BY c.seq",
        (after, until_or_owner, limit),
    )
    told = await found.fetchall()
    wanted: dict[UUID, tuple[Owner, list[int]]] = {}
    for _, op, key, n, _, _, *named in told:
        if op not in ("erase", "drop") and named[0] is not None:
            wanted.setdefault(key, (Owner(*named), []))[1].append(n)
    puts: dict[tuple[UUID, int], Put] = {}
    for key, (whose_is, numbers) in wanted.items():
        puts.update(await _puts(db, key, whose_is, numbers))
    return [_change(row, puts) for row in told]


async def _puts(
    db: Link, key: UUID, owner: Owner, numbers: list[int]
) -> dict[tuple[UUID, int], Put]:
    """The records that are still there, each with the vector of the newest model that made one."""
    asked = [
        await db.execute(
            f"SELECT n, {columns} FROM recollect.{table} "
            "WHERE owner = %s AND n = ANY(%s::bigint[])",
            (key, numbers),
        )
        for table, columns in (("messages", rows.MESSAGE), ("notes", rows.NOTE))
    ]
    found = await db.execute(
        "SELECT DISTINCT ON (v.n) v.n, m.name, v.data::real[] FROM recollect.vectors AS v "
        "JOIN recollect.models AS m USING(model) WHERE v.owner = %s AND v.n = ANY(%s::bigint[]) "
        "ORDER BY v.n, v.model DESC",
        (key, numbers),
    )
    made = {n: (model, data) for n, model, data in await found.fetchall()}
    puts = {}
    for held in asked:
        for n, *row in await held.fetchall():
            puts[key, n] = Put(rows.record(owner, tuple(row)), vector=_vector(made.get(n)))
    return puts


def _vector(made: tuple[str, list[float]] | None) -> Vector | None:
    return None if made is None else Vector(made[0], checked([made[1]], 1)[0])


def _change(row: tuple[Any, ...], puts: dict[tuple[UUID, int], Put]) -> Change:
    seq, op, key, n, id, mark, *named = row
    if named[0] is None:
        return Change(seq, op, NOBODY, "", mark=mark or b"")
    scope = Owner(*named).scope
    if op == "erase":
        return Change(seq, op, scope, "", mark=mark)
    put = None if op == "drop" else puts.get((key, n))
    return Change(seq, op, put.record.scope if put else scope, id, put)
