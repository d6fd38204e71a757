"""A key that was good a moment ago is looked up while its request is worked on: nothing is written
and nothing is answered before the store has said that it still is."""

from __future__ import annotations

from contextvars import ContextVar

from .. import settings
from ..concurrency import AsyncAhead
from ..memory.aio.confined import AsyncConfined
from ..memory.aio.door import AsyncMemory
from ..orders import Batch, Committed
from ..types import Owner

AHEAD = {("POST", "/v1/messages"), ("POST", "/v1/search")}
"""What takes long before it writes or answers: there is a text to embed. A proxied request has one,
too, and goes to its provider no sooner."""
PROXIED = tuple(f"/{name}/" for name in settings.UPSTREAMS)


def ahead(method: str, path: str) -> bool:
    """Whether a request is worked on before its key has been looked up again."""
    return (method, path) in AHEAD or (method == "POST" and path.startswith(PROXIED))


asking: ContextVar[AsyncAhead | None] = ContextVar("asking", default=None)
"""The look-up of the key of the request that is worked on, if that goes on: it raises where the key
holds no longer."""


async def sure() -> None:
    """Go on only if the key of this request holds."""
    known = asking.get()
    if known is not None:
        await known.get()


class Careful(AsyncConfined):
    """A tenant's store. What would change it waits until the caller's key is known to hold."""

    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it."""
        await sure()
        return await super().commit(batch)

    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner."""
        await sure()
        return await super().erase(owner)


def careful(memory: AsyncMemory, tenant: str) -> AsyncMemory:
    """A tenant's part of a memory, over such a store."""
    made = memory.tenant(tenant)
    made._store = Careful(memory._store, tenant)
    return made
