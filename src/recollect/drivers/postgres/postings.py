"""The term index: for each owner and term, which records hold it, how often, and how long they are.

A row holds the entries of up to BLOCK records that were numbered one after the other, so a common
term is a few dozen rows to read instead of thousands, and adding to it rewrites a kilobyte at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ..tables import entries as tables
from ..tables.entries import ENTRY as ENTRY
from ..tables.entries import MOST
from ..tables.entries import length as length
from ..tables.entries import without as without
from .rows import Place

if TYPE_CHECKING:
    from ...orders import Floats

BLOCK = 128
"""Records of a block."""
GRAPH = 10_000
"""Vectors of an owner's records beyond this number are in a graph (HNSW), the others are compared
one by one. So small owners cost no graph, and a growing one is never moved."""

Spot = tuple[UUID, str, int]
"""An owner, a term and a block: the key of a row."""
Entries = dict[Spot, bytearray]


def collect(entries: Entries, key: UUID, n: int, terms: Mapping[str, int]) -> None:
    """Note a record's terms."""
    size, block = length(terms), n // BLOCK
    for term, count in terms.items():
        held = entries.setdefault((key, term, block), bytearray())
        held += ENTRY.pack(n, min(count, MOST), size)


def score(
    place: Place,
    terms: Mapping[str, float],
    rows: Sequence[tuple[str, bytes]],
    past: tuple[Any, Floats] | None = None,
) -> tuple[Floats, Floats]:
    """By record number: the weighted BM25 score, and the share of the terms; 0 for none held.

    With `past`, as if the records that it marks were all there are: marks, and lengths.
    """
    blocks: dict[str, list[bytes]] = {}
    for term, data in rows:
        blocks.setdefault(term, []).append(data)
    entries = {term: b"".join(data) for term, data in blocks.items()}
    return tables.score(place, terms, entries, past)


def lengths(place: Place, rows: Sequence[tuple[bytes]]) -> Floats:
    """How long each record is, by number: read from all its owner's terms."""
    return tables.lengths(place, b"".join(data for (data,) in rows))
