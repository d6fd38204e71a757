"""recollect expire"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import InputError
from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..terminal import say
from .show import Id


def run(
    id: Id,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When it ends.  [default: now]")
    ] = None,
    never: Annotated[bool, typer.Option("--never", help="Lift the end it has.")] = False,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """End a message or a note at a moment: nothing shows it from then on, and prune removes it.

    With a message ends what was concluded from it alone.
    """
    if at is not None and never:
        raise InputError("say --at or --never, not both")
    with opened(db) as memory:
        record = memory.expire(id, at, user_id=user, agent_id=agent, never=never)
    if as_json:
        machine.print_json({"id": record.id, "at": at, "never": never})
    else:
        said = "has no end of its own" if never else f"ends {at or 'now'}"
        say(f"{record.id} {said}.")
    return 0
