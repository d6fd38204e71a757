"""Removing an owner."""

from __future__ import annotations

import os

import apsw

from ...orders import SALT, mark
from ...types import Owner
from . import postings
from .places import find_place

COUNTED = {
    "messages": "messages",
    "notes": "notes",
    "vectors": "vectors",
    "edges": "edges",
    "cited": "citations",
    "seen": "counts",
    "sessions": "sessions",
    "cursors": "cursors",
    "changes": "changes",
    "owners": "owners",
}
"""Tables with an owner's rows, and what a receipt calls them; `terms` are counted by entry."""
UNCOUNTED = ("postings", "embedded", "ids", "ends")


def erase(db: apsw.Connection, owner: Owner) -> dict[str, int]:
    """Remove an owner from every table; counts by kind. The feed keeps a mark without a name."""
    place = find_place(db, owner)
    if place is None:
        return {}
    whose = (place.scope,)
    size = db.execute("SELECT sum(length(data)) FROM postings WHERE scope = ?", whose).get or 0
    removed = {"terms": size // postings.ENTRY.size}
    for table in (*COUNTED, *UNCOUNTED):
        db.execute(f"DELETE FROM {table} WHERE scope = ?", whose)
        if table in COUNTED:
            removed[COUNTED[table]] = db.changes()
    db.execute(
        "INSERT INTO changes(scope, op, n, id) VALUES(?, 'erase', 0, ?)",
        (*whose, mark(owner, "", os.urandom(SALT))),
    )
    return {what: count for what, count in removed.items() if count}
