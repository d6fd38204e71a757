"""The copies of owners that this process keeps, and how each is brought up to date.

Before anything is read or written, the server is asked in one round trip for what came since. An
owner is read whole the first time; the vectors of a model when they are first compared.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from typing import Any

from ....types import Owner
from .. import mirror as mirrored
from .. import scripts
from ..colours import AsyncColour
from ..keys import model_key, owner_key
from ..mirror import Mirror
from .links import AsyncLinks

MOST = 200_000
"""Records of all owners that are kept in the process; the owners used last stay."""
PAGE = 1000
"""Records asked for at a time when an owner is read whole."""


class AsyncMirrors:
    """The owners used last."""

    def __init__(self, links: AsyncLinks) -> None:
        self._links = links
        self._here: object = None
        self._listing = threading.Lock()
        self.forget()

    @asynccontextmanager
    async def of(self, owner: Owner, model: str | None = None) -> AsyncIterator[Mirror]:
        """An owner as it is now, held until the block ends; with the vectors of a model."""
        mirror, lock = self._get(owner)
        async with lock:
            await self._follow([mirror], model)
            yield mirror
        self._tidy([mirror])

    @asynccontextmanager
    async def search(self, owner: Owner, model: str | None = None) -> AsyncIterator[Mirror]:
        """The same, to be searched."""
        async with self.of(owner, model) as mirror:
            if not mirror.findable:
                await AsyncColour.work(mirror.prepare)
            yield mirror

    @asynccontextmanager
    async def all(self, owners: Collection[Owner]) -> AsyncIterator[dict[Owner, Mirror]]:
        """Several owners as they are now. They are locked in one order, so nobody waits in vain."""
        taken = []
        try:
            mirrors = {}
            for owner in sorted(owners, key=owner_key):
                mirrors[owner], lock = self._get(owner)
                await lock.acquire()
                taken.append(lock)
            await self._follow(list(mirrors.values()))
            yield mirrors
        finally:
            for lock in taken:
                lock.release()
        self._tidy(mirrors.values())

    def forget(self) -> None:
        """Let go of everything."""
        self._held: OrderedDict[Owner, tuple[Mirror, Any]] = OrderedDict()
        self._sizes: dict[Owner, int] = {}
        self._total = 0

    def _get(self, owner: Owner) -> tuple[Mirror, Any]:
        here = AsyncColour.here()
        with self._listing:
            if self._here != here:  # locks of another loop, or a process that was forked
                self.forget()
                self._here = here
            if owner not in self._held:
                self._held[owner] = Mirror(owner), AsyncColour.lock()
            self._held.move_to_end(owner)
            return self._held[owner]

    def _tidy(self, used: Iterable[Mirror]) -> None:
        """Count the owners that were used just now anew, and let go of others if all are many."""
        with self._listing:
            for mirror in used:
                if mirror.owner in self._held and self._held[mirror.owner][0] is mirror:
                    size = len(mirror) + 1
                    self._total += size - self._sizes.get(mirror.owner, 0)
                    self._sizes[mirror.owner] = size
            while self._total > MOST and len(self._held) > 1:
                owner, _ = self._held.popitem(last=False)
                self._total -= self._sizes.pop(owner, 0)

    async def _follow(self, mirrors: list[Mirror], model: str | None = None) -> None:
        while mirrors:
            answers = await self._links.run_all(
                scripts.FOLLOW, [self._question(mirror, model) for mirror in mirrors]
            )
            again = []
            for mirror, answer in zip(mirrors, answers, strict=True):
                if await self._take(mirror, answer, model):
                    again.append(mirror)
            mirrors = again

    def _question(self, mirror: Mirror, model: str | None) -> tuple[list[str], list[Any]]:
        keys = self._links.keys
        words: list[Any] = [mirror.version]
        for key, loaded in mirror.models.items():
            words += [key, loaded.begun, mirrored.FIRST + 1 if loaded.part else 0]
        if model is not None and mirror.has(model) and model_key(model) not in mirror.models:
            part = self._links.graphs and mirror.large(model)
            words += [model_key(model), b"", mirrored.FIRST + 1 if part else 0]
        return [keys.of(owner_key(mirror.owner)), keys.root], words

    async def _take(self, mirror: Mirror, answer: list[Any], model: str | None) -> bool:
        """Take over an answer; whether the server must be asked again."""
        state, version, info, numbers, records, vectors = answer
        if state == b"none":
            mirror.clear()
            return False
        if state == b"load":
            await self._load(mirror)
            mirror.know(version, info)
            return True
        asked = {key: loaded.part for key, loaded in mirror.models.items()}
        if model is not None and mirror.has(model):
            part = self._links.graphs and mirror.large(model)
            asked.setdefault(model_key(model), part)
        changed: list[int] = []
        if state == b"more":
            changed = [int(number) for number in numbers]
            pairs = list(zip(changed, records, strict=True))
            if len(pairs) > PAGE:
                await AsyncColour.work(mirror.take, pairs)
            else:
                mirror.take(pairs)
            mirror.know(version, info)
        for (key, part), rows in zip(asked.items(), vectors, strict=True):
            if rows[0] == b"all":
                await AsyncColour.work(mirror.fill, key, rows, changed, part)
            else:
                mirror.fill(key, rows, changed)
        return model is not None and mirror.has(model) and model_key(model) not in mirror.models

    async def whole(self, mirror: Mirror, model: str) -> None:
        """Have all vectors of a model here, of which only the first were."""
        keys, key = self._links.keys, model_key(model)
        loaded = mirror.models[key]
        async with self._links.ask() as db:
            data = await db.get(keys.of(owner_key(mirror.owner), f"v:{key}"))
        kept = f"{loaded.size} {loaded.name}".encode()
        await AsyncColour.work(mirror.fill, key, (b"all", loaded.begun, kept, data), ())

    async def _load(self, mirror: Mirror) -> None:
        """Read an owner whole, page by page; what changes meanwhile is asked for afterwards."""
        key = self._links.keys.of(owner_key(mirror.owner), "records")
        found: dict[bytes, bytes] = {}
        cursor = 0
        async with self._links.ask() as db:
            while True:
                cursor, page = await db.hscan(key, cursor, count=PAGE)
                found.update(page)
                if not cursor:
                    break
        mirror.clear()
        pairs = [(int(number), blob) for number, blob in found.items()]
        await AsyncColour.work(mirror.take, pairs)
