"""recollect agents import"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....agents import Agents
from ....agents.carried import given
from ... import exits, machine
from ...opening import opened, tried
from ...options import Db, Json

if TYPE_CHECKING:
    from .... import Memory


def run(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="What `agents export` wrote, or Letta's .af.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Another name for it.")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Bring an agent in: all of it, or nothing."""
    state = given(Path(file))  # once: it may be a pipe

    def bring(memory: Memory) -> str:
        return Agents(memory, llm=None).import_(state, name=name).name

    tried(db, bring)
    with opened(db, words_only=False, create=True) as memory:
        brought = bring(memory)
    machine.tell({"agent": brought}, f"The agent {brought} is there.", as_json)
    return exits.OK
