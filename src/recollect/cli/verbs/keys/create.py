"""recollect keys create"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import exits, machine
from ...options import Db, Json
from ...terminal import note, say
from .opened import with_keys


def run(
    tenant: Annotated[
        str, typer.Option("--tenant", metavar="NAME", help="Whose memory it opens.")
    ] = "",
    scope: Annotated[
        str, typer.Option("--scope", metavar="SCOPE", help="What it allows: read, write or admin.")
    ] = "write",
    user: Annotated[
        str | None, typer.Option("--user", metavar="ID", help="The only user it is for.")
    ] = None,
    expires: Annotated[
        str | None, typer.Option("--expires", metavar="TIME", help="When it ends (ISO 8601).")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="What it is for.")] = "",
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Make a key. It is shown once: the store keeps only a hash of it."""
    key, token = with_keys(
        db,
        lambda keys: keys.create(tenant, right=scope, user_id=user, expires=expires, name=name),
        create=True,
    )
    if as_json:
        machine.print_json({**machine.plain(key), "token": token})
    else:
        say(token)
        note(f"This is the only time it is shown. To end it: recollect keys revoke {key.id}")
    return exits.OK
