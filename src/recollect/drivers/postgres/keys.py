"""The keys of rows: sixteen bytes out of names, so that nothing is looked up before a query."""

from __future__ import annotations

import hashlib
import json
from uuid import UUID

from ...types import Note, Owner

NOBODY_KEY = UUID(int=0)
"""Under this key lie the marks of owners that were erased."""


def owner_key(owner: Owner) -> UUID:
    """What every key of an owner's rows begins with."""
    return _hashed(owner.tenant, owner.kind, owner.id)


def slot(note: Note) -> UUID | None:
    """What only one open note of an owner may have: its key in exactly its scope."""
    if not note.open or note.key is None:
        return None
    return _hashed(note.key, note.agent_id, note.session_id)


def batch_key(id: str) -> bytes:
    """A batch's id in sixteen bytes; it names nobody, so it may outlive an erasure."""
    return hashlib.blake2b(id.encode(), digest_size=16).digest()


def _hashed(*names: str | None) -> UUID:
    return UUID(bytes=hashlib.blake2b(json.dumps(names).encode(), digest_size=16).digest())
