"""Filters as SQL. Values are always parameters; only our own column names are text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from ...orders import Look, Match, Nearest, Query
from ...times import micros
from ...types import EVERYTHING, Scope, Where
from .keys import owner_key
from .rows import spelled

Table = Literal["messages", "notes"]


@dataclass(slots=True)
class Clause:
    """A growing WHERE clause and its parameters."""

    sql: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def add(self, condition: str, *values: Any) -> None:
        """One more condition that must hold."""
        self.sql.append(condition)
        self.values.extend(values)

    def __str__(self) -> str:
        return " AND ".join(self.sql)


def clause(table: Table, scope: Scope, where: Where = EVERYTHING) -> Clause | None:
    """What a scope and a filter ask of a table's rows; None if no row of it can pass."""
    if not _holds(table, where):
        return None
    made = Clause()
    made.add("owner = %s", owner_key(scope.owner))
    time = "at" if table == "messages" else "learned"
    if scope.agent_id is not None:
        made.add("agent_id = %s", scope.agent_id)
    for session in {scope.session_id, where.session_id} - {None}:
        made.add("session_id = %s", session)
    if where.after is not None:
        made.add(f"{time} >= %s", micros(where.after))
    if where.before is not None:
        made.add(f"{time} < %s", micros(where.before))
    if where.role is not None:
        made.add("role = %s", where.role)
    if where.kind not in (None, "message", "note"):
        made.add("kind = %s", where.kind)
    for key, value in where.metadata.items():
        # Of json, not jsonb: it gives back what was written, and 1 is not 1.0.
        made.add("(metadata::json -> %s::text)::text = %s", key, spelled(value))
    return made


def query_clause(table: Table, query: Query) -> Clause | None:
    """The clause of a whole query."""
    made = clause(table, query.scope, query.where)
    if made is None:
        return None
    if query.ids is not None:
        made.add("id = ANY(%s::text[])", list(query.ids))
    if table == "notes":
        if not query.closed:
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
    narrow = request.where != EVERYTHING or (scope.agent_id or scope.session_id) is not None
    if not narrow and ids is None:
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
        if table == "notes":
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


def _holds(table: Table, where: Where) -> bool:
    if where.kind is None:
        return where.role is None or table == "messages"
    if table == "messages":
        return where.kind == "message"
    return where.kind != "message" and where.role is None
