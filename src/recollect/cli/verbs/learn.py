"""recollect learn"""

from __future__ import annotations

from .. import machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Owner, WordsOnly
from ..progress import bar
from ..terminal import say


def run(
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Take notes of what was added and not learned yet: what was imported, or kept for later.

    Safe to interrupt: run it again to go on.
    """
    with (
        opened(db, words_only=words_only, embedder=embedder) as memory,
        bar("Learning", as_json) as progress,
    ):
        new = memory.learn(user_id=user, agent_id=agent, progress=progress)
    if as_json:
        machine.print_json({"new": new})
    else:
        say(f"Took {new:,} {'note' if new == 1 else 'notes'}.")
    return 0
