"""What somebody changed in a file of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from ... import text
from ...errors import InputError
from ...orders import Batch, Drop, Put
from ...types import Message, Note, Owner, Record, Scope
from ..ondisk.corrected import restated
from .records import made_up_id, read, show

Key: TypeAlias = tuple[Owner, str]
LISTS: dict[str, type[Record]] = {"messages": Message, "notes": Note}


@dataclass(frozen=True, slots=True)
class Item:
    """One record of a file, as it stands there, and how to name its place."""

    value: Mapping[str, Any]
    kind: type[Record]
    place: str = ""


class Edits:
    """Compares a file with what it showed, and with what is kept by now."""

    def __init__(self, base: Mapping[Key, Record], kept: Mapping[Key, Record], now: datetime):
        self._base, self._kept, self._now = base, kept, now
        self._seen: set[Key] = set()
        self._puts: list[Record] = []
        self._drops: list[Record] = []

    def take(self, items: Iterable[Item], *, whole: bool) -> Batch:
        """The batch that does what somebody did; of a torn file nothing counts as deleted."""
        waiting: list[Item] = []
        for item in items:
            if item.value.get("id") is None:
                waiting.append(item)
            else:
                self._named(item, self._take)
        for item in waiting:
            self._named(item, self._add)
        if whole:
            self._drops += self.missing
        return self._batch()

    @property
    def missing(self) -> list[Record]:
        """What is kept, was shown, and does not stand there any more."""
        gone = (self._base.keys() - self._seen) & self._kept.keys()
        return sorted((self._kept[key] for key in gone), key=_order)

    def _named(self, item: Item, take: Callable[[Item], None]) -> None:
        try:
            take(item)
        except InputError as error:
            raise InputError(f"{item.place}: {error}") from None

    def _take(self, item: Item) -> None:
        key = key_of(item.value)
        if key in self._seen:
            raise InputError(f"the id {key[1]!r} stands there twice; leave out one of them")
        shown, kept = self._base.get(key), self._kept.get(key)
        self._seen.add(key)
        if shown is not None and show(shown) == item.value:
            return
        record = read(item.value, item.kind, self._now)
        if record in (shown, kept):
            return
        if kept is not None:
            self._drops.append(kept)
        self._puts.append(_agreeing(record, shown or kept))

    def _add(self, item: Item) -> None:
        """What was written without an id."""
        owner = read(item.value, item.kind, self._now).scope.owner
        taken = {id for whose, id in self._seen if whose == owner}
        id = made_up_id(item.value, taken)
        self._seen.add((owner, id))
        if (owner, id) not in self._kept:
            self._puts.append(read({**item.value, "id": id}, item.kind, self._now))

    def _batch(self) -> Batch:
        puts = tuple(Put(record, text.terms(record.text)) for record in self._puts)
        return Batch(puts=puts, drops=tuple(Drop(record) for record in self._drops))


def _agreeing(record: Record, before: Record | None) -> Record:
    """A note whose words were corrected, and its value not, has the value its words say."""
    if not isinstance(record, Note) or not isinstance(before, Note):
        return record
    same = (record.key, record.value, record.object) == (before.key, before.value, before.object)
    return restated(record, before) if same else record


def listed(document: Mapping[str, Any]) -> Iterator[Item]:
    """The records of a whole file."""
    for name, kind in LISTS.items():
        values = document.get(name) or []
        if not isinstance(values, list):
            raise InputError(f"{name} must be a list")
        for number, value in enumerate(values, start=1):
            place = f"number {number} of its {name}"
            if not isinstance(value, dict):
                raise InputError(f"{place} must be an object with fields")
            yield Item(value, kind, place)


def _order(record: Record) -> tuple[bool, datetime, str]:
    return isinstance(record, Note), record.at, record.id


def key_of(value: Mapping[str, Any]) -> Key:
    """Whose record it is, and which."""
    names = ("user_id", "agent_id", "session_id")
    for name in ("id", "tenant", *names):
        if not isinstance(value.get(name), str | None):
            raise InputError(f"{name} must be text; put it in quotes")
    user, agent, session = (value.get(name) for name in names)
    return Scope(user, agent, session, value.get("tenant") or "").owner, str(value["id"])
