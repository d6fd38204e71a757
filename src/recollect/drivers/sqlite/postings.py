"""The term index: for each owner and term, which records hold it, how often, and how long they are.

A term's postings are rows of at most BLOCK entries, in the order of record numbers, so a common
term is a few dozen rows to read instead of thousands, and adding to it rewrites under a kilobyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import apsw

from ...text.bm25 import REPEATS
from ..tables import entries as tables
from ..tables.entries import ENTRY as ENTRY
from ..tables.entries import MOST, without
from ..tables.entries import length as length
from .rows import Place

if TYPE_CHECKING:
    from ...orders import Floats

BLOCK = 112 * ENTRY.size  # stays inside its B-tree page, without an overflow page

Entries = dict[str, bytearray]


def collect(entries: Entries, n: int, terms: Mapping[str, int]) -> None:
    """Note a record's terms for `append`; records must come in the order of their numbers."""
    size = length(terms)
    once = ENTRY.pack(n, 1, size)
    for term, count in terms.items():
        packed = once if count == 1 else ENTRY.pack(n, min(count, MOST), size)
        held = entries.get(term)
        if held is None:
            entries[term] = bytearray(packed)
        else:
            held += packed


def append(db: apsw.Connection, scope: int, entries: Entries) -> None:
    """Add entries behind those that are there."""
    last: Any = db.executemany(
        "SELECT term, first, data FROM postings WHERE scope = ? AND term = ? "
        "ORDER BY first DESC LIMIT 1",
        [(scope, term) for term in entries],
    )
    tails = {term: (first, tail) for term, first, tail in last if len(tail) < BLOCK}
    rows = []
    for term, data in sorted(entries.items()):
        if term in tails:
            first, tail = tails[term]
            room = BLOCK - len(tail)
            rows.append((scope, term, first, tail + data[:room]))
            data = data[room:]
        for start in range(0, len(data), BLOCK):
            block = bytes(data[start : start + BLOCK])
            rows.append((scope, term, ENTRY.unpack_from(block)[0], block))
    db.executemany("REPLACE INTO postings(scope, term, first, data) VALUES(?, ?, ?, ?)", rows)


def remove(db: apsw.Connection, scope: int, n: int, terms: Iterable[str]) -> None:
    """Take a record out of the postings of its terms."""
    for term in terms:
        row = db.execute(
            "SELECT first, data FROM postings WHERE scope = ? AND term = ? AND first <= ? "
            "ORDER BY first DESC LIMIT 1",
            (scope, term, n),
        ).fetchone()
        if row is None:
            continue
        kept = without(row[1], {n})
        key = (scope, term, row[0])
        if kept:
            db.execute(
                "UPDATE postings SET data = ? WHERE scope = ? AND term = ? AND first = ?",
                (kept, *key),
            )
        else:
            db.execute("DELETE FROM postings WHERE scope = ? AND term = ? AND first = ?", key)


def score(
    db: apsw.Connection, place: Place, terms: Mapping[str, float], known: Any | None = None
) -> tuple[Floats, Floats]:
    """By record number: the weighted BM25 score, and the share of the terms; 0 for none held.

    With `known`, as if the records of these numbers were all there are.
    """
    entries = {term: _joined(db, "scope = ? AND term = ?", place.scope, term)
               for term in (*terms, REPEATS)}  # fmt: skip
    if known is None:
        return tables.score(place, terms, entries)
    sizes = tables.lengths(place, _joined(db, "scope = ?", place.scope))
    return tables.score(place, terms, entries, (known, sizes))


def _joined(db: apsw.Connection, which: str, *values: Any) -> bytes:
    """The entries of some rows, one after the other."""
    blocks: Any = db.execute(f"SELECT data FROM postings WHERE {which}", values)
    return b"".join(data for (data,) in blocks)
