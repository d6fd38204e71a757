"""Searching the bytes: the file, its log and whatever lies beside it under its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import apsw

from .scrubbing import opened

CHUNK = 1 << 22

KEPT = (
    ("messages", "id role name agent_id session_id metadata content"),
    ("notes", "id kind key subject relation object agent_id session_id replaces sources metadata "
     "value text"),
    ("notes", "key agent_id session_id"),
    ("owners", "tenant kind id"),
    ("postings", "term data"),
    ("edges", "entity"),
    ("sessions", "id"),
    ("models", "name"),
    ("vectors", "data"),
    ("sqlite_schema", "type name tbl_name sql"),
)  # fmt: skip
"""Where the words of kept records are, in the order in which they lie beside each other: `user`
before `s1` can be read as `users` in the file."""


def traces(path: Path, db: apsw.Connection, needles: Sequence[bytes]) -> dict[str, int]:
    """How many needles each file holds, besides those that kept records hold too."""
    found = {"file": _in_file(path, needles), "log": _in(Path(f"{path}-wal"), needles)}
    for other in sorted(path.parent.glob(f"{_literal(path.name)}*")):
        # Not the -shm: it numbers pages and holds no text, and closing it here would end the
        # locks that this process has on it.
        if other.name not in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            found[other.name] = _in(other, needles)
    kept = {needle for needle in set().union(*found.values()) if held(db, needle)}
    return {place: len(read - kept) for place, read in found.items()}


def held(db: apsw.Connection, needle: bytes) -> bool:
    """Whether a kept record, or an owner's name, holds these bytes."""
    for table, columns in KEPT:
        row = " || ".join(f"coalesce({column}, '')" for column in columns.split())
        question = f"SELECT 1 FROM {table} WHERE instr(CAST({row} AS BLOB), ?) LIMIT 1"
        if db.execute(question, (needle,)).fetchone() is not None:
            return True
    return False


def _in_file(path: Path, needles: Sequence[bytes]) -> set[bytes]:
    with opened(path) as file:
        return _search(lambda at, size: file.xRead(size, at), file.xFileSize(), needles)


def _in(path: Path, needles: Sequence[bytes]) -> set[bytes]:
    if not path.is_file():
        return set()
    with path.open("rb") as file:

        def read(at: int, size: int) -> bytes:
            file.seek(at)
            return file.read(size)

        return _search(read, path.stat().st_size, needles)


def _search(read: Callable[[int, int], bytes], size: int, needles: Sequence[bytes]) -> set[bytes]:
    """The needles that are there, also across the borders of what is read at once."""
    overlap = max(map(len, needles), default=1) - 1
    found: set[bytes] = set()
    for start in range(0, size, CHUNK):
        data = read(start, min(CHUNK + overlap, size - start))
        found.update(needle for needle in needles if needle not in found and needle in data)
    return found


def _literal(name: str) -> str:
    """A name that a pattern takes as it is."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
