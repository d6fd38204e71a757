"""recollect graph unrelate"""

from __future__ import annotations

from typing import Annotated

import typer

from ...edges import Kind, Object, Said, Subject, print_note
from ...opening import opened
from ...options import Agent, Db, Json, User, whose


def run(
    subject: Subject,
    relation: Kind,
    object: Object,
    at: Said = None,
    valid_to: Annotated[
        str | None,
        typer.Option("--to", metavar="TIME", help="When it ended.  [default: when it was said]"),
    ] = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """End a relation. Its past stays."""
    with opened(db) as memory:
        ids = whose(user, agent).ids
        note = memory.unrelate(subject, relation, object, at=at, valid_to=valid_to, **ids)
    print_note(note, "Ended", as_json)
    return 0
