"""Export from a file that the store itself cannot open any more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any

from ..drivers.registry import resolve
from ..errors import ConfigError, InputError
from ..transfer.jsonl import Writing, dump, load
from ..transfer.places import DATABASE
from ..types import Record
from .progress import bar
from .terminal import note
from .where import where

HEAD, MARK = 100, slice(68, 72)
"""The header of a SQLite file, and where in it a program leaves its mark."""


def export_wreck(
    db: str | None, opened: Callable[[], AbstractContextManager[IO[str]]], as_json: bool
) -> dict[str, Any]:
    """Write what can be read of a damaged file; count what was saved and what is missing."""
    from ..drivers.sqlite.salvage import Wreck

    path = _file(where(db))
    wreck = Wreck(path)
    total = sum(1 for _ in _whole(wreck))
    if not total and _is_foreign(path):
        raise InputError(f"{path} is no recollect file; it was left as it is. Check --db")
    with (
        bar("Saving", as_json) as progress,
        opened() as target,
        Writing(target, total) as writing,
    ):
        for record in _whole(wreck):
            writing.write(record)
            if progress is not None:
                progress(writing.done, total)
    own = sum(_is_own(record) for record in wreck.records())
    missing = None if wreck.expected is None else max(wreck.expected - writing.done - own, 0)
    if not as_json:
        _caution(writing.done, missing, own)
    return {"records": writing.done, "missing": missing, "salvaged": True}


def _whole(wreck: Any) -> Iterator[Record]:
    """Only what `import` will take, so that one bad record does not spoil the file."""
    for record in wreck.records():
        try:
            yield load(dump(record), 0)
        except InputError:
            continue


def _is_own(record: Record) -> bool:
    """Whether it is recollect's own, such as a key of a server, which no import takes."""
    return record.tenant[:1] == ":"


def _file(url: str) -> Path:
    driver, target = resolve(url)
    if not driver.local or "sqlite" not in driver.module:
        raise ConfigError("--salvage reads damaged SQLite files; give one with --db")
    return Path(os.path.realpath(target))  # a log is not beside a link


def _is_foreign(path: Path) -> bool:
    """Whether a database says that it is another program's."""
    from ..drivers.sqlite.schema import APPLICATION

    with path.open("rb") as file:
        head = file.read(HEAD)
    return head.startswith(DATABASE) and head[MARK] != APPLICATION.to_bytes(4, "big")


def _caution(saved: int, missing: int | None, own: int) -> None:
    if missing is None:
        lost = "How many are missing cannot be told."
    elif missing:
        lost = f"The file speaks of {missing:,} more, which could not be read."
    else:
        lost = "None seems to be missing."
    note(f"Saved {saved:,} messages and notes from a damaged file. {lost}")
    if own:
        note("Keys of a server are not among them: make new ones with recollect keys create.")
    note("The file itself was not touched. Next: recollect import FILE --db new.db")
