"""recollect agents import"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ....agents import Agents
from ... import exits, machine
from ...opening import opened
from ...options import Db, Json
from ...terminal import say


def run(
    file: Annotated[str, typer.Argument(help="What `agents export` wrote, or Letta's .af.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Another name for it.")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Bring an agent in: all of it, or nothing."""
    with opened(db, words_only=False, create=True) as memory:
        agent = Agents(memory, llm=None).import_(Path(file), name=name)
    if as_json:
        machine.print_json({"agent": agent.name})
    else:
        say(f"The agent {agent.name} is there.")
    return exits.OK
