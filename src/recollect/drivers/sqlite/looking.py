"""One look at an owner's records: everything that may answer, from one state of the file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import apsw

from ...orders import Candidate, Look, Vector
from ...types import Owner, Record
from ...vectors import checked
from . import postings, rows
from .filters import clause
from .rows import Place
from .search import allowed, best
from .shards import Shards
from .writer import find_place

if TYPE_CHECKING:
    from ...orders import Floats


@dataclass(slots=True)
class Scores:
    """By record number, how each way of looking scored it; NaN where there is no vector."""

    bm25: Floats
    shares: Floats
    cosines: Floats


def look(db: apsw.Connection, shards: Shards, request: Look) -> list[Candidate]:
    """The union of all ways of looking, each record scored by all of them."""
    place = find_place(db, request.scope.owner)
    if place is None:
        return []
    scores, mask = _score(db, shards, place, request)
    keyed, recent = _keyed(db, place, request, mask), _recent(db, place, request)
    wanted = dict.fromkeys([*_best(scores, request.limit), *keyed, *recent])
    newest = {n: i / len(recent) for i, n in enumerate(recent, start=1)}
    return [
        Candidate(
            record,
            float(scores.bm25[n]),
            float(scores.shares[n]),
            _number(scores.cosines[n]),
            n in keyed,
            newest.get(n, 0.0),
        )
        for n, record in _records(db, request.scope.owner, place, wanted)
    ]


def _score(
    db: apsw.Connection, shards: Shards, place: Place, request: Look
) -> tuple[Scores, Any | None]:
    import numpy as np

    cosines: Floats = np.full(place.next, np.nan, dtype=np.float32)
    bm25, shares = postings.score(db, place, request.terms)
    model, size = _model(db, request.vector)
    shard = shards.get(place.scope, model, size)
    with shard.lock:
        shard.refresh(db)
        mask = allowed(db, place, shard, request)
        if model is not None and request.vector is not None:
            vector = checked([request.vector.data], 1)[0]
            numbers, found = shard.cosines(vector, mask)
            known = numbers < place.next  # another thread may have seen a newer state
            cosines[numbers[known]] = found[known]
    if mask is not None:
        bm25[~mask] = 0
    return Scores(bm25, shares, cosines), mask


def _model(db: apsw.Connection, vector: Vector | None) -> tuple[int | None, int]:
    if vector is None:
        return None, 0
    row: Any = db.execute("SELECT model, size FROM models WHERE name = ?", (vector.model,)).get
    return (row[0], row[1]) if row is not None and row[1] == len(vector.data) else (None, 0)


def _best(scores: Scores, limit: int) -> list[int]:
    import numpy as np

    matched = scores.bm25.nonzero()[0]
    near = (~np.isnan(scores.cosines)).nonzero()[0]
    by_terms = matched[best(matched, scores.bm25[matched], limit)]
    by_vectors = near[best(near, scores.cosines[near], limit)]
    return [*by_vectors.tolist(), *by_terms.tolist()]


def _keyed(db: apsw.Connection, place: Place, request: Look, mask: Any | None) -> set[int]:
    if not request.keys or not place.notes:
        return set()
    cursor = db.execute(
        "SELECT n FROM notes WHERE scope = ? AND closed IS NULL "
        "AND key IN (SELECT value FROM json_each(?))",
        (place.scope, json.dumps(request.keys)),
    )
    return {n for (n,) in cursor if mask is None or mask[n]}


def _recent(db: apsw.Connection, place: Place, request: Look) -> list[int]:
    """The newest messages, the very newest last."""
    made = clause("messages", place.scope, request.scope, request.where)
    if made is None or not request.recent:
        return []
    found: list[Any] = db.execute(
        f"SELECT n FROM messages WHERE {made} ORDER BY at DESC, n DESC LIMIT ?",
        (*made.values, request.recent),
    ).fetchall()
    return [n for (n,) in reversed(found)]


def _records(
    db: apsw.Connection, owner: Owner, place: Place, numbers: Iterable[int]
) -> Iterator[tuple[int, Record]]:
    wanted = list(numbers)
    for table, columns, make, held in (
        ("messages", rows.MESSAGE, rows.message, place.messages),
        ("notes", rows.NOTE, rows.note, place.notes),
    ):
        if held:
            found: list[Any] = db.executemany(
                f"SELECT n, {columns}, sum FROM {table} WHERE scope = ? AND n = ?",
                [(place.scope, n) for n in wanted],
            ).fetchall()
            yield from ((n, make(owner, rows.whole(tuple(row)))) for n, *row in found)


def _number(value: Any) -> float | None:
    return None if value != value else float(value)
