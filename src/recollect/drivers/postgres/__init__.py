"""PostgreSQL with pgvector: one transaction for records and all their indexes."""

from .aio.store import AsyncPostgresStore
from .sync.store import PostgresStore

__all__ = ["AsyncPostgresStore", "PostgresStore"]
