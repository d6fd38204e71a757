"""Filters as SQL. Values are always parameters; only our own column names are text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import apsw

from ...orders import Query
from ...types import Scope, Where
from ..tables.clauses import Clause, Table, confine, holds
from ..tables.rows import spelled
from .rows import pack_id, unpack_id


def clause(table: Table, number: int, scope: Scope, where: Where) -> Clause | None:
    """What a scope and a filter ask of a table's rows; None if no row of it can pass."""
    if not holds(table, where):
        return None
    made = Clause()
    made.add("scope = ?", number)
    confine(made, table, scope, where, "?")
    for key, value in where.metadata.items():
        made.add(*_metadata(key, value))
    return made


def query_clause(db: apsw.Connection, table: Table, number: int, query: Query) -> Clause | None:
    """The clause of a whole query; as of a moment, notes that were closed by now may pass."""
    made = clause(table, number, query.scope, query.where)
    if made is None:
        return None
    if query.ids is not None:
        wanted = json.dumps(list(numbers_of(db, number, query.ids)))
        made.add("n IN (SELECT value FROM json_each(?))", wanted)
    if table == "notes":
        if not query.closed and query.as_of is None:
            made.add("closed IS NULL")
        if query.keys is not None:
            made.add("key IN (SELECT value FROM json_each(?))", json.dumps(query.keys))
        if query.cites is not None:
            made.add(
                "n IN (SELECT n FROM cited WHERE scope = ? AND message = ?)",
                number,
                pack_id(query.cites),
            )
    return made


def numbers_of(db: apsw.Connection, number: int, ids: Iterable[str]) -> dict[int, str]:
    """The record numbers of some ids, with the ids; one look-up each is faster than a join."""
    cursor = db.executemany(
        "SELECT n, id FROM ids WHERE scope = ? AND id = ?", [(number, pack_id(id)) for id in ids]
    )
    return {n: unpack_id(id) for n, id in cursor}


def _metadata(key: str, value: Any) -> tuple[Any, ...]:
    """Strict JSON equality of one member; the key is a parameter too, so it may hold anything."""
    kinds = {bool: "true" if value else "false", int: "integer", float: "real", str: "text"}
    kind = "null" if value is None else kinds.get(type(value))
    if kind is None:
        kind = "array" if isinstance(value, list | tuple) else "object"
        value = spelled(value)
    elif kind == "integer" and not -(2**63) <= value < 2**63:
        value = float(str(value))  # as SQLite reads a number that is longer than its own
    return (
        "EXISTS(SELECT 1 FROM json_each(metadata) AS member "
        "WHERE member.key = ? AND member.type = ? AND member.value IS ?)",
        key,
        kind,
        value,
    )
