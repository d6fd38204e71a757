"""Where spending is written down: in memory, or in a file with one line of JSON for each call."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from ...errors import StoreError
from ...ports import Usage


@dataclass(frozen=True, slots=True)
class Entry:
    """What one user spent on one model on one day (UTC): a call, or the sum of many."""

    day: date
    user: str
    model: str
    usage: Usage


class Ledger(Protocol):
    """Keeps entries. It may sum up those of the same day, user and model."""

    def load(self, day: date) -> Iterable[Entry]:
        """The entries of a day."""
        ...

    def add(self, entry: Entry) -> None:
        """Keep one more."""
        ...


class MemoryLedger:
    """Forgets with the process."""

    def __init__(self) -> None:
        self._sums: dict[tuple[date, str, str], Usage] = {}
        self._lock = threading.Lock()

    def load(self, day: date) -> list[Entry]:
        """The sums of a day."""
        with self._lock:
            return [Entry(*key, usage) for key, usage in self._sums.items() if key[0] == day]

    def add(self, entry: Entry) -> None:
        """Add to the sum of its day, user and model."""
        key = entry.day, entry.user, entry.model
        with self._lock:
            self._sums[key] = self._sums.get(key, Usage()) + entry.usage


class FileLedger:
    """A file that several processes may append to. A line that is torn costs that line alone."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def load(self, day: date) -> list[Entry]:
        """The lines of a day."""
        try:
            text = self._path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"what was spent cannot be read: {error.strerror}") from None
        entries = (_entry(line) for line in text.splitlines())
        return [entry for entry in entries if entry is not None and entry.day == day]

    def add(self, entry: Entry) -> None:
        """Append a line, and see it on the disk."""
        line = json.dumps({**asdict(entry), "day": entry.day.isoformat()})
        try:
            with open(self._path, "ab", opener=_private) as file:
                file.write(f"\n{line}".encode())  # the break in front ends a line that was torn
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"what was spent cannot be written: {error.strerror}") from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _entry(line: str) -> Entry | None:
    try:
        row = json.loads(line)
        day = date.fromisoformat(row["day"])
        return Entry(day, str(row["user"]), str(row["model"]), Usage(**row["usage"]))
    except (ValueError, TypeError, KeyError):
        return None
