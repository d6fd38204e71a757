"""recollect graph different"""

from __future__ import annotations

from ...edges import Name, Other, Said, print_note
from ...opening import opened
from ...options import Agent, Db, Json, User, whose


def run(
    name: Name,
    other: Other,
    at: Said = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Two names are not one entity's after all."""
    with opened(db) as memory:
        note = memory.different(name, other, at=at, **whose(user, agent).ids)
    print_note(note, "Ended", as_json)
    return 0
