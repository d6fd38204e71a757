"""The feed of changes, when it must forget."""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw


def unname(db: apsw.Connection, scope: int, numbers: Sequence[int]) -> int:
    """Take what the feed says of some records out of it; counts the changes."""
    db.execute(
        "DELETE FROM changes WHERE scope = ? AND n IN (SELECT value FROM json_each(?))",
        (scope, json.dumps(numbers)),
    )
    return db.changes()
