"""mem0's verbs, parameters and result shapes, on a recollect memory.

from recollect.compat.mem0 import Memory

memory = Memory()
memory.add("I prefer dark mode.", user_id="alice")
memory.search("UI preference?", filters={"user_id": "alice"})
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aio.client import AsyncMemoryClient
    from .aio.memory import AsyncMemory
    from .sync.client import MemoryClient
    from .sync.memory import Memory

__all__ = ["AsyncMemory", "AsyncMemoryClient", "Memory", "MemoryClient"]

_LAZY = {
    "AsyncMemory": "aio.memory",
    "AsyncMemoryClient": "aio.client",
    "Memory": "sync.memory",
    "MemoryClient": "sync.client",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
