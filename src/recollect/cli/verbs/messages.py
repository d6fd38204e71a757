"""recollect messages"""

from __future__ import annotations

from typing import Annotated

import typer

from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, Role, Session, Since, Until, User, whose
from ..past import AsOf, Recorded, as_of
from ..records import print_record
from ..terminal import console
from .search import filtered


def run(
    last: Annotated[
        int, typer.Option("--last", "-n", metavar="N", help="So many of the newest.")
    ] = 20,
    since: Since = None,
    until: Until = None,
    role: Role = None,
    session: Session = None,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """What was said, word for word, oldest first."""
    owner = whose(user, agent)
    where = filtered(since, until, role, None, None)
    with opened(db) as memory:
        then = as_of(memory, moment_then, recorded)
        said = then.messages(**owner.ids, session_id=session, last=last, where=where)
        if not said and not as_json:
            say_nothing_found(memory, owner, "No messages")
    if as_json:
        machine.print_json({"messages": [machine.record(message) for message in said]})
    else:
        out = console()
        for message in said:
            print_record(out, message)
    return exits.OK if said else exits.NOTHING
