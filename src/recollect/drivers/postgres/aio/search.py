"""Search in the database: terms by BM25, vectors by cosine, entities by their edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from psycopg.rows import tuple_row

from ....orders import Found, Look, Match, Nearest, Neighbours
from ....text.names import folded
from ....types import Note, Owner
from ....vectors import checked
from .. import postings, rows
from ..filters import Clause, admitted, clause, of_owner
from ..keys import owner_key
from ..rows import Place
from .opening import Link

if TYPE_CHECKING:
    from ....orders import Floats, Vector

SMALL = 20_000
"""Up to so many vectors of an owner are compared one by one, which is exact."""
WIDTH = 200
"""Candidates that a walk through the graph keeps in view, at least."""
FAR = 200_000
"""Vectors that a walk may meet before it gives up finding enough that pass the filter."""


async def find_place(db: Link, owner: Owner) -> Place | None:
    """An owner's row, if there is one."""
    found = await db.execute(
        f"SELECT {rows.PLACE} FROM recollect.owners WHERE owner = %s", (owner_key(owner),)
    )
    row = await found.fetchone()
    return None if row is None else rows.place(row)


async def nearest(db: Link, request: Nearest) -> list[Found]:
    """The best cosines."""
    asked = await AsyncVectors.of(db, request.scope.owner, request.vector)
    if asked is None:
        return []
    near = await asked.near(admitted(request, request.ids), request.limit)
    ids = await _ids(db, request.scope.owner, [n for n, _ in near])
    return [Found(ids[n], cosine) for n, cosine in near if n in ids]


async def match(db: Link, request: Match) -> list[Found]:
    """The best BM25 scores among the owner's records."""
    place = await find_place(db, request.scope.owner)
    if place is None:
        return []
    scores, shares = await scored(db, place, request.terms)
    numbers = await passing(db, place, request, scores, request.ids)
    wanted = numbers[postings.best(numbers, scores[numbers], request.limit)].tolist()
    ids = await _ids(db, request.scope.owner, wanted)
    return [Found(ids[n], float(scores[n]), float(shares[n])) for n in wanted if n in ids]


async def neighbours(db: Link, request: Neighbours) -> list[Note]:
    """Notes at some entities, newest first."""
    made = clause("notes", request.scope)
    assert made is not None
    if not request.closed:
        made.add("closed IS NULL")
    made.add(
        "n IN (SELECT n FROM recollect.edges WHERE owner = %s AND entity = ANY(%s::text[]))",
        owner_key(request.scope.owner),
        [folded(name) for name in request.entities],
    )
    if request.relations is not None:
        made.add("relation = ANY(%s::text[])", list(request.relations))
    found = await db.execute(
        f"SELECT {rows.NOTE} FROM recollect.notes WHERE {made} ORDER BY n DESC LIMIT %s",
        (*made.values, request.limit),
    )
    return [rows.note(request.scope.owner, row) for row in await found.fetchall()]


async def scored(db: Link, place: Place, terms: Mapping[str, float]) -> tuple[Floats, Floats]:
    """By record number: the BM25 score, and the share of the terms."""
    held: list[Any] = []
    if terms:
        async with db.cursor(binary=True, row_factory=tuple_row) as cursor:
            await cursor.execute(
                "SELECT term, data FROM recollect.postings WHERE owner = %s "
                "AND term = ANY(%s::text[])",
                (place.key, list(terms)),
            )
            held = await cursor.fetchall()
    return postings.score(place, terms, held)


async def passing(
    db: Link,
    place: Place,
    request: Match | Look,
    scores: Floats,
    ids: tuple[str, ...] | None = None,
) -> Any:
    """The numbers that have a score and may be found; the others lose theirs."""
    import numpy as np

    made = admitted(request, ids)
    if len(made.values) == 1 and made.sql[0].startswith("n NOT IN"):
        found = await db.execute(
            "SELECT n FROM recollect.notes WHERE owner = %s AND closed IS NOT NULL", (place.key,)
        )
        scores[[n for (n,) in await found.fetchall()]] = 0
    else:
        numbers = (scores > 0).nonzero()[0].tolist()
        kept = np.zeros(len(scores), dtype=bool)
        if numbers:
            found = await db.execute(
                f"SELECT n FROM unnest(%s::bigint[]) AS n WHERE {made}", (numbers, *made.values)
            )
            kept[[n for (n,) in await found.fetchall()]] = True
        scores[~kept] = 0
    return (scores > 0).nonzero()[0]


class AsyncVectors:
    """An owner's vectors of one model, and what they are compared with."""

    def __init__(self, db: Link, owner: Owner, model: tuple[Any, ...], vector: Floats) -> None:
        self.db, self.key = db, owner_key(owner)
        self.model, self.size, self.graph, self.held = model
        self.asked = str(vector.tolist())

    @classmethod
    async def of(cls, db: Link, owner: Owner, vector: Vector) -> AsyncVectors | None:
        """None if the model, or this size of its vectors, is not known here."""
        found = await db.execute(
            "SELECT model, size, graph, vectors FROM recollect.models "
            "JOIN recollect.embedded USING(model) WHERE name = %s AND owner = %s",
            (vector.model, owner_key(owner)),
        )
        model = await found.fetchone()
        if model is None or model[1] != len(vector.data):
            return None
        return cls(db, owner, model, checked([vector.data], 1)[0])

    async def near(self, made: Clause, limit: int) -> list[tuple[int, float]]:
        """The numbers and cosines of the nearest records, best first, equals newest first."""
        if self.graph and self.held > SMALL:
            found = await self._walked(made, limit)
            if len(found) >= limit:
                return found
        return await self._compared(made, limit)

    async def cosines(self, numbers: Sequence[int]) -> dict[int, float]:
        """The cosines of some records, as far as they have vectors."""
        made = Clause(["n = ANY(%s::bigint[])"], [list(numbers)])
        return dict(await self._compared(made, len(numbers))) if numbers else {}

    async def _compared(self, made: Clause, limit: int) -> list[tuple[int, float]]:
        """All of them. Materialised, so that no walk through a graph is taken instead."""
        held = of_owner(self.key, made)
        found = await self.db.execute(
            "WITH near AS MATERIALIZED (SELECT n, data <=> %s::halfvec AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND {held}) "
            "SELECT n, 1 - far FROM near ORDER BY far, n DESC LIMIT %s",
            (self.asked, *held.values, limit),
        )
        return await found.fetchall()

    async def _walked(self, made: Clause, limit: int) -> list[tuple[int, float]]:
        """The first ones compared one by one, the others along the graph."""
        held, half = of_owner(self.key, made), f"halfvec({self.size})"
        await self.db.execute(
            f"SET LOCAL hnsw.ef_search = {min(max(WIDTH, 2 * limit), 1000)}; "
            f"SET LOCAL hnsw.max_scan_tuples = {FAR}; "
            "SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL enable_sort = off"
        )
        found = await self.db.execute(
            "WITH first AS MATERIALIZED (SELECT n, data <=> %s::halfvec AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND n <= {postings.GRAPH} "
            f"AND {held}), rest AS MATERIALIZED (SELECT n, data::{half} <=> %s::{half} AS far "
            f"FROM recollect.vectors WHERE model = {self.model} AND n > {postings.GRAPH} "
            f"AND {held} ORDER BY data::{half} <=> %s::{half} LIMIT %s) "
            "SELECT n, 1 - far FROM (SELECT * FROM first UNION ALL SELECT * FROM rest) AS near "
            "ORDER BY far, n DESC LIMIT %s",
            (self.asked, *held.values, self.asked, *held.values, self.asked, limit, limit),
        )
        return await found.fetchall()


async def _ids(db: Link, owner: Owner, numbers: list[int]) -> dict[int, str]:
    if not numbers:
        return {}
    key = owner_key(owner)
    found = await db.execute(
        "SELECT n, id FROM recollect.messages WHERE owner = %s AND n = ANY(%s::bigint[]) "
        "UNION ALL SELECT n, id FROM recollect.notes WHERE owner = %s AND n = ANY(%s::bigint[])",
        (key, numbers, key, numbers),
    )
    return dict(await found.fetchall())
