"""How far to walk through a graph of vectors (HNSW)."""

from __future__ import annotations

WIDTH = 200
"""Candidates that a walk keeps in view, at least."""
MORE = 4
"""How many times as many as are wanted it looks for, as it meets them out of order."""
FAR = 200_000
"""Vectors that it may meet before it gives up finding enough that pass the filter."""


def settings(wanted: int) -> list[str]:
    """What is set in the transaction of a walk for so many."""
    made = (
        f"hnsw.ef_search = {min(max(WIDTH, 2 * wanted), 1000)}",
        f"hnsw.max_scan_tuples = {FAR}",
        "hnsw.iterative_scan = relaxed_order",
        "enable_sort = off",
    )
    return [f"SET LOCAL {setting}" for setting in made]
