"""Opening a database: nothing is written before it is known to be ours, or empty of us."""

from __future__ import annotations

from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg import errors as sql
from psycopg.abc import PQGen

from ....errors import ConfigError, SchemaTooNew
from .. import schema
from ..failures import EXTENSION, connecting
from ..silence import watched

T = TypeVar("T")
OLDEST = 140000
"""The oldest server that is spoken to, as it numbers itself."""


class Link(AsyncConnection[Any]):
    """A connection that notices when its server is stopped."""

    stopped = False

    async def wait(self, gen: PQGen[T], *args: Any, **more: Any) -> T:
        """Wait for the server, as long as it lives."""
        return await super().wait(watched(self, gen), *args, **more)


async def connect(target: str, url: str) -> Link:
    """A connection that keeps no state between transactions, as a pooler wants it."""
    try:
        return await Link.connect(target, autocommit=True, prepare_threshold=None)
    except psycopg.Error as error:
        raise connecting(error, url) from None


async def prepare(db: Link, url: str) -> None:
    """Refuse what is not ours, and bring up to date what is. Many may do so at once."""
    if db.info.server_version < OLDEST:
        raise ConfigError(f"{url} runs PostgreSQL {db.info.server_version // 10000}; 14 is needed")
    if await version(db, url) == len(schema.MIGRATIONS):
        return
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (schema.LOCK,))
        await migrate(db, url)


async def version(db: Link, url: str) -> int:
    """The number of the last step that this database has seen; 0 for none."""
    # From the tables themselves: what a connection remembers of them may be older than a lock.
    found = await db.execute(
        "SELECT EXISTS(SELECT 1 FROM pg_class JOIN pg_namespace AS s ON s.oid = relnamespace "
        "WHERE nspname = 'recollect'), "
        "EXISTS(SELECT 1 FROM pg_class AS c JOIN pg_namespace AS s ON s.oid = relnamespace "
        "JOIN pg_attribute ON attrelid = c.oid "
        "WHERE nspname = 'recollect' AND relname = 'meta' AND attname = 'version'), "
        "getdatabaseencoding()"
    )
    row: Any = await found.fetchone()
    has_tables, ours, encoding = row
    if encoding != "UTF8":
        raise ConfigError(f"{url} has the encoding {encoding}; create a database with UTF8")
    if not has_tables:  # nothing, or an empty schema that somebody made for us
        return 0
    if not ours:
        raise ConfigError(
            f"{url} has a schema `recollect` of another program. It was not touched. Choose "
            "another database"
        )
    try:
        found = await db.execute("SELECT version FROM recollect.meta")
    except sql.InsufficientPrivilege:
        raise ConfigError(
            f"the role of {url} may not read it; allow it: GRANT USAGE ON SCHEMA recollect, GRANT "
            "SELECT ON ALL TABLES IN SCHEMA recollect"
        ) from None
    row = await found.fetchone()
    number: int = 0 if row is None else row[0]
    known = len(schema.MIGRATIONS)
    if number > known:
        raise SchemaTooNew(
            f"{url} was written by a newer recollect (schema {number}, this one knows {known}). "
            "It was not touched. Upgrade: pip install -U recollect"
        )
    return number


async def migrate(db: Link, url: str) -> None:
    """Run the steps this database has not seen, all in the caller's transaction."""
    before = await version(db, url)
    if not before:
        await _extend(db, url)
        await _begin(db, url)
    for number, step in schema.steps(before):
        await db.execute(step)
        await db.execute("UPDATE recollect.meta SET version = %s", (number,))


async def _begin(db: Link, url: str) -> None:
    """The schema, which may be there and empty: making it takes a right that not everybody has."""
    found = await db.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'recollect'")
    try:
        if await found.fetchone() is None:
            await db.execute("CREATE SCHEMA recollect")
        await db.execute("CREATE TABLE recollect.meta(version integer NOT NULL)")
    except sql.InsufficientPrivilege:
        raise ConfigError(
            f"the role of {url} may not make the tables; allow it: GRANT CREATE ON DATABASE, or "
            "make the schema for it: CREATE SCHEMA recollect AUTHORIZATION its name"
        ) from None
    await db.execute("INSERT INTO recollect.meta VALUES(0)")


async def _extend(db: Link, url: str) -> None:
    """pgvector 0.8, with half-precision vectors and iterative scans."""
    try:
        await db.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except (sql.InsufficientPrivilege, sql.UndefinedFile, sql.FeatureNotSupported):
        raise ConfigError(f"{url} has no extension `vector`; {EXTENSION}") from None
    found = await db.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    row = await found.fetchone()
    if row is None or tuple(map(int, row[0].split(".")[:2])) < (0, 8):
        raise ConfigError(f"{url} has an old pgvector; run: ALTER EXTENSION vector UPDATE")
