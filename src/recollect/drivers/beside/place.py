"""Where an index is: a folder, or a server and the name of an index on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ...errors import ConfigError


@dataclass(frozen=True, slots=True)
class Server:
    """A server out of a URL such as `qdrant+http://key@host:6333/name`."""

    host: str
    port: int
    secure: bool
    key: str | None
    name: str

    @classmethod
    def of(cls, url: str, port: int) -> Server:
        """The server of a URL; without a port, this one."""
        try:
            parts = urlsplit(url)
            number = parts.port or port
        except ValueError:
            raise _unclear(url) from None
        if not parts.hostname or parts.query or parts.fragment:
            raise _unclear(url)
        key = parts.password or parts.username
        return cls(
            parts.hostname,
            number,
            parts.scheme.endswith("+https"),
            unquote(key) if key else None,
            parts.path.strip("/"),
        )

    def url(self, scheme: str) -> str:
        """As it may be shown: without the key."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        name = f"/{self.name}" if self.name else ""
        return f"{scheme}+http{'s' if self.secure else ''}://{host}:{self.port}{name}"


def folder(path: str) -> Path:
    """The whole path of a folder, which may be there or not."""
    place = Path(path).absolute()
    try:
        wrong = place.exists() and not place.is_dir()
    except OSError as error:  # such a name cannot be, or it lies where nobody may look
        raise ConfigError(f"{place} cannot be a folder: {error.strerror}; name another") from None
    if wrong:
        raise ConfigError(f"{place} is a file; an index needs a folder of its own")
    return place


def _unclear(url: str) -> ConfigError:
    scheme = url.partition("://")[0]
    return ConfigError(f"write {scheme}://host:port for an index on a server, or …/name after it")
