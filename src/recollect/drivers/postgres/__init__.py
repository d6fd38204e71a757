"""PostgreSQL with pgvector: one transaction for records and all their indexes."""

from .aio.store import AsyncPostgresStore
from .index import PostgresIndex
from .sync.store import PostgresStore

__all__ = ["AsyncPostgresStore", "PostgresIndex", "PostgresStore"]
