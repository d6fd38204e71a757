"""Many rows in one statement: a column is one parameter, an array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import rows

Statement = tuple[str, list[Any]]

COLUMNS: dict[str, tuple[str, Sequence[str]]] = {
    "messages": (
        f"owner, n, recorded, {rows.MESSAGE}",
        ["uuid", "bigint", "bigint", *rows.MESSAGE_TYPES],
    ),
    "notes": (f"owner, n, slot, {rows.NOTE}", ["uuid", "bigint", "uuid", *rows.NOTE_TYPES]),
    "cited": ("owner, message, n", ["uuid", "text", "bigint"]),
    "edges": ("owner, entity, n", ["uuid", "text", "bigint"]),
    "postings": ("owner, term, block, data", ["uuid", "text", "bigint", "bytea"]),
    "vectors": ("owner, model, n, data", ["uuid", "integer", "bigint", "halfvec"]),
    "embedded": ("owner, model, vectors", ["uuid", "integer", "bigint"]),
    "sessions": ("owner, id, next", ["uuid", "text", "bigint"]),
    "changes": (
        "owner, op, n, id, mark, seq",
        ["uuid", "text", "bigint", "text", "bytea", "bigint"],
    ),
    "owners": ("owner, tenant, kind, id, terms", ["uuid", "text", "text", "text", "integer"]),
}


def insert(table: str, values: Sequence[Sequence[Any]], end: str = "") -> Statement:
    """Add rows to a table."""
    columns, types = COLUMNS[table]
    made, parameters = unnest(types, values)
    return f"INSERT INTO recollect.{table}({columns}) SELECT * FROM {made} {end}", parameters


def unnest(types: Iterable[str], values: Sequence[Sequence[Any]]) -> Statement:
    """Rows as a table."""
    arrays = ", ".join(f"%s::{type}[]" for type in types)
    return f"unnest({arrays})", [list(column) for column in zip(*values, strict=True)]
