"""Filters as SQL. Values are always parameters; only our own column names are text."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ...orders import AsOf, Look, Match, Nearest, Query
from ...times import micros
from ...types import EVERYTHING, Scope, Where
from ..tables.clauses import LAST_WORD, Clause, Table, confine, holds
from ..tables.rows import spelled
from .keys import owner_key

NEWER = (
    "SELECT {{}} FROM recollect.notes AS newer WHERE newer.owner = notes.owner "
    "AND newer.key = notes.key AND newer.agent_id IS NOT DISTINCT FROM notes.agent_id "
    "AND newer.session_id IS NOT DISTINCT FROM notes.session_id "
    "AND ({}) > ({}) AND newer.learned <= %s"
).format(LAST_WORD.format("newer"), LAST_WORD.format("notes"))
CLOSED_SINCE = (
    "SELECT c.n FROM recollect.changes AS c WHERE c.owner = %s AND c.seq > %s AND c.op = 'close'"
)
LAST_PUT = (
    "coalesce((SELECT c.n FROM recollect.changes AS c WHERE c.owner = %s AND c.seq <= %s "
    "AND c.op = 'put' ORDER BY c.seq DESC LIMIT 1), 0)"
)
"""The highest number that an owner's records had at a position of the feed."""


def clause(table: Table, scope: Scope, where: Where = EVERYTHING) -> Clause | None:
    """What a scope and a filter ask of a table's rows; None if no row of it can pass."""
    if not holds(table, where):
        return None
    made = Clause()
    made.add("owner = %s", owner_key(scope.owner))
    confine(made, table, scope, where, "%s")
    for key, value in where.metadata.items():
        # Of json, not jsonb: it gives back what was written, and 1 is not 1.0.
        made.add("(metadata::json -> %s::text)::text = %s", key, spelled(value))
    return made


def narrow(made: Clause, table: Table, key: UUID, as_of: AsOf, closed: bool = False) -> None:
    """Let through what was known at a moment; of notes, unless `closed`, what was open."""
    at, position = micros(as_of.at), as_of.position
    if position is not None:
        made.add(f"n <= {LAST_PUT}", key, position)
    else:
        made.add("at <= %s" if table == "messages" else "learned <= %s", at)
    if table == "messages" or closed:
        return
    if position is not None:
        made.add(f"(closed IS NULL OR n IN ({CLOSED_SINCE}))", key, position)
    else:
        made.add("(closed IS NULL OR closed > %s)", at)
        made.add(f"(key IS NULL OR NOT EXISTS({NEWER.format('1')}))", at)


def query_clause(table: Table, query: Query) -> Clause | None:
    """The clause of a whole query."""
    made = clause(table, query.scope, query.where)
    if made is None:
        return None
    if query.ids is not None:
        made.add("id = ANY(%s::text[])", list(query.ids))
    if query.as_of is not None:
        narrow(made, table, owner_key(query.scope.owner), query.as_of, query.closed)
    if table == "notes":
        if not query.closed and query.as_of is None:
            made.add("closed IS NULL")
        if query.keys is not None:
            made.add("key = ANY(%s::text[])", list(query.keys))
        if query.cites is not None:
            made.add(
                "n IN (SELECT n FROM recollect.cited WHERE owner = %s AND message = %s)",
                owner_key(query.scope.owner),
                query.cites,
            )
    return made


def admitted(request: Nearest | Match | Look, ids: tuple[str, ...] | None = None) -> Clause:
    """What the numbers of records must fulfil to be found: open, inside the scope, as filtered.

    As subqueries that are not joins: each is read once, and a walk along an index of vectors asks
    it about every number it meets.
    """
    scope, key = request.scope, owner_key(request.scope.owner)
    made = Clause()
    narrowed = request.where != EVERYTHING or (scope.agent_id or scope.session_id) is not None
    if not narrowed and ids is None and request.as_of is None:
        made.add(
            "n NOT IN (SELECT n FROM recollect.notes WHERE owner = %s AND closed IS NOT NULL)", key
        )
        return made
    parts, values = [], list[Any]()
    tables: tuple[Table, ...] = ("messages", "notes")
    for table in tables:
        held = clause(table, scope, request.where)
        if held is None:
            continue
        if ids is not None:
            held.add("id = ANY(%s::text[])", list(ids))
        if request.as_of is not None:
            narrow(held, table, key, request.as_of)
        elif table == "notes":
            held.add("closed IS NULL")
        parts.append(f"SELECT n FROM recollect.{table} WHERE {held}")
        values += held.values
    if parts:
        made.add(f"(n IN ({' UNION ALL '.join(parts)})) IS TRUE", *values)
    else:
        made.add("false")
    return made


def of_owner(key: UUID, made: Clause) -> Clause:
    """The same clause for one owner's rows of a table."""
    return Clause(["owner = %s", *made.sql], [key, *made.values])
