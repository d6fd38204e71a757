"""The stores of files: what lies beside those that people read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...counts import many
from ..opening import local_path, scheme
from ..sizes import human
from .finding import Finding

LONG_LOG = 64_000_000
MARK = ".broken-"


def log(path: Path) -> Finding:
    """The log in the hidden folder."""
    room = _room(path)
    log = room / "log"
    if not log.is_file():
        text = f"no log in {room}: ids, vectors and closed notes are made anew from the files"
        return Finding("warn", "log", text, "keep that folder with the files when you move them")
    size = log.stat().st_size
    text = f"{human(size)} in {log}"
    if size > LONG_LOG:
        return Finding("warn", "log", text, "move on to SQLite: recollect export, then import")
    return Finding("ok", "log", text)


def set_aside(url: str) -> Iterator[Finding]:
    """Damaged files that were set aside, perhaps just now: a torn one is when it is opened."""
    path = local_path(url)
    if path is None or not path.exists() or scheme(url) == "sqlite":
        return
    found = [
        file
        for folder in (path.parent if path.is_file() else path, _room(path))
        if folder.is_dir()
        for file in sorted(folder.iterdir())
        if MARK in file.name
    ]
    if not found:
        yield Finding("ok", "set aside", "no damaged files")
        return
    text = f"{many(len(found), 'damaged file')} set aside, the last one is {found[-1]}"
    yield Finding("warn", "set aside", text, "look whether anything is missing, then delete them")


def _room(path: Path) -> Path:
    return path / ".recollect" if path.is_dir() else path.with_name(f".{path.name}.recollect")
