"""The work beside a memory: what waits is learned, late vectors are made, indexes beside the store
follow it, and what was asked for.

Any number of processes may do it. A claim keeps two from the same work; should one outlive its
claim, the cursors of learning see to it that nothing is kept twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import shuffle

from ...times import micros
from ...types import Owner
from .claims import AsyncClaim
from .door import AsyncMemory
from .embedding import Key
from .following import AsyncFollower
from .learning import RULES
from .study import MODEL

LEASE = timedelta(seconds=60)
"""So long others leave alone what somebody began who was killed."""
REST = timedelta(hours=1)
"""Work on the whole memory is done so often, by whichever process comes first."""
WHOLE = ("prune", "consolidate")
NOBODY = Owner("user", "worker", ":worker")
"""Of whom a claim is that concerns the whole memory, though it be empty."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round did."""

    owners: int = 0
    """Of so many something was learned, or was tried to."""
    notes: int = 0
    vectors: int = 0
    summaries: int = 0
    pruned: int = 0
    merged: int = 0
    waiting: str = ""
    """Why the language model did not go on, if it did not."""
    indexed: int = 0
    """Changes that indexes beside the store took over."""
    away: str = ""
    """Which of them could not, and why."""


class AsyncWorker:
    """Does what waits, round by round. `going` is asked between steps whether to go on."""

    def __init__(
        self,
        memory: AsyncMemory,
        jobs: Sequence[str] = (),
        going: Callable[[], bool] = lambda: True,
        lease: timedelta = LEASE,
    ) -> None:
        self._memory, self._jobs, self._going, self._lease = memory, jobs, going, lease

    async def round(self) -> Round:
        """Once through everything; what others are at is left to them."""
        memory = self._memory
        await memory._prepare()
        owners = [info.owner for info in await memory._everybody()]
        if not owners:
            indexed, away = await self._indexes()  # what was erased is to go there, too
            return Round(indexed=indexed, away=away)
        first = min(owners, key=lambda owner: (owner.tenant, owner.kind, owner.id))
        shuffle(owners)  # so that several begin in several places
        memory._halt.why = ""
        done = [await self._owner(owner) for owner in owners if self._going()]
        vectors = await self._vectors(first) if self._going() else 0
        whole = {job: await self._whole(first, job) for job in WHOLE if job in self._jobs}
        indexed, away = await self._indexes()
        return Round(
            sum(some is not None for some in done),
            sum(some[0] for some in done if some is not None),
            vectors,
            sum(some[1] for some in done if some is not None),
            whole.get("prune", 0),
            whole.get("consolidate", 0),
            memory._halt.why,
            indexed,
            away,
        )

    async def _owner(self, owner: Owner) -> tuple[int, int] | None:
        """Learn what waits of one owner: new notes and summaries; None if nothing was to do."""
        if not await self._waits(owner) or (held := await self._claim(owner, "learn")) is None:
            return None
        memory, new = self._memory, 0
        try:
            while self._going() and (step := await memory._learn_some(owner)) is not None:
                new += step[1]
            if memory._llm is not None and self._going() and not memory._halt.why:
                read = await memory._study(owner)
                new += len(read.notes)
                memory._tell(read.stop)
                memory._halt.why = read.stop if read.fault else ""
            short = await self._short(owner) if "summaries" in self._jobs else 0
        finally:
            await held.free()
        return new, short

    async def _waits(self, owner: Owner) -> bool:
        memory = self._memory
        after = await memory._store.cursor(owner, RULES)
        if await memory._store.changes(after, 1, owner):
            return True
        if memory._llm is None or memory._halt.why:
            return False
        after = await memory._store.cursor(owner, MODEL)
        return await memory._window(owner, after, 1) is not None

    async def _short(self, owner: Owner) -> int:
        """Bring the summary of an owner up to date; 1 if that made a new one."""
        part = self._memory.tenant(owner.tenant) if owner.tenant else self._memory
        ids = {f"{owner.kind}_id": owner.id}
        began = self._memory._now()
        made = await part.summary(**ids)
        # What the summary itself adds to the feed has been read by those who wrote it.
        while await self._memory._learn_some(owner) is not None:
            pass
        return int(made is not None and made.learned_at >= began)

    async def _vectors(self, anchor: Owner) -> int:
        """Make the vectors that are missing, one process at a time."""
        memory, made = self._memory, 0
        if memory._embedder is None or not await memory._store.pending(memory._model, 1):
            return 0
        if await memory._is_foreign():
            return 0
        refused: set[Key] = set()
        while self._going() and (held := await self._claim(anchor, "vectors")) is not None:
            some = 0
            try:
                some = await memory._embed_pending(refused)
            finally:
                await held.free()
            if not some:
                break
            made += some
        return made

    async def _indexes(self) -> tuple[int, str]:
        """Let each index beside the store take what it has not seen, one process at a time."""
        taken, away = 0, list[str]()
        for one in self._memory._followers:
            if self._going() and await one.behind():
                taken += await self._index(one)
            if one.trouble is not None:
                away.append(f"{one.name}: {one.trouble}")
        return taken, "; ".join(away)

    async def _index(self, one: AsyncFollower) -> int:
        if (held := await self._claim(NOBODY, f"index/{one.name}")) is None:
            return 0
        taken = 0
        try:
            while self._going() and (some := await one.step()):
                taken += some
                if not await held.keep():
                    break
        finally:
            await held.free()
        return taken

    async def _whole(self, anchor: Owner, job: str) -> int:
        """Work on everybody's memory, if it was not done within the last hour."""
        if not self._going() or (held := await self._claim(anchor, job, REST)) is None:
            return 0
        rested = 0
        try:
            if job == "prune":
                count = sum((await self._memory.prune()).receipt.removed.values())
            else:
                count = len(await self._memory.consolidate())
            rested = micros(self._memory._now() + REST)
        finally:
            await held.free(rested)
        return count

    async def _claim(
        self, owner: Owner, job: str, rest: timedelta = timedelta(0)
    ) -> AsyncClaim | None:
        """Tell others to leave this to us; None if somebody has said so before."""
        claim = AsyncClaim(self._memory, owner, f"worker/{job}", self._lease)
        return claim if await claim.take(rest) else None
