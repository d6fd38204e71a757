"""Keys: shown once, kept as a hash, bound to a tenant and perhaps to one user."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..errors import InputError, NotFound
from ..memory.aio.ledger import AsyncLedger
from ..memory.aio.shell import AsyncShell
from ..times import moment
from ..write import limits
from .who import RIGHTS, Right

MARK = "rk"
NOTHING = "0" * 64


@dataclass(frozen=True, slots=True)
class Key:
    """What is known of a key; not the key itself."""

    id: str
    tenant: str
    right: Right
    user_id: str | None
    made: datetime
    expires: datetime | None = None
    name: str = ""


class Keys:
    """The keys of a memory, kept in its own store."""

    def __init__(self, memory: AsyncShell) -> None:
        self._ledger = AsyncLedger(memory, "keys")
        self._now = memory._now

    async def create(
        self,
        tenant: str = "",
        *,
        right: str = "write",
        user_id: str | None = None,
        expires: Any = None,
        name: str = "",
    ) -> tuple[Key, str]:
        """A new key, and its secret token: nobody can show that again."""
        now = self._now()
        until = None if expires is None else moment(expires, "expires")
        if until is not None and until <= now:
            raise InputError("expires is in the past; the key could never be used")
        user = None if user_id is None else limits.identifier(user_id, "user")
        made = Key(secrets.token_hex(8), limits.tenant(tenant), _right(right), user, now, until)
        secret = secrets.token_urlsafe(32)
        label = "" if not name else limits.identifier(name, "name")
        entry = _entry(made) | {"hash": _hash(secret), "name": label}
        await self._ledger.put(made.id, entry)
        return made, f"{MARK}_{made.id}_{secret}"

    async def list(self) -> list[Key]:
        """All that were not revoked."""
        return [_key(id, entry) for id, entry in (await self._ledger.all()).items()]

    async def revoke(self, id: str) -> None:
        """End a key, at once."""
        if not await self._ledger.drop(limits.identifier(id, "id")):
            raise NotFound("there is no such key; see: recollect keys list")

    async def any(self) -> bool:
        """Whether there are keys."""
        return bool(await self._ledger.all())

    async def check(self, token: str) -> Key | None:
        """The key of a token, if it is one and still holds. Asked of the store each time, so that
        a revoked key is refused at once, by every process."""
        mark, _, rest = token.partition("_")
        id, _, secret = rest.partition("_")
        known = mark == MARK and len(id) == 16 and id.isalnum() and id.isascii()
        entry = await self._ledger.get(id) if known else None
        same = hmac.compare_digest(_hash(secret), (entry or {}).get("hash", NOTHING))
        if entry is None or not same:
            return None
        return self._valid(id, entry)

    async def holds(self, id: str) -> bool:
        """Whether a key that was good is still: asked now and then by what goes on for long."""
        entry = await self._ledger.get(id)
        return entry is not None and self._valid(id, entry) is not None

    def _valid(self, id: str, entry: Mapping[str, Any]) -> Key | None:
        key = _key(id, entry)
        return None if key.expires is not None and key.expires <= self._now() else key


def _hash(secret: str) -> str:
    # The secret has 256 random bits, so one round is enough: there is nothing to guess.
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _right(value: str) -> Right:
    for right in RIGHTS:
        if value == right:
            return right
    raise InputError(f"scope must be one of {', '.join(RIGHTS)}, not {str(value)[:40]!r}")


def _entry(key: Key) -> dict[str, Any]:
    return {
        "tenant": key.tenant,
        "right": key.right,
        "user_id": key.user_id,
        "made": key.made.isoformat(),
        "expires": None if key.expires is None else key.expires.isoformat(),
    }


def _key(id: str, entry: Mapping[str, Any]) -> Key:
    until = entry["expires"]
    return Key(
        id,
        entry["tenant"],
        entry["right"],
        entry["user_id"],
        moment(entry["made"]),
        None if until is None else moment(until),
        entry.get("name", ""),
    )
