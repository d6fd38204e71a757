"""Moving a memory: everything that one store holds into another, and proof that it is there."""

from __future__ import annotations

from os import PathLike

from ...errors import ConfigError
from ...transfer.copies import Copied
from ...wiring import AsyncParts, same_place, spelled
from ..partly import SoFar, kept
from .mover import AsyncMover
from .shell import AsyncShell, Progress

COPIED = "{done} of {total} records are there, and copying again goes on"


class AsyncCopying(AsyncShell):
    """Taking a memory elsewhere."""

    async def copy_to(
        self,
        target: str | PathLike[str] | AsyncShell,
        *,
        into: bool = False,
        progress: Progress | None = None,
    ) -> Copied:
        """Copy everything into another store, of a URL or path or an open memory, and compare both.

        Ids, times, closed notes, counts, policies, vectors and what was learned already come along.
        Safe to interrupt: run it again to go on; what is there already is not written again. A
        target that holds other records is a `Conflict`, unless `into` says to keep both, and one
        that holds other words under the same ids in any case. This very memory is a `ConfigError`.
        """
        if isinstance(target, AsyncShell):
            return await self._copy(target, into, progress)
        target = spelled(target)
        if not isinstance(target, str) or not target:
            raise ConfigError("name the store to copy to, such as 'copy.db', or an open memory")
        if target.startswith("memory://"):
            raise ConfigError("memory:// would end with this call; pass an open memory instead")
        if same_place(target, self._store.url):
            raise ConfigError("that is this very memory; name another place to copy it to")
        parts = AsyncParts.connect(target, None)
        other = AsyncShell(parts.store, None, parts.index)
        try:
            return await self._copy(other, into, progress)
        finally:
            for part in (parts.store, parts.index):
                if part is not None:
                    await part.close()

    async def _copy(self, other: AsyncShell, into: bool, progress: Progress | None) -> Copied:
        if other._store is self._store:
            raise ConfigError("that is this very memory; name another place to copy it to")
        so_far = SoFar(progress)
        mover = AsyncMover(self._store, other._store, into, so_far)
        await mover.look()
        await other._prepare()
        with kept(so_far, COPIED):
            return await mover.run()
