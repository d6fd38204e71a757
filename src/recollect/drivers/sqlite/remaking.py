"""What is found by words and by names, made anew from the records."""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from ...orders import Put
from ...text.names import entities
from ...types import Note
from . import postings


def remake(db: apsw.Connection, scope: int, puts: Mapping[int, Put]) -> int:
    """An owner's whole term index and edges; the length of all its records in terms."""
    db.execute("DELETE FROM postings WHERE scope = ?", (scope,))
    entries: postings.Entries = {}
    for n in sorted(puts):
        postings.collect(entries, n, puts[n].terms)
    postings.append(db, scope, entries)
    records = {n: put.record for n, put in puts.items()}
    db.execute("DELETE FROM edges WHERE scope = ?", (scope,))
    relate(db, scope, {n: note for n, note in records.items() if isinstance(note, Note)})
    return sum(postings.length(put.terms) for put in puts.values())


def relate(db: apsw.Connection, scope: int, notes: Mapping[int, Note]) -> None:
    """The edges of notes: each is found from the two that it relates."""
    edges = [(scope, name, n) for n, note in notes.items() for name in entities(note)]
    db.executemany("INSERT INTO edges(scope, entity, n) VALUES(?, ?, ?)", edges)
