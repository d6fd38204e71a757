"""The one border where Redis's errors become ours. Its own words are not passed on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from redis import exceptions as theirs

from ...errors import (
    ConfigError,
    Lost,
    RecollectError,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

log = logging.getLogger("recollect")
_told: set[str] = set()


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Raise ours instead of Redis's."""
    try:
        yield
    except theirs.RedisError as error:
        raise _translate(error, url) from None
    except OSError:
        raise Lost(f"the connection to {url} broke; try again") from None


def closed() -> StoreClosed:
    """The error for a store that was closed."""
    return StoreClosed("this memory was closed; open a new one")


def absent(url: str) -> StoreError:
    """The error for a server that does not answer the first call."""
    return StoreError(
        f"cannot reach {url}; check that the server runs, its name and its port, and TLS (rediss://)"
    )


def evicting(url: str) -> ConfigError:
    """The error for a server that would take what it is given and throw it away later."""
    return ConfigError(
        f"the server at {url} throws keys away when its memory is full, so nothing was written; "
        "set maxmemory-policy to noeviction there, then open the memory again"
    )


def tell_once(url: str) -> None:
    """Warn of a server that forgets all when it ends: once a process, lest nobody reads it."""
    if url not in _told:
        _told.add(url)
        log.warning(
            "the server at %s keeps nothing on its disk (no appendonly, no snapshots): when it "
            "ends, this memory is gone; see: recollect doctor",
            url,
        )


def _translate(error: theirs.RedisError, url: str) -> RecollectError:
    said = str(error).upper()
    if isinstance(error, theirs.AuthenticationError) or said.startswith(("NOAUTH", "WRONGPASS")):
        return ConfigError(
            f"cannot open {url}: the password or user is wrong or missing; check the URL"
        )
    if isinstance(error, theirs.NoPermissionError) or said.startswith("NOPERM"):
        return ConfigError(
            f"the user of {url} may not do this; allow it: ~{{recollect}}:* (or your prefix) +@all "
            "-@admin +info +bgrewriteaof +bgsave +config|get"
        )
    if isinstance(error, theirs.BusyLoadingError | theirs.TryAgainError):
        return Lost(f"the server at {url} is starting; try again")
    if isinstance(error, theirs.ConnectionError | theirs.TimeoutError):
        return Lost(f"the connection to {url} broke; try again")
    if isinstance(error, theirs.ReadOnlyError) or said.startswith("READONLY"):
        return StoreReadOnly(f"{url} is a replica and cannot be written; connect to the primary")
    if isinstance(error, theirs.OutOfMemoryError) or said.startswith(("OOM", "-OOM")):
        return StoreFull(
            f"the server at {url} has reached its maxmemory; nothing was written. Raise it"
        )
    if said.startswith("MISCONF"):
        return StoreFull(f"the server at {url} cannot write to its disk; nothing was written")
    if "NOREPLICAS" in said:
        return StoreBusy(
            f"the server at {url} reaches too few replicas (min-replicas-to-write); nothing was "
            "written, try again"
        )
    if isinstance(error, theirs.InvalidResponse):
        return ConfigError(f"what answers at {url} is no Redis; check the name and the port")
    if said.startswith(("MOVED", "CROSSSLOT", "CLUSTERDOWN")):
        return ConfigError(f"{url} is part of a cluster; name a server that is not")
    if "DB INDEX IS OUT OF RANGE" in said:
        return ConfigError(f"cannot open {url}: the server has no database of this number")
    if said.startswith("WRONGTYPE"):
        return StoreCorrupt(
            f"{url} holds other things under recollect's keys; they were left as they are. Choose "
            "another database, or a prefix: redis://…?prefix=name"
        )
    return StoreError(f"Redis could not do this on {url} ({type(error).__name__})")
