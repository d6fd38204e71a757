"""Collections of points in Qdrant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from qdrant_client import QdrantClient, models

from ..beside.failures import Guarded
from ..beside.points import Point, Sieve, pages, room
from .failures import translated

if TYPE_CHECKING:
    from ...orders import Floats

PAGE = 1000
FEW = 50_000
"""Up to so many points of an owner are searched exactly."""
INDEXED = {
    "agent": models.PayloadSchemaType.KEYWORD,
    "session": models.PayloadSchemaType.KEYWORD,
    "role": models.PayloadSchemaType.KEYWORD,
    "kind": models.PayloadSchemaType.KEYWORD,
    "group": models.PayloadSchemaType.KEYWORD,
    "tags": models.PayloadSchemaType.KEYWORD,
    "at": models.PayloadSchemaType.INTEGER,
}


class Qdrant:
    """A client, of a folder or of a server."""

    def __init__(self, client: QdrantClient, local: bool, url: str) -> None:
        self._client: Any = Guarded(client, partial(translated, url))
        self._local = local

    def names(self, prefix: str) -> list[str]:
        """The collections whose names begin so."""
        held = self._client.get_collections().collections
        return [one.name for one in held if one.name.startswith(prefix)]

    def make(self, name: str, size: int) -> None:
        """Make a collection for unit vectors of this size, unless there is one."""
        if not self._client.collection_exists(name):
            vectors = models.VectorParams(size=size, distance=models.Distance.DOT)
            self._client.create_collection(name, vectors)
        if self._local:
            return  # which has no indexes of payloads
        tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
        self._client.create_payload_index(name, "owner", tenant)
        for field, kind in INDEXED.items():
            self._client.create_payload_index(name, field, kind)

    def discard(self, name: str) -> None:
        """Remove a collection, if there is one."""
        self._client.delete_collection(name)

    def put(self, name: str, points: list[Point]) -> None:
        """Add points, or replace those of the same keys."""
        for some in pages(points, room(points, PAGE)):
            made = [
                models.PointStruct(id=one.key, vector=one.vector.tolist(), payload=one.payload)
                for one in some
            ]
            self._client.upsert(name, made, wait=True)

    def describe(self, name: str, payloads: dict[str, dict[str, Any]]) -> None:
        """Replace the payloads of those of these keys that are there."""
        for some in pages(list(payloads), PAGE):
            held = self._client.retrieve(name, some, with_payload=True)
            for one in held:
                key = str(one.id)
                if one.payload != payloads[key]:
                    self._client.overwrite_payload(name, payloads[key], [key], wait=True)

    def remove(self, name: str, keys: list[str]) -> None:
        """Remove the points of these keys."""
        for some in pages(keys, PAGE):
            self._client.delete(name, models.PointIdsList(points=list(some)), wait=True)

    def erase(self, name: str, owner: str) -> None:
        """Remove the points of an owner."""
        theirs = _filter(Sieve((("owner", owner),)))
        self._client.delete(name, models.FilterSelector(filter=theirs), wait=True)

    def read(self, name: str, key: str) -> dict[str, Any] | None:
        """The payload of a point."""
        found = self._client.retrieve(name, [key], with_payload=True)
        return dict(found[0].payload or {}) if found else None

    def scroll(self, name: str, sieve: Sieve) -> Iterator[dict[str, Any]]:
        """The payloads of all that pass."""
        offset: Any = None
        while True:
            page, offset = self._client.scroll(
                name, scroll_filter=_filter(sieve), limit=PAGE, offset=offset, with_payload=True
            )
            for one in page:
                yield dict(one.payload or {})
            if offset is None:
                return

    def near(
        self, name: str, query: Floats, wanted: int, sieve: Sieve
    ) -> list[tuple[dict[str, Any], Floats]]:
        """The nearest that pass, with their vectors."""
        passing = _filter(sieve)
        found = self._client.query_points(
            name,
            query=query.tolist(),
            query_filter=passing,
            limit=wanted,
            search_params=None if self._local else self._exactly(name, passing, wanted),
            with_payload=True,
            with_vectors=True,
        )
        return [
            (dict(one.payload or {}), np.asarray(one.vector, dtype=np.float32))
            for one in found.points
        ]

    def close(self) -> None:
        """Let go of the folder or the connections."""
        self._client.close()

    def _exactly(self, name: str, passing: models.Filter, wanted: int) -> models.SearchParams:
        """Look at each where they are few, or where most of them are wanted anyway."""
        held = self._client.count(name, passing, exact=False).count
        return models.SearchParams(exact=held <= max(FEW, 2 * wanted))


def _filter(sieve: Sieve) -> models.Filter:
    must: list[Any] = [_equal(name, value) for name, value in sieve.equal]
    must += [_equal("tags", tag) for tag in sieve.tags]
    if sieve.after is not None or sieve.before is not None:
        times = models.Range(gte=sieve.after, lt=sieve.before)
        must.append(models.FieldCondition(key="at", range=times))
    if sieve.keys is not None:
        must.append(models.HasIdCondition(has_id=list(sieve.keys)))
    return models.Filter(must=must)


def _equal(name: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=name, match=models.MatchValue(value=value))
