"""Search inside the file: terms by BM25, vectors by exact cosine, entities by their edges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import apsw

from ...orders import Found, Look, Match, Nearest, Neighbours
from ...text.names import folded
from ...types import EVERYTHING, Note
from ...vectors import SLACK, checked
from ..tables.entries import best
from . import postings, rows
from .filters import clause, numbers_of
from .matrix import Near
from .past import Past
from .places import find_place
from .rows import Place
from .shards import Shard, Shards

if TYPE_CHECKING:
    from ...orders import Floats


def nearest(db: apsw.Connection, shards: Shards, request: Nearest) -> list[Found]:
    """The best cosines."""
    place = find_place(db, request.scope.owner)
    model = db.execute(
        "SELECT model, size FROM models WHERE name = ?", (request.vector.model,)
    ).fetchone()
    if place is None or model is None or len(request.vector.data) != model[1]:
        return []
    vector = checked([request.vector.data], 1)[0]
    shard = shards.get(place.scope, model[0], model[1])
    named = None if request.ids is None else numbers_of(db, place.scope, request.ids)
    with shard.lock:
        shard.refresh(db)
        mask = allowed(db, place, request, named)
        closed = shard.reopened(db, mask) if request.as_of else None
        numbers, scores = nearest_numbers(shard, place, vector, mask, request.limit, closed)
    return _found(db, place, numbers, scores, request.limit, named)


def nearest_numbers(
    shard: Shard,
    place: Place,
    vector: Floats,
    mask: Any | None,
    limit: int,
    closed: Shard | None,
) -> Near:
    """The numbers and cosines of the nearest records, best first."""
    import numpy as np

    numbers, rough = shard.near(vector, mask, limit)
    if closed is not None:
        more, near = closed.near(vector, mask, limit)
        numbers, rough = np.concatenate([numbers, more]), np.concatenate([rough, near])
    known = numbers < place.next
    if not known.all():  # another thread has seen a newer state
        numbers, rough = numbers[known], rough[known]
    leading = numbers[_leading(rough, limit)]
    exact = shard.cosines(vector, leading)
    if closed is not None:
        exact |= closed.cosines(vector, leading)
    scores = np.array([exact[n] for n in leading.tolist()])
    order = best(leading, scores, limit)
    return leading[order], scores[order]


def _leading(rough: Floats, limit: int) -> Any:
    """The places of all that can be among the best `limit`."""
    import numpy as np

    if len(rough) <= limit:
        return np.arange(len(rough))
    least = -np.partition(-rough, limit - 1)[limit - 1]
    return (rough >= least - SLACK).nonzero()[0]


def match(db: apsw.Connection, shards: Shards, request: Match) -> list[Found]:
    """The best BM25 scores among the owner's records."""
    place = find_place(db, request.scope.owner)
    if place is None:
        return []
    scores, shares = scored(db, place, request)
    shard = shards.get(place.scope, None, 0)
    named = None if request.ids is None else numbers_of(db, place.scope, request.ids)
    with shard.lock:
        shard.refresh(db)
        mask = allowed(db, place, request, named)
        numbers = keep(scores, mask, None if request.as_of else shard)
    return _found(db, place, numbers, scores[numbers], request.limit, named, shares)


def scored(db: apsw.Connection, place: Place, request: Match | Look) -> tuple[Floats, Floats]:
    """Every record's score by its terms, among those that are or were known."""
    past = Past.of(db, place.scope, request.as_of)
    known = None if past is None else past.known(db, place.next)
    return postings.score(db, place, request.terms, known)


def neighbours(db: apsw.Connection, request: Neighbours) -> list[Note]:
    """Notes at some entities, newest first."""
    place = find_place(db, request.scope.owner)
    if place is None or not place.notes or not _has_edges(db, place):
        return []
    made = clause("notes", place.scope, request.scope, EVERYTHING)
    assert made is not None
    past = Past.of(db, place.scope, request.as_of)
    if past is not None:
        past.narrow(made, "notes", request.closed)
    elif not request.closed:
        made.add("closed IS NULL")
    made.add(
        "n IN (SELECT n FROM edges WHERE scope = ? AND entity IN (SELECT value FROM json_each(?)))",
        place.scope,
        json.dumps([folded(name) for name in request.entities]),
    )
    if request.relations is not None:
        made.add("relation IN (SELECT value FROM json_each(?))", json.dumps(request.relations))
    cursor = db.execute(
        f"SELECT n, {rows.NOTE_READ} FROM {rows.NOTES} WHERE {made} ORDER BY n DESC LIMIT ?",
        (*made.values, request.limit),
    )
    found = [(row[0], rows.read_note(request.scope.owner, row[1:])) for row in cursor]
    return [note for _, note in found] if past is None else list(past.stood(db, found).values())


def _has_edges(db: apsw.Connection, place: Place) -> bool:
    """Most owners have none, and every search asks."""
    some = db.execute("SELECT 1 FROM edges WHERE scope = ? LIMIT 1", (place.scope,)).get
    return some is not None


def allowed(
    db: apsw.Connection,
    place: Place,
    request: Nearest | Match | Look,
    named: Iterable[int] | None = None,
) -> Any | None:
    """Which record numbers pass the filter; None if all do."""
    scope = request.scope
    narrow = request.where != EVERYTHING or request.as_of is not None
    narrow = narrow or (scope.agent_id or scope.session_id) is not None
    admitted = _admitted(db, place, request) if narrow else None
    if named is None:
        return admitted
    marks = _marks(place, list(named))
    return marks if admitted is None else marks & admitted


def keep(scores: Floats, mask: Any | None, shard: Shard | None) -> Any:
    """The numbers that have a score and may be found; the others lose theirs.

    The shard hides what is closed by now; as of a moment the mask says what was.
    """
    if mask is not None:
        scores[~mask] = 0
    if shard is not None:
        shard.hide(scores)
    return (scores > 0).nonzero()[0]


def _admitted(db: apsw.Connection, place: Place, request: Nearest | Match | Look) -> Any:
    numbers: list[int] = []
    past = Past.of(db, place.scope, request.as_of)
    tables: tuple[Any, ...] = ("messages", "notes")
    for table in tables:
        made = clause(table, place.scope, request.scope, request.where)
        if made is not None:
            if past is not None:
                past.narrow(made, table)
            cursor = db.execute(f"SELECT n FROM {table} WHERE {made}", tuple(made.values))
            numbers += (n for (n,) in cursor)
    return _marks(place, numbers)


def _marks(place: Place, numbers: list[int]) -> Any:
    import numpy as np

    marks = np.zeros(place.next, dtype=bool)
    marks[numbers] = True
    return marks


def _found(
    db: apsw.Connection,
    place: Place,
    numbers: Any,
    scores: Floats,
    limit: int,
    named: Mapping[int, str] | None,
    shares: Floats | None = None,
) -> list[Found]:
    """The best `limit` as ids."""
    order = best(numbers, scores, limit)
    wanted = numbers[order].tolist()
    ids = _ids(db, place, wanted) if named is None else named
    held = [0.0] * len(wanted) if shares is None else shares[wanted].tolist()
    found = zip(wanted, scores[order].tolist(), held, strict=True)
    return [Found(ids[n], score, share) for n, score, share in found if n in ids]


def _ids(db: apsw.Connection, place: Place, numbers: list[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for table, held in (("messages", place.messages), ("notes", place.notes)):
        if held:
            cursor = db.executemany(
                f"SELECT n, id FROM {table} WHERE scope = ? AND n = ?",
                [(place.scope, n) for n in numbers if n not in found],
            )
            found.update((n, rows.unpack_id(id)) for n, id in cursor)
    return found
