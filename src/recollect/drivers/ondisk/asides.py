"""Damaged files, set aside under another name."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from ..flushing import flush
from . import writing

MARK = ".broken-"
log = logging.getLogger("recollect")


def keep(file: Path, told: str = "what can be read is kept") -> Path:
    """Copy a file beside itself, so that whatever is done to it, it can be looked at."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = file.with_name(f"{file.name}{MARK}{stamp}")
    shutil.copy2(file, aside)
    flush(aside)
    flush(file.parent)
    log.warning("%s is damaged: %s. A copy of it is %s", file, told, aside)
    return aside


def found(files: Iterable[Path]) -> list[Path]:
    """The copies of these files."""
    return sorted(
        path
        for file in files
        if file.parent.is_dir()
        for path in file.parent.iterdir()
        if path.name.startswith(f"{file.name}{MARK}") and path.is_file()
    )


def clear(copies: Iterable[Path]) -> list[str]:
    """Overwrite and delete copies; what hindered that, if anything."""
    problems = []
    for path in copies:
        try:
            writing.remove(path)
        except OSError as error:
            problems.append(f"{path} could not be removed: {error.strerror}")
    return problems
