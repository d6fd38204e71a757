"""What a back-end promises. `sync.py` is generated from `aio.py`."""

from .features import Features

__all__ = ["Features"]
