"""recollect keys revoke"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import exits, machine
from ...options import Db, Json
from .opened import with_keys


def run(
    id: Annotated[str, typer.Argument(metavar="ID", help="The key's id, as `keys list` has it.")],
    db: Db = None,
    as_json: Json = False,
) -> int:
    """End a key, at once: the next request with it is refused."""
    with_keys(db, lambda keys: keys.revoke(id))
    machine.tell({"revoked": id}, f"Revoked {id}.", as_json)
    return exits.OK
