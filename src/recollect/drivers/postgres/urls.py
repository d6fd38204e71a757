"""What a URL says, and how it is shown: never with its password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ...errors import ConfigError

USUAL: dict[str, Any] = {
    "connect_timeout": 10,
    # A server that vanished without a word is given up after twenty seconds, not after a quarter of
    # an hour; one that only thinks for long still answers these.
    "tcp_user_timeout": 20_000,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "recollect",
}
"""What holds where a URL does not say otherwise."""


def read(url: str) -> tuple[str, str]:
    """What to connect with, and the URL without its password and options."""
    try:
        parts: dict[str, Any] = dict(conninfo_to_dict(url))
    except ProgrammingError:  # which quotes what it could not read, and that may be the password
        raise _unclear() from None
    if not _is_clear(url, str(parts.get("port") or "")):
        raise _unclear()
    return make_conninfo(**USUAL | parts), shown(parts)


def _is_clear(url: str, ports: str) -> bool:
    """Not so if an @, / or ? in a password made a host, a port or a database of its pieces."""
    place = url.partition("://")[2].partition("?")[0]
    host, _, rest = place.partition("/")
    numbers = all(port.isdigit() or not port for port in ports.split(","))
    return numbers and host.count("@") < 2 and ("@" in host or "@" not in rest)


def _unclear() -> ConfigError:
    return ConfigError(
        "this is not a PostgreSQL URL; write postgresql://user:password@host:5432/database, "
        "with %40 for an @ in the password, %2F for a / and %3F for a ?"
    )


def shown(parts: Mapping[str, object]) -> str:
    """The URL that errors, logs and `stats` may show."""
    user = f"{quote(str(parts['user']))}@" if parts.get("user") else ""
    host = str(parts.get("host") or parts.get("hostaddr") or "")
    host = quote(host, safe="[]:,.-_")
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{host}{port}/{quote(str(parts.get('dbname') or ''))}"
