"""Work that is done in pieces: what breaks off in the middle says how far it came."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import RecollectError

IMPORTED = "{done} of {total} records are in the memory, and importing the same again goes on"
NOTHING, REST = "nothing was written", "the rest was not written"


class SoFar:
    """How much is done, remembered, and told on to whoever asked."""

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self.done, self.total = 0, 0
        self._progress = progress

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._progress is not None:
            self._progress(done, total)

    def told(self, what: str) -> str:
        """A sentence with the numbers in the places of {done} and {total}."""
        return what.format(done=f"{self.done:,}", total=f"{self.total:,}")


@contextmanager
def kept(so_far: SoFar, what: str) -> Iterator[None]:
    """Let an error say what was kept. A store speaks of its one commit only."""
    try:
        yield
    except RecollectError as error:
        if so_far.done:
            error.args = (f"{str(error).replace(NOTHING, REST)} ({so_far.told(what)})",)
        raise
