"""recollect sessions"""

from __future__ import annotations

from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, User, whose
from ..records import day
from ..table import print_table


def run(user: User = None, agent: Agent = None, db: Db = None, as_json: Json = False) -> int:
    """The conversations there were, oldest first."""
    owner = whose(user, agent)
    with opened(db) as memory:
        found = memory.sessions(**owner.ids)
        if not found and not as_json:
            say_nothing_found(memory, owner, "No sessions")
    if as_json:
        machine.print_json({"sessions": found})
    elif found:
        rows = [(s.session_id, str(s.messages), day(s.first_at), day(s.last_at)) for s in found]
        print_table(("session", "messages", "first", "last"), rows)
    return exits.OK if found else exits.NOTHING
