"""recollect graph same"""

from __future__ import annotations

from ...edges import Name, Other, Said, print_note
from ...opening import opened
from ...options import Agent, Db, Embedder, Json, User, WordsOnly, whose


def run(
    name: Name,
    other: Other,
    at: Said = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Two names are one entity's: the first is another name of the second."""
    with opened(db, words_only=words_only, embedder=embedder, create=True) as memory:
        note = memory.same(name, other, at=at, **whose(user, agent).ids)
    print_note(note, "Kept", as_json)
    return 0
