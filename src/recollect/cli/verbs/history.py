"""recollect history"""

from __future__ import annotations

from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..records import print_record
from ..terminal import console
from .show import Id


def run(
    id: Id, user: Owner = None, agent: Agent = None, db: Db = None, as_json: Json = False
) -> int:
    """Every version of a note, oldest first; a message has one."""
    with opened(db) as memory:
        versions = memory.history(id, user_id=user, agent_id=agent)
    if as_json:
        machine.print_json({"versions": [machine.record(record) for record in versions]})
        return 0
    out = console()
    for record in versions:
        print_record(out, record)
    return 0
