"""How much is kept, and what still waits for its vector."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from ....counts import ASIDE
from ....types import Owner, Record, Stats
from .. import rows
from ..keys import owner_key
from .opening import Link

TABLES = (("messages", rows.MESSAGE), ("notes", rows.NOTE))
BEHIND = """
SELECT o.kind, o.id, o.tenant FROM recollect.owners AS o
LEFT JOIN recollect.embedded AS e ON e.owner = o.owner AND e.model = %s
WHERE o.messages + o.notes > coalesce(e.vectors, 0) LIMIT %s
"""
LAST = "SELECT coalesce(max(n), -1) FROM recollect.vectors WHERE owner = %s AND model = %s"
AFTER = "n > %(last)s"
BEFORE = """
n < %(last)s AND NOT EXISTS(SELECT 1 FROM recollect.vectors AS v
    WHERE v.owner = %(key)s AND v.model = %(model)s AND v.n = t.n)
"""


async def stats(db: Link, model: str | None, owner: Owner | None, tenant: str | None) -> Stats:
    """Count what is kept, in all, for one owner, or for a tenant."""
    whose, values = "", tuple[Any, ...]()
    if owner is not None:
        whose, values = "AND owner = %s", (owner_key(owner),)
    elif tenant is not None:
        whose = "AND owner IN (SELECT owner FROM recollect.owners WHERE tenant = %s)"
        values = (tenant,)
    found = await db.execute(
        "SELECT count(*), coalesce(sum(messages), 0)::bigint, coalesce(sum(notes), 0)::bigint "
        f"FROM recollect.owners WHERE messages + notes > 0 {whose}",
        values,
    )
    [(owners, messages, notes)] = await found.fetchall()
    found = await db.execute(
        "SELECT name, sum(vectors)::bigint FROM recollect.embedded JOIN recollect.models "
        f"USING(model) WHERE vectors > 0 {whose} GROUP BY name",
        values,
    )
    counts = dict(await found.fetchall())
    found = await db.execute(
        f"SELECT count(*) FROM recollect.sessions WHERE id !~ %s {whose}",
        (f"^{ASIDE}$", *values),
    )
    [(sessions,)] = await found.fetchall()
    size = await _size(db) if owner is None and tenant is None else None
    pending = 0 if model is None else messages + notes - counts.get(model, 0)
    return Stats(messages, notes, sessions, owners, counts, pending, size)


async def _size(db: Link) -> int:
    """How many bytes the tables and their indexes take."""
    found = await db.execute(
        "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class "
        "WHERE relnamespace = 'recollect'::regnamespace AND relkind = 'r'"
    )
    size: int = (await found.fetchall())[0][0]
    return size


async def pending(db: Link, model: str, limit: int) -> list[Record]:
    """Records without a vector of this model."""
    found = await db.execute("SELECT model FROM recollect.models WHERE name = %s", (model,))
    row = await found.fetchone()
    number = 0 if row is None else row[0]
    behind = await db.execute(BEHIND, (number, limit))
    records: list[Record] = []
    for named in await behind.fetchall():
        records += await _lacking(db, Owner(*named), number, limit - len(records))
        if len(records) >= limit:
            break
    return records


async def _lacking(db: Link, owner: Owner, model: int, most: int) -> list[Record]:
    """An owner's records without a vector. Those behind the last vector come first: to find them
    takes no look at all that have one, at every step of a long way."""
    key = owner_key(owner)
    [(last,)] = await (await db.execute(LAST, (key, model))).fetchall()
    records: list[Record] = []
    for where in (AFTER, BEFORE):
        left = most - len(records)
        asked = {"key": key, "model": model, "last": last, "left": left}
        found: list[Any] = []
        for table, columns in TABLES if left else ():
            sql = (
                f"SELECT n, {columns} FROM recollect.{table} AS t "
                f"WHERE owner = %(key)s AND {where} ORDER BY n LIMIT %(left)s"
            )
            found += await (await db.execute(sql, asked)).fetchall()
        found.sort(key=itemgetter(0))
        records += [rows.record(owner, row[1:]) for row in found[:left]]
    return records
