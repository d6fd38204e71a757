"""What a back-end promises. `sync.py` is generated from `aio.py`."""

from .features import Features
from .replies import Chat, Reply, Schema, Usage
from .spending import Purse, Spend, Spent, Waiting
from .talk import Asked, Said, Tool, ToolCall

__all__ = [
    "Asked",
    "Chat",
    "Features",
    "Purse",
    "Reply",
    "Said",
    "Schema",
    "Spend",
    "Spent",
    "Tool",
    "ToolCall",
    "Usage",
    "Waiting",
]
