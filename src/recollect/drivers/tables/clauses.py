"""WHERE clauses over rows. Values are always parameters; only our own column names are text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ...times import micros
from ...types import Scope, Where

Table = Literal["messages", "notes"]
LAST_WORD = "{0}.learned, coalesce({0}.closed, 9223372036854775807), {0}.n"
"""Of what was learned at one moment, what was closed last is the newest: see `past.endings`."""


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


def holds(table: Table, where: Where) -> bool:
    """Whether any row of a table can pass a filter."""
    if where.kind is None:
        return where.role is None or table == "messages"
    if table == "messages":
        return where.kind == "message"
    return where.kind != "message" and where.role is None


def confine(made: Clause, table: Table, scope: Scope, where: Where, mark: str) -> None:
    """What a scope and a filter ask of an owner's rows, but for metadata: JSON is each back-end's
    own. `mark` stands for a parameter."""
    time = "at" if table == "messages" else "learned"
    if scope.agent_id is not None:
        made.add(f"agent_id = {mark}", scope.agent_id)
    for session in {scope.session_id, where.session_id} - {None}:
        made.add(f"session_id = {mark}", session)
    if where.after is not None:
        made.add(f"{time} >= {mark}", micros(where.after))
    if where.before is not None:
        made.add(f"{time} < {mark}", micros(where.before))
    if where.role is not None:
        made.add(f"role = {mark}", where.role)
    if where.kind not in (None, "message", "note"):
        made.add(f"kind = {mark}", where.kind)
