"""One look at an owner's records: everything that may answer, from one state of the file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import apsw

from ...orders import Candidate, Look, Vector
from ...types import Record
from ...vectors import checked
from ..tables.entries import best
from . import rows
from .filters import clause, numbers_of
from .past import Past
from .places import find_place
from .rows import Place
from .search import allowed, keep, nearest_numbers, scored
from .shards import Shard, Shards


def look(db: apsw.Connection, shards: Shards, request: Look) -> list[Candidate]:
    """The union of all ways of looking, each record scored by all of them."""
    place = find_place(db, request.scope.owner)
    if place is None:
        return []
    bm25, shares = scored(db, place, request)
    recent = _recent(db, place, request)
    model, size = _model(db, request.vector)
    shard = shards.get(place.scope, model, size)
    with shard.lock:
        shard.refresh(db)
        mask = allowed(db, place, request)
        keyed = _keyed(db, place, request, mask)
        led = _led(db, place, request, mask)
        numbers = keep(bm25, mask, None if request.as_of else shard)
        matched = numbers[best(numbers, bm25[numbers], request.limit)].tolist()
        others = [*matched, *keyed, *recent, *led]
        near = _cosines(db, shard, place, request, mask, others) if model is not None else {}
    newest = {n: i / len(recent) for i, n in enumerate(recent, start=1)}
    found = _records(db, request, place, dict.fromkeys([*near, *others]))
    numbers = list(found)
    columns = (
        found.values(),
        bm25[numbers].tolist(),
        shares[numbers].tolist(),
        map(near.get, numbers),
        [n in keyed for n in numbers],
        [newest.get(n, 0.0) for n in numbers],
        [led.get(n, 0.0) for n in numbers],
    )
    return list(map(Candidate, *columns))


def _cosines(
    db: apsw.Connection,
    shard: Shard,
    place: Place,
    request: Look,
    mask: Any | None,
    others: Iterable[int],
) -> dict[int, float]:
    """The nearest first, then what was found in other ways and has a vector."""
    assert request.vector is not None, "there is a model of its vector"
    vector = checked([request.vector.data], 1)[0]
    closed = shard.reopened(db, mask) if request.as_of else None
    found, values = nearest_numbers(shard, place, vector, mask, request.near, closed)
    near = dict(zip(found.tolist(), values.tolist(), strict=True))
    rest = set(others).difference(near)
    near |= shard.cosines(vector, rest)
    if closed is not None:
        near |= closed.cosines(vector, rest)
    return near


def _model(db: apsw.Connection, vector: Vector | None) -> tuple[int | None, int]:
    if vector is None:
        return None, 0
    row: Any = db.execute("SELECT model, size FROM models WHERE name = ?", (vector.model,)).get
    return (row[0], row[1]) if row is not None and row[1] == len(vector.data) else (None, 0)


def _keyed(db: apsw.Connection, place: Place, request: Look, mask: Any | None) -> set[int]:
    if not request.keys or not place.notes:
        return set()
    cursor = db.execute(
        f"SELECT n FROM notes WHERE scope = ? {_open(request)}"
        "AND key IN (SELECT value FROM json_each(?))",
        (place.scope, json.dumps(request.keys)),
    )
    return {n for (n,) in cursor if mask is None or mask[n]}


def _led(db: apsw.Connection, place: Place, request: Look, mask: Any | None) -> dict[int, float]:
    if not request.leads:
        return {}
    known = numbers_of(db, place.scope, request.leads)
    cursor = db.executemany(
        f"SELECT n FROM notes WHERE scope = ? AND n = ? {_open(request)}",
        [(place.scope, n) for n in known],
    )
    return {n: request.leads[known[n]] for (n,) in cursor if mask is None or mask[n]}


def _open(request: Look) -> str:
    """Open notes only; as of a moment the mask says which were."""
    return "AND closed IS NULL " if request.as_of is None else ""


def _recent(db: apsw.Connection, place: Place, request: Look) -> list[int]:
    """The newest messages, the very newest last."""
    made = clause("messages", place.scope, request.scope, request.where)
    if made is None or not request.recent:
        return []
    past = Past.of(db, place.scope, request.as_of)
    if past is not None:
        past.narrow(made, "messages")
    found: list[Any] = db.execute(
        f"SELECT n FROM messages WHERE {made} ORDER BY at DESC, n DESC LIMIT ?",
        (*made.values, request.recent),
    ).fetchall()
    return [n for (n,) in reversed(found)]


def _records(
    db: apsw.Connection, request: Look, place: Place, wanted: Iterable[int]
) -> dict[int, Record]:
    """The records of some numbers: messages before notes, both as they were stored."""
    numbers, owner = json.dumps(list(wanted)), request.scope.owner
    found: dict[int, Record] = {}
    if place.messages:
        messages = _rows(db, "messages", f"{rows.MESSAGE}, sum", place.scope, numbers)
        found |= {row[0]: rows.read_message(owner, row[1:]) for row in messages}
    if place.notes:
        read = _rows(db, rows.NOTES, rows.NOTE_READ, place.scope, numbers)
        notes = {row[0]: rows.read_note(owner, row[1:]) for row in read}
        past = Past.of(db, place.scope, request.as_of)
        found |= past.stood(db, list(notes.items())) if past is not None and notes else notes
    return found


def _rows(
    db: apsw.Connection, table: str, columns: str, scope: int, numbers: str
) -> list[tuple[Any, ...]]:
    found: list[Any] = db.execute(
        f"SELECT n, {columns} FROM {table} WHERE scope = ? "
        "AND n IN (SELECT value FROM json_each(?)) ORDER BY n",
        (scope, numbers),
    ).fetchall()
    return found
