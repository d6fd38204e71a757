"""The feed of changes, when it must forget."""

from __future__ import annotations

from collections.abc import Collection

import apsw


def unname(db: apsw.Connection, scope: int, ids: Collection[str | bytes]) -> int:
    """Take all that the feed says of some ids of an owner out of it; counts the changes.

    By id, not by number: what was deleted and came back had another number before.
    """
    told = db.execute("SELECT seq, id FROM changes WHERE scope = ?", (scope,))
    gone = [(seq,) for seq, id in told if id in ids]
    db.executemany("DELETE FROM changes WHERE seq = ?", gone)
    return len(gone)
