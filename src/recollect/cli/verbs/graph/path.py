"""recollect graph path"""

from __future__ import annotations

from typing import Annotated

import typer

from ....write.limits import MAX_HOPS
from ... import exits
from ...edges import Name, Other, TrueAt, print_edges
from ...opening import opened, say_nothing_found
from ...options import Agent, Db, Json, User, whose
from ...past import AsOf, Recorded, as_of


def run(
    name: Name,
    other: Other,
    max_hops: Annotated[
        int, typer.Option("--max-hops", metavar="N", help="At most so many steps.")
    ] = MAX_HOPS,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    at: TrueAt = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """The shortest way from one entity to another."""
    owner = whose(user, agent)
    with opened(db) as memory:
        then = as_of(memory, moment_then, recorded)
        found = then.path(name, other, max_hops=max_hops, at=at, **owner.ids)
        if not found and not as_json:
            say_nothing_found(memory, owner, f"No way from {name} to {other}")
    if found or as_json:
        print_edges(found, as_json)
    return exits.OK if found else exits.NOTHING
