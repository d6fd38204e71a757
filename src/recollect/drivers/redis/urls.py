"""What a URL says, and how it is shown: never with its password."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from ...errors import ConfigError

PREFIX = "recollect"
_PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,64}")
EXAMPLE = "write redis://user:password@host:6379/0, with %40 for an @ in the password"


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
    rest = urlencode([(name, value) for name, value in options if name != "prefix"])
    user = f"{quote(unquote(parts.username))}@" if parts.username else ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    named = "" if prefix == PREFIX else f"?prefix={prefix}"
    shown = f"{parts.scheme}://{user}{host}{f':{port}' if port else ''}/{database or 0}{named}"
    return Target(urlunsplit(parts._replace(query=rest)), prefix, shown)
