"""How much is kept, and what still waits for its vector."""

from __future__ import annotations

from typing import Any

import apsw

from ...counts import ASIDE
from ...types import Owner, Record, Stats
from .places import find_place, read_record

BEHIND = """
SELECT o.scope, o.kind, o.id, o.tenant FROM owners AS o
LEFT JOIN embedded AS e ON e.scope = o.scope AND e.model = ?
WHERE o.messages + o.notes > coalesce(e.vectors, 0)
"""
LAST = "SELECT coalesce(max(n), -1) FROM vectors WHERE scope = ? AND model = ?"
AFTER = """
SELECT n FROM messages WHERE scope = ?1 AND n > ?2
UNION ALL SELECT n FROM notes WHERE scope = ?1 AND n > ?2 ORDER BY n LIMIT ?3
"""
BEFORE = """
SELECT n FROM ids WHERE scope = ?1 AND n < ?2 AND NOT EXISTS(
    SELECT 1 FROM vectors AS v WHERE v.scope = ?1 AND v.model = ?4 AND v.n = ids.n
) LIMIT ?3
"""


def stats(db: apsw.Connection, model: str | None, owner: Owner | None, tenant: str | None) -> Stats:
    """Count what is kept, in all, for one owner, or for a tenant."""
    whose, values = _whose(db, owner, tenant)
    owners, messages, notes = db.execute(
        "SELECT count(*), coalesce(sum(messages), 0), coalesce(sum(notes), 0) FROM owners "
        f"WHERE messages + notes > 0 AND {whose}",
        values,
    ).get
    vectors = db.execute(
        "SELECT name, sum(vectors) FROM embedded JOIN models USING(model) "
        f"WHERE {whose} GROUP BY name",
        values,
    )
    counts = {name: count for name, count in vectors if count}
    sessions = db.execute(
        f"SELECT count(*) FROM sessions WHERE id NOT GLOB ? AND {whose}",
        (ASIDE, *values),
    ).get
    pending = 0 if model is None else messages + notes - counts.get(model, 0)
    return Stats(messages, notes, sessions, owners, counts, pending)


def _whose(
    db: apsw.Connection, owner: Owner | None, tenant: str | None
) -> tuple[str, tuple[str | int, ...]]:
    """What a row must be of, as SQL."""
    if owner is not None:
        place = find_place(db, owner)
        return "scope = ?", (place.scope if place else 0,)
    if tenant is not None:
        return "scope IN (SELECT scope FROM owners WHERE tenant = ?)", (tenant,)
    return "true", ()


def pending(db: apsw.Connection, model: str, limit: int) -> list[Record]:
    """Records without a vector of this model."""
    number = db.execute("SELECT model FROM models WHERE name = ?", (model,)).get or 0
    behind: list[Any] = db.execute(BEHIND, (number,)).fetchall()
    found: list[Record] = []
    for scope, *owner in behind:
        for n in _lacking(db, scope, number, limit - len(found)):
            record = read_record(db, Owner(*owner), scope, n)
            found += [] if record is None else [record]
        if len(found) >= limit:
            break
    return found


def _lacking(db: apsw.Connection, scope: int, model: int, most: int) -> list[int]:
    """Numbers of an owner's records without a vector. Those behind the last vector come first: to
    find them takes no look at all that have one, at every step of a long way."""
    last = db.execute(LAST, (scope, model)).get
    found = [n for (n,) in db.execute(AFTER, (scope, last, most))]
    if len(found) < most:
        found += (n for (n,) in db.execute(BEFORE, (scope, last, most - len(found), model)))
    return found
