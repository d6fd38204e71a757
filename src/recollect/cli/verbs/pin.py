"""recollect pin"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import InputError
from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, User, whose
from ..records import print_record
from ..terminal import console, say


def run(
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The id of a message or a note.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Let it end like any other.")] = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Keep a message or a note whatever policies and expiries say; without an ID, list what is kept
    so.

    Only delete and erase remove what is pinned.
    """
    if id is None and off:
        raise InputError("say which record: recollect pin ID --off")
    owner = whose(user, agent)
    with opened(db) as memory:
        if id is not None:
            (memory.unpin if off else memory.pin)(id, **owner.ids)
        found = memory.pins(**owner.ids)
        if id is None and not found and not as_json:
            say_nothing_found(memory, owner, "Nothing is pinned")
    if as_json:
        machine.print_json({"pins": [machine.record(one) for one in found]})
    elif id is not None:
        say(f"{'Unpinned' if off else 'Pinned'} {id}.")
    else:
        out = console()
        for record in found:
            print_record(out, record)
    return exits.OK if id is not None or found else exits.NOTHING
