"""What the engines of indexes fail for, in our words; each driver reads what its library says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from ssl import SSLCertVerificationError
from typing import Any

from ...errors import (
    ConfigError,
    Lost,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

AWAY = (408, 502, 503, 504)
FULL = (507,)
BUSY = (423, 425, 429)


class Guarded:
    """A client of a library, whose errors become ours on their way out."""

    def __init__(self, client: Any, border: Callable[[], AbstractContextManager[None]]) -> None:
        self._client, self._border = client, border

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._client, name)

        @wraps(call)
        def guarded(*args: Any, **named: Any) -> Any:
            with self._border():
                return call(*args, **named)

        return guarded


@contextmanager
def border(translate: Callable[[Exception, str], RecollectError], place: str) -> Iterator[None]:
    """Raise ours instead of a library's, and of the plain ones of Python that it lets through."""
    try:
        yield
    except RecollectError:
        raise
    except Exception as error:
        raise translate(error, place) from error


def unreachable(error: BaseException, url: str) -> RecollectError:
    """The error for a server that could not be spoken to."""
    for cause in causes(error):
        if isinstance(cause, SSLCertVerificationError):
            return untrusted(cause, url, "")
        if isinstance(cause, TimeoutError):
            return Lost(f"the server at {url} did not answer in time; it is asked again later")
    return Lost(
        f"cannot reach {url}; check that the server runs, its name and its port, and whether it "
        "speaks TLS (+https) or not (+http)"
    )


def untrusted(cause: SSLCertVerificationError, url: str, besides: str) -> ConfigError:
    """The error for a certificate that this machine does not take."""
    return ConfigError(
        f"the certificate of {url} is not trusted ({cause.verify_message}); have it made for this "
        "name by an authority that this machine knows, or name the authority's file in "
        f"SSL_CERT_FILE{besides}"
    )


def refused(status: int, url: str) -> RecollectError:
    """The error for an answer over HTTP that is none."""
    if status == 401:
        return ConfigError(f"the server at {url} does not accept the key, or wants one; check it")
    if status == 403:
        return StoreReadOnly(
            f"the key for {url} may not do this; give one that may make collections and write them"
        )
    if status in BUSY:
        return StoreBusy(f"the server at {url} is busy ({status}); it is asked again later")
    if status in AWAY:
        return Lost(f"the server at {url} is not ready ({status}); it is asked again later")
    if status in FULL:
        return full(url)
    if status == 413:
        return StoreError(
            f"the server at {url}, or a proxy before it, takes no request of this size (413); "
            "raise its limit"
        )
    if status >= 500:
        return StoreError(f"the server at {url} failed ({status}); its log says why")
    return StoreError(
        f"the server at {url} does not understand this ({status}); check its name, its port and "
        "its version"
    )


def full(place: object) -> StoreFull:
    """The error for a disk without room."""
    return StoreFull(f"no space left for {place}; free some, and it catches up by itself")


def held(place: object) -> StoreBusy:
    """The error for a folder that somebody else has open."""
    return StoreBusy(
        f"another process has {place} open, and it belongs to one at a time; end that one, name "
        "another folder, or let both use a server"
    )


def misfit(place: object) -> StoreError:
    """The error for a collection that cannot take our vectors."""
    return StoreError(
        f"a collection at {place} has vectors of another size: somebody else made it. Fill the "
        "index anew: recollect reindex --index vectors; or name another place"
    )


def gone(place: object) -> StoreError:
    """The error for a collection that was removed meanwhile."""
    return StoreError(
        f"a collection at {place} was removed; it is filled anew when it is asked again"
    )


def foreign(place: object, error: BaseException) -> StoreError:
    """The error for whatever nobody foresaw: most likely it is not what the URL says it is."""
    return StoreError(
        f"what is at {place} could not be used ({type(error).__name__}): it may be another "
        "program's, of another version, or damaged; check the URL, or name another place"
    )


def in_file(code: int, place: object) -> StoreError:
    """The error for SQLite's number in the files of an engine."""
    if code & 255 == 13:
        return full(place)
    if code & 255 == 8:
        return StoreReadOnly(f"{place} cannot be written; check its permissions")
    if code & 255 in (5, 6):
        return held(place)
    if code & 255 in (11, 26):
        return StoreCorrupt(
            f"the index at {place} is damaged, or another program's. It was left as it is; the "
            "store has everything: remove it or name another place, and it is filled anew"
        )
    return StoreError(f"the files of {place} cannot be used (SQLite's error {code})")


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and all that led to it."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from causes(one)
        error = error.__cause__ or error.__context__
