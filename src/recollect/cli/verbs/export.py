"""recollect export"""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from ...counts import many
from ...errors import InputError
from ...transfer.files import lines, require_free
from ...transfer.places import require_apart
from .. import machine
from ..opening import local_path, opened
from ..options import Agent, Db, Json, Owner
from ..progress import bar
from ..signals import tidied
from ..terminal import exact_stdout, note, say
from ..where import where

STDOUT = "-"
DEVICE = "/dev/stdout"


def run(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - is stdout.")
    ] = STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Also over a file that is there.")] = False,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Save what can be read of a damaged SQLite file.")
    ] = False,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Write everything as JSON lines: every message and note, or those of one user or agent.

    `recollect import` reads it back. The lines are the output; with --json the count is given as
    JSON too, on stdout when the lines go to a file and on stderr when they do not.
    """
    if salvage and (user is not None or agent is not None):
        raise InputError("--salvage saves everything; leave out --user and --agent")
    if output == DEVICE:
        output = STDOUT
    if output != STDOUT:
        require_apart(Path(output), local_path(where(db)))
        require_free(Path(output), force)
    with tidied():
        if salvage:
            from ..salvaging import export_wreck

            summary = export_wreck(db, partial(_opened, output, force), as_json)
        else:
            with (
                opened(db) as memory,
                bar("Exporting", as_json) as progress,
                _opened(output, force) as target,
            ):
                count = memory.export_to(target, user_id=user, agent_id=agent, progress=progress)
            summary = {"records": count}
    _tell({**summary, "output": output}, as_json)
    return 0


def _opened(output: str, force: bool) -> AbstractContextManager[IO[str]]:
    return nullcontext(exact_stdout()) if output == STDOUT else lines(Path(output), force)


def _tell(summary: dict[str, Any], as_json: bool) -> None:
    to_stdout = summary["output"] == STDOUT
    if as_json:
        if to_stdout:
            sys.stderr.write(json.dumps(summary) + "\n")
        else:
            machine.print_json(summary)
        return
    line = f"Wrote {many(summary['records'], 'record')}" + (
        "." if to_stdout else f" to {summary['output']}."
    )
    (note if to_stdout else say)(line)
