"""recollect held"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import InputError
from ...keep.holding import Held
from ...types import Record
from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, User, Yes, whose
from ..records import LONGEST, day, head, print_record, print_text
from ..terminal import console, note, safe, say

if TYPE_CHECKING:
    from rich.console import Console


def run(
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The id of a message or a note.")
    ] = None,
    release: Annotated[bool, typer.Option("--release", help="Let models see it.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep it held back.")] = False,
    by: Annotated[
        str | None, typer.Option("--by", metavar="NAME", help="Who decides; it is kept.")
    ] = None,
    released: Annotated[
        bool, typer.Option("--released", help="List what was released instead.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", help="At most so many.")] = 20,
    yes: Yes = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """What is held back from models since it reads like an instruction of others, newest first.

    With an ID and --release it is shown from now on, with --keep it is not. Before something is
    released you are asked on a terminal; elsewhere --yes is required.
    """
    owner = whose(user, agent)
    if (id is not None) != (release or keep) or (release and keep):
        raise InputError("to decide about one: recollect held ID --release, or --keep")
    asking = sys.stdin.isatty() and sys.stderr.isatty() and not as_json
    if release and not (yes or asking):
        raise InputError("models will see it; pass --yes to release it without being asked")
    with opened(db) as memory:
        if id is None:
            found = memory.held(**owner.ids, released=released, limit=limit)
            if not found and not as_json:
                what = "released" if released else "held back"
                say_nothing_found(memory, owner, f"Nothing is {what}")
            return _listed(found, as_json)
        if release and not yes and not _confirmed(memory.get(id, **owner.ids)):
            return exits.NOTHING
        who = memory if by is None else memory.acting_as(by)
        (who.release if release else who.hold)(id, **owner.ids)
    if as_json:
        machine.print_json({"id": id, "released": release})
    else:
        say(f"{'Released' if release else 'Kept back'} {id}.")
    return exits.OK


def _confirmed(record: Record) -> bool:
    print_record(console(stderr=True), record)
    sure = typer.confirm("Let models see this?", err=True)
    if not sure:
        note("It is held back as before.")
    return sure


def _listed(found: list[Held], as_json: bool) -> int:
    if as_json:
        machine.print_json({"held": [_plain(one) for one in found]})
    for one in [] if as_json else found:
        _print(console(), one)
    return exits.OK if found else exits.NOTHING


def _plain(one: Held) -> dict[str, object]:
    return {
        "record": machine.record(one.record),
        "rules": one.rules,
        "released": one.released,
        "decided_at": one.decided_at,
        "decided_by": one.decided_by,
    }


def _print(out: Console, one: Held) -> None:
    out.print(safe(head(one.record)), style="cyan")
    print_text(out, one.record.text, LONGEST)
    out.print(f"  reads like an instruction: {safe(', '.join(one.rules))}")
    if one.decided_at is not None:
        what = "released" if one.released else "kept back"
        by = "" if one.decided_by is None else f" by {one.decided_by}"
        out.print(safe(f"  {what}{by}, {day(one.decided_at)}"))
    out.print(f"  id {safe(one.record.id)}", style="dim")
