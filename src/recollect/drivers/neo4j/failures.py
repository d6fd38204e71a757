"""The one border where the driver's errors become ours.

A server quotes the values that it cannot take, so its own words are not passed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ssl import SSLCertVerificationError

from neo4j import exceptions as bolt

from ...errors import (
    ConfigError,
    Lost,
    RecollectError,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreReadOnly,
)
from ..beside.failures import causes, untrusted


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Raise ours instead of the driver's."""
    try:
        yield
    except TimeoutError:
        raise Lost(f"the server at {url} did not answer in time; it is asked again later") from None
    except (bolt.Neo4jError, bolt.DriverError, OSError) as error:
        raise _translate(error, url) from None


def closed() -> StoreClosed:
    """The error for an index that was closed."""
    return StoreClosed("this index is closed; open the memory again")


def _translate(error: Exception, url: str) -> RecollectError:
    if isinstance(error, bolt.AuthError):
        return ConfigError(
            f"the server at {url} does not accept the user and password; check the URL"
        )
    if isinstance(error, bolt.Forbidden):
        return StoreReadOnly(
            f"the user may not write to {url}, or may not make constraints there; give it the "
            "role `publisher` with constraint and index management, or connect as another"
        )
    if isinstance(error, bolt.ConfigurationError):
        return ConfigError(
            f"{url} cannot be used: it needs Neo4j 5.7 or newer, or TLS it can check"
        )
    for cause in causes(error):
        if isinstance(cause, SSLCertVerificationError):
            return untrusted(cause, url, ", or take any certificate with +ssc in the URL's scheme")
    code = getattr(error, "code", None) or type(error).__name__
    if "DatabaseNotFound" in code:
        return ConfigError(f"there is no such database at {url}; create it, or correct the URL")
    if isinstance(error, bolt.TransientError):
        return StoreBusy(f"the server at {url} was busy ({code}); nothing was written, try again")
    if isinstance(error, bolt.Neo4jError):
        return StoreError(f"the server at {url} could not do this ({code})")
    tls = "it may not speak TLS: write the scheme without +s" if "+s" in url else "it may want TLS"
    return Lost(f"cannot reach {url}; check that the server runs, its name and its port; or {tls}")
