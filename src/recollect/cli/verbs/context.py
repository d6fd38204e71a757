"""recollect context"""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from ...counts import many
from ...types import Context
from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import (
    Agent,
    Db,
    Embedder,
    Json,
    Reranker,
    Role,
    Session,
    Since,
    Until,
    User,
    WordsOnly,
    said,
    whose,
)
from ..past import AsOf, Recorded, as_of
from ..terminal import exact_stdout, note, say
from .search import Kind, Query, filtered

ROOMY = 10_000
"""A budget into which what is relevant fits."""


def run(
    query: Query,
    budget: Annotated[
        int, typer.Option("--budget", "-b", metavar="N", help="At most so many tokens.")
    ] = 1500,
    min_relevance: Annotated[
        float,
        typer.Option("--min-relevance", metavar="0…1", help="Leave out what is less relevant."),
    ] = 0.0,
    since: Since = None,
    until: Until = None,
    role: Role = None,
    kind: Kind = None,
    session: Session = None,
    quarantined: Annotated[
        bool, typer.Option("--quarantined", help="Show what reads like an instruction, too.")
    ] = False,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
    as_json: Json = False,
) -> int:
    """Print what a model should see before it answers.

    In a pipe the text is exact, to the byte; on a terminal, characters that would act on it are
    spelled out. When nothing is relevant enough, or fits, there is no text, and the exit code is 1.
    """
    owner = whose(user, agent)
    where = filtered(since, until, role, kind, session)
    with opened(
        db, words_only=words_only, embedder=embedder, reranker=reranker, ranks=True
    ) as memory:
        shown = partial(
            as_of(memory, moment_then, recorded).context,
            said(query),
            **owner.ids,
            min_relevance=min_relevance,
            where=where,
            quarantined=quarantined,
        )
        made = shown(budget=budget)
        if not made.text and not as_json:
            if shown(budget=ROOMY).text:
                note(f"Nothing fits into a budget of {budget:,}; allow more with --budget.")
            else:
                say_nothing_found(memory, owner, "Nothing relevant")
    if as_json:
        names = ("text", "tokens", "budget", "citations", "hits", "degraded", "held_back")
        hits = {"hits": [machine.hit(hit) for hit in made.hits]}
        machine.print_json({name: getattr(made, name) for name in names} | hits)
    else:
        _show(made)
    return exits.OK if made.text else exits.NOTHING


def _show(made: Context) -> None:
    if not sys.stdout.isatty():
        exact_stdout().write(made.text)
    elif made.text:
        say(made.text)
        note(f"({made.tokens} of {made.budget} tokens, {many(len(made.hits), 'memory')})")
    if made.held_back:
        note(f"{len(made.held_back)} held back: see recollect held, or pass --quarantined")
