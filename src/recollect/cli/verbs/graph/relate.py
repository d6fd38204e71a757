"""recollect graph relate"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...edges import Kind, Object, Said, Subject, print_note
from ...opening import opened, tried
from ...options import Agent, Db, Embedder, Json, User, WordsOnly, whose

if TYPE_CHECKING:
    from .... import Memory, Note


def run(
    subject: Subject,
    relation: Kind,
    object: Object,
    at: Said = None,
    valid_from: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="When it began to hold.")
    ] = None,
    valid_to: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="When it ends or ended.")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="ID", help="A message that says so; more than one may."),
    ] = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Keep that something is related to something. Said again it is kept once.

    \b
    recollect graph relate Alice MANAGES "Project Alpha"
    """
    ids = whose(user, agent).ids
    times: dict[str, Any] = {"at": at, "valid_from": valid_from, "valid_to": valid_to}

    def keep(memory: Memory) -> Note:
        return memory.relate(subject, relation, object, **ids, **times, sources=source or ())

    tried(db, keep)
    with opened(db, words_only=words_only, embedder=embedder, create=True) as memory:
        note = keep(memory)
    print_note(note, "Kept", as_json)
    return 0
