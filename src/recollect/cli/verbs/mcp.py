"""recollect mcp"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from ... import settings
from ...drivers.registry import require
from ...errors import InputError
from ..opening import local_path
from ..options import Agent, Embedder, Place, Reranker, User, WordsOnly, whose
from ..where import where

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory
    from ...server.mcp.build import Kit

KITS = ("recollect", "official", "both")


def run(
    db: Place = None,
    user: User = None,
    agent: Agent = None,
    tools: Annotated[
        str,
        typer.Option(
            "--tools",
            metavar="KIT",
            help="recollect, official (the nine of the official memory server) or both.",
        ),
    ] = "recollect",
    let_client_choose_user: Annotated[
        bool,
        typer.Option("--let-client-choose-user", help="Each tool takes a user_id, too."),
    ] = False,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
) -> int:
    """Serve this memory to an AI client over the Model Context Protocol, on stdin and stdout.

    It ends when stdin closes. A client's configuration names this command; recollect connect
    writes it.
    """
    if tools not in KITS:
        raise InputError(f"--tools is one of {', '.join(KITS)}, not {tools[:40]!r}")
    url = where(db)
    local_path(url)  # a URL that nobody speaks is told now, not by the first tool
    require("mcp.server.mcpserver", "mcp")
    from ...server.mcp import stdio

    def make() -> AsyncMemory:
        from ...memory.aio.door import AsyncMemory

        return AsyncMemory(
            None if url == settings.url() else url,
            embedder=None if words_only else embedder or settings.embedder(),
            reranker=reranker or settings.reranker(),
        )

    owner = whose(user, agent)
    stdio.run(
        make,
        stdio.Settings(owner.user_id, owner.agent_id, cast("Kit", tools), let_client_choose_user),
    )
    return 0
