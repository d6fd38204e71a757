"""recollect keys list"""

from __future__ import annotations

from ... import exits, machine
from ...options import Db, Json
from ...table import print_table
from ...terminal import note
from .opened import with_keys


def run(db: Db = None, as_json: Json = False) -> int:
    """The keys there are; not the keys themselves."""
    found = with_keys(db, lambda keys: keys.list())
    if as_json:
        machine.print_json({"keys": found})
    elif found:
        rows = [
            [
                key.id,
                key.tenant,
                key.right,
                key.user_id or "",
                f"{key.made:%Y-%m-%d %H:%M}",
                "" if key.expires is None else f"{key.expires:%Y-%m-%d %H:%M}",
                key.name,
            ]
            for key in found
        ]
        print_table(["id", "tenant", "scope", "user", "made", "expires", "name"], rows)
    else:
        note("There are no keys. Make one with: recollect keys create")
    return exits.OK if found else exits.NOTHING
