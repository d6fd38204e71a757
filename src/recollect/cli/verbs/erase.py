"""recollect erase"""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from ...errors import InputError
from ...receipts import Receipt
from ...transfer.files import lines
from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Json, Session, Yes
from ..terminal import note


def run(
    user: Annotated[
        str | None, typer.Option("--user", "-u", metavar="ID", help="The user to erase.")
    ] = None,
    agent: Agent = None,
    session: Session = None,
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="One message, or one note.")
    ] = None,
    receipt: Annotated[
        str | None,
        typer.Option("--receipt", metavar="FILE", help="Write the receipt there, as JSON."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be erased.")
    ] = False,
    yes: Yes = False,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Erase a user, an agent, a session, or one message or note, so that no byte is left.

    Notes that rest on it go too. Every way of reading is asked afterwards, and the receipt says
    what each found. Exit code 1 when there was nothing to erase, or something is still to be found:
    then erase again. On a terminal you are asked first; elsewhere --yes is required.
    """
    named: dict[str, Any] = {"user_id": user, "agent_id": agent, "session_id": session, "id": id}
    if all(one is None for one in named.values()):
        raise InputError("say whose memory to erase: --user, --agent, --session or --id")
    asking = sys.stdin.isatty() and sys.stderr.isatty() and not as_json
    if not (yes or dry_run or asking):
        raise InputError("erasing cannot be undone; pass --yes to do it without being asked")
    if receipt is not None and not dry_run:
        _require_new(receipt)
    with opened(db, words_only=False) as memory:
        if dry_run or not yes:
            preview = memory.erase(**named, dry_run=True)
            if dry_run:
                return _told(preview, as_json)
            note(str(preview))
            if not typer.confirm("Erase this for ever?", err=True):
                note("Nothing was erased.")
                return exits.NOTHING
        with ExitStack() as stack:  # a receipt that cannot be written is known before
            kept = receipt and stack.enter_context(lines(Path(receipt), force=False))
            done = memory.erase(**named)
            code = _told(done, as_json)
            if kept:
                kept.write(json.dumps(done.as_dict(), indent=2) + "\n")
    return code


def _told(receipt: Receipt, as_json: bool) -> int:
    machine.tell(receipt.as_dict(), str(receipt), as_json)
    clean = receipt.ok or not receipt.done
    return exits.OK if clean and receipt.removed else exits.NOTHING


def _require_new(path: str) -> None:
    """Before anything is erased: an older receipt is not overwritten, and the folder is there."""
    if Path(path).exists():
        raise InputError(f"{path} is there already; give the receipt another name")
    if not Path(path).absolute().parent.is_dir():
        raise InputError(f"the folder of {path} does not exist; create it first")
