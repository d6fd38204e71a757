"""An index of vectors in PostgreSQL, beside another store."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ...errors import ConfigError
from ..beside.collected import CollectedIndex
from . import urls
from .tables import SECONDS, Tables


class PostgresIndex(CollectedIndex):
    """In tables of a schema of its own; the server is asked when it is first needed."""

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url)
            options = dict(parse_qsl(parts.query, keep_blank_values=True))
        except ValueError:
            raise ConfigError("write postgresql://user@host:5432/database") from None
        super().__init__(options.pop("memory", ""))
        options.setdefault("connect_timeout", str(SECONDS))
        self._target, self.url = urls.read(urlunsplit(parts._replace(query=urlencode(options))))

    def _connect(self) -> Tables:
        return Tables(self._target, self.url)
