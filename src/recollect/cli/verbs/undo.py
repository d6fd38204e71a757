"""recollect undo"""

from __future__ import annotations

from .. import machine
from ..edges import Said
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Owner, WordsOnly
from ..records import print_record
from ..terminal import console
from .show import Id


def run(
    id: Id,
    at: Said = None,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Take back the last change of a note; nothing is removed.

    A note that replaced another is closed, and the other stands again as a new version. A note that
    replaced none is closed. A note that was ended stands again. See: recollect history ID

    \b
    recollect diff 2026-03-01
    recollect undo 01a1e22cc2ce7485b2bbc0d692c53482
    """
    with opened(db, words_only=words_only, embedder=embedder) as memory:
        done = memory.undo(id, user_id=user, agent_id=agent, at=at)
    if as_json:
        closed = done.closed and machine.record(done.closed)
        restored = [machine.record(note) for note in done.restored]
        machine.print_json({"closed": closed, "restored": restored})
        return 0
    out = console()
    if done.closed is not None:
        out.print("Closed:")
        print_record(out, done.closed)
    if done.restored:
        out.print("Stands again:")
    for note in done.restored:
        print_record(out, note)
    return 0
