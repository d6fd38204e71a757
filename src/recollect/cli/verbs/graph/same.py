"""recollect graph same"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...edges import Name, Other, Said, print_note
from ...opening import opened, tried
from ...options import Agent, Db, Embedder, Json, User, WordsOnly, whose

if TYPE_CHECKING:
    from .... import Memory, Note


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
    ids = whose(user, agent).ids

    def keep(memory: Memory) -> Note:
        return memory.same(name, other, at=at, **ids)

    tried(db, keep)
    with opened(db, words_only=words_only, embedder=embedder, create=True) as memory:
        note = keep(memory)
    print_note(note, "Kept", as_json)
    return 0
