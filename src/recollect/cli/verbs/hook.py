"""recollect hook"""

from __future__ import annotations

from typing import Annotated

import typer

from ..hooks import SECONDS, main
from ..options import Agent, Place, User


def run(
    event: Annotated[
        str,
        typer.Argument(
            metavar="EVENT",
            help="SessionStart, UserPromptSubmit, Stop, PreCompact or SessionEnd.",
        ),
    ] = "",
    db: Place = None,
    user: User = None,
    agent: Agent = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", help="End after so long, done or not.")
    ] = SECONDS,
) -> int:
    """Answer a coding agent at a point of its session; recollect connect sets it up.

    It reads the host's JSON on stdin. At the start of a session and at a prompt it prints what is
    known; a prompt and the turns of the transcript are kept. It always ends with 0, in time, and
    prints nothing but JSON for the host.
    """
    given = {"--db": db, "--user": user, "--agent": agent, "--seconds": str(seconds)}
    named = [word for name, value in given.items() if value for word in (name, value)]
    main([event, *named])
    return 0
