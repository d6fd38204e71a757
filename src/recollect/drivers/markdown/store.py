"""An agent's memory as a folder of Markdown: the files are the truth."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...errors import ConfigError, InputError
from ...orders import Batch
from ...types import Note, Owner, Record, utcnow
from ..ondisk import OnDiskStore, writing
from ..ondisk.coding import decode, encode
from ..ondisk.failures import translated
from ..ondisk.log import Line
from ..registry import local_url
from . import names
from .edits import Edits
from .page import is_bare, plain, updated

ROOM = ".recollect"
ABSENT = (FileNotFoundError, NotADirectoryError)
SOMEBODY = Owner("user", "me")
"""Whose a folder of others is that nobody says anything about."""


class MarkdownStore(OnDiskStore):
    """`SOUL.md`, `MEMORY.md` and `memory/YYYY-MM-DD.md`; other files are left alone.

    Ids, exact times, vectors and closed notes are in the hidden folder `.recollect`.
    """

    def __init__(self, path: str | Path) -> None:
        named, self._asked = _parse(str(path))
        with translated(named):
            _check(named)
        self._root: Owner | None = None
        self._leaving: str | None = None
        real = Path(os.path.realpath(named))
        with translated(real):
            writing.make(real)
        super().__init__(local_url("markdown", named), real, real / ROOM)

    def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner, and the files that showed it."""
        with self._writing():
            self._leaving = self._folder(owner)
            if owner == self._root:
                self._root = None
            try:
                removed = super().erase(owner)
                if not removed:  # but headings, perhaps, of a page that said nothing
                    self._rewrite()
                return removed
            finally:
                self._leaving = None

    def _place(self, name: str) -> Path:
        return Path(os.path.realpath(self.path / name))

    def _present(self) -> dict[str, bytes]:
        found = {}
        for name in self._names():
            with suppress(*ABSENT):
                found[name] = (self.path / name).read_bytes()
        return found

    def _watch(self) -> object:
        found = []
        for name in self._names():
            with suppress(*ABSENT):
                now = os.stat(self.path / name)
                found.append((name, now.st_ino, now.st_size, now.st_mtime_ns))
        return found

    def _names(self) -> Iterator[str]:
        """The files that are ours to read, if they are there."""
        for folder in ("", *_folders(self.path)):
            yield folder + names.SOUL
            yield folder + self._memory(folder)
            for file in _listed(self.path / folder / names.DAYS):
                if names.day(f"{names.DAYS}/{file}") is not None:
                    yield f"{folder}{names.DAYS}/{file}"

    def _memory(self, folder: str) -> str:
        """The file of notes: `CLAUDE.md`, where there is one and no `MEMORY.md`."""
        place = self.path / folder
        other = (place / names.CLAUDE).is_file() and not (place / names.MEMORY).is_file()
        return names.CLAUDE if other else names.MEMORY

    def _render(self) -> dict[str, bytes]:
        present = self._present()
        pages = self._pages(self._records())
        closed = self._closed_notes()
        made = {}
        for name in {**present, **pages}:
            folder, page = _split(name)
            if folder == self._leaving:
                continue
            records = pages.get(name, [])
            before = self._text(name, present.get(name, b""))
            after = updated(before, page, records, closed)
            if after != before and is_bare(after, page):
                continue  # its name tells of a day of which nothing is kept
            made[name] = after.encode("utf-8", "surrogatepass")
        return made

    def _edits(self, files: dict[str, bytes], base: dict[tuple[Owner, str], Record]) -> Batch:
        if self._root is None and any(not _split(name)[0] for name in files):
            self._claim(self._asked or SOMEBODY)
        shown, kept = self._pages(base.values()), self._pages(self._records())
        edits = Edits(utcnow())
        for name in sorted({*files, *self._shown.digests}):
            folder, page = _split(name)
            owner = self._whose(folder)
            if owner is None or not self._shown.is_news(name, files.get(name, b"\0missing")):
                continue
            words = plain(self._text(name, files.get(name, b"")))
            try:
                edits.take(page, words, owner, shown.get(name, []), kept.get(name, []))
            except InputError as error:
                raise self._refused(f"{name}, {error}") from None
        return edits.batch()

    def _form(self) -> bytes:
        """A page may stay, with what people wrote on it, and tell its day."""
        days = filter(None, (names.day(_split(name)[1]) for name in self._shown.digests))
        return "\n".join(day.isoformat() for day in days).encode()

    def _text(self, name: str, data: bytes) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise self._refused(f"{name} is not UTF-8 text") from None

    def _records(self) -> list[Record]:
        """All that is to be seen: messages and open notes, in the order of time."""
        found: list[Any] = []
        for held in self._partitions.values():
            found += ((place, held.kept[place[2]].record) for place in held.messages + held.notes)
        found.sort(key=lambda pair: pair[0])
        return [record for _, record in found if not isinstance(record, Note) or record.open]

    def _closed_notes(self) -> list[Note]:
        records = (record for held in self._partitions.values() for record in held.records())
        return [record for record in records if isinstance(record, Note) and not record.open]

    def _pages(self, records: Any) -> dict[str, list[Record]]:
        """Which file shows which records."""
        pages: dict[str, list[Record]] = defaultdict(list)
        memory: dict[str, str] = {}
        for record in records:
            if isinstance(record, Note) and not record.open:
                continue
            owner = record.scope.owner
            folder = self._folder(owner)
            if folder not in memory:
                memory[folder] = self._memory(folder)
            pages[folder + names.page(record, memory[folder])].append(record)
        return pages

    def _folder(self, owner: Owner) -> str:
        return "" if owner == self._root else names.folder(owner)

    def _whose(self, folder: str) -> Owner | None:
        if not folder:
            return self._root
        known = (owner for owner in self._partitions if names.folder(owner) == folder)
        return next(known, None) or names.owner(folder)

    def _begin(self) -> None:
        super()._begin()
        if self._asked is None or self._asked == self._root:
            return
        if self._root is not None:
            raise ConfigError(
                f"{self.path} is the folder of {self._root.kind} {self._root.id!r}; open it "
                "without naming another, whose memory then gets a folder within it"
            )
        if self._read_only:
            self._root = self._asked
            return
        with self._writing():
            self._claim(self._asked)

    def _load(self) -> None:
        self._root = None
        super()._load()

    def _record(self, batch: Batch) -> None:
        """The first who says something gets the files at the top of the folder."""
        owners = (put.record.scope.owner for put in batch.puts)
        first = next((owner for owner in owners if not owner.tenant), None)
        if self._root is None and first is not None and not self._replaying:
            self._claim(first)
        super()._record(batch)

    def _claim(self, owner: Owner) -> None:
        """Give the files at the top of the folder to somebody."""
        self._root = owner
        if not self._read_only:
            self._log.append({"root": encode(owner)})

    def _learn(self, line: Line) -> None:
        if "root" in line:
            self._root = decode(Owner, line["root"])

    def _more(self) -> Iterator[Line]:
        if self._root is not None:
            yield {"root": encode(self._root)}


def _check(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{path} is a file; name a folder for Markdown")
    if not path.parent.is_dir():
        raise ConfigError(f"the folder {path.parent} does not exist; make it, then try again")


def _parse(target: str) -> tuple[Path, Owner | None]:
    """A folder, and whose it is if the URL says so: `?user_id=dana`, `?agent_id=coach`."""
    path, mark, query = target.partition("?")
    if not mark:
        return Path(path), None
    name, _, id = query.partition("=")
    kinds = {f"{kind}_id": kind for kind in names.FOLDERS}
    if name not in kinds or not id:
        raise ConfigError("behind a folder write ?user_id=…, ?agent_id=… or ?session_id=…, if any")
    return Path(path), Owner(kinds[name], id)


def _split(name: str) -> tuple[str, str]:
    """The folder of somebody, and the file in it."""
    head, _, file = name.rpartition("/")
    if head == names.DAYS or head.endswith(f"/{names.DAYS}"):
        head, file = head.removesuffix(names.DAYS).rstrip("/"), f"{names.DAYS}/{file}"
    return (f"{head}/" if head else ""), file


def _folders(path: Path) -> Iterator[str]:
    """The folders of others than the folder's own owner."""
    for kind in names.KINDS:
        yield from (f"{kind}/{name}/" for name in _listed(path / kind))
    for tenant in _listed(path / "tenants"):
        for kind in names.KINDS:
            inner = _listed(path / "tenants" / tenant / kind)
            yield from (f"tenants/{tenant}/{kind}/{name}/" for name in inner)


def _listed(path: Path) -> list[str]:
    with suppress(*ABSENT):
        return sorted(os.listdir(path))
    return []
