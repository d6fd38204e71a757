"""What a store of dicts answers: pure functions over what it keeps."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter

from ...counts import is_aside
from ...orders import AsOf, Query
from ...past import Cited, endings, stood
from ...types import Message, Note, Owner, Record, Report, Stats
from .kept import Kept, Partition, Place, open_key


def read(held: Partition, order: list[Place], query: Query) -> list[Record]:
    """The records a query means, oldest first."""
    places = _candidates(held, order, query)
    past = None if query.as_of is None else Past(held, query.as_of)
    if query.last is None:
        return list(_admitted(held, places, query, past))
    newest = islice(_admitted(held, reversed(places), query, past), max(query.last, 0))
    return list(newest)[::-1]


class Past:
    """An owner's records as they stood."""

    def __init__(self, held: Partition, as_of: AsOf) -> None:
        self._held, self._as_of = held, as_of
        self._cites: dict[str, list[Cited]] | None = None
        self._ended = endings((held.kept[id].life for _, _, id in held.notes), as_of)

    def stood(self, kept: Kept) -> Record | None:
        """A record as it was, None if it was not known."""
        record = kept.record
        if isinstance(record, Message):
            return record if self._as_of.knows(record.at, kept.since) else None
        if record is None or record.id not in self._ended:
            return None
        cites = self._cited().get(record.id, []) if record.seen > 1 else []
        return stood(kept.life, self._ended[record.id], cites, self._as_of)

    def _cited(self) -> dict[str, list[Cited]]:
        """The messages that each note rests on, in the order they came."""
        if self._cites is None:
            self._cites = {}
            known = [self._held.kept[id] for id in self._held.cited if id in self._held.kept]
            for kept in sorted(known, key=lambda kept: kept.number):
                assert kept.record is not None
                said = Cited(kept.record.id, kept.record.at, kept.since)
                for note in self._held.cited[said.id]:
                    self._cites.setdefault(note, []).append(said)
        return self._cites


def chosen(
    partitions: Mapping[Owner, Partition], owner: Owner | None, tenant: str | None
) -> list[Partition]:
    """What one owner has, or all of a tenant, or all."""
    if owner is not None:
        return [partitions[owner]] if owner in partitions else []
    return [held for whose, held in partitions.items() if tenant in (None, whose.tenant)]


def count(parts: Sequence[Partition], model: str | None, url: str) -> Stats:
    """How much some owners have."""
    vectors: Counter[str] = Counter()
    for held in parts:
        for kept in held.kept.values():
            vectors.update(kept.vectors.keys())
    total = sum(len(held.kept) for held in parts)
    return Stats(
        messages=sum(len(held.messages) for held in parts),
        notes=sum(len(held.notes) for held in parts),
        sessions=sum(_session_count(held) for held in parts),
        owners=len(parts),
        vectors=dict(vectors),
        pending=0 if model is None else total - vectors[model],
        url=url,
    )


def check(partitions: Mapping[Owner, Partition], counts: Mapping[str, int]) -> Report:
    """Compare the records with the orders, the citations and the counts kept beside them."""
    problems: list[str] = []
    for owner, held in partitions.items():
        problems += [f"{owner.kind} {owner.id!r}: {what}" for what in _problems(owner, held)]
    whole = count(list(partitions.values()), None, "")
    if dict(whole.vectors) != dict(counts):
        problems.append("the counts of vectors disagree with the vectors")
    checked = {"messages": whole.messages, "notes": whole.notes}
    return Report(checked | {"vectors": sum(whole.vectors.values())}, tuple(problems))


def _candidates(held: Partition, order: list[Place], query: Query) -> list[Place]:
    """The few places that ids name; else those within the times that are asked about."""
    if query.ids is None:
        first, last = (
            None if at is None else bisect_left(order, at, key=itemgetter(0))
            for at in (query.where.after, query.where.before)
        )
        return order if first is last is None else order[first:last]
    known = [held.kept[id] for id in dict.fromkeys(query.ids) if id in held.kept]
    return sorted(
        (kept.record.at, kept.number, kept.record.id)
        for kept in known
        if kept.record is not None and held.order(kept.record) is order
    )


def _admitted(
    held: Partition, places: Sequence[Place] | Iterator[Place], query: Query, past: Past | None
) -> Iterator[Record]:
    for _, _, id in places:
        kept = held.kept[id]
        record = kept.record if past is None else past.stood(kept)
        if record is None or not (query.scope.admits(record) and query.where.admits(record)):
            continue
        if isinstance(record, Message) or _wanted(held, record, query):
            yield record


def _wanted(held: Partition, note: Note, query: Query) -> bool:
    return (
        (query.closed or note.open)
        and (query.keys is None or note.key in query.keys)
        and (query.cites is None or note.id in held.cited.get(query.cites, ()))
    )


def _session_count(held: Partition) -> int:
    records = (held.kept[id].record for _, _, id in held.messages)
    named = {said.session_id for said in records if said and said.session_id is not None}
    return sum(not is_aside(one) for one in named)


def _problems(owner: Owner, held: Partition) -> Iterator[str]:
    if any(record.scope.owner != owner for record in held.records()):
        yield "a record belongs to somebody else"
    listed = sorted(id for _, _, id in held.messages + held.notes)
    if listed != sorted(held.kept):
        yield "the order of reading disagrees with the records"
    if held.messages != sorted(held.messages) or held.notes != sorted(held.notes):
        yield "the order of reading is not the order of time"
    keys = {key: record.id for record in held.records() if (key := open_key(record))}
    if keys != held.open_keys:
        yield "the keys of open notes disagree with the notes"
    notes = {record.id: record for record in held.records() if isinstance(record, Note)}
    if any(
        id not in notes or (notes[id].seen == 1 and source not in notes[id].sources)
        for source, citing in held.cited.items()
        for id in citing
    ):
        yield "a citation has no note"
