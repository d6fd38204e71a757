"""recollect agents create"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ....agents import Agents
from ... import exits, machine
from ...opening import opened, tried
from ...options import Db, Json

if TYPE_CHECKING:
    from .... import Memory
    from ....agents.settings import Settings

Name = Annotated[str, typer.Argument(metavar="NAME", help="The agent's name.")]


def run(
    name: Name,
    persona: Annotated[
        str | None, typer.Option("--persona", metavar="TEXT", help="Who the agent is.")
    ] = None,
    human: Annotated[
        str | None, typer.Option("--human", metavar="TEXT", help="Whom it speaks with.")
    ] = None,
    llm: Annotated[
        str | None,
        typer.Option("--llm", metavar="NAME", help="Its model.  [default: that of the program]"),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Make an agent that outlives this process."""

    def make(memory: Memory) -> Settings:
        made = Agents(memory, llm=None).create(name, persona=persona, human=human, llm=llm)
        return made.settings()

    tried(db, make)
    with opened(db, words_only=False, create=True) as memory:
        settings = make(memory)
    machine.tell({"agent": settings.as_dict()}, f"The agent {settings.name} is there.", as_json)
    return exits.OK
