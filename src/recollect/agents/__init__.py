"""Chat loops on a memory, and agents that outlive a process."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aio.agents import AsyncAgents
    from .block import Block
    from .sync.agents import Agents

__all__ = ["Agents", "AsyncAgents", "Block"]

_LAZY = {"Agents": ".sync.agents", "AsyncAgents": ".aio.agents", "Block": ".block"}


def __getattr__(name: str) -> Any:
    """Load the doors at first use."""
    if name not in _LAZY:
        raise AttributeError(f"module 'recollect.agents' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name], __name__), name)
