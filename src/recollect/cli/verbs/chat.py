"""recollect chat"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import settings
from ...drivers.registry import shown
from ...read.patterns import checked
from ...wiring import Parts, book
from ...write import limits
from ..opening import opened
from ..options import (
    Agent,
    Budget,
    Db,
    Embedder,
    Json,
    Reranker,
    Secrets,
    Session,
    User,
    WordsOnly,
    said,
    whose,
)

Model = Annotated[
    str | None,
    typer.Option(
        "--llm",
        metavar="NAME",
        help="The language model that answers, or offline.  [default: RECOLLECT_LLM, else offline]",
    ),
]


def run(
    llm: Model = None,
    pattern: Annotated[
        str,
        typer.Option(
            "--pattern",
            metavar="NAME",
            help="What it sees: buffer, window, summary, vector, graph or hybrid.",
        ),
    ] = "hybrid",
    system: Annotated[
        str | None, typer.Option("--system", metavar="TEXT", help="What it is told first.")
    ] = None,
    user: User = None,
    agent: Agent = None,
    session: Session = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
    budget: Budget = None,
    secrets: Secrets = None,
    as_json: Json = False,
) -> int:
    """Talk, and be remembered.

    \b
    recollect chat
    recollect chat --llm anthropic:claude-sonnet-4-6
    echo "What did I say about the theme?" | recollect chat

    Without a model you are answered from memory, which is quoted. What you say is stored before
    anything is answered. Within: /memory, /why, /forget, /help, /quit; Ctrl-C stops an answer,
    Ctrl-D ends the session. From a pipe each line is said in turn, and with --json each answer is
    a line of JSON.
    """
    owner, model = whose(user, agent), llm or settings.llm()
    # Checked before the memory is opened, so that a mistake leaves no empty file behind.
    limits.scope(owner.user_id, owner.agent_id, session)
    checked(pattern)
    if system is not None:
        limits.text(said([system]), "system")
    ready = Parts.talker(model, book(None))
    if ready is not None:
        ready.close()
    from ... import Agent as Talker
    from ..chat.loop import Loop

    with opened(
        db,
        words_only=words_only,
        embedder=embedder,
        reranker=reranker,
        ranks=True,
        create=True,
        budget=budget,
        secrets=secrets,
    ) as memory:
        talking = Talker(
            memory, model, **owner.ids, session_id=session, pattern=pattern, system=system
        )
        named = {"--user": user, "--agent": agent, "--db": db and shown(db)}
        given = [(name, value) for name, value in named.items() if value is not None]
        reach = [word for pair in given for word in pair]
        return Loop(talking, owner, as_json, reach).run()
