"""recollect stats"""

from __future__ import annotations

from .. import machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Owner
from ..records import print_fields
from ..sizes import human
from ..terminal import console


def run(
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """How much is kept: in all, or of one user or agent."""
    with opened(db, words_only=False, embedder=embedder) as memory:
        stats = memory.stats(user_id=user, agent_id=agent)
    if as_json:
        machine.print_json(stats)
        return 0
    vectors = ", ".join(f"{count:,} by {model}" for model, count in stats.vectors.items())
    print_fields(
        console(),
        [
            ("url", stats.url),
            ("size", None if stats.bytes is None else human(stats.bytes)),
            ("owners", f"{stats.owners:,}"),
            ("sessions", f"{stats.sessions:,}"),
            ("messages", f"{stats.messages:,}"),
            ("notes", f"{stats.notes:,}"),
            ("vectors", vectors or "none"),
            ("pending", f"{stats.pending:,} without a vector" if stats.pending else "none"),
            ("embedder", stats.embedder),
        ],
    )
    return 0
