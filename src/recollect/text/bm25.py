"""BM25: how well a document fits one term of a query."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

K1 = 1.2
"""How soon the repetition of a term stops counting."""
B = 0.75
"""How much a long document is held against it: 0 not at all, 1 in proportion."""


def bm25(
    tf: NDArray[np.float64],
    length: NDArray[np.float64],
    df: int,
    count: int,
    average: float,
) -> NDArray[np.float64]:
    """Score the documents that hold one term.

    `tf` is how often each of them holds it and `length` how many terms each has in all. `df` of
    `count` documents hold the term, and a document has `average` terms.
    """
    return rarity(df, count) * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / average))


def rarity(df: int, count: int) -> float:
    """What holding a term is worth when `df` of `count` documents hold it."""
    return log(1 + (count - df + 0.5) / (df + 0.5))
