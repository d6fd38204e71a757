"""recollect prune"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from ...errors import InputError
from ...keep.pruning import Pruned
from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner, Yes
from ..progress import bar
from ..terminal import note


def run(
    closed: Annotated[
        str | None,
        typer.Option(
            "--closed", metavar="TIME", help="Also versions of notes that were closed so long ago."
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    yes: Yes = False,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Remove what has expired, or is kept longer than the policy says, so that no byte is left.

    Pinned records stay. On a terminal you are asked first; elsewhere --yes is required. Safe to
    interrupt: run it again to go on. Exit code 1 when there was nothing to remove, or something
    is still to be found: then prune again.
    """
    asking = sys.stdin.isatty() and sys.stderr.isatty() and not as_json
    if not (yes or dry_run or asking):
        raise InputError("pruning cannot be undone; pass --yes to do it without being asked")
    named: dict[str, Any] = {"user_id": user, "agent_id": agent, "closed": closed}
    with opened(db, words_only=False) as memory:
        if dry_run or not yes:
            preview = memory.prune(**named, dry_run=True)
            if dry_run:
                return _told(preview, as_json)
            note(str(preview))
            if not preview.reasons or not typer.confirm("Remove this for ever?", err=True):
                note("Nothing was removed.")
                return exits.NOTHING
        with bar("Pruning", as_json) as progress:
            done = memory.prune(**named, progress=progress)
    return _told(done, as_json)


def _told(pruned: Pruned, as_json: bool) -> int:
    machine.tell(pruned.as_dict(), str(pruned), as_json)
    clean = pruned.ok or not pruned.receipt.done
    return exits.OK if clean and pruned.reasons else exits.NOTHING
