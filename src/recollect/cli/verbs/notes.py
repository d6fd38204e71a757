"""recollect notes"""

from __future__ import annotations

from typing import Annotated, cast

import typer

from ...types import Kind
from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, Since, Until, User, whose
from ..past import AsOf, Recorded, as_of
from ..records import print_note
from ..terminal import console
from .search import filtered


def run(
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Only semantic, episodic, procedural, …"),
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="Also those that newer ones have closed.")
    ] = False,
    since: Since = None,
    until: Until = None,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """What was concluded, oldest first."""
    owner = whose(user, agent)
    where = filtered(since, until, None, None, None)
    with opened(db) as memory:
        then = as_of(memory, moment_then, recorded)
        found = then.notes(**owner.ids, kind=cast(Kind | None, kind), closed=closed, where=where)
        if not found and not as_json:
            say_nothing_found(memory, owner, "No notes")
    if as_json:
        machine.print_json({"notes": [machine.record(note) for note in found]})
    else:
        out = console()
        for note in found:
            print_note(out, note)
    return exits.OK if found else exits.NOTHING
