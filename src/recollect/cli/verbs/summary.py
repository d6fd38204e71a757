"""recollect summary"""

from __future__ import annotations

from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Embedder, Json, Session, User, WordsOnly, whose
from ..records import print_record
from ..terminal import console


def run(
    session: Session = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """What was said, in short: of one conversation, or of all of them.

    It is brought up to date first, and kept as a note. Its quotes lead to the words: recollect why.
    """
    owner = whose(user, agent)
    with opened(db, words_only=words_only, embedder=embedder) as memory:
        made = memory.summary(**owner.ids, session_id=session)
        if made is None and not as_json:
            say_nothing_found(memory, owner, "Nothing to sum up")
    if as_json:
        machine.print_json({"summary": None if made is None else machine.record(made)})
    elif made is not None:
        print_record(console(), made)
    return exits.NOTHING if made is None else exits.OK
