"""Releasing the parts of a memory, each whatever becomes of the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class AsyncCloses(Protocol):
    """Whatever holds something until it is closed."""

    async def close(self) -> None:
        """Let go of it."""


async def closed(parts: Iterable[AsyncCloses | None]) -> list[Exception]:
    """Close some parts, those that there are; what went wrong with any of them."""
    failed: list[Exception] = []
    for part in parts:
        try:
            if part is not None:
                await part.close()
        except Exception as error:  # a model of the caller's may raise whatever it likes
            failed.append(error)
    return failed
