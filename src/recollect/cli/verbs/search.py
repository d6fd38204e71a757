"""recollect search"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ...times import moment
from ...types import Where
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
from ..records import print_hit
from ..terminal import console, note

Query = Annotated[list[str], typer.Argument(metavar="QUERY...", help="The question, in any words.")]
Kind = Annotated[
    str | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="message, note, semantic, episodic, procedural, summary or core.",
    ),
]
MinRelevance = Annotated[
    float | None,
    typer.Option(
        "--min-relevance",
        metavar="0…1",
        help="Leave out what is less relevant; 0 ranks everything.  [default: 0.01]",
    ),
]


def run(
    query: Query,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", help="At most so many results.")
    ] = 10,
    min_relevance: MinRelevance = None,
    since: Since = None,
    until: Until = None,
    role: Role = None,
    kind: Kind = None,
    session: Session = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each was found.")] = False,
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
    """Find what helps with a question, best first.

    \b
    recollect search "which theme do I like?" --explain
    recollect search deploy target --since 2026-01-01 --role user
    recollect search "where do I live?" --as-of 2026-02-01

    When nothing is relevant enough the exit code is 1.
    """
    owner = whose(user, agent)
    asked: dict[str, Any] = {"limit": limit, "explain": explain or as_json}
    if min_relevance is not None:
        asked["min_relevance"] = min_relevance
    where = filtered(since, until, role, kind, session)
    with opened(
        db, words_only=words_only, embedder=embedder, reranker=reranker, ranks=True
    ) as memory:
        then = as_of(memory, moment_then, recorded)
        hits = then.search(said(query), **owner.ids, where=where, **asked)
        if as_json:
            machine.print_json({"hits": [machine.hit(h) for h in hits], "degraded": hits.degraded})
        elif not hits:
            say_nothing_found(memory, owner, "Nothing relevant")
    if not as_json:
        out = console()
        for number, hit in enumerate(hits, start=1):
            print_hit(out, number, hit, explain)
        if hits.degraded:
            note(f"Found without {', '.join(hits.degraded)}: see recollect doctor")
    return exits.OK if hits else exits.NOTHING


def filtered(
    since: str | None, until: str | None, role: str | None, kind: str | None, session: str | None
) -> Where:
    """The filter that some options make; the front door checks the rest."""
    return Where(
        after=None if since is None else moment(since, "--since"),
        before=None if until is None else moment(until, "--until"),
        role=role,
        kind=kind,  # type: ignore[arg-type]
        session_id=session,
    )
