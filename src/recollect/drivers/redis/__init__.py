"""Redis: one script is one commit, and each process keeps copies of the owners it reads."""

from .aio.store import AsyncRedisStore
from .sync.store import RedisStore

__all__ = ["AsyncRedisStore", "RedisStore"]
