"""Which memory a command means."""

from __future__ import annotations

from .. import settings
from ..errors import ConfigError


def where(db: str | None) -> str:
    """The memory that was named; when nobody says, the usual one. An empty name is a variable that
    was not set, and means neither."""
    if db == "":
        raise ConfigError("the name of the memory is empty; name one, or leave --db out")
    return db or settings.url()
