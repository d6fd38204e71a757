"""Removing an owner."""

from __future__ import annotations

import os

from ....orders import SALT, mark
from ....types import Owner
from .. import postings
from ..keys import NOBODY_KEY, owner_key
from . import feed
from .opening import Link

COUNTED = {
    "messages": "messages",
    "notes": "notes",
    "vectors": "vectors",
    "edges": "edges",
    "cited": "citations",
    "sessions": "sessions",
    "cursors": "cursors",
    "changes": "changes",
    "owners": "owners",
}
"""Tables with an owner's rows, and what a receipt calls them; `terms` are counted by entry."""
UNCOUNTED = ("postings", "embedded")


async def erase(db: Link, owner: Owner) -> dict[str, int]:
    """Remove an owner from every table; counts by kind. The feed keeps a mark without a name."""
    key = owner_key(owner)
    held = await db.execute("SELECT 1 FROM recollect.owners WHERE owner = %s FOR UPDATE", (key,))
    if await held.fetchone() is None:
        return {}
    counted = await db.execute(
        "SELECT (SELECT sum(length(data)) FROM recollect.postings WHERE owner = %s), "
        "(SELECT count(*) FROM recollect.notes WHERE owner = %s "
        "AND (times > 1 OR last IS NOT NULL))",
        (key, key),
    )
    [(size, counts)] = await counted.fetchall()
    removed = {"terms": int(size or 0) // postings.ENTRY.size, "counts": counts}
    for table in UNCOUNTED:
        await db.execute(f"DELETE FROM recollect.{table} WHERE owner = %s", (key,))
    gone = {
        what: await db.execute(f"DELETE FROM recollect.{table} WHERE owner = %s", (key,))
        for table, what in COUNTED.items()
    }
    await feed.tell(db, [(NOBODY_KEY, "erase", 0, None, mark(owner, "", os.urandom(SALT)))])
    await (await db.execute("SELECT 1")).fetchone()  # with it, the answers before it have come
    removed |= {what: done.rowcount for what, done in gone.items()}
    return {what: count for what, count in removed.items() if count}
