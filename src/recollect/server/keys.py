"""Keys: shown once, kept as a hash, bound to a tenant and perhaps to one user."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..errors import ConfigError, InputError, NotFound
from ..memory.aio.ledger import AsyncLedger
from ..memory.aio.shell import AsyncShell
from ..times import moment
from ..write import limits
from .who import RIGHTS, Right

MARK = "rk"
NOTHING = "0" * 64
MARKS = 1 << 48
KNOWN = 10_000
"""Keys that are kept in mind."""
ENDED = ":ended"
"""The entry that says that there were keys; the id of a key has no colon."""


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
        self._known: OrderedDict[str, _Known] = OrderedDict()

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
        await self._ledger.put(made.id, entry, 1 + secrets.randbelow(MARKS))
        return made, f"{MARK}_{made.id}_{secret}"

    async def list(self) -> list[Key]:
        """All that were not revoked."""
        every = await self._ledger.all()
        return [_key(id, entry) for id, entry in every.items() if id != ENDED]

    async def revoke(self, id: str) -> None:
        """End a key, at once. That there was one stays known, so that nothing opens with it."""
        known = limits.identifier(id, "id") != ENDED and await self._ledger.get(id) is not None
        if known and await self._ledger.get(ENDED) is None:
            await self._ledger.put(ENDED, {})
        if not known or not await self._ledger.drop(id):
            raise NotFound("there is no such key; see: recollect keys list")

    async def any(self) -> bool:
        """Whether there are keys, or were."""
        return bool(await self._ledger.all())

    async def forget(self) -> None:
        """Be as before the first key. Those that were not revoked are in the way."""
        if await self.list():
            raise ConfigError("there are keys: revoke them first, or leave --open out")
        await self._ledger.drop(ENDED)

    async def check(self, token: str) -> Key | None:
        """The key of a token, if it is one and still holds. The store is asked each time, so that
        a revoked key is refused at once, by every process."""
        id, secret = _parts(token)
        return self._of(await self._look_up(id) if id else None, secret)

    def last(self, token: str) -> Key | None:
        """The key of a token as it was when it was last checked here, if it was: the store may
        know better."""
        id, secret = _parts(token)
        return self._of(self._known.get(id), secret)

    async def holds(self, id: str) -> bool:
        """Whether a key that was good is still: asked now and then by what goes on for long."""
        return self._valid(await self._look_up(id)) is not None

    def _of(self, known: _Known | None, secret: str) -> Key | None:
        same = hmac.compare_digest(_hash(secret), NOTHING if known is None else known.hash)
        return self._valid(known) if same else None

    async def _look_up(self, id: str) -> _Known | None:
        """What is kept under an id. One that was read before is only asked for its mark, which
        goes with it."""
        known = self._known.get(id)
        if known is not None and await self._ledger.mark(id) == known.mark:
            return known
        entry = await self._ledger.get(id)
        self._known.pop(id, None)
        if entry is None:
            return None
        known = _Known(_key(id, entry), entry["hash"], await self._ledger.mark(id))
        if known.mark:  # asked for after the entry: it was there then, too
            self._known[id] = known
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return known

    def _valid(self, known: _Known | None) -> Key | None:
        if known is None:
            return None
        until = known.key.expires
        return None if until is not None and until <= self._now() else known.key


@dataclass(frozen=True, slots=True)
class _Known:
    key: Key
    hash: str
    mark: int


def _parts(token: str) -> tuple[str, str]:
    """The id of a token, empty if it cannot be one, and its secret."""
    mark, _, rest = token.partition("_")
    id, _, secret = rest.partition("_")
    possible = mark == MARK and len(id) == 16 and id.isalnum() and id.isascii()
    return id if possible else "", secret


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
