"""Searches over the copy of one owner: exact, and of one state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import VectorError
from ...orders import Candidate, Found, Look, Match, Nearest, Neighbours, Query
from ...types import Message, Note, Record
from ..state.kept import own
from ..state.reading import Past, read
from .mirror import Mirror


def nearest(mirror: Mirror, request: Nearest) -> list[Found]:
    """Best cosine first."""
    return mirror.shard.nearest(request) if request.limit > 0 else []


def match(mirror: Mirror, request: Match) -> list[Found]:
    """Best BM25 first."""
    return mirror.shard.match(request) if request.limit > 0 else []


def neighbours(mirror: Mirror, request: Neighbours) -> list[Note]:
    """Notes at some entities, newest first."""
    if request.limit < 1:
        return []
    found = mirror.shard.neighbours(request)
    records = stood(mirror, [one.id for one in found], request)
    return [note for one in found if isinstance(note := records.get(one.id), Note)]


def messages(mirror: Mirror, query: Query) -> list[Message]:
    """Messages, by event time."""
    found = read(mirror.held, mirror.held.messages, query)
    return [record for one in found if isinstance(record := own(one), Message)]


def notes(mirror: Mirror, query: Query) -> list[Note]:
    """Notes, by the time they were learned."""
    found = read(mirror.held, mirror.held.notes, query)
    return [record for one in found if isinstance(record := own(one), Note)]


def look(mirror: Mirror, request: Look, known: Sequence[str] | None = None) -> list[Candidate]:
    """The union of all ways of looking, each record scored by all of them.

    `known` are the nearest, if somebody has found them already.
    """
    scope, where, as_of = request.scope, request.where, request.as_of
    recent = messages(mirror, Query(scope, where, last=request.recent, as_of=as_of))
    keyed = notes(mirror, Query(scope, where, keys=request.keys, as_of=as_of))
    led = notes(mirror, Query(scope, where, ids=tuple(request.leads), as_of=as_of))
    near = {one.id: one for one in _near(mirror, request, None if known is None else [])}
    best = {one.id: one for one in _matching(mirror, request, None)}
    newest = {said.id: place / len(recent) for place, said in enumerate(recent, start=1)}
    keys, leads = {note.id for note in keyed}, {note.id: request.leads[note.id] for note in led}
    wanted = dict.fromkeys([*near, *(known or ()), *best, *keys, *newest, *leads])
    near |= {one.id: one for one in _near(mirror, request, [i for i in wanted if i not in near])}
    best |= {
        one.id: one for one in _matching(mirror, request, [i for i in wanted if i not in best])
    }
    records = stood(mirror, wanted, request)
    return [
        Candidate(
            record,
            best[id].score if id in best else 0.0,
            best[id].share if id in best else 0.0,
            near[id].score if id in near else None,
            id in keys,
            newest.get(id, 0.0),
            leads.get(id, 0.0),
        )
        for id, record in sorted(records.items(), key=lambda one: _place(mirror, *one))
    ]


def stood(mirror: Mirror, ids: Iterable[str], request: Look | Neighbours) -> dict[str, Record]:
    """Records by their ids, as they stand or stood."""
    past = None if request.as_of is None else Past(mirror.held, request.as_of)
    found: dict[str, Record] = {}
    for id in ids:
        kept = mirror.held.kept[id]
        record = kept.record if past is None else past.stood(kept)
        if record is not None:
            found[id] = own(record)
    return found


def _place(mirror: Mirror, id: str, record: Record) -> tuple[bool, int]:
    return not isinstance(record, Message), mirror.held.kept[id].number


def _near(mirror: Mirror, request: Look, ids: list[str] | None) -> list[Found]:
    if request.vector is None or ids == []:
        return []
    limit, only = (request.near, None) if ids is None else (len(ids), tuple(ids))
    try:
        return nearest(
            mirror,
            Nearest(request.scope, request.vector, limit, request.where, only, request.as_of),
        )
    except VectorError:  # another size than that of the model's: words alone are compared
        return []


def _matching(mirror: Mirror, request: Look, ids: list[str] | None) -> list[Found]:
    if not request.terms or ids == []:
        return []
    limit, only = (request.limit, None) if ids is None else (len(ids), tuple(ids))
    return match(
        mirror, Match(request.scope, request.terms, limit, request.where, only, request.as_of)
    )
