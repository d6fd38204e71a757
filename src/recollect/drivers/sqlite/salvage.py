"""Reading what is left of a damaged file.

Every page is looked at by itself, so one that is lost costs its own rows and no others, whatever
it was: the header, the schema, the root of a tree. The file is only ever opened for reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import apsw

from ...errors import ConfigError, StoreCorrupt
from ...types import KINDS, ROLES, Message, Note, Owner, Record
from . import rows, schema
from .pages import Pages, Value, is_int, is_text

R = TypeVar("R", Message, Note)
OWNER_KINDS = ("user", "agent", "session")
Key = tuple[int, int]
"""A record's scope and its number there."""


def salvage(path: str | Path) -> Iterator[Record]:
    """Every message and note that can still be read, by owner, in the order they came.

    Raises only when the file is no database at all. Records whose owner is lost come under a user
    of the name `lost-owner-…`.
    """
    yield from Wreck(Path(path)).records()


class Wreck:
    """A damaged file, and what is known about it."""

    def __init__(self, path: Path) -> None:
        if not path.is_file() and not Path(f"{path}-wal").is_file():
            raise ConfigError(f"there is no file {path}; check --db")
        self.path = path
        self._columns = _columns()
        self._widths = (len(self._columns["messages"]), len(self._columns["notes"]))
        self._owners: dict[int, tuple[Owner, int | None]] = {}
        self._places: list[tuple[Key, int]] = []
        try:
            with Pages(path) as pages:
                self._scan(pages)
                known = pages.known
        except OSError as error:
            raise StoreCorrupt(f"{path} cannot be read: {error.strerror}") from error
        if not self._places and not known:
            raise StoreCorrupt(
                f"{path} is no database, and nothing of one is left in it. It was not touched. "
                "Restore it from a backup or an export"
            )

    @property
    def expected(self) -> int | None:
        """How many records the owners' own counters speak of; None when they are lost."""
        counts = [count for _, count in self._owners.values()]
        lost = any(scope not in self._owners for (scope, _), _ in self._places)
        known = [count for count in counts if count is not None]
        return sum(known) if known and not lost and len(known) == len(counts) else None

    def records(self) -> Iterator[Record]:
        """The records themselves."""
        with Pages(self.path) as pages:
            page: dict[Key, list[Value]] = {}
            read = 0
            for key, number in self._places:
                if read != number:
                    read, page = number, dict(self._rows(pages, number))
                record = self._record(key, page.get(key, []))
                if record is not None:
                    yield record

    def _scan(self, pages: Pages) -> None:
        """Look at every page once: owners, and where the records are."""
        found: dict[Key, int] = {}
        for number in range(1, pages.count + 1):
            for rowid, row in pages.rows(number, self._is_ours):
                if len(row) in self._widths:
                    found.setdefault((_int(row[0]), _int(row[1])), number)
                else:
                    self._note_owner(rowid, row)
        self._places = sorted(found.items())

    def _rows(self, pages: Pages, number: int) -> Iterator[tuple[Key, list[Value]]]:
        """The rows of messages and notes on a page."""
        for _, row in pages.rows(number, self._is_record):
            yield (_int(row[0]), _int(row[1])), row

    def _is_ours(self, types: list[int]) -> bool:
        return self._is_record(types) or self._is_owner(types)

    def _is_record(self, types: list[int]) -> bool:
        # scope, n, id, a time and another; text at the end in both tables
        return (
            len(types) in self._widths
            and all(is_int(types[place]) for place in (0, 1, 3, 4))
            and is_text(types[-1])
        )

    def _is_owner(self, types: list[int]) -> bool:
        """A row of the table of owners, or of the index on their names, should that be lost."""
        if len(types) == len(self._columns["owners"]):
            return types[0] == 0 and all(map(is_text, types[1:4]))
        return len(types) == 4 and all(map(is_text, types[:3])) and is_int(types[3])

    def _note_owner(self, rowid: int, row: list[Value]) -> None:
        if len(row) == 4:
            tenant, kind, id, scope = cast(tuple[str, Any, str, int], tuple(row))
            if kind in OWNER_KINDS:
                self._owners.setdefault(scope, (Owner(kind, id, tenant), None))
            return
        named: dict[str, Any] = dict(zip(self._columns["owners"], row, strict=True))
        if named["kind"] in OWNER_KINDS:
            owner = Owner(named["kind"], named["id"], named["tenant"])
            self._owners[rowid] = owner, _int(named["messages"]) + _int(named["notes"])

    def _record(self, key: Key, row: list[Value]) -> Record | None:
        """The record of a row; None when it cannot be understood."""
        owner, _ = self._owners.get(key[0], (Owner("user", f"lost-owner-{key[0]}"), None))
        try:
            if len(row) == self._widths[0]:
                return _message(owner, dict(zip(self._columns["messages"], row, strict=True)))
            return _note(owner, dict(zip(self._columns["notes"], row, strict=True)))
        except (ValueError, TypeError, OverflowError, KeyError):
            return None


def _message(owner: Owner, named: dict[str, Any]) -> Message | None:
    row = tuple(named[name] for name in rows.MESSAGE.split(", "))
    made = rows.message(owner, row)
    return _marked(made, row, named) if made.role in ROLES and _is_text(made.content) else None


def _note(owner: Owner, named: dict[str, Any]) -> Note | None:
    for name in ("importance", "confidence", "trust"):  # SQLite stores 1.0 as 1
        named[name] = float(named[name])
    row = tuple(named[name] for name in rows.NOTE.split(", "))
    made = rows.note(owner, row)
    return _marked(made, row, named) if made.kind in KINDS and _is_text(made.text) else None


def _marked(record: R, row: tuple[Any, ...], named: dict[str, Any]) -> R:
    """A record whose bytes are not those that were written says so."""
    if rows.checksum(row) == named["sum"]:
        return record
    return replace(record, metadata={**record.metadata, "damaged": True})


def _is_text(value: object) -> bool:
    """Words; a page of zeros in the middle of them shows as NUL, which is never stored."""
    return isinstance(value, str) and value.strip() != "" and "\0" not in value


def _columns() -> dict[str, list[str]]:
    """The columns of this version's tables, in the order they are stored."""
    db = apsw.Connection(":memory:")
    schema.migrate(db)
    tables = ("owners", "messages", "notes")
    found = {
        table: [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")]
        for table in tables
    }
    db.close()
    return found


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
