"""recollect delete"""

from __future__ import annotations

import sys

import typer

from ...counts import listed
from ...errors import InputError
from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner, Yes
from ..records import print_record
from ..terminal import console, note, say
from .show import Id


def run(
    id: Id,
    yes: Yes = False,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Delete a message or a note.

    With a message goes what was concluded from it alone. On a terminal you are asked first;
    elsewhere --yes is required.
    """
    asking = sys.stdin.isatty() and sys.stderr.isatty() and not as_json
    if not yes and not asking:
        raise InputError("deleting cannot be undone; pass --yes to do it without being asked")
    with opened(db, words_only=False) as memory:
        record = memory.get(id, user_id=user, agent_id=agent)
        if not yes:
            print_record(console(stderr=True), record)
            if not typer.confirm("Delete this?", err=True):
                note("Nothing was deleted.")
                return exits.NOTHING
        receipt = memory.delete(id, user_id=user, agent_id=agent)
    if as_json:
        machine.print_json({"id": id, "removed": receipt.removed, "at": receipt.at})
    else:
        say(f"Deleted {listed(receipt.removed) or 'it'}.")
    return exits.OK
