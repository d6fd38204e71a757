"""The term index: for each owner and term, which records hold it, how often, and how long they are.

A row holds the entries of up to BLOCK records that were numbered one after the other, so a common
term is a few dozen rows to read instead of thousands, and adding to it rewrites a kilobyte at most.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ...errors import StoreCorrupt
from ...text.bm25 import REPEATS, Counted, bm25, rarity
from .rows import Place

if TYPE_CHECKING:
    from ...orders import Floats

ENTRY = struct.Struct("<IHH")
BLOCK = 128
"""Records of a block."""
MOST = 0xFFFF
GRAPH = 10_000
"""Vectors of an owner's records beyond this number are in a graph (HNSW), the others are compared
one by one. So small owners cost no graph, and a growing one is never moved."""

Spot = tuple[UUID, str, int]
"""An owner, a term and a block: the key of a row."""
Entries = dict[Spot, bytearray]


def length(terms: Mapping[str, int]) -> int:
    """How long a record is, in terms."""
    return min(sum(terms.values()), MOST)


def collect(entries: Entries, key: UUID, n: int, terms: Mapping[str, int]) -> None:
    """Note a record's terms."""
    size, block = length(terms), n // BLOCK
    for term, count in terms.items():
        held = entries.setdefault((key, term, block), bytearray())
        held += ENTRY.pack(n, min(count, MOST), size)


def without(data: bytes, numbers: set[int]) -> bytes:
    """A row's entries without those of some records."""
    kept = (entry for entry in ENTRY.iter_unpack(data) if entry[0] not in numbers)
    return b"".join(ENTRY.pack(*entry) for entry in kept)


def score(
    place: Place,
    terms: Mapping[str, float],
    rows: Sequence[tuple[str, bytes]],
    past: tuple[Any, Any] | None = None,
) -> tuple[Floats, Floats]:
    """By record number: the weighted BM25 score, and the share of the terms; 0 for none held.

    With `past`, as if the records that it marks were all there are: marks, and lengths.
    """
    import numpy as np

    scores: Floats = np.zeros(place.next, dtype=np.float32)
    shares: Floats = np.zeros(place.next, dtype=np.float32)
    blocks: dict[str, list[bytes]] = {term: [] for term in (*terms, REPEATS)}
    for term, data in rows:
        blocks[term].append(data)
    entries = {term: _held(place, b"".join(data)) for term, data in blocks.items()}
    records, whole_length = place.records, float(place.length)
    if past is not None:
        known, lengths = past
        entries = {term: held[known[held["n"]]] for term, held in entries.items()}
        records, whole_length = int(known.sum()), float(lengths[known].sum())
    repeats = entries.pop(REPEATS)
    counted = Counted.of(place.next, records, whole_length, repeats["n"], repeats["length"])
    dfs = {term: counted.df(held["n"]) for term, held in entries.items()}
    worths = {term: weight * rarity(dfs[term], counted.count) for term, weight in terms.items()}
    whole = sum(worths.values()) or 1.0
    for term, held in entries.items():
        numbers = held["n"]
        scores[numbers] += terms[term] * bm25(
            held["tf"], held["length"], dfs[term], counted.count, counted.average
        )
        shares[numbers] += worths[term] / whole
    return scores, shares


def lengths(place: Place, rows: Sequence[tuple[bytes]]) -> Any:
    """How long each record is, by number: read from all its owner's terms."""
    import numpy as np

    held = _held(place, b"".join(data for (data,) in rows))
    made = np.zeros(place.next, dtype=np.float32)
    made[held["n"]] = held["length"]
    return made


def best(numbers: Any, scores: Floats, limit: int) -> Any:
    """The places of the best `limit`, equal scores newest first."""
    import numpy as np

    if len(numbers) <= limit:
        return np.lexsort((-numbers, -scores))
    least = -np.partition(-scores, limit - 1)[limit - 1]
    ties = (scores >= least).nonzero()[0]
    return ties[np.lexsort((-numbers[ties], -scores[ties]))[:limit]]


def _held(place: Place, data: bytes) -> Any:
    """The entries of one term."""
    import numpy as np

    dtype: Any = np.dtype([("n", "<u4"), ("tf", "<u2"), ("length", "<u2")])
    held = np.frombuffer(data, dtype=dtype, count=len(data) // ENTRY.size)
    if held["n"].max(initial=0) >= place.next or len(data) % ENTRY.size:
        raise StoreCorrupt("a term leads to records that never were; run: recollect verify")
    return held
