"""recollect roll-back"""

from __future__ import annotations

from typing import Annotated

import typer

from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, User, WordsOnly, whose
from ..terminal import say


def run(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="tool, tool:NAME, document, a URL, import, session:ID, or a message's id.",
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be taken back.")
    ] = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Take back everything that was learned from one source.

    Notes that rest on it alone are closed, and what they had replaced stands again; notes that
    rest on others too are concluded anew from those. The words stay: erase removes them. Exit code
    1 when there was nothing to take back.
    """
    owner = whose(user, agent)
    with opened(db, words_only=words_only, embedder=embedder) as memory:
        done = memory.roll_back(source, **owner.ids, dry_run=dry_run)
    if as_json:
        notes = {"closed": done.closed, "reopened": done.reopened, "derived": done.derived}
        made = {name: [machine.record(note) for note in some] for name, some in notes.items()}
        said = {"source": done.source, "messages": done.messages, "done": done.done}
        machine.print_json(said | made)
    else:
        say(str(done))
    return exits.OK if done.closed or done.reopened else exits.NOTHING
