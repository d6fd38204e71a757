"""Who read, wrote and erased what: a line of JSON for each request, in a file that only grows.

Ids and counts, never words, questions or keys.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from errno import ENOSPC
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from ..errors import ConfigError
from ..times import moment
from ..types import utcnow
from .faults import SOON, Problem

log = logging.getLogger("recollect.server")

BEGINNING = '{"at": "'
"""How a line begins: within a value, its quotes would be escaped."""


class Audit:
    """The file. Several processes may write to it: a line is one write, at its end."""

    def __init__(self, path: str | Path) -> None:
        try:
            self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        except OSError as error:
            raise _refused(path, error) from None

    def write(self, **entry: Any) -> None:
        """One line more, or a refusal: what cannot be told of is not answered."""
        kept = {name: value for name, value in entry.items() if value not in (None, "", [])}
        line = json.dumps({"at": utcnow().isoformat(timespec="milliseconds"), **kept}) + "\n"
        try:
            if os.write(self._file, line.encode()) < len(line):
                raise OSError(ENOSPC, os.strerror(ENOSPC))
        except OSError as error:
            log.error("the audit log cannot be written: %s", error.strerror)
            what = "the audit log cannot be written, so nothing is answered"
            raise Problem(503, "audit", what, "ask those who run the server", SOON) from error

    def close(self) -> None:
        """Release the file."""
        os.close(self._file)


def require_writable(path: str | Path) -> None:
    """Refuse a place where there can be no such file; none is made."""
    try:
        if os.path.exists(path):
            os.close(os.open(path, os.O_WRONLY | os.O_APPEND))
        else:
            with TemporaryFile(dir=Path(path).parent):
                pass
    except OSError as error:
        raise _refused(path, error) from None


def _refused(path: str | Path, error: OSError) -> ConfigError:
    return ConfigError(
        f"the audit log {path} cannot be written: {error.strerror}; name another: --audit"
    )


def read(
    path: str | Path, wanted: Mapping[str, Any], since: Any = None
) -> Iterator[dict[str, Any]]:
    """The lines that have all of some values, oldest first. One that was torn is passed over."""
    after: datetime | None = None if since is None else moment(since, "since")
    try:
        lines = open(path, encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise ConfigError(f"there is no audit log at {path}: {error.strerror}") from None
    with lines:
        for line in lines:
            try:
                entry = json.loads(line[max(0, line.rfind(BEGINNING)) :])  # or behind a torn one
            except ValueError:
                continue
            if not all(_has(entry, name, value) for name, value in wanted.items()):
                continue
            if after is None or moment(entry["at"]) >= after:
                yield entry


def _has(entry: Mapping[str, Any], name: str, value: Any) -> bool:
    """Whether a line has a value; one about several has all of theirs."""
    return entry.get(name) == value or value in entry.get(f"{name}s", ())
