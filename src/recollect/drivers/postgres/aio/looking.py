"""One look at an owner's records: everything that may answer, from one state of the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....orders import Candidate, Look
from ....types import Record
from .. import postings, rows
from ..filters import admitted, clause
from ..rows import Place
from .opening import Link
from .search import AsyncVectors, find_place, passing, scored


async def look(db: Link, request: Look) -> list[Candidate]:
    """The union of all ways of looking, each record scored by all of them."""
    place = await find_place(db, request.scope.owner)
    if place is None:
        return []
    bm25, shares = await scored(db, place, request.terms)
    numbers = await passing(db, place, request, bm25)
    matched = numbers[postings.best(numbers, bm25[numbers], request.limit)].tolist()
    recent = await _recent(db, request)
    keyed = await _keyed(db, place, request)
    led = await _led(db, place, request)
    near: list[tuple[int, float]] = []
    cosines: dict[int, float] = {}
    if request.vector is not None:
        asked = await AsyncVectors.of(db, request.scope.owner, request.vector)
        if asked is not None:
            near = await asked.near(admitted(request), request.limit)
            others = {*matched, *keyed, *recent, *led} - {n for n, _ in near}
            cosines = dict(near) | await asked.cosines(list(others))
    newest = {n: i / len(recent) for i, n in enumerate(recent, start=1)}
    wanted = dict.fromkeys([*(n for n, _ in near), *matched, *keyed, *recent, *led])
    records = await _records(db, place, wanted)
    return [
        Candidate(
            records[n],
            float(bm25[n]),
            float(shares[n]),
            cosines.get(n),
            n in keyed,
            newest.get(n, 0.0),
            led.get(n, 0.0),
        )
        for n in wanted
        if n in records
    ]


async def _keyed(db: Link, place: Place, request: Look) -> set[int]:
    made = clause("notes", request.scope, request.where)
    if not request.keys or not place.notes or made is None:
        return set()
    found = await db.execute(
        f"SELECT n FROM recollect.notes WHERE {made} AND closed IS NULL AND key = ANY(%s::text[])",
        (*made.values, list(request.keys)),
    )
    return {n for (n,) in await found.fetchall()}


async def _led(db: Link, place: Place, request: Look) -> dict[int, float]:
    made = clause("notes", request.scope, request.where)
    if not request.leads or not place.notes or made is None:
        return {}
    found = await db.execute(
        f"SELECT n, id FROM recollect.notes WHERE {made} AND closed IS NULL "
        "AND id = ANY(%s::text[])",
        (*made.values, list(request.leads)),
    )
    return {n: request.leads[id] for n, id in await found.fetchall()}


async def _recent(db: Link, request: Look) -> list[int]:
    """The newest messages, the very newest last."""
    made = clause("messages", request.scope, request.where)
    if made is None or not request.recent:
        return []
    found = await db.execute(
        f"SELECT n FROM recollect.messages WHERE {made} ORDER BY at DESC, n DESC LIMIT %s",
        (*made.values, request.recent),
    )
    return [n for (n,) in reversed(await found.fetchall())]


async def _records(db: Link, place: Place, numbers: Iterable[int]) -> dict[int, Record]:
    wanted: list[Any] = list(numbers)
    held: dict[int, Record] = {}
    for table, columns, count in (
        ("messages", rows.MESSAGE, place.messages),
        ("notes", rows.NOTE, place.notes),
    ):
        if count and wanted:
            found = await db.execute(
                f"SELECT n, {columns} FROM recollect.{table} "
                "WHERE owner = %s AND n = ANY(%s::bigint[])",
                (place.key, wanted),
            )
            held |= {n: rows.record(place.owner, tuple(r)) for n, *r in await found.fetchall()}
    return held
