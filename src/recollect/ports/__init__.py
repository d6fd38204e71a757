"""What a back-end promises. `sync.py` is generated from `aio.py`."""

from .features import Features
from .replies import Chat, Reply, Schema, Usage
from .spending import Purse, Spend, Spent, Waiting

__all__ = ["Chat", "Features", "Purse", "Reply", "Schema", "Spend", "Spent", "Usage", "Waiting"]
