"""The one border where PostgreSQL's errors become ours.

PostgreSQL quotes the values that it cannot take, so its own words are not passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as sql
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from ...errors import (
    Clash,
    ConfigError,
    InputError,
    Lost,
    RecollectError,
    Stale,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

BUSY_SECONDS = 60
EXTENSION = (
    "create it as a superuser in this database: CREATE EXTENSION vector (install pgvector 0.8 or "
    "newer first)"
)
BUSY = r"too many (connections|clients)|connection slots|no more connections|is starting up"
REFUSED = {
    "no password supplied|password authentication failed": "the password is wrong or missing; "
    "check the URL",
    'FATAL: .*role ".*" (does not exist|is not permitted)|FATAL: .*no such user': "the server does "
    "not know this role, or does not let it log in; check the URL",
    'FATAL: .*database ".*" does not exist|FATAL: .*no such database': "the server has no such "
    "database; create it or check the URL",
    "FATAL: .*permission denied for database": "this role may not connect to this database; allow "
    "it: GRANT CONNECT ON DATABASE",
    r"FATAL: .*(authentication|pg_hba\.conf)": "the server does not accept this role; check the "
    "URL and pg_hba.conf",
}
"""What a server, or a pooler before it, says when it lets nobody in, and what to do about it."""


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Raise ours instead of PostgreSQL's."""
    try:
        yield
    except PoolClosed:
        raise closed() from None
    except (PoolTimeout, TooManyRequests):
        raise Lost(f"no connection to {url} was free or could be made in time; try again") from None
    except psycopg.Error as error:
        raise _translate(error, url) from None


def closed() -> StoreClosed:
    """The error for a store that was closed."""
    return StoreClosed("this memory was closed; open a new one")


def connecting(error: psycopg.Error, url: str) -> RecollectError:
    """What a connection failed for when it was first made."""
    said = str(error)  # all there is: it comes without a state
    if re.search(BUSY, said):
        return StoreBusy(
            f"the server at {url} has no connection left for this role, or is starting; try again"
        )
    for words, remedy in REFUSED.items():
        if re.search(words, said):
            return ConfigError(f"cannot open {url}: {remedy}")
    return StoreError(
        f"cannot reach {url}; check that the server runs, its name and its port, and TLS settings"
    )


def _translate(error: psycopg.Error, url: str) -> RecollectError:
    state = error.sqlstate or ""
    if isinstance(error, sql.DeadlockDetected | sql.SerializationFailure):
        return Clash("two writers got into each other's way; nothing was written, try again")
    if isinstance(error, sql.LockNotAvailable | sql.QueryCanceled):
        return StoreBusy(
            f"another writer held the owner's rows for over {BUSY_SECONDS} s, or the server "
            "cancelled the query; nothing was written, try again"
        )
    if _broken(error, state):
        return Lost(f"the connection to {url} broke; what was not acknowledged may be lost")
    if isinstance(error, sql.UniqueViolation) and "slot" in (error.diag.constraint_name or ""):
        return Stale("another note has this key by now; read it, then retry")
    if isinstance(error, sql.DiskFull):
        return StoreFull(f"no space left for {url}; nothing was written. Free some and try again")
    if isinstance(error, sql.ReadOnlySqlTransaction | sql.InsufficientPrivilege):
        return StoreReadOnly(
            f"{url} cannot be written: it is a standby, or the role lacks rights on the schema "
            "recollect; connect to the primary as the owner of the tables"
        )
    if isinstance(error, sql.DataCorrupted | sql.IndexCorrupted):
        return StoreCorrupt(
            f"{url} is damaged ({state}). It was left as it is; restore a backup, or run pg_amcheck"
        )
    if isinstance(error, sql.UndefinedTable | sql.InvalidSchemaName):
        return StoreError(f"the tables in {url} are gone; open the memory again")
    if isinstance(error, sql.UndefinedColumn | sql.DatatypeMismatch | sql.WrongObjectType):
        return StoreError(
            f"a table in {url} is not as recollect makes it ({state}): somebody made or changed "
            "it. Restore it or choose another database; an index is made anew by recollect reindex"
        )
    if isinstance(error, sql.UndefinedObject | sql.UndefinedFunction):
        return ConfigError(
            f"the role of {url} does not see pgvector's types; put the schema that they are in "
            "where it looks: ALTER ROLE … SET search_path = public, extensions"
        )
    if isinstance(error, sql.ProgramLimitExceeded):
        return InputError("a name is too long for an index of PostgreSQL; shorten it")
    if isinstance(error, psycopg.DataError) and not state:
        return InputError("text holds a NUL character, which PostgreSQL cannot keep; remove it")
    return StoreError(f"PostgreSQL could not do this on {url} ({state or type(error).__name__})")


def _broken(error: psycopg.Error, state: str) -> bool:
    """Whether the connection is of no more use, or the server is going down or coming up."""
    if state.startswith("08") or state in ("57P01", "57P02", "57P03", "57P05", "25P03"):
        return True
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not state
