"""recollect why-not"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any

import typer

from ...types import Absence, Where
from .. import exits, machine
from ..opening import opened
from ..options import (
    Agent,
    Db,
    Embedder,
    Json,
    Owner,
    Reranker,
    Role,
    Session,
    Since,
    Until,
    WordsOnly,
    said,
)
from ..past import AsOf, Recorded, as_of
from ..terminal import console, safe
from .search import Kind, MinRelevance, filtered
from .show import Id

Limit = Annotated[
    int, typer.Option("--limit", "-n", metavar="N", help="How many hits were asked for.")
]
FILTERS = {
    "after": "--since",
    "before": "--until",
    "role": "--role",
    "kind": "--kind",
    "session_id": "--session",
}
"""The parts of a filter, as options."""


def run(
    id: Id,
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="The question.")],
    limit: Limit = 10,
    min_relevance: MinRelevance = None,
    since: Since = None,
    until: Until = None,
    role: Role = None,
    kind: Kind = None,
    session: Session = None,
    moment_then: AsOf = None,
    recorded: Recorded = False,
    user: Owner = None,
    agent: Agent = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    reranker: Reranker = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Why a search does not give a message or note, and what would bring it back.

    Pass the options of that search.
    """
    where = filtered(since, until, role, kind, session)
    asked: dict[str, Any] = {"user_id": user, "agent_id": agent, "limit": limit, "where": where}
    if min_relevance is not None:
        asked["min_relevance"] = min_relevance
    with opened(
        db, words_only=words_only, embedder=embedder, reranker=reranker, ranks=True
    ) as memory:
        then = as_of(memory, moment_then, recorded)
        found = _told(then.why_not(said(query), id, **asked), id, where)
    if as_json:
        machine.print_json(asdict(found))
    else:
        console().print(safe(f"{found.stage}: {found.reason}.\nRemedy: {found.remedy}."))
    return exits.OK if found.stage == "found" else exits.NOTHING


def _told(found: Absence, id: str, where: Where) -> Absence:
    """The same in the words of the command line."""
    match found.stage:
        case "closed":
            return replace(found, remedy=f"see the newer one: recollect history {id}")
        case "filter":
            given = [name for name in FILTERS if getattr(where, name) is not None]
            parts = ", ".join(FILTERS[one] for one in given if one not in found.options["where"])
            return replace(found, reason=f"left out by {parts}", remedy=f"search without {parts}")
        case "candidates":
            narrow = ", ".join(FILTERS.values())
            remedy = f"ask with words it holds, raise --limit, or narrow the search: {narrow}"
            return replace(found, remedy=remedy)
        case "relevance":
            return replace(found, remedy=f"pass --min-relevance {found.options['min_relevance']:g}")
        case "limit":
            return replace(found, remedy=f"pass --limit {found.options['limit']}")
    return found
