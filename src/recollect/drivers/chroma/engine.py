"""Collections of points in Chroma."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from chromadb.errors import NotFoundError

from ...errors import StoreError
from ..beside.failures import Guarded
from ..beside.points import HEAD, Point, Sieve, pages, room
from .failures import translated

if TYPE_CHECKING:
    from ...orders import Floats

PAGE = 500
SETTINGS = {"hnsw": {"space": "ip", "ef_construction": 200, "ef_search": 200}}
TAG = "tag:"
Row = tuple[dict[str, Any], "Floats"]


class Chroma:
    """A client, of a folder or of a server. It is given vectors, and never makes any."""

    def __init__(self, client: Any, end: Callable[[], None], url: str) -> None:
        self._border = partial(translated, url)
        self._client = Guarded(client, self._border)
        self._end = end

    def names(self, prefix: str) -> list[str]:
        """The collections whose names begin so."""
        return [one.name for one in self._client.list_collections() if one.name.startswith(prefix)]

    def make(self, name: str, size: int) -> None:
        """Make a collection, unless there is one; its first vector sets the size."""
        self._client.get_or_create_collection(name, embedding_function=None, configuration=SETTINGS)

    def discard(self, name: str) -> None:
        """Remove a collection, if there is one."""
        try:
            self._client.delete_collection(name)
        except StoreError as error:
            if not isinstance(error.__cause__, NotFoundError):
                raise

    def put(self, name: str, points: list[Point]) -> None:
        """Add points, or replace those of the same keys."""
        held = self._held(name)
        for some in pages(points, room(points, PAGE)):
            said = {one.key: _flat(one.payload) for one in some}
            if HEAD not in said:  # which always has the same fields
                self._make_way(held, said)
            held.upsert(
                ids=list(said),
                embeddings=np.stack([one.vector for one in some]),
                metadatas=list(said.values()),
            )

    def describe(self, name: str, payloads: dict[str, dict[str, Any]]) -> None:
        """Replace the payloads of those of these keys that are there."""
        held = self._held(name)
        for some in pages(list(payloads), PAGE):
            known = held.get(ids=list(some), include=["metadatas", "embeddings"])
            rows = zip(known["ids"], known["metadatas"], known["embeddings"], strict=True)
            changed = [
                Point(key, payloads[key], np.asarray(vector, dtype=np.float32))
                for key, fields, vector in rows
                if fields != _flat(payloads[key])
            ]
            if changed:
                self.put(name, changed)

    def remove(self, name: str, keys: list[str]) -> None:
        """Remove the points of these keys."""
        held = self._held(name)
        for some in pages(keys, PAGE):
            held.delete(ids=list(some))

    def erase(self, name: str, owner: str) -> None:
        """Remove the points of an owner."""
        self._held(name).delete(where={"owner": owner})

    def read(self, name: str, key: str) -> dict[str, Any] | None:
        """The payload of a point."""
        found = self._held(name).get(ids=[key], include=["metadatas"])["metadatas"]
        return dict(found[0]) if found else None

    def scroll(self, name: str, sieve: Sieve) -> Iterator[dict[str, Any]]:
        """The payloads of all that pass."""
        held, start = self._held(name), 0
        while True:
            page = held.get(where=_where(sieve), limit=PAGE, offset=start, include=["metadatas"])[
                "metadatas"
            ]
            yield from map(dict, page)
            if len(page) < PAGE:
                return
            start += PAGE

    def near(self, name: str, query: Floats, wanted: int, sieve: Sieve) -> list[Row]:
        """The nearest that pass, with their vectors: by its graph, or by looking at each."""
        held, where = self._held(name), _where(sieve)
        if sieve.keys is None:
            found = held.query(
                query_embeddings=query[None, :],
                n_results=wanted,
                where=where,
                include=["metadatas", "embeddings"],
            )
            rows = _rows(found["metadatas"][0], found["embeddings"][0])
            if len(rows) == wanted or not self._more(held, where, len(rows)):
                return rows
        return _best(self._every(held, sieve), query, wanted)

    def close(self) -> None:
        """Let go of the folder or the connections."""
        self._end()

    def _held(self, name: str) -> Any:
        # By name each time: a collection that was made anew is another one.
        held = self._client.get_collection(name, embedding_function=None)
        return Guarded(held, self._border)

    def _make_way(self, held: Any, said: dict[str, dict[str, Any]]) -> None:
        """Remove points that would keep fields which are no longer said of them."""
        known = held.get(ids=list(said), include=["metadatas"])
        pairs = zip(known["ids"], known["metadatas"], strict=True)
        stale = [key for key, fields in pairs if set(fields) - set(said[key])]
        if stale:
            held.delete(ids=stale)

    def _more(self, held: Any, where: Any, found: int) -> bool:
        """Whether the graph has led to fewer than there are."""
        return len(held.get(where=where, limit=found + 1, include=[])["ids"]) > found

    def _every(self, held: Any, sieve: Sieve) -> list[Row]:
        """All that pass."""
        where, rows, start = _where(sieve), [], 0
        both = ["metadatas", "embeddings"]
        if sieve.keys is not None:
            for some in pages(sieve.keys, PAGE):
                page = held.get(ids=list(some), where=where, include=both)
                rows += _rows(page["metadatas"], page["embeddings"])
            return rows
        while len(rows) == start:
            page = held.get(where=where, limit=PAGE, offset=start, include=both)
            rows += _rows(page["metadatas"], page["embeddings"])
            start += PAGE
        return rows


def _best(rows: list[Row], query: Floats, wanted: int) -> list[Row]:
    return sorted(rows, key=lambda row: -float(row[1] @ query))[:wanted]


def _rows(payloads: Sequence[Any], vectors: Sequence[Any]) -> list[Row]:
    return [
        (dict(payload), np.asarray(vector, dtype=np.float32))
        for payload, vector in zip(payloads, vectors, strict=True)
    ]


def _flat(payload: dict[str, Any]) -> dict[str, Any]:
    """The same without a list: each tag a field of its own."""
    fields = {name: value for name, value in payload.items() if name != "tags"}
    return fields | {TAG + tag: True for tag in payload.get("tags", ())}


def _where(sieve: Sieve) -> dict[str, Any] | None:
    must: list[dict[str, Any]] = [{name: value} for name, value in sieve.equal]
    must += [{TAG + tag: True} for tag in sieve.tags]
    if sieve.after is not None:
        must.append({"at": {"$gte": sieve.after}})
    if sieve.before is not None:
        must.append({"at": {"$lt": sieve.before}})
    if not must:
        return None
    return must[0] if len(must) == 1 else {"$and": must}
