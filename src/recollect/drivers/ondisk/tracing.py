"""Searching the bytes of all files for what should be gone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..state.kept import Kept
from .coding import encode


def traces(
    places: dict[str, list[Path]], kept: Iterable[Kept], needles: Sequence[bytes]
) -> dict[str, int]:
    """How many needles each place holds, besides those that kept records hold too."""
    held = b"\n".join(_bytes(one) for one in kept)
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
