"""A file of somebody else's: read whole, changed in one place, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...errors import InputError

BACKUP = ".before-recollect"
Edit = Callable[[str], str]


def text(path: Path) -> str:
    """What a file holds; nothing if it is not there."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; it was left as it is") from None


def edited(path: Path, edit: Edit, read: Callable[[str], Any], wanted: Callable[[Any], Any]) -> str:
    """The new text of a file. It says what is wanted and nothing else, or the edit is refused.

    `wanted` takes what the file says now and gives what it should say then.
    """
    try:
        before = text(path)
        after = edit(before)
        if read(after) != wanted(read(before) or {}):
            raise InputError("the entry stands in it in a form that cannot be changed safely")
    except InputError as error:
        raise InputError(
            f"{path}: {error}; it was left as it is. Change it by hand: see --print"
        ) from None
    return after


def write(path: Path, content: str) -> Path | None:
    """Put a text in the place of a file; where the one before it was kept, if there was one."""
    place = path.resolve()  # a link stays a link
    place.parent.mkdir(parents=True, exist_ok=True)
    backup = None
    mode = 0o600
    if place.exists():
        mode = place.stat().st_mode & 0o777
        backup = place.with_name(place.name + BACKUP)
        _replace(backup, place.read_bytes(), mode)
    _replace(place, content.encode("utf-8"), mode)
    return backup


def _replace(place: Path, raw: bytes, mode: int) -> None:
    number, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
