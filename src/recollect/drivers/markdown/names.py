"""Whose files lie where: an owner's folder, and back.

The folder's own owner has the files at its top. Everybody else has a folder below: `users/erik`,
`agents/coach`, `sessions/s1`, with `tenants/acme` before it if there is a tenant. A name keeps its
small letters, digits, `_` and `-`; every other byte is written as `%` and two hex digits, so no
name is a path, none differs from another in its case alone, and none is special to any system.
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date
from typing import Literal
from urllib.parse import unquote

from ...types import Message, Owner, Record

Kind = Literal["user", "agent", "session"]
FOLDERS: dict[Kind, str] = {"user": "users", "agent": "agents", "session": "sessions"}
KINDS = {folder: kind for kind, folder in FOLDERS.items()}
SOUL, MEMORY, CLAUDE, DAYS = "SOUL.md", "MEMORY.md", "CLAUDE.md", "memory"
FILE = "file"
"""The metadata that says which day's log a note was read from."""
LONGEST, PLAIN = 120, re.compile(rb"[a-z0-9_-]")
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$")
DAY = re.compile(r"\d{4}-\d\d-\d\d\.md")


def folder(owner: Owner) -> str:
    """The folder of an owner who is not the folder's own."""
    own = f"{FOLDERS[owner.kind]}/{encode(owner.id)}/"
    return f"tenants/{encode(owner.tenant)}/{own}" if owner.tenant else own


def owner(folder: str) -> Owner | None:
    """Whose a folder is; None if it is nobody's."""
    parts = folder.strip("/").split("/")
    tenant = ""
    if len(parts) == 4 and parts[0] == "tenants":
        tenant, parts = decode(parts[1]), parts[2:]
    if len(parts) != 2 or parts[0] not in KINDS:
        return None
    return Owner(KINDS[parts[0]], decode(parts[1]), tenant)


def encode(name: str) -> str:
    """A name as the name of a folder."""
    raw = name.encode("utf-8", "surrogatepass")
    made = "".join(chr(b) if PLAIN.match(bytes([b])) else f"%{b:02x}" for b in raw)
    if RESERVED.match(made):
        made = f"%{raw[0]:02x}{made[1:]}"
    if len(made) > LONGEST:
        return f"{made[: LONGEST - 40]}~{hashlib.blake2b(raw, digest_size=16).hexdigest()}"
    return made or "%"


def decode(folder: str) -> str:
    """The name of such a folder; of a name that was too long, the folder's."""
    return "" if folder == "%" else unquote(folder, errors="surrogateescape")


def page(record: Record, memory: str = MEMORY) -> str:
    """The file that shows a record, within its owner's folder."""
    if isinstance(record, Message):
        return f"{DAYS}/{record.at.astimezone(UTC).date().isoformat()}.md"
    read_from = record.metadata.get(FILE)
    if isinstance(read_from, str) and day(read_from) is not None:
        return read_from
    return SOUL if record.kind == "core" else memory


def day(page: str) -> date | None:
    """The day of a log; None for any other file."""
    name = page.removeprefix(f"{DAYS}/")
    if name == page or not DAY.fullmatch(name):
        return None
    try:
        return date.fromisoformat(name.removesuffix(".md"))
    except ValueError:
        return None
