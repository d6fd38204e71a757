"""The entries of a term: which of an owner's records hold it, how often, and how long those are.

They are kept as bytes, many to a row, and scored all at once.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ...errors import StoreCorrupt
from ...text.bm25 import REPEATS, Counted, bm25, rarity

if TYPE_CHECKING:
    from ...orders import Floats

ENTRY = struct.Struct("<IHH")
MOST = 0xFFFF


class Place(Protocol):
    """What is counted of an owner."""

    @property
    def next(self) -> int:
        """The number of the next record."""

    @property
    def records(self) -> int:
        """How many there are."""

    @property
    def length(self) -> int:
        """How long they are together, in terms."""


def length(terms: Mapping[str, int]) -> int:
    """How long a record is, in terms."""
    return min(sum(terms.values()), MOST)


def without(data: bytes, numbers: set[int]) -> bytes:
    """The entries without those of some records."""
    kept = (entry for entry in ENTRY.iter_unpack(data) if entry[0] not in numbers)
    return b"".join(ENTRY.pack(*entry) for entry in kept)


def lengths(place: Place, data: bytes) -> Floats:
    """How long each record is, by number, from the entries of all its owner's terms."""
    import numpy as np

    held = _read(place, data)
    made: Floats = np.zeros(place.next, dtype=np.float32)
    made[held["n"]] = held["length"]
    return made


def score(
    place: Place,
    terms: Mapping[str, float],
    entries: Mapping[str, bytes],
    past: tuple[Any, Floats] | None = None,
) -> tuple[Floats, Floats]:
    """By record number: the weighted BM25 score, and the share of the terms; 0 for none held.

    `entries` holds those of `terms` and of REPEATS. With `past`, as if the records that it marks
    were all there are: marks, and lengths.
    """
    import numpy as np

    scores: Floats = np.zeros(place.next, dtype=np.float32)
    shares: Floats = np.zeros(place.next, dtype=np.float32)
    read = {term: _read(place, entries.get(term, b"")) for term in (*terms, REPEATS)}
    records, whole_length = place.records, float(place.length)
    if past is not None:
        known, sizes = past
        read = {term: held[known[held["n"]]] for term, held in read.items()}
        records, whole_length = int(known.sum()), float(sizes[known].sum())
    repeats = read.pop(REPEATS)
    counted = Counted.of(place.next, records, whole_length, repeats["n"], repeats["length"])
    dfs = {term: counted.df(held["n"]) for term, held in read.items()}
    worths = {term: weight * rarity(dfs[term], counted.count) for term, weight in terms.items()}
    whole = sum(worths.values()) or 1.0
    for term, held in read.items():
        numbers = held["n"]
        scores[numbers] += terms[term] * bm25(
            held["tf"], held["length"], dfs[term], counted.count, counted.average
        )
        shares[numbers] += worths[term] / whole
    return scores, shares


def best(numbers: Any, scores: Floats, limit: int) -> Any:
    """The places of the best `limit`, equal scores newest first."""
    import numpy as np

    if len(numbers) <= limit:
        return np.lexsort((-numbers, -scores))
    least = -np.partition(-scores, limit - 1)[limit - 1]
    ties = (scores >= least).nonzero()[0]
    return ties[np.lexsort((-numbers[ties], -scores[ties]))[:limit]]


def _read(place: Place, data: bytes) -> Any:
    import numpy as np

    dtype: Any = np.dtype([("n", "<u4"), ("tf", "<u2"), ("length", "<u2")])
    held = np.frombuffer(data, dtype=dtype, count=len(data) // ENTRY.size)
    if held["n"].max(initial=0) >= place.next or len(data) % ENTRY.size:
        raise StoreCorrupt("a term leads to records that never were; run: recollect verify")
    return held
