"""Searching the bytes of all files for what should be gone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...types import KINDS, ROLES, Message
from ..state.kept import Kept
from .coding import CLASSES, encode

WORDS = ("recollect", "messages", "notes", "owners", "feed", "done", "cursors", "moments", "shown",
         "record", "cited", "version", "turns", "number", "Session: No session · agent: ",
         "# Soul", "# Memory", "SOUL.md", "MEMORY.md", "CLAUDE.md", "user agent session",
         "tenants/users/agents/sessions/memory/",
         "true false null", *KINDS, *ROLES)  # fmt: skip
FIELDS = [field for kind in CLASSES.values() for field in kind.__dataclass_fields__]
SPELT = '- {0}: "{0}": **{0}**:'
"""How the files write a name before what it names."""
FORM = "\n".join(
    f"{word}\n{SPELT.format(word)}" for word in (*WORDS, *CLASSES, *FIELDS)
).encode()  # fmt: skip
"""What the files say of themselves: somebody may have used the same words."""


def traces(
    places: dict[str, list[Path]], kept: Iterable[Kept], needles: Sequence[bytes], form: bytes
) -> dict[str, int]:
    """How many needles each place holds, besides those that kept records or any file hold too;
    `form` is what these files say of themselves."""
    held = b"\n".join([FORM, form, *(_bytes(one) for one in kept)])
    left = [needle for needle in needles if needle not in held]
    return {
        place: sum(needle in data for needle in left)
        for place, data in ((name, _read(files)) for name, files in places.items())
    }


def _bytes(kept: Kept) -> bytes:
    assert kept.record is not None
    fields = json.dumps(encode(kept.record), ensure_ascii=False)
    terms = json.dumps(list(kept.terms), ensure_ascii=False)
    said_by = kept.record.name or "" if isinstance(kept.record, Message) else ""
    owner = kept.record.scope.owner
    folder = f"tenants/{owner.tenant}/{owner.kind}s/{owner.id}/memory"
    parts = (kept.record.text, SPELT.format(said_by), folder, fields, terms)
    return "\n".join(parts).encode("utf-8", "surrogatepass")


def _read(files: list[Path]) -> bytes:
    return b"\n".join(file.read_bytes() for file in files if file.is_file())
