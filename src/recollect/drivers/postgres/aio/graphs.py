"""The graphs (HNSW) through which the vectors of large owners are searched."""

from __future__ import annotations

from collections.abc import Collection

from .. import postings
from .opening import Link

LARGEST = 4000
"""Dimensions that a graph of half-precision vectors can have."""


async def grow(db: Link, models: Collection[int]) -> None:
    """Begin a graph for models that have vectors for one. It begins empty, or nearly so."""
    for model in sorted(models):
        found = await db.execute(
            "SELECT size FROM recollect.models WHERE model = %s AND NOT graph", (model,)
        )
        row = await found.fetchone()
        if row is None or row[0] > LARGEST:
            continue
        await db.execute(
            f"CREATE INDEX IF NOT EXISTS vectors_graph_{int(model)} ON recollect.vectors "
            f"USING hnsw ((data::halfvec({int(row[0])})) halfvec_cosine_ops) "
            f"WITH (m = 16, ef_construction = 100) "
            f"WHERE model = {int(model)} AND n > {postings.GRAPH}"
        )
        await db.execute("UPDATE recollect.models SET graph = true WHERE model = %s", (model,))
