"""BM25: how well a document fits one term of a query."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

K1 = 1.2
"""How soon the repetition of a term stops counting."""
B = 0.75
"""How much a long document is held against it: 0 not at all, 1 in proportion."""

REPEATS = " repeats"
"""A term that no text has. A record that holds it repeats what others say, as a note does that was
taken of a message: it is found like any other, but does not make its words more common."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The documents that statistics are made of."""

    count: int
    average: float
    repeating: NDArray[np.bool_]
    """By document: whether it is left out."""

    @classmethod
    def of(
        cls, size: int, count: int, total: float, repeats: NDArray[Any], lengths: NDArray[Any]
    ) -> Counted:
        """`count` documents among `size` numbers, `total` terms long; `repeats` are the numbers of
        those that repeat others, and `lengths` how long these are. If all do, all count."""
        import numpy as np

        left_out = np.zeros(size, dtype=bool)
        if len(repeats) < count:
            left_out[repeats] = True
            count, total = count - len(repeats), total - float(lengths.sum())
        return cls(count, total / max(count, 1), left_out)

    def df(self, holders: NDArray[Any]) -> int:
        """How many of these documents are counted."""
        return len(holders) - int(self.repeating[holders].sum())


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
