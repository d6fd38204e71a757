"""recollect reindex"""

from __future__ import annotations

from typing import Annotated

import typer

from ...counts import many
from ...errors import ConfigError
from ...types import Stats
from .. import machine
from ..lasting import lasting
from ..opening import opened
from ..options import Db, Embedder, Json, WordsOnly
from ..terminal import say


def run(
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Make every vector anew, not just missing ones.")
    ] = False,
    index: Annotated[
        str | None,
        typer.Option(
            "--index",
            metavar="NAME",
            help="Fill this index beside the store anew: vectors or graph.",
        ),
    ] = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Make the indexes anew from the words, or move the memory to another embedder.

    Terms are remade, missing vectors are made, vectors of other models go when all are there. Safe
    to interrupt: run it again to go on.
    """
    if words_only and embedder is not None:
        raise ConfigError("--words-only makes no vectors; leave it or --embedder out")
    bare = words_only or embedder is not None
    kept = f"the words are as they were, and {{done}} of {{total}} records have {_what(index)}"
    again = "run it again without --vectors" if vectors else "run it again"
    work = lasting("Indexing", as_json, kept, again)
    with work as so_far, opened(db, words_only=bare) as memory:
        if not bare:
            _require_own(memory.stats())
        stats = memory.reindex(embedder=embedder, vectors=vectors, index=index, progress=so_far)
    if as_json:
        machine.print_json(stats)
    else:
        made = many(sum(stats.vectors.values()), "vector")
        say(f"Indexed {many(stats.messages + stats.notes, 'record')}, {made}.")
    return 0


def _what(index: str | None) -> str:
    return "their vectors" if index is None else "come to the index"


def _require_own(stats: Stats) -> None:
    """Refuse to move a memory to the embedder that happens to be the default."""
    if stats.foreign:
        raise ConfigError(
            f"the vectors here were made by {stats.foreign}, not by {stats.embedder}; say which to "
            "use: --embedder NAME"
        )
