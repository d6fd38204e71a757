"""What a URL says, and how it is shown: never with its password."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from redis.connection import parse_url

from ...errors import ConfigError

PREFIX = "recollect"
_PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,64}")
EXAMPLE = "write redis://user:password@host:6379/0, with %40 for an @ in the password"
OPTIONS = {
    "prefix", "username", "password", "client_name", "max_connections", "health_check_interval",
    "socket_timeout", "socket_connect_timeout", "socket_keepalive",
}  # fmt: skip
TLS = {
    "ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile", "ssl_password", "ssl_cert_reqs",
    "ssl_check_hostname",
}  # fmt: skip
"""What may stand behind the ?; those of the second list with rediss:// alone."""


@dataclass(frozen=True, slots=True)
class Target:
    """What to connect to, what the keys begin with, and what may be shown of it."""

    url: str
    prefix: str
    shown: str


def read(url: str) -> Target:
    """Take a URL apart. `?prefix=name` keeps several memories apart in one database."""
    try:
        parts = urlsplit(url)
        port = parts.port
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        raise ConfigError(f"this is not a Redis URL; {EXAMPLE}") from None
    database = parts.path.strip("/")
    if not parts.hostname or not ((database.isascii() and database.isdigit()) or not database):
        raise ConfigError(f"this is not a Redis URL; {EXAMPLE}")
    prefix = dict(options).get("prefix", PREFIX)
    if not _PREFIX.fullmatch(prefix):
        raise ConfigError("a prefix has up to 64 letters, digits, dots, dashes and underscores")
    _check(parts.scheme, dict(options))
    rest = urlencode([(name, value) for name, value in options if name != "prefix"])
    user = f"{quote(unquote(parts.username))}@" if parts.username else ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    named = "" if prefix == PREFIX else f"?prefix={prefix}"
    shown = f"{parts.scheme}://{user}{host}{f':{port}' if port else ''}/{database or 0}{named}"
    return Target(urlunsplit(parts._replace(query=rest)), prefix, shown)


def _check(scheme: str, options: dict[str, str]) -> None:
    """Whether the client takes these; it would fail at the first call, as if we were at fault."""
    known = OPTIONS | (TLS if scheme == "rediss" else set())
    if options.keys() - known:  # not quoted: a ? in a password makes options of its pieces
        raise ConfigError(
            "a Redis URL has an option that is not known here; it may have "
            f"{', '.join(sorted(OPTIONS))}, and with rediss:// {', '.join(sorted(TLS))}"
        )
    parse: Callable[[str], object] = parse_url
    try:
        parse(f"{scheme}://h/0?{urlencode(options)}")
    except ValueError as error:  # which names the option and not its value
        raise ConfigError(f"this is not a Redis URL: {error}") from None
    if options.get("ssl_cert_reqs", "none") not in ("none", "optional", "required"):
        raise ConfigError("ssl_cert_reqs of a Redis URL is none, optional or required")
