"""recollect why-not"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from .. import machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Owner, Reranker, WordsOnly, said
from ..terminal import console
from .show import Id

Limit = Annotated[int, typer.Option("--limit", "-n", help="How many hits were asked for.")]


def run(
    id: Id,
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="The question.")],
    limit: Limit = 10,
    user: Owner = None,
    agent: Agent = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Why a search does not give a message or note, and what would bring it back."""
    with opened(
        db, words_only=words_only, embedder=embedder, reranker=reranker, ranks=True
    ) as memory:
        found = memory.why_not(said(query), id, user_id=user, agent_id=agent, limit=limit)
    if as_json:
        machine.print_json(asdict(found))
    else:
        console().print(f"{found.stage}: {found.reason}.\nRemedy: {found.remedy}.")
    return 0 if found.stage == "found" else 1
