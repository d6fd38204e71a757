"""What a back-end promises. `sync.py` is generated from `aio.py`."""

from .features import Features
from .replies import Chat, Reply, Schema, Usage

__all__ = ["Chat", "Features", "Reply", "Schema", "Usage"]
