"""Searching the bytes of all files for what should be gone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...types import KINDS, ROLES
from ..state.kept import Kept
from .coding import CLASSES, encode

WORDS = ("recollect", "messages", "notes", "owners", "feed", "done", "cursors", "moments", "shown",
         "record", "cited", "version", "turns", "number", "Session: No session · agent: ",
         "# Soul", "# Memory", "SOUL.md", "MEMORY.md", "CLAUDE.md", "user agent session",
         "true false null", *KINDS, *ROLES)  # fmt: skip
FORM = "\n".join(
    [*WORDS, *CLASSES, *(field for kind in CLASSES.values() for field in kind.__dataclass_fields__)]
).encode()
"""What the files say of themselves: somebody may have used the same words."""


def traces(
    places: dict[str, list[Path]], kept: Iterable[Kept], needles: Sequence[bytes]
) -> dict[str, int]:
    """How many needles each place holds, besides those that kept records or any file hold too."""
    held = b"\n".join([FORM, *(_bytes(one) for one in kept)])
    left = [needle for needle in needles if needle not in held]
    return {
        place: sum(needle in data for needle in left)
        for place, data in ((name, _read(files)) for name, files in places.items())
    }


def _bytes(kept: Kept) -> bytes:
    assert kept.record is not None
    fields = json.dumps(encode(kept.record), ensure_ascii=False)
    words = f"{kept.record.text}\n{fields}\n{json.dumps(list(kept.terms), ensure_ascii=False)}"
    return words.encode("utf-8", "surrogatepass")


def _read(files: list[Path]) -> bytes:
    return b"\n".join(file.read_bytes() for file in files if file.is_file())
