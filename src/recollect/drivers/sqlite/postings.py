"""The term index: for each owner and term, which records hold it, how often, and how long they are.

A term's postings are rows of at most BLOCK entries, in the order of record numbers, so a common
term is a few dozen rows to read instead of thousands, and adding to it rewrites under a kilobyte.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import apsw

from ...errors import StoreCorrupt
from ...text.bm25 import REPEATS, Counted, bm25, rarity
from .rows import Place

if TYPE_CHECKING:
    from ...orders import Floats

ENTRY = struct.Struct("<IHH")
BLOCK = 112 * ENTRY.size  # stays inside its B-tree page, without an overflow page
MOST = 0xFFFF

Entries = dict[str, bytearray]


def length(terms: Mapping[str, int]) -> int:
    """How long a record is, in terms."""
    return min(sum(terms.values()), MOST)


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
        kept = b"".join(ENTRY.pack(*entry) for entry in ENTRY.iter_unpack(row[1]) if entry[0] != n)
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
    import numpy as np

    scores: Floats = np.zeros(place.next, dtype=np.float32)
    shares: Floats = np.zeros(place.next, dtype=np.float32)
    entries = {term: _held(db, place, term) for term in (*terms, REPEATS)}
    records, whole_length = place.records, float(place.length)
    if known is not None:
        entries = {term: held[known[held["n"]]] for term, held in entries.items()}
        records, whole_length = int(known.sum()), float(_lengths(db, place)[known].sum())
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


def _held(db: apsw.Connection, place: Place, term: str) -> Any:
    """The entries of one term."""
    blocks = db.execute(
        "SELECT data FROM postings WHERE scope = ? AND term = ?", (place.scope, term)
    )
    return _entries(place, blocks.fetchall())


def _lengths(db: apsw.Connection, place: Place) -> Any:
    """How long each record is, by number: read from all its owner's terms."""
    import numpy as np

    blocks = db.execute("SELECT data FROM postings WHERE scope = ?", (place.scope,)).fetchall()
    held = _entries(place, blocks)
    lengths = np.zeros(place.next, dtype=np.float32)
    lengths[held["n"]] = held["length"]
    return lengths


def _entries(place: Place, blocks: list[Any]) -> Any:
    import numpy as np

    dtype: Any = np.dtype([("n", "<u4"), ("tf", "<u2"), ("length", "<u2")])
    data = b"".join(block for (block,) in blocks)
    held = np.frombuffer(data, dtype=dtype, count=len(data) // ENTRY.size)
    if held["n"].max(initial=0) >= place.next or len(data) % ENTRY.size:
        raise StoreCorrupt("a term leads to records that never were; run: recollect verify")
    return held
