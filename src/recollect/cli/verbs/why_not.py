"""recollect why-not"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any

import typer

from ...read.absence import refused
from ...types import Absence
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
PASSED = {"limit": "--limit", "min_relevance": "--min-relevance"}


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
        found = then.why_not(said(query), id, **asked)
        record = then.get(id, user_id=user, agent_id=agent) if found.stage == "filter" else None
        found = _told(found, id, [] if record is None else refused(where, record))
    if as_json:
        machine.print_json(asdict(found))
    else:
        console().print(safe(f"{found.stage}: {found.reason}.\nRemedy: {found.remedy}."))
    return exits.OK if found.stage == "found" else exits.NOTHING


def _told(found: Absence, id: str, refusing: list[str]) -> Absence:
    """The same in the words of the command line; `refusing` is what refuses it of the filter."""
    if found.stage == "closed":
        return replace(
            found, remedy=f"see recollect history {id}, or pass --as-of a time when it held"
        )
    steps = []
    if refusing:
        parts = ", ".join(FILTERS[one] for one in refusing)
        found = replace(found, reason=f"left out by {parts}")
        steps.append(f"search without {parts}")
    options = found.options
    given = [f"{flag} {options[name]:g}" for name, flag in PASSED.items() if name in options]
    if given:
        steps.append(f"pass {' '.join(given)}")
    if not options:
        steps += found.remedy.split("; ")[len(steps) :]
    return replace(found, remedy="; ".join(steps))
