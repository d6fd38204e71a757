"""Messages and notes in one file that a person can open, read and edit."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from ...errors import ConfigError, InputError, SchemaTooNew, StoreError
from ...orders import Batch
from ...types import Owner, Record, utcnow
from ..ondisk import OnDiskStore, asides
from ..ondisk.conflicts import conflict
from ..ondisk.failures import translated
from ..registry import local_url
from . import jsonform, yamlform
from .broken import Broken, decoded
from .edits import Edits, Item, Key, listed
from .endings import is_whole, loaded
from .records import show

VERSION = 1
NAMED = 5
"""So many of the records that came back are named."""
OURS = re.compile(rb"""^\W*(?:recollect|messages|notes)["']?\s*:""", re.MULTILINE)


class FileStore(OnDiskStore):
    """One readable file, and a hidden folder beside it with the log, the vectors and the lock."""

    scheme: ClassVar[str]
    form: ClassVar[ModuleType]

    def __init__(self, path: str | Path) -> None:
        named = Path(path)
        with translated(named):
            _check(named)
        self.form.prepare()
        real = Path(os.path.realpath(named))
        super().__init__(
            local_url(self.scheme, named), real, real.with_name(f".{real.name}.recollect")
        )

    def _may_write(self) -> bool:
        return not self.path.exists() or os.access(self.path, os.W_OK)

    def _place(self, name: str) -> Path:
        return self.path

    def _present(self) -> dict[str, bytes]:
        with suppress(FileNotFoundError):
            return {self.path.name: self.path.read_bytes()}
        return {}

    def _watch(self) -> object:
        with suppress(FileNotFoundError):
            now = self.path.stat()
            return now.st_ino, now.st_size, now.st_mtime_ns
        return "missing"

    def _render(self) -> dict[str, bytes]:
        messages = self._in_order("messages")
        notes = self._in_order("notes")
        lists = {"messages": map(show, messages), "notes": map(show, notes)}
        return {self.path.name: self.form.dump(VERSION, lists)}

    def _edits(self, files: dict[str, bytes], base: dict[Key, Record]) -> Batch:
        if not files:
            raise StoreError(
                f"{self.path} is gone, while {self.room} still has what was in it; put the file "
                "back, or remove that folder too, to begin anew"
            )
        [data] = files.values()
        kept = self._by_key()
        if not data.strip() and not kept:
            return Batch()
        shown = {key: record for key, record in base.items() if key in kept}
        try:
            items, whole = self._items(data, shown)
            edits = Edits(base, kept, utcnow())
            batch = edits.take(items, whole=whole)
        except InputError as error:
            raise self._refused(str(error)) from None
        if not whole and not self._read_only:
            asides.keep(self.path, _told(items, edits.missing))
        return batch

    def _items(self, data: bytes, shown: dict[Key, Record]) -> tuple[list[Item], bool]:
        """The records that stand whole in a file, and whether that is all of it."""
        try:
            text = decoded(data)
            if (marked := conflict(text)) is not None:
                raise Broken(marked)
            document, torn = loaded(self.form, text)
            if not torn and not self._is_whole(text, document, shown):
                document, torn = self.form.readable(text), True
        except Broken as error:
            if not self._partitions and not OURS.search(data):
                raise self._foreign(f"it is no {self.form.NAME} ({error})") from None
            raise self._refused(str(error)) from None
        items = list(listed(document))
        if torn and not items and not self._partitions:
            raise self._foreign("it was cut off, and nothing in it can be read")
        return items, not torn

    def _is_whole(self, text: str, document: Any, shown: dict[Key, Record]) -> bool:
        ended, own = self.form.ended(text), self.form.own(text)
        if not ended and own and self._partitions and not _has_lists(document):
            return False
        self._know(document)
        return ended or is_whole(text, document, shown, own)

    def _know(self, document: Any) -> None:
        """Refuse a file of another program, or of a newer recollect."""
        if not _has_lists(document):
            raise self._foreign("it has no messages and no notes")
        version = document.get("recollect", VERSION)
        if not isinstance(version, int) or version > VERSION:
            raise SchemaTooNew(
                f"{self.path} has version {version!r}, the newest this recollect knows is "
                f"{VERSION}; it was left as it is. Run: pip install -U recollect"
            )

    def _foreign(self, why: str) -> ConfigError:
        return ConfigError(
            f"{self.path} is not a memory: {why}. It was left as it is; choose another file"
        )

    def _by_key(self) -> dict[Key, Record]:
        return {
            (owner, record.id): record
            for owner, held in self._partitions.items()
            for record in held.records()
        }

    def _in_order(self, what: str) -> list[Record]:
        """All messages or notes of everybody, by time."""
        found: list[tuple[Any, Owner]] = []
        for owner, held in self._partitions.items():
            found += ((place, owner) for place in getattr(held, what))
        found.sort(key=lambda pair: pair[0])
        records = (self._partitions[owner].kept[place[2]].record for place, owner in found)
        return [record for record in records if record is not None]


class JSONStore(FileStore):
    """Everything in one JSON file."""

    scheme: ClassVar[str] = "json"
    form: ClassVar[ModuleType] = jsonform


class YAMLStore(FileStore):
    """Everything in one YAML file."""

    scheme: ClassVar[str] = "yaml"
    form: ClassVar[ModuleType] = yamlform


def _has_lists(document: Any) -> bool:
    return isinstance(document, dict) and bool({"messages", "notes"} & document.keys())


def _told(items: list[Item], missing: list[Record]) -> str:
    """What became of a torn file."""
    behind = f"behind {items[-1].place}" if items else "in it"
    told = f"it was cut off, and nothing {behind} could be read"
    if not missing:
        return told
    ids = ", ".join(record.id for record in missing[:NAMED])
    more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
    return f"{told}; brought back, as they were shown before: {ids}{more}"


def _check(path: Path) -> None:
    if path.is_dir():
        raise ConfigError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise ConfigError(
            f"the folder {path.parent} does not exist; make it: mkdir -p {path.parent}"
        )
