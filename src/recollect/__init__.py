"""Memory for AI agents that survives the end of a session.

from recollect import Memory

memory = Memory("agent.db")
memory.add("I prefer dark mode.", user_id="dana")
memory.search("UI preference?", user_id="dana")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import (
    ConfigError,
    Conflict,
    InputError,
    MissingExtra,
    ModelError,
    NotFound,
    RecollectError,
    StoreError,
)

if TYPE_CHECKING:
    from .agents.aio.agent import AsyncAgent
    from .agents.sync.agent import Agent
    from .agents.wrapping import wrap
    from .memory.aio.door import AsyncMemory
    from .memory.aio.session import AsyncSession
    from .memory.sync.door import Memory
    from .memory.sync.session import Session
    from .receipts import Receipt
    from .types import (
        Added,
        Context,
        Hit,
        Hits,
        Message,
        Note,
        Owner,
        Report,
        Scope,
        Stats,
        Where,
        Why,
    )

__version__ = "0.1.0"

__all__ = [
    "Added",
    "Agent",
    "AsyncAgent",
    "AsyncMemory",
    "AsyncSession",
    "ConfigError",
    "Conflict",
    "Context",
    "Hit",
    "Hits",
    "InputError",
    "Memory",
    "Message",
    "MissingExtra",
    "ModelError",
    "NotFound",
    "Note",
    "Owner",
    "Receipt",
    "RecollectError",
    "Report",
    "Scope",
    "Session",
    "Stats",
    "StoreError",
    "Where",
    "Why",
    "__version__",
    "wrap",
]

_LAZY = {
    "Agent": "recollect.agents.sync.agent",
    "AsyncAgent": "recollect.agents.aio.agent",
    "AsyncMemory": "recollect.memory.aio.door",
    "AsyncSession": "recollect.memory.aio.session",
    "Memory": "recollect.memory.sync.door",
    "Receipt": "recollect.receipts",
    "Session": "recollect.memory.sync.session",
    "wrap": "recollect.agents.wrapping",
} | dict.fromkeys(
    ("Added", "Context", "Hit", "Hits", "Message", "Note", "Owner", "Report", "Scope", "Stats",
     "Where", "Why"),
    "recollect.types",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load what is asked for at first use, so that importing recollect costs next to nothing."""
    if name not in _LAZY:
        raise AttributeError(f"module 'recollect' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return __all__
