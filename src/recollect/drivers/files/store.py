"""Messages and notes in one file that a person can open, read and edit."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from ...errors import ConfigError, InputError, SchemaTooNew, StoreError
from ...orders import Batch
from ...types import Owner, Record, utcnow
from ..ondisk import OnDiskStore, asides
from . import jsonform, yamlform
from .broken import Broken
from .edits import Edits, Item, Key, listed, salvaged
from .records import show

VERSION = 1


class FileStore(OnDiskStore):
    """One readable file, and a hidden folder beside it with the log, the vectors and the lock."""

    scheme: ClassVar[str]
    form: ClassVar[ModuleType]

    def __init__(self, path: str | Path) -> None:
        named = Path(path)
        _check(named)
        self.form.prepare()
        real = Path(os.path.realpath(named))
        super().__init__(
            f"{self.scheme}:///{named}", real, real.with_name(f".{real.name}.recollect")
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
        if not data and not kept:
            return Batch()
        items, whole = self._items(data)
        try:
            return Edits(base, kept, utcnow()).take(items, whole=whole)
        except InputError as error:
            raise self._refused(str(error)) from None

    def _items(self, data: bytes) -> tuple[list[Item], bool]:
        """The records of a file, and whether it is whole."""
        try:
            document = self.form.load(data)
        except Broken as error:
            items = list(salvaged(self.form.salvage(data)))
            if not items and not self._partitions and data.strip():
                raise self._foreign(f"it is no {self.form.NAME} ({error})") from None
            if not self._read_only:
                asides.keep(self.path)
            return items, False
        self._know(document)
        try:
            return list(listed(document)), True
        except InputError as error:
            raise self._refused(str(error)) from None

    def _know(self, document: Any) -> None:
        """Refuse a file of another program, or of a newer recollect."""
        if not isinstance(document, dict) or not {"messages", "notes"} & document.keys():
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


def _check(path: Path) -> None:
    if path.is_dir():
        raise ConfigError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise ConfigError(
            f"the folder {path.parent} does not exist; make it: mkdir -p {path.parent}"
        )
