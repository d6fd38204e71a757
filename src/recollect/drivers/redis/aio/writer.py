"""One commit: what the batch needs to know, whether it can be done, and the script that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .... import text
from ....errors import Clash
from ....orders import Batch, Committed
from ....types import Owner
from ...state.checks import Rehearsal
from .. import scripts
from ..failures import evicting
from ..keys import batch_key, owner_key
from ..mirror import Mirror
from ..planning import Plan, models, sessions
from . import feed, graphs
from .links import AsyncLinks


async def again(links: AsyncLinks, done: bytes) -> Committed:
    """What a commit that is known did."""
    first, last = (int(number) for number in done.split())
    told = await feed.entries(links, first - 1, last - first + 1) if last >= first else []
    new = tuple(one.id for one in told if one.op == "put" and one.seq <= last)
    return Committed(last, new)


async def commit(links: AsyncLinks, mirrors: Mapping[Owner, Mirror], batch: Batch) -> Committed:
    """Do a batch once, against owners that are up to date; Clash if they no longer are."""
    if links.evicts and batch.puts:
        raise evicting(links.target.shown)
    known = AsyncKnown(links)
    await known.gather(batch)
    if known.done is not None:
        return await again(links, known.done)
    held = {owner: mirror.held for owner, mirror in mirrors.items()}
    Rehearsal(held, known.sizes, known.cursors).run(batch)
    plan = Plan(links.keys, mirrors, known.turns, known.cursors, text.VERSION)
    plan.go(batch, known.told)
    words = plan.words(batch, known.models, links.graphs)
    answer = await links.run(scripts.COMMIT, [links.keys.root], words)
    if answer[0] == b"clash":
        raise Clash("another process changed this owner first; nothing was written, try again")
    if answer[0] == b"done":
        return await again(links, answer[1])
    await graphs.grow(links, plan.high)
    removed = plan.removed if batch.erase else {}
    if batch.erase:
        plan.removed["vectors"] += answer[2]
    return Committed(
        int(answer[1]), tuple(plan.new), {what: count for what, count in removed.items() if count}
    )


class AsyncKnown:
    """What a batch depends on beside the records, in one round trip."""

    def __init__(self, links: AsyncLinks) -> None:
        self._links = links
        self.done: bytes | None = None
        """What an earlier commit of the same batch did, if there was one."""
        self.models: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.turns: dict[tuple[Owner, str], int] = {}
        self.cursors: dict[tuple[Owner, str], int] = {}
        self.told: dict[Owner, list[bytes]] = {}

    async def gather(self, batch: Batch) -> None:
        """Ask for all of it."""
        keys = self._links.keys
        named, spots = models(batch), sessions(batch)
        cursors = [(one.owner, one.name) for one in batch.cursors]
        losing = {drop.record.scope.owner for drop in batch.drops} if batch.erase else set()
        async with self._links.ask() as db:
            pipe = db.pipeline(transaction=False)
            pipe.hget(keys.whole("batches"), batch_key(batch.id))
            for key in named:
                pipe.hget(keys.whole("models"), key)
            for owner, session in spots:
                pipe.hget(keys.of(owner_key(owner), "turns"), session)
            for owner, name in cursors:
                pipe.hget(keys.of(owner_key(owner), "cursors"), name)
            for owner in losing:
                pipe.zrange(keys.of(owner_key(owner), "feed"), 0, -1)
            answers: list[Any] = await pipe.execute()
        found = iter(answers)
        self.done = next(found)
        for key in named:
            self._model(key, next(found))
        self.turns = {spot: int(next(found) or 0) for spot in spots}
        self.cursors = {spot: int(next(found) or 0) for spot in cursors}
        self.told = {owner: next(found) for owner in losing}

    def _model(self, key: str, kept: bytes | None) -> None:
        self.models[key] = "" if kept is None else kept.decode()
        if kept is not None:
            size, _, name = kept.decode().partition(" ")
            self.sizes[name] = int(size)
