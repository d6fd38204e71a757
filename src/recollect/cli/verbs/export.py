"""recollect export"""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from ...errors import InputError
from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..progress import bar
from ..terminal import exact_stdout, note, say

STDOUT = "-"


def run(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - is stdout.")
    ] = STDOUT,
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
    target = exact_stdout() if output == STDOUT else output
    if salvage:
        if user is not None or agent is not None:
            raise InputError("--salvage saves everything; leave out --user and --agent")
        from ..salvaging import export_wreck

        summary = export_wreck(db, target, as_json)
    else:
        with opened(db) as memory, bar("Exporting", as_json) as progress:
            count = memory.export_to(target, user_id=user, agent_id=agent, progress=progress)
        summary = {"records": count}
    _tell({**summary, "output": output}, as_json)
    return 0


def _tell(summary: dict[str, object], as_json: bool) -> None:
    to_stdout = summary["output"] == STDOUT
    if as_json:
        if to_stdout:
            sys.stderr.write(json.dumps(summary) + "\n")
        else:
            machine.print_json(summary)
        return
    line = f"Wrote {summary['records']:,} records" + (
        "." if to_stdout else f" to {summary['output']}."
    )
    (note if to_stdout else say)(line)
