"""recollect's own records in a store: entries by name, of an owner that no call can name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import NotFound, Stale
from ...orders import Batch, Cursor, Query
from ...types import Note, Scope
from ...write.index import drops, puts
from .shell import AsyncShell

MARK = "mark/"


class AsyncLedger:
    """A small book beside the memories, in the same store: for keys, and for what was answered.

    What it holds is never embedded for its content, searched, learned from or exported with a
    tenant; its tenants' names begin with a colon, which `Memory.tenant` refuses.
    """

    def __init__(self, memory: AsyncShell, name: str) -> None:
        self._store = memory._store
        self._now = memory._now
        self._scope = Scope(user_id=name, tenant=f":{name}")

    async def get(self, name: str) -> Mapping[str, Any] | None:
        """The entry of a name, if there is one."""
        for note in await self._store.notes(Query(self._scope, keys=(name,))):
            return dict(note.value)
        return None

    async def mark(self, name: str) -> int:
        """The number that an entry was given, as long as it is there; else 0. Asking for it is
        much cheaper than asking for the entry."""
        return await self._store.cursor(self._scope.owner, MARK + name)

    async def all(self) -> dict[str, Mapping[str, Any]]:
        """Every entry, oldest first."""
        notes = await self._store.notes(Query(self._scope))
        return {note.key or "": dict(note.value) for note in notes}

    async def put(self, name: str, entry: Mapping[str, Any], mark: int = 0) -> None:
        """Write an entry, or write it anew; the one before it goes."""
        while True:
            old = await self._store.notes(Query(self._scope, keys=(name,)))
            moves = await self._moves([name], mark) if mark else ()
            now = self._now()
            note = Note(
                text=":", key=name, value=dict(entry), learned_at=now, recorded_at=now,
                user_id=self._scope.user_id, tenant=self._scope.tenant,
            )  # fmt: skip
            try:
                made = puts([note], None)
                await self._store.commit(Batch(puts=made, drops=drops(old), cursors=moves))
                return
            except (NotFound, Stale):
                continue  # somebody else wrote it meanwhile

    async def drop(self, *names: str) -> int:
        """Remove entries; how many there were."""
        old = await self._store.notes(Query(self._scope, keys=names))
        moves = await self._moves(names, 0)
        try:
            await self._store.commit(Batch(drops=drops(old), cursors=moves, erase=True))
        except (NotFound, Stale):
            return 0  # somebody else was faster
        return len(old)

    async def _moves(self, names: Sequence[str], mark: int) -> tuple[Cursor, ...]:
        """Another number for some entries, or none: in the same commit as the entries."""
        owner = self._scope.owner
        held = await self._store.cursors(owner, MARK)
        each = {MARK + name: held.get(MARK + name, 0) for name in names}
        return tuple(Cursor(owner, name, mark, was) for name, was in each.items() if was != mark)
