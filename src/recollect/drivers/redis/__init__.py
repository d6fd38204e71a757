"""Redis: one script is one commit, and each process keeps copies of the owners it reads."""

from .aio.cache import AsyncRedisCache
from .aio.store import AsyncRedisStore
from .sync.cache import RedisCache
from .sync.store import RedisStore

__all__ = ["AsyncRedisCache", "AsyncRedisStore", "RedisCache", "RedisStore"]
