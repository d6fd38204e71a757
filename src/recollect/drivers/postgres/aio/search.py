"""Search in the database: terms by BM25, vectors by cosine, entities by their edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ....orders import Found, Look, Match, Nearest, Neighbours
from ....text.bm25 import REPEATS
from ....text.names import folded
from ....types import Note
from ....vectors import checked
from ...tables.clauses import Clause
from ...tables.entries import best
from .. import postings, rows
from ..filters import admitted, clause, narrow, of_owner
from ..keys import owner_key
from ..rows import Place
from ..walking import MORE, settings
from . import past
from .opening import Link

if TYPE_CHECKING:
    from ....orders import Floats, Vector

SMALL = 20_000
"""Up to so many vectors of an owner are compared one by one, which is exact."""


async def ask_place(db: Link, key: UUID) -> Any:
    """Ask for an owner's row."""
    return await db.execute(f"SELECT {rows.PLACE} FROM recollect.owners WHERE owner = %s", (key,))


async def read_place(asked: Any) -> Place | None:
    """The answer, if there is such an owner."""
    row = await asked.fetchone()
    return None if row is None else rows.place(row)


async def nearest(db: Link, request: Nearest) -> list[Found]:
    """The best cosines."""
    key = owner_key(request.scope.owner)
    vectors = await AsyncVectors.read(db, key, await ask_model(db, key, request.vector))
    if vectors is None:
        return []
    near = await vectors.near(admitted(request, request.ids), request.limit)
    ids = await _ids(db, key, [n for n, _ in near])
    return [Found(ids[n], cosine) for n, cosine in near if n in ids]


async def match(db: Link, request: Match) -> list[Found]:
    """The best BM25 scores among the owner's records."""
    key = owner_key(request.scope.owner)
    placed, held = await ask_place(db, key), await ask_terms(db, key, request.terms)
    place = await read_place(placed)
    if place is None:
        return []
    scores, shares = await scored(db, place, request, held)
    numbers = await passing(await ask_passing(db, request, scores, request.ids), scores)
    wanted = numbers[best(numbers, scores[numbers], request.limit)].tolist()
    ids = await _ids(db, key, wanted)
    return [Found(ids[n], float(scores[n]), float(shares[n])) for n in wanted if n in ids]


async def scored(db: Link, place: Place, request: Match | Look, held: Any) -> tuple[Floats, Floats]:
    """Every record's score by its terms, among those that are or were known."""
    known = None
    if request.as_of is not None:
        marks = await past.known(db, place.key, request.as_of, place.next)
        every = db.cursor(binary=True)
        await every.execute("SELECT data FROM recollect.postings WHERE owner = %s", (place.key,))
        known = marks, postings.lengths(place, await every.fetchall())
    return postings.score(place, request.terms, await held.fetchall(), known)


async def neighbours(db: Link, request: Neighbours) -> list[Note]:
    """Notes at some entities, newest first."""
    made = clause("notes", request.scope)
    assert made is not None
    key = owner_key(request.scope.owner)
    if request.as_of is not None:
        narrow(made, "notes", key, request.as_of, request.closed)
    elif not request.closed:
        made.add("closed IS NULL")
    made.add(
        "n IN (SELECT n FROM recollect.edges WHERE owner = %s AND entity = ANY(%s::text[]))",
        key,
        [folded(name) for name in request.entities],
    )
    if request.relations is not None:
        made.add("relation = ANY(%s::text[])", list(request.relations))
    found = await db.execute(
        f"SELECT n, {rows.NOTE} FROM recollect.notes WHERE {made} ORDER BY n DESC LIMIT %s",
        (*made.values, request.limit),
    )
    owner = request.scope.owner
    notes = [(n, rows.note(owner, tuple(row))) for n, *row in await found.fetchall()]
    if request.as_of is None:
        return [note for _, note in notes]
    return list((await past.as_they_stood(db, key, notes, request.as_of)).values())


async def ask_terms(db: Link, key: UUID, terms: Mapping[str, float]) -> Any:
    """Ask for the rows of some terms."""
    cursor = db.cursor(binary=True)
    return await cursor.execute(
        "SELECT term, data FROM recollect.postings WHERE owner = %s AND term = ANY(%s::text[])",
        (key, [*terms, REPEATS]),
    )


async def ask_passing(
    db: Link, request: Match | Look, scores: Floats, ids: tuple[str, ...] | None = None
) -> Any:
    """Ask which of the records that have a score may be found."""
    made = admitted(request, ids)
    numbers = (scores > 0).nonzero()[0].tolist()
    return await db.execute(
        f"SELECT n FROM unnest(%s::bigint[]) AS n WHERE {made}", (numbers, *made.values)
    )


async def passing(asked: Any, scores: Floats) -> Any:
    """The numbers that have a score and may be found; the others lose theirs."""
    import numpy as np

    kept = np.zeros(len(scores), dtype=bool)
    kept[[n for (n,) in await asked.fetchall()]] = True
    scores[~kept] = 0
    return kept.nonzero()[0]


async def ask_model(db: Link, key: UUID, vector: Vector | None) -> tuple[Any, Vector | None]:
    """Ask for a vector's model, and how many of its vectors an owner has."""
    if vector is None:
        return None, None
    asked = await db.execute(
        "SELECT model, size, graph, vectors FROM recollect.models "
        "JOIN recollect.embedded USING(model) WHERE name = %s AND owner = %s",
        (vector.model, key),
    )
    return asked, vector


class AsyncVectors:
    """An owner's vectors of one model, and what they are compared with."""

    def __init__(self, db: Link, key: UUID, model: tuple[Any, ...], vector: Floats) -> None:
        self.db, self.key = db, key
        self.model, self.size, self.graph, self.held = model
        self.asked = str(vector.tolist())

    @classmethod
    async def read(
        cls, db: Link, key: UUID, asked: tuple[Any, Vector | None]
    ) -> AsyncVectors | None:
        """None if the model, or this size of its vectors, is not known here."""
        model = None if asked[0] is None else await asked[0].fetchone()
        if asked[1] is None or model is None or model[1] != len(asked[1].data):
            return None
        return cls(db, key, model, checked([asked[1].data], 1)[0])

    async def near(self, made: Clause, limit: int) -> list[tuple[int, float]]:
        """The numbers and cosines of the nearest records, best first, equals newest first."""
        if self.graph and self.held > SMALL:
            found = await self._walked(made, limit)
            if len(found) >= limit:
                return found
        return _pairs(await (await self._ask(made, limit)).fetchall())

    async def ask_cosines(self, numbers: Sequence[int]) -> Any:
        """Ask for the cosines of some records, as far as they have vectors."""
        made = Clause(["n = ANY(%s::bigint[])"], [list(numbers)])
        return await self._ask(made, len(numbers))

    async def _ask(self, made: Clause, limit: int) -> Any:
        """Compare all of them. Materialised, so that no walk through a graph is taken instead."""
        held = of_owner(self.key, made)
        return await self.db.execute(
            "WITH near AS MATERIALIZED (SELECT n, data <=> %s::halfvec AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND {held}) "
            "SELECT n, 1 - far FROM near ORDER BY far, n DESC LIMIT %s",
            (self.asked, *held.values, limit),
        )

    async def _walked(self, made: Clause, limit: int) -> list[tuple[int, float]]:
        """The first ones compared one by one, the others along the graph."""
        held, half = of_owner(self.key, made), f"halfvec({self.size})"
        for setting in settings(limit):
            await self.db.execute(setting)
        found = await self.db.execute(
            "WITH first AS MATERIALIZED (SELECT n, data <=> %s::halfvec AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND n <= {postings.GRAPH} "
            f"AND {held}), rest AS MATERIALIZED (SELECT n, data::{half} <=> %s::{half} AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND n > {postings.GRAPH} "
            f"AND {held} ORDER BY data::{half} <=> %s::{half} LIMIT %s) "
            "SELECT n, 1 - far FROM (SELECT * FROM first UNION ALL SELECT * FROM rest) AS near "
            "ORDER BY far, n DESC LIMIT %s",
            (self.asked, *held.values, self.asked, *held.values, self.asked, MORE * limit, limit),
        )
        return _pairs(await found.fetchall())


def _pairs(found: list[Any]) -> list[tuple[int, float]]:
    return [(n, cosine) for n, cosine in found]


async def _ids(db: Link, key: UUID, numbers: list[int]) -> dict[int, str]:
    if not numbers:
        return {}
    found = await db.execute(
        "SELECT n, id FROM recollect.messages WHERE owner = %s AND n = ANY(%s::bigint[]) "
        "UNION ALL SELECT n, id FROM recollect.notes WHERE owner = %s AND n = ANY(%s::bigint[])",
        (key, numbers, key, numbers),
    )
    return dict(await found.fetchall())
