"""What the URL of a graph says, and how it is shown: never with its password."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from ...errors import ConfigError

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
PORT = 7687
MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Place:
    """A server, a database on it, and the name of a memory there."""

    uri: str
    """What to connect to: without user and password."""
    user: str | None
    password: str = field(repr=False)
    database: str | None
    memory: str

    @classmethod
    def of(cls, url: str) -> Place:
        """The place of `neo4j://user:password@host:7687/database?memory=name`."""
        try:
            parts = urlsplit(url)
            port = parts.port or PORT
            options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
        except ValueError:
            raise _unclear() from None
        database, name = unquote(parts.path.strip("/")), options.pop(MEMORY, "")
        if parts.scheme not in SCHEMES or not parts.hostname or parts.fragment or options:
            raise _unclear()
        if "/" in database or not re.fullmatch(r"[A-Za-z0-9_-]{0,40}", name):
            raise _unclear()
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(
            f"{parts.scheme}://{host}:{port}",
            unquote(parts.username) if parts.username else None,
            unquote(parts.password or ""),
            database or None,
            name,
        )

    @property
    def shown(self) -> str:
        """The URL that errors, logs and `stats` may show."""
        path = f"/{quote(self.database)}" if self.database else ""
        return f"{self.uri}{path}" + (f"?{MEMORY}={self.memory}" if self.memory else "")


def _unclear() -> ConfigError:
    return ConfigError(
        "this is not the URL of a graph; write neo4j://user:password@host:7687/database, with "
        "%40 for an @ in the password, and ?memory=name if several memories share the database"
    )
