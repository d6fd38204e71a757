"""One owner's part of the index. Nothing in it depends on anybody else's records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import VectorError
from ...orders import AsOf, Found, Match, Nearest, Neighbours, Put, Vector
from ...past import Life, endings, standing
from ...text.names import entities, folded
from ...types import EVERYTHING, Note, Record
from ...vectors import SLACK
from .postings import Postings
from .vectors import Vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...orders import Floats


class Shard:
    """The messages and notes of an owner, by vector, by term and by entity.

    Closed notes are found only as of a moment when they were open.
    """

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}
        self._since: dict[str, int] = {}
        self._until: dict[str, int] = {}
        self._postings = Postings()
        self._vectors: dict[str, Vectors] = {}
        self._notes_about: dict[str, dict[str, None]] = {}
        self._closed: set[str] = set()

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __contains__(self, id: str) -> bool:
        return id in self._records

    def put(self, put: Put, seq: int) -> None:
        """Add a record; its terms and relations replace the ones it had."""
        record = put.record
        self._since.setdefault(record.id, seq)
        self._unrelate(record.id)
        self._records[record.id] = record
        self._postings.put(record.id, put.terms)
        for entity in _about(record):
            self._notes_about.setdefault(entity, {})[record.id] = None
        if isinstance(record, Note) and not record.open:
            self._closed.add(record.id)
        if put.vector is not None:
            self.embed(record.id, put.vector)

    def close(self, record: Record, seq: int) -> None:
        """No longer find a note. Its terms still count as one of the owner's documents."""
        self._closed.add(record.id)
        self._records[record.id] = record
        self._until[record.id] = seq

    def embed(self, id: str, vector: Vector) -> None:
        """Give a record the vector of one model."""
        vectors = self._vectors.get(vector.model)
        if vectors is None or vectors.size != len(vector.data):
            vectors = self._vectors[vector.model] = Vectors(len(vector.data))
        vectors.put(id, vector.data)

    def fill(self, model: str, ids: list[str], rows: Floats) -> None:
        """Take all vectors of one model at once, in the place of those it had."""
        self._vectors[model] = Vectors.of(ids, rows)

    def empty(self, model: str) -> None:
        """Forget the vectors of one model."""
        self._vectors.pop(model, None)

    def unembed(self, id: str, model: str) -> None:
        """Forget the vector that a record has of one model, if any."""
        if model in self._vectors:
            self._vectors[model].remove(id)

    def embedded(self, model: str) -> Collection[str]:
        """The ids that have a vector of one model."""
        return frozenset(self._vectors[model].ids) if model in self._vectors else frozenset()

    def remove(self, id: str) -> None:
        """Forget a record, if it is here."""
        self._unrelate(id)
        self._closed.discard(id)
        for held in (self._records, self._since, self._until):
            held.pop(id, None)
        self._postings.remove(id)
        for vectors in self._vectors.values():
            vectors.remove(id)

    def nearest(self, request: Nearest) -> list[Found]:
        """The admitted records with the highest cosine."""
        vectors = self._vectors.get(request.vector.model)
        if not vectors:
            return []
        query = request.vector.data
        if len(query) != vectors.size:
            raise VectorError(
                f"the query's vector has {len(query)} numbers, those of {request.vector.model!r} "
                f"have {vectors.size}; embed the query with the model that made them"
            )
        if request.ids is None:
            ranked: Iterable[tuple[str, float]] = _ranked(vectors.ids, vectors.rough(query), None)
        else:
            ranked = [(id, 0.0) for id in vectors.known(request.ids)]  # few: all exactly
        ids = [id for id, _ in self._leading(ranked, request, SLACK)]
        return self._best(zip(ids, vectors.exact(query, ids), strict=True), request.limit)

    def match(self, request: Match) -> list[Found]:
        """The admitted records with the highest BM25; only such as hold a term at all."""
        known = None if request.as_of is None else self._known(request.as_of)
        scores, shares = self._postings.scores(request.terms, known)
        slots = scores.nonzero()[0] if request.ids is None else self._postings.slots(request.ids)
        ranked = _ranked(self._postings.ids, scores, slots[scores[slots] > 0])
        found = self._best(self._leading(ranked, request, 0.0), request.limit)
        places = self._postings.slots(tuple(one.id for one in found))
        return [
            replace(one, share=float(shares[slot])) for one, slot in zip(found, places, strict=True)
        ]

    def neighbours(self, request: Neighbours) -> list[Found]:
        """The admitted notes about some entities, newest first."""
        hidden = set() if request.closed else self._hidden(request.as_of)
        known = None if request.as_of is None else set(self._known(request.as_of))
        names = {folded(name) for name in request.entities}
        found: set[str] = set()
        for _ in range(request.hops):
            about = {id for name in names for id in self._notes_about.get(name, ())}
            about = (about if known is None else about & known) - hidden - found
            new = {id for id in about if self._relates(id, request)}
            found |= new
            names = {name for id in new for name in _about(self._records[id])}
        return self._best(((id, 1.0) for id in found), request.limit)

    def admitted(self, ids: Iterable[str], request: Nearest | Match) -> set[str]:
        """Those of some records that may be found."""
        hidden = self._hidden(request.as_of)
        records = {id: self._records[id] for id in ids if id not in hidden}
        scope, where = request.scope, request.where
        return {id for id, one in records.items() if scope.admits(one) and where.admits(one)}

    def ranked(self, found: Iterable[Found], limit: int) -> list[Found]:
        """Best first; of equals the last that came."""
        return self._best(((one.id, one.score) for one in found), limit)

    def _relates(self, id: str, request: Neighbours) -> bool:
        note = self._records[id]
        return (
            isinstance(note, Note)
            and request.scope.admits(note)
            and (request.relations is None or note.relation in request.relations)
        )

    def _leading(
        self, ranked: Iterable[tuple[str, float]], request: Nearest | Match, slack: float
    ) -> list[tuple[str, float]]:
        """Walk down until no record below can be among the best, whatever the filter."""
        scope, where = request.scope, request.where
        narrow = scope.agent_id is not None or scope.session_id is not None or where != EVERYTHING
        hidden = self._hidden(request.as_of)
        leading: list[tuple[str, float]] = []
        floor = float("-inf")
        for id, score in ranked:
            if len(leading) >= request.limit and score < floor:
                break
            record = self._records[id]
            if id in hidden:
                continue
            if narrow and not (scope.admits(record) and where.admits(record)):
                continue
            leading.append((id, score))
            if len(leading) == request.limit:
                floor = score - slack
        return leading

    def _hidden(self, as_of: AsOf | None) -> set[str]:
        """What is not found: closed notes; as of a moment what was closed or not known then."""
        if as_of is None:
            return self._closed
        notes = {id: note for id, note in self._records.items() if isinstance(note, Note)}
        lives = (Life(note, self._since[id], self._until.get(id)) for id, note in notes.items())
        open = standing(endings(lives, as_of))
        said = {id for id in self._known(as_of) if id not in notes}
        return self._records.keys() - open - said

    def _known(self, as_of: AsOf) -> list[str]:
        """What had been said or stored, closed or not."""
        records = self._records.items()
        return [id for id, record in records if as_of.knows(record.at, self._since[id])]

    def _best(self, scored: Iterable[tuple[str, float]], limit: int) -> list[Found]:
        """Highest score first; of equals the last that came."""

        def place(found: Found) -> tuple[float, int]:
            return -found.score, -self._since[found.id]

        return sorted((Found(id, score) for id, score in scored), key=place)[:limit]

    def _unrelate(self, id: str) -> None:
        record = self._records.get(id)
        for entity in _about(record):
            about = self._notes_about.get(entity, {})
            about.pop(id, None)
            if not about:
                self._notes_about.pop(entity, None)


def _about(record: Record | None) -> list[str]:
    """What a note relates; nothing for a message."""
    return entities(record) if isinstance(record, Note) else []


def _ranked(
    ids: list[str], scores: NDArray[np.floating], chosen: NDArray[np.intp] | None
) -> Iterator[tuple[str, float]]:
    """Ids and scores, best first; `chosen` are the only places to look at."""
    import numpy as np

    places = np.arange(len(ids)) if chosen is None else chosen
    for place in places[np.argsort(-scores[places], kind="stable")]:
        yield ids[place], float(scores[place])
