"""The stores of files: what lies beside what people read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..sizes import human
from .finding import Finding

LONG_LOG = 64_000_000
MARK = ".broken-"


def findings(path: Path) -> Iterator[Finding]:
    """The log in the hidden folder, and damaged files that were set aside."""
    room = path / ".recollect" if path.is_dir() else path.with_name(f".{path.name}.recollect")
    yield _log(room)
    yield _asides([path.parent if path.is_file() else path, room])


def _log(room: Path) -> Finding:
    log = room / "log"
    if not log.is_file():
        text = f"no log in {room}: ids, vectors and closed notes are made anew from the files"
        return Finding("warn", "log", text, "keep that folder with the files when you move them")
    size = log.stat().st_size
    text = f"{human(size)} in {log}"
    if size > LONG_LOG:
        return Finding("warn", "log", text, "move on to SQLite: recollect export, then import")
    return Finding("ok", "log", text)


def _asides(folders: list[Path]) -> Finding:
    found = [
        file
        for folder in folders
        if folder.is_dir()
        for file in sorted(folder.iterdir())
        if MARK in file.name
    ]
    if not found:
        return Finding("ok", "set aside", "no damaged files")
    text = f"{len(found)} damaged files were set aside, the last one is {found[-1]}"
    return Finding("warn", "set aside", text, "look whether anything is missing, then delete them")
