"""What a framework's async loop is shown of a memory."""

from __future__ import annotations

from ..errors import InputError
from ..memory.aio.door import AsyncMemory
from .aio.recalling import BUDGET
from .aio.recalling import AsyncRecall as Recall

__all__ = ["BUDGET", "Recall", "awaited"]


def awaited(memory: AsyncMemory) -> AsyncMemory:
    """The memory, if it is of the colour that these frameworks have."""
    if not isinstance(memory, AsyncMemory):
        raise InputError(f"this needs an AsyncMemory, not {type(memory).__name__}")
    return memory
