"""A text longer than a network reads: read span by span, and one vector again.

Half of that vector is the beginning, which says what a text is about; the other half is the mean
of all its spans, so that what comes later can be found by its meaning, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

MOST = 16
"""Spans that are read of a text."""


def longest(most: int) -> int:
    """The ids that are read of a text in all, by a network that reads `most` at a time."""
    return MOST * (most - 2) + 2


def spans(ids: list[int], most: int) -> list[list[int]]:
    """The ids of a text in spans, each between the two that stand around all of them: the first as
    long as it can be, the others all but equal."""
    if len(ids) <= most:
        return [ids]
    first, rest, last = ids[0], ids[most - 1 : -1], ids[-1]
    count = -(-len(rest) // (most - 2))
    cuts = [len(rest) * i // count for i in range(count + 1)]
    others = ([first, *rest[start:end], last] for start, end in pairwise(cuts))
    return [[*ids[: most - 1], last], *others]


def whole(vectors: NDArray[numpy.float32], sizes: Sequence[int]) -> NDArray[numpy.float32]:
    """The vector of a text from those of its spans, and how long each of them is."""
    import numpy

    everything = _unit(numpy.asarray(sizes, numpy.float32) @ vectors)
    return _unit(vectors[0] + everything)


def _unit(vector: NDArray[numpy.float32]) -> NDArray[numpy.float32]:
    import numpy

    return vector / numpy.linalg.norm(vector)
