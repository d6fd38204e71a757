"""The keys: made of hashes alone, so that no name can be more than a value."""

from __future__ import annotations

import hashlib
import json

from ...types import Owner

NOBODY_KEY = "0" * 32
"""Under this key lie the marks of owners that were erased."""


def owner_key(owner: Owner) -> str:
    """What stands in every key of an owner."""
    return _hashed(json.dumps([owner.tenant, owner.kind, owner.id]), 16)


def model_key(model: str) -> str:
    """What stands in the keys of a model's vectors."""
    return _hashed(model, 8)


def batch_key(id: str) -> str:
    """A batch's id; it names nobody, so it may outlive an erasure."""
    return _hashed(id, 16)


def owner_name(owner: Owner) -> str:
    """An owner as it is kept."""
    return json.dumps([owner.kind, owner.id, owner.tenant], ensure_ascii=False)


def named(name: bytes) -> Owner:
    """The owner of such a name."""
    kind, id, tenant = json.loads(name)
    return Owner(kind, id, tenant)


def _hashed(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


class Keys:
    """The names of the keys of one memory. All are in one slot of a cluster: a commit is one step.

    `root` is what they begin with; an owner's add its own key.
    """

    def __init__(self, prefix: str) -> None:
        self.root = f"{{{prefix}}}:"

    def whole(self, what: str) -> str:
        """A key of the whole memory."""
        return f"{self.root}{what}"

    def of(self, owner: str, what: str = "") -> str:
        """A key of one owner."""
        return f"{self.root}{owner}:{what}"
