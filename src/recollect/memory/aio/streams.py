"""Answers that are still coming: what came of one that nobody reads on is kept, too."""

from __future__ import annotations

import weakref
from typing import Protocol

from ...errors import RecollectError
from .shell import log


class AsyncStream(Protocol):
    """Somebody who holds an answer that may be left half way."""

    async def _settle(self) -> None:
        """Keep what came, unless it is kept already."""


class AsyncStreams:
    """Those of a memory, as long as somebody holds them."""

    def __init__(self) -> None:
        self._held: set[weakref.ref[AsyncStream]] = set()

    def add(self, stream: AsyncStream) -> None:
        """One more."""
        self._held.add(weakref.ref(stream, self._held.discard))

    async def settle(self) -> None:
        """The memory is about to close: after that nothing could be kept."""
        for held in tuple(self._held):
            stream = held()
            try:
                if stream is not None:
                    await stream._settle()
            except RecollectError as error:
                log.warning("what came of an answer could not be kept: %s", error)
