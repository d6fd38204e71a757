"""Memories of a caller over HTTP, who is held to the key's user and told of in the audit log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...compat.mem0.aio.memories import AsyncMemories
from ...compat.mem0.exceptions import AuthenticationError
from ...compat.mem0.filters import Filter
from ...types import Note, Scope
from ..who import Who

TELLS = 100
"""Ids of a kind that a line of the audit log holds at most."""
NAMES = {"user_id": "user_id", "agent_id": "agent_id", "run_id": "session_id"}
"""mem0's ids, and what they are called here."""


class AsyncHeard(AsyncMemories):
    """What it is asked and does is noted: whom it was about, and which memories."""

    def __init__(self, caller: Who) -> None:
        super().__init__(caller.memory, caller.user_id)
        self.erases = caller.may("admin")
        self._about: dict[str, dict[str, None]] = {name: {} for name in NAMES.values()}
        self._ids: dict[str, None] = {}

    def rows(self, rows: Iterable[dict[str, Any]]) -> None:
        """Note the memories of an answer."""
        for row in rows:
            self._ids[row["id"]] = None
            self._name("user_id", row.get("user_id"))

    def told(self) -> dict[str, Any]:
        """What the audit log is to know of it: ids and counts, never words."""
        made: dict[str, Any] = {"count": len(self._ids), "ids": list(self._ids)[:TELLS]}
        if self._bound is not None and not self._about["user_id"]:
            self._name("user_id", self._bound)
        for name, found in self._about.items():
            each = list(found)
            made |= {name: each[0]} if len(each) == 1 else {f"{name}s": each[:TELLS]}
        return made

    async def delete_all(self, ids: dict[str, str]) -> None:
        """Erase what somebody said in a scope, and every memory of it."""
        found = await self.all(Filter(ids), show_expired=True)
        await super().delete_all(ids)
        self._ids |= dict.fromkeys(one.id for one in found)

    async def _versions(self, id: str) -> list[Note]:
        versions = await super()._versions(id)
        self._ids[id] = None
        self._name("user_id", versions[0].user_id)
        return versions

    async def _places(self, where: Filter) -> list[dict[str, Any]]:
        for name, here in NAMES.items():
            self._name(here, *(where.only(name) or ()))
        users = where.only("user_id")
        if self._bound is not None and users is not None and self._bound not in users:
            raise AuthenticationError("this key is bound to another user")
        return await super()._places(where)

    def _scope(self, ids: dict[str, str]) -> Scope:
        for name, here in NAMES.items():
            self._name(here, ids.get(name))
        return super()._scope(ids)

    def _name(self, name: str, *values: str | None) -> None:
        self._about[name] |= dict.fromkeys(sorted(filter(None, values)))
