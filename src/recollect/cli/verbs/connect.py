"""recollect connect"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from ... import settings
from ...drivers.registry import place, resolve
from ...errors import InputError
from .. import machine
from ..connecting import files
from ..connecting.clients import CLIENTS, Client, Server
from ..connecting.plan import Change, connecting, disconnecting
from ..options import Agent, Json, Place, User
from ..shell import executable
from ..terminal import note, say
from .mcp import KITS


def run(
    client: Annotated[str, typer.Argument(metavar="CLIENT", help=f"{', '.join(CLIENTS)}.")],
    db: Place = None,
    user: User = None,
    agent: Agent = None,
    tools: Annotated[
        str, typer.Option("--tools", metavar="KIT", help="recollect, official or both.")
    ] = "recollect",
    project: Annotated[
        bool, typer.Option("--project", help="For the project in this folder alone.")
    ] = False,
    no_hooks: Annotated[
        bool, typer.Option("--no-hooks", help="The server alone, without session hooks.")
    ] = False,
    show: Annotated[bool, typer.Option("--print", help="Only show what would be written.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take it back.")] = False,
    as_json: Json = False,
) -> int:
    """Tell an AI client of this memory, and set up its session hooks.

    What else is in the client's files stays as it is, comments too; each file that is changed is
    kept beside itself first. Doing it twice changes nothing, and --remove undoes it. An address
    of a server (--db https://…) is asked with the key in RECOLLECT_API_KEY.
    """
    if client not in CLIENTS:
        raise InputError(f"there is no client {client[:40]!r}; there are {', '.join(CLIENTS)}")
    if tools not in KITS:
        raise InputError(f"--tools is one of {', '.join(KITS)}, not {tools[:40]!r}")
    chosen, folder = CLIENTS[client], Path.cwd() if project else None
    if folder is not None and not chosen.project:
        raise InputError(f"{chosen.title} has no configuration for a project; leave --project out")
    if remove:
        changes = disconnecting(chosen, folder)
        return _done(chosen, changes, show, as_json, "Took recollect out of")
    whose = [word for name, one in (("--user", user), ("--agent", agent)) if one
             for word in (name, one)]  # fmt: skip
    server = _server(chosen, db, whose, tools, hooks=not no_hooks)
    if db is None and not show:
        settings.data().mkdir(parents=True, exist_ok=True)
    done = _done(chosen, connecting(chosen, server, folder), show, as_json, "Wrote")
    if server.command and find_spec("mcp") is None:
        note("the client will start recollect mcp, which needs: pip install 'recollect[mcp]'")
    return done


def _server(client: Client, db: str | None, whose: list[str], tools: str, *, hooks: bool) -> Server:
    """What the client is told."""
    if db is not None and db.startswith(("http://", "https://")):
        if not client.remote:
            raise InputError(f"{client.title} starts servers itself; give a file, not an address")
        if whose:
            raise InputError("the key of the server decides whose memory it is; leave --user out")
        return Server(url=f"{db.rstrip('/')}/mcp" + ("" if tools == "recollect" else f"/{tools}"))
    where = [*("--db", _placed(db)), *whose]
    kit = [] if tools == "recollect" else ["--tools", tools]
    command = executable()
    return Server([*command, "mcp", *where, *kit], hook=[*command, "hook", *where] if hooks else ())


def _placed(db: str | None) -> str:
    """The memory, so that it is the same one from whatever folder a client starts."""
    if db is None:
        return str(settings.data() / "memory.db")
    driver, target = resolve(db)
    if not driver.local:
        return db
    path = str(Path(place(driver, target)).absolute())
    scheme, found, _ = db.partition("://")
    return f"{scheme}:///{quote(path)}" if found else path


def _done(client: Client, changes: list[Change], show: bool, as_json: bool, did: str) -> int:
    """Write, unless it is only to be shown; and say so."""
    kept = {} if show else {one.path: files.write(one.path, one.after)
                            for one in changes if one.needed}  # fmt: skip
    if as_json:
        machine.print_json(
            [
                {"path": str(one.path), "changed": one.path in kept, "text": one.after}
                for one in changes
            ]
        )
        return 0
    for change in changes:
        if show:
            say(f"# {change.path}")
            say(change.ours or change.after)
        elif change.path in kept:
            backup = kept[change.path]
            say(f"{did} {change.path}" + (f"  (before: {backup.name})" if backup else ""))
        else:
            say(f"Nothing to do in {change.path}")
    if kept:
        say(f"{client.title}: {client.then}")
    return 0
