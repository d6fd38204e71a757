"""recollect keys revoke"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import exits, machine
from ...options import Db, Json
from ...terminal import say
from .opened import with_keys


def run(
    id: Annotated[str, typer.Argument(metavar="ID", help="The key's id, as `keys list` has it.")],
    db: Db = None,
    as_json: Json = False,
) -> int:
    """End a key, at once: the next request with it is refused."""
    with_keys(db, lambda keys: keys.revoke(id))
    if as_json:
        machine.print_json({"revoked": id})
    else:
        say(f"Revoked {id}.")
    return exits.OK
