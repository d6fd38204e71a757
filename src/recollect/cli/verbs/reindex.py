"""recollect reindex"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import ConfigError
from ...types import Stats
from .. import machine
from ..opening import opened
from ..options import Db, Embedder, Json, WordsOnly
from ..progress import bar
from ..terminal import say


def run(
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Make every vector anew, not just missing ones.")
    ] = False,
    index: Annotated[
        str | None,
        typer.Option("--index", help="Fill this index beside the store anew: vectors or graph."),
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
    with opened(db, words_only=bare) as memory, bar("Indexing", as_json) as progress:
        if not bare:
            _require_own(memory.stats())
        stats = memory.reindex(embedder=embedder, vectors=vectors, index=index, progress=progress)
    if as_json:
        machine.print_json(stats)
    else:
        made = sum(stats.vectors.values())
        say(f"Indexed {stats.messages + stats.notes:,} records, {made:,} vectors.")
    return 0


def _require_own(stats: Stats) -> None:
    """Refuse to move a memory to the embedder that happens to be the default."""
    if stats.foreign:
        raise ConfigError(
            f"the vectors here were made by {stats.foreign}, not by {stats.embedder}; say which to "
            "use: --embedder NAME"
        )
