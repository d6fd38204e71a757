"""recollect graph entities"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import exits, machine
from ...opening import opened, say_nothing_found
from ...options import Agent, Db, Json, User, whose
from ...past import AsOf, Recorded, as_of
from ...table import print_table


def run(
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", help="At most so many.")
    ] = 100,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Everybody and everything that relations name, the most related first."""
    owner = whose(user, agent)
    with opened(db) as memory:
        found = as_of(memory, moment_then, recorded).entities(limit=limit, **owner.ids)
        if as_json:
            machine.print_json({"entities": found})
        elif not found:
            say_nothing_found(memory, owner, "No relations")
    if found and not as_json:
        rows = [[one.name, str(one.edges), ", ".join(one.aliases)] for one in found]
        print_table(["name", "relations", "also called"], rows)
    return exits.OK if found else exits.NOTHING
