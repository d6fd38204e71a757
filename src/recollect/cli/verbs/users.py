"""recollect users"""

from __future__ import annotations

from .. import exits, machine
from ..opening import opened
from ..options import Db, Json
from ..table import print_table
from ..terminal import note


def run(db: Db = None, as_json: Json = False) -> int:
    """Who has memory here: users, agents of their own, and loose sessions."""
    with opened(db) as memory:
        found = memory.owners()
    if as_json:
        owners = [
            {
                "kind": info.owner.kind,
                "id": info.owner.id,
                "tenant": info.owner.tenant,
                "messages": info.messages,
                "notes": info.notes,
            }
            for info in found
        ]
        machine.print_json({"users": owners})
    elif found:
        rows = [(i.owner.id, i.owner.kind, str(i.messages), str(i.notes)) for i in found]
        print_table(("id", "kind", "messages", "notes"), rows)
    else:
        note("Nobody has memory here yet.")
    return exits.OK if found else exits.NOTHING
