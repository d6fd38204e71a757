"""One look at an owner's records: everything that may answer, from one state of the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....orders import AsOf, Candidate, Look
from ....types import Note, Record
from ...tables.clauses import Clause
from ...tables.entries import best
from .. import rows
from ..filters import admitted, clause, narrow
from ..keys import owner_key
from ..rows import Place
from .opening import Link
from .past import as_they_stood
from .search import (
    AsyncVectors,
    ask_model,
    ask_passing,
    ask_place,
    ask_terms,
    passing,
    read_place,
    scored,
)


async def look(db: Link, request: Look) -> list[Candidate]:
    """The union of all ways of looking, each record scored by all of them.

    In three round trips: what hangs on nothing, the best of it, and the rest about that.
    """
    key = owner_key(request.scope.owner)
    placed, held = await ask_place(db, key), await ask_terms(db, key, request.terms)
    model = await ask_model(db, key, request.vector)
    found = [await ask(db, request) for ask in (_recent, _keyed, _led)]
    place = await read_place(placed)
    if place is None:
        return []
    bm25, shares = await scored(db, place, request, held)
    vectors = await AsyncVectors.read(db, key, model)
    recent, keyed, led = [[] if one is None else await one.fetchall() for one in found]
    asked = await ask_passing(db, request, bm25)
    near = [] if vectors is None else await vectors.near(admitted(request), request.near)
    numbers = await passing(asked, bm25)
    matched = numbers[best(numbers, bm25[numbers], request.limit)].tolist()
    newest = {n: i / len(recent) for i, (n,) in enumerate(reversed(recent), start=1)}
    keys = {n for (n,) in keyed}
    leads = {n: request.leads[id] for n, id in led}
    wanted = dict.fromkeys([*(n for n, _ in near), *matched, *keys, *newest, *leads])
    others = [n for n in wanted if n not in dict(near)]
    compared = None if vectors is None else await vectors.ask_cosines(others)
    records = await _records(db, place, wanted, request.as_of)
    cosines = dict(near) | ({} if compared is None else dict(await compared.fetchall()))
    return [
        Candidate(
            record,
            float(bm25[n]),
            float(shares[n]),
            cosines.get(n),
            n in keys,
            newest.get(n, 0.0),
            leads.get(n, 0.0),
        )
        for n, record in sorted(records.items(), key=_place)
    ]


def _place(one: tuple[int, Record]) -> tuple[bool, int]:
    """Messages before notes, each in the order they came, as in every store: equals stay so."""
    return isinstance(one[1], Note), one[0]


async def _recent(db: Link, request: Look) -> Any:
    """Ask for the newest messages, the very newest first."""
    made = clause("messages", request.scope, request.where)
    if made is None or not request.recent:
        return None
    if request.as_of is not None:
        narrow(made, "messages", owner_key(request.scope.owner), request.as_of)
    return await db.execute(
        f"SELECT n FROM recollect.messages WHERE {made} ORDER BY at DESC, n DESC LIMIT %s",
        (*made.values, request.recent),
    )


async def _keyed(db: Link, request: Look) -> Any:
    """Ask for the open notes of some keys."""
    made = _open(request)
    if not request.keys or made is None:
        return None
    return await db.execute(
        f"SELECT n FROM recollect.notes WHERE {made} AND key = ANY(%s::text[])",
        (*made.values, list(request.keys)),
    )


async def _led(db: Link, request: Look) -> Any:
    """Ask for the open notes that the question's names lead to."""
    made = _open(request)
    if not request.leads or made is None:
        return None
    return await db.execute(
        f"SELECT n, id FROM recollect.notes WHERE {made} AND id = ANY(%s::text[])",
        (*made.values, list(request.leads)),
    )


def _open(request: Look) -> Clause | None:
    """The open notes, or those that were."""
    made = clause("notes", request.scope, request.where)
    if made is not None and request.as_of is not None:
        narrow(made, "notes", owner_key(request.scope.owner), request.as_of)
    elif made is not None:
        made.add("closed IS NULL")
    return made


async def _records(
    db: Link, place: Place, numbers: Iterable[int], as_of: AsOf | None
) -> dict[int, Record]:
    wanted = list(numbers)
    asked = [
        await db.execute(
            f"SELECT n, {columns} FROM recollect.{table} "
            "WHERE owner = %s AND n = ANY(%s::bigint[])",
            (place.key, wanted),
        )
        for table, columns in (("messages", rows.MESSAGE), ("notes", rows.NOTE))
    ]
    held = [row for cursor in asked for row in await cursor.fetchall()]
    found = {n: rows.record(place.owner, tuple(row)) for n, *row in held}
    if as_of is None:
        return found
    notes = [(n, record) for n, record in found.items() if isinstance(record, Note)]
    return found | await as_they_stood(db, place.key, notes, as_of)
