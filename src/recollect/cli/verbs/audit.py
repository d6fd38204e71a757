"""recollect audit"""

from __future__ import annotations

from collections import deque
from typing import Annotated, Any

import typer

from ... import settings
from ...drivers.registry import require
from .. import exits, machine
from ..options import Json, Owner, Since
from ..table import print_table
from ..terminal import note

Key = Annotated[str | None, typer.Option("--key", metavar="ID", help="Only with this key.")]
Tenant = Annotated[str | None, typer.Option("--tenant", metavar="NAME", help="Only this one's.")]
Action = Annotated[
    str | None, typer.Option("--action", metavar="VERB", help="Only add, search, erase, …")
]
Last = Annotated[int, typer.Option("--last", min=1, metavar="N", help="The newest so many.")]
Log = Annotated[
    str,
    typer.Option("--audit", envvar="RECOLLECT_AUDIT", metavar="PATH", help="Where the log is."),
]


def run(
    key: Key = None,
    tenant: Tenant = None,
    user: Owner = None,
    action: Action = None,
    since: Since = None,
    last: Last = 100,
    audit: Log = settings.AUDIT_LOG,
    as_json: Json = False,
) -> int:
    """Who read, wrote and erased what over HTTP: ids and counts, never words."""
    require("starlette", "server")
    from ...server.audit import read

    given = {"by": key, "tenant": tenant, "user_id": user, "action": action}
    wanted = {name: value for name, value in given.items() if value is not None}
    found = list(deque(read(audit, wanted, since), last))
    if as_json:
        machine.print_json({"requests": found})
    elif found:
        print_table(["at", "key", "tenant", "user", "action", "status", "what"], _rows(found))
    else:
        note("Nothing of that kind is in the audit log.")
    return exits.OK if found else exits.NOTHING


def _rows(found: list[dict[str, Any]]) -> list[list[str]]:
    names = ("at", "by", "tenant", "user_id", "action", "status")
    return [[*(str(one.get(name, "")) for name in names), _what(one)] for one in found]


def _what(one: dict[str, Any]) -> str:
    told = [str(one[name]) for name in ("code", "id", "key", "session_id") if name in one]
    counted = [f"{one['count']} records"] if one.get("count", 0) > 1 else one.get("ids", [])
    return " ".join([*told, *counted]) or str(one.get("path", ""))
