"""recollect graph related"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ... import exits
from ...edges import Name, TrueAt, print_edges
from ...opening import opened, say_nothing_found
from ...options import Agent, Db, Json, User, whose
from ...past import AsOf, Recorded, as_of


def run(
    name: Name,
    relation: Annotated[
        list[str] | None,
        typer.Option("--relation", "-r", metavar="RELATION", help="Follow only this; or several."),
    ] = None,
    hops: Annotated[
        int, typer.Option("--hops", metavar="N", help="How many steps away.", show_default=True)
    ] = 1,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    at: TrueAt = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", help="At most so many relations.")
    ] = 100,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """The relations around an entity, the nearest first.

    \b
    recollect graph related Alice --hops 2
    recollect graph related "Project Alpha" -r MANAGES --as-of 2026-02-01
    """
    owner = whose(user, agent)
    with opened(db) as memory:
        asked: dict[str, Any] = {"relation": relation or None, "hops": hops, "limit": limit}
        then = as_of(memory, moment_then, recorded)
        found = then.related(name, **asked, at=at, **owner.ids)
        if not found and not as_json:
            say_nothing_found(memory, owner, f"No relations of {name}")
    if found or as_json:
        print_edges(found, as_json)
    return exits.OK if found else exits.NOTHING
