"""The files of an export: the one that is named, those of a folder, or those in a zip file."""

from __future__ import annotations

import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath

from ...errors import InputError

ENDINGS = (".json", ".jsonl")
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What a torn zip file raises, one packed in a rare way, and one with a password."""
OTHERS = "other files"
LARGE, TIGHT = 1 << 26, 200
"""Bytes, and how many of them in one that is packed, which no conversation needs: a bomb."""


@dataclass(frozen=True, slots=True)
class Found:
    """One file: its name, what is in it, and when it was written."""

    name: str
    raw: bytes
    at: datetime

    @property
    def stem(self) -> str:
        """Its name without its ending, and with its folders if it is one of many."""
        return self.name.removesuffix(PurePath(self.name).suffix)


def is_many(path: Path) -> bool:
    """Whether there may be others beside what is looked for."""
    return path.is_dir() or zipfile.is_zipfile(path)


def require_whole(path: Path) -> None:
    """Refuse what is a zip file by its name alone."""
    if path.suffix.lower() == ".zip" and not zipfile.is_zipfile(path):
        raise InputError(
            f"{path.name} is no whole zip file: it was cut off or damaged; fetch it again; "
            "nothing was imported"
        )


def files(path: Path, name: str, left: Counter[str]) -> Iterator[Found]:
    """Each in turn, one at a time in memory, in the order of their names; of a folder, also those
    in its zip files. What is none of JSON is counted."""
    if not is_many(path):
        require_whole(path)
        yield _read(path, PurePath(name).name)
        return
    if not path.is_dir():
        yield from _packed(path, name, left)
        return
    for one in filter(Path.is_file, sorted(path.rglob("*"))):
        inside, ending = one.relative_to(path).as_posix(), one.suffix.lower()
        if ending in ENDINGS:
            yield _read(one, inside)
        elif ending == ".zip" and zipfile.is_zipfile(one):
            yield from _packed(one, inside, left)
        else:
            left[OTHERS] += 1


def _read(path: Path, name: str) -> Found:
    at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Found(name, path.read_bytes(), at)


def _packed(path: Path, name: str, left: Counter[str]) -> Iterator[Found]:
    at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    try:
        with zipfile.ZipFile(path) as packed:
            for one in sorted(packed.infolist(), key=lambda info: info.filename):
                if one.filename.lower().endswith(ENDINGS):
                    _require_sound(one, name)
                    yield Found(one.filename, packed.read(one), at)
                else:
                    left[OTHERS] += not one.is_dir()
    except UNREADABLE as error:
        raise InputError(f"{name} cannot be unpacked: {error}; nothing was imported") from None


def _require_sound(one: zipfile.ZipInfo, name: str) -> None:
    """Refuse to unpack what would fill the memory of the machine."""
    if one.file_size > max(LARGE, TIGHT * one.compress_size):
        raise InputError(
            f"{one.filename} in {name} would unpack to {one.file_size:,} bytes from "
            f"{one.compress_size:,}, as no conversation does; nothing was imported. If it is one, "
            "unpack it yourself and import that"
        )
