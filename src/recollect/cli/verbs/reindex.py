"""recollect reindex"""

from __future__ import annotations

from typing import Annotated

import typer

from .. import machine
from ..opening import opened
from ..options import Db, Embedder, Json, WordsOnly
from ..progress import bar
from ..terminal import say


def run(
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Make every vector anew, not just missing ones.")
    ] = False,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Make the indexes anew from the words.

    Terms are remade, missing vectors are made, vectors of other models go. Safe to interrupt: run
    it again to go on.
    """
    memory = opened(db, words_only=words_only, embedder=embedder)
    with memory, bar("Indexing", as_json) as progress:
        stats = memory.reindex(vectors=vectors, progress=progress)
    if as_json:
        machine.print_json(stats)
    else:
        made = sum(stats.vectors.values())
        say(f"Indexed {stats.messages + stats.notes:,} records, {made:,} vectors.")
    return 0
