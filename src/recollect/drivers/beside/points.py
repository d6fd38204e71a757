"""What an engine with collections is given to keep, and asked to filter by."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ...orders import Nearest
from ...times import micros
from ...types import Owner
from .card import Card, tag

if TYPE_CHECKING:
    from ...orders import Floats

NAMES = uuid.UUID("6a0dc7f4-8a1e-4c58-9a43-0e5b7f1d2c90")
HEAD = str(uuid.uuid5(NAMES, "head"))
"""The point that says how far a collection has followed."""
NUMBERS = 400_000
"""Of vectors, in one request: some 8 MB of JSON. Servers and proxies refuse what is too long."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Point:
    """One vector, and what to filter it by."""

    key: str
    payload: dict[str, Any]
    vector: Floats


@dataclass(frozen=True, slots=True)
class Sieve:
    """What a point must be like. Keys, where given, are of those that may pass."""

    equal: tuple[tuple[str, str], ...] = ()
    after: int | None = None
    before: int | None = None
    tags: tuple[str, ...] = ()
    keys: tuple[str, ...] | None = None


class Engine(Protocol):
    """A place with named collections of points; each call either works or raises."""

    def names(self, prefix: str) -> list[str]:
        """The collections whose names begin so."""
        ...

    def make(self, name: str, size: int) -> None:
        """Make a collection for vectors of this size, unless there is one."""
        ...

    def discard(self, name: str) -> None:
        """Remove a collection, if there is one."""
        ...

    def put(self, name: str, points: list[Point]) -> None:
        """Add points, or replace those of the same keys."""
        ...

    def describe(self, name: str, payloads: dict[str, dict[str, Any]]) -> None:
        """Replace the payloads of those of these keys that are there."""
        ...

    def remove(self, name: str, keys: list[str]) -> None:
        """Remove the points of these keys."""
        ...

    def erase(self, name: str, owner: str) -> None:
        """Remove the points of an owner."""
        ...

    def read(self, name: str, key: str) -> dict[str, Any] | None:
        """The payload of a point."""
        ...

    def scroll(self, name: str, sieve: Sieve) -> Iterator[dict[str, Any]]:
        """The payloads of all that pass."""
        ...

    def near(
        self, name: str, query: Floats, wanted: int, sieve: Sieve
    ) -> list[tuple[dict[str, Any], Floats]]:
        """The nearest that pass, with their vectors; fewer than wanted only if there are none."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def named(owner: Owner) -> str:
    """An owner as text that no other owner has."""
    return json.dumps([owner.tenant, owner.kind, owner.id])


def unnamed(text: str) -> Owner:
    """The owner of such a text."""
    tenant, kind, id = json.loads(text)
    return Owner(kind, id, tenant)


def key(owner: Owner, id: str = "") -> str:
    """What an engine knows a record by: the same id of two owners is two points."""
    return str(uuid.uuid5(NAMES, json.dumps([named(owner), id])))


def space(model: str, size: int) -> str:
    """The name of the collection of a model's vectors, without the prefix."""
    return f"{space_of(model)}.{size}"


def space_of(model: str) -> str:
    """What the names of all collections of a model begin with."""
    return hashlib.blake2b(model.encode(), digest_size=8).hexdigest()


def payload(owner: Owner, card: Card) -> dict[str, Any]:
    """What goes beside a vector. What a record has not is left out."""
    fields = {
        "owner": named(owner),
        "id": card.id,
        "kind": card.kind,
        "group": "message" if card.kind == "message" else "note",
        "at": card.at,
        "agent": card.agent,
        "session": card.session,
        "role": card.role,
        "tags": list(card.tags),
    }
    return {name: value for name, value in fields.items() if value is not None}


def card(payload: dict[str, Any]) -> Card:
    """As much of a card as ranking needs."""
    return Card(payload["id"], payload["kind"], payload["at"], None, None, None, ())


def room(points: Sequence[Point], most: int) -> int:
    """How many of them go into one request: fewer, if the vectors are long."""
    return max(1, min(most, NUMBERS // len(points[0].vector))) if points else most


def pages(things: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """All of them, so many at a time."""
    for start in range(0, len(things), most):
        yield things[start : start + most]


def sieve(request: Nearest) -> Sieve:
    """What a request admits."""
    scope, where = request.scope, request.where
    kind = "group" if where.kind in ("message", "note") else "kind"
    wanted = (
        ("owner", named(scope.owner)),
        ("agent", scope.agent_id),
        ("session", scope.session_id),
        ("session", where.session_id),
        ("role", where.role),
        (kind, where.kind),
    )
    return Sieve(
        tuple((name, value) for name, value in wanted if value is not None),
        None if where.after is None else micros(where.after),
        None if where.before is None else micros(where.before),
        tuple(tag(name, value) for name, value in where.metadata.items()),
        None if request.ids is None else keys(scope.owner, request.ids),
    )


def keys(owner: Owner, ids: Iterable[str]) -> tuple[str, ...]:
    """The keys of some records, each once."""
    return tuple(dict.fromkeys(key(owner, id) for id in ids))
