"""Indexes beside the store: down, slow, wiped, behind, foreign; reading and writing go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from recollect import AsyncMemory, ConfigError, StoreError
from recollect.conformance.plain import AsyncPlain
from recollect.memory.aio import following
from recollect.memory.aio.following import AsyncFollower
from recollect.orders import Change, Found, Match, Nearest, Neighbours
from recollect.ports.aio import AsyncIndex, AsyncStore
from recollect.types import Owner

DANA = {"user_id": "dana"}


class AsyncFlaky:
    """An index that fails when told to, before or after the step it was asked for."""

    def __init__(self, index: AsyncIndex) -> None:
        self.features, self.url = index.features, index.url
        self.index = index
        self.failing: set[str] = set()
        self.asked = 0

    def _step(self, name: str) -> None:
        if name in self.failing:
            raise ConnectionError(f"{name} failed")

    async def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        self._step("before apply")
        if "half of apply" in self.failing:
            await self.index.apply(changes[: len(changes) // 2], after)
            raise ConnectionError("half of it")
        await self.index.apply(changes, after)
        self._step("after apply")

    async def position(self) -> int:
        self._step("position")
        return await self.index.position()

    async def tail(self) -> str:
        self._step("tail")
        return await self.index.tail()

    async def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        self._step("search")
        self.asked += 1
        return await self.index.search(request)

    async def erase(self, owner: Owner) -> None:
        self._step("erase")
        await self.index.erase(owner)

    async def clear(self) -> None:
        self._step("clear")
        await self.index.clear()

    async def close(self) -> None:
        self._step("close")
        await self.index.close()


class AsyncBusy:
    """A store during whose next look at the feed another process does something."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self.meanwhile: Callable[[], Any] | None = None

    async def changes(self, after: int, limit: int) -> list[Change]:
        found = await self._store.changes(after, limit)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        return found


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def beside(memory: AsyncMemory, clock: Clock) -> AsyncFlaky:
    """An index of vectors beside the store of `memory`."""
    flaky = AsyncFlaky(AsyncPlain.index())
    memory._vectors = AsyncFollower("vectors", flaky, memory._store, clock)
    return flaky


async def ids(memory: AsyncMemory, question: str = "Which pet?") -> list[str]:
    return [hit.id for hit in await memory.search(question, **DANA)]


async def test_it_is_asked_and_finds_the_same(memory: AsyncMemory, beside: AsyncFlaky) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    await memory.add("I live in Lisbon.", **DANA)
    found = await memory.search("Which pet?", **DANA)
    assert beside.asked
    assert found.degraded == ()
    follower, memory._vectors = memory._vectors, None
    plain = await memory.search("Which pet?", **DANA)
    assert [hit.id for hit in found] == [hit.id for hit in plain]
    relevance = [hit.relevance for hit in plain]
    assert [hit.relevance for hit in found] == pytest.approx(relevance, abs=0.01)
    memory._vectors = follower


@pytest.mark.parametrize(
    "step", ["position", "before apply", "half of apply", "after apply", "search"]
)
async def test_whatever_fails_words_are_kept_and_found(
    memory: AsyncMemory, beside: AsyncFlaky, clock: Clock, step: str
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    first = await ids(memory)
    beside.failing = {step}
    added = await memory.add("I have a cat, too.", **DANA)
    found = await memory.search("Which pet?", **DANA)
    assert {*first, *added.ids} <= {hit.id for hit in found}
    assert found.degraded == ("vectors",)
    assert (await memory.context("Which pet?", **DANA)).degraded == ("vectors",)
    beside.failing = set()
    clock.now += 1000
    again = await memory.search("Which pet?", **DANA)
    assert [hit.id for hit in again] == [hit.id for hit in found]
    assert again.degraded == ()
    assert (await memory.stats()).indexes == {"vectors": 0}


async def test_which_one_is_down_is_logged(
    memory: AsyncMemory, beside: AsyncFlaky, caplog: pytest.LogCaptureFixture
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    beside.failing = {"search"}
    await ids(memory)
    told = f"the vectors index at {beside.url} is left out for 0.5 s: search failed"
    assert told in caplog.messages


async def test_one_that_is_down_is_left_alone_for_a_while(
    memory: AsyncMemory, beside: AsyncFlaky, clock: Clock
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    beside.failing = {"search"}
    await ids(memory)
    beside.failing, asked = set(), beside.asked
    await ids(memory)
    assert beside.asked == asked
    clock.now += 1.0
    await ids(memory)
    assert beside.asked > asked


async def test_one_that_was_wiped_fills_itself(memory: AsyncMemory, beside: AsyncFlaky) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    before = await ids(memory)
    await beside.index.clear()
    assert await ids(memory) == before
    assert await beside.index.position() > 0


async def test_one_that_is_wiped_while_it_is_told_lacks_nothing(
    memory: AsyncMemory, beside: AsyncFlaky
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    await ids(memory)
    await memory.add("I have a cat, too.", **DANA)
    store = AsyncBusy(memory._store)
    follower = AsyncFollower("vectors", beside, cast("AsyncStore", store))
    assert await follower.behind()
    store.meanwhile = beside.clear
    assert await follower.follow() is None
    request = Nearest(*await asked(memory))
    assert len(await beside.search(request)) == len(await memory._store.nearest(request))


async def test_one_that_others_bring_up_to_date_is_no_stranger(
    memory: AsyncMemory, beside: AsyncFlaky
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    await ids(memory)
    await memory.add("I have a cat, too.", **DANA)
    other = AsyncFollower("vectors", beside, memory._store)
    store = AsyncBusy(memory._store)
    store.meanwhile = other.follow
    follower = AsyncFollower("vectors", beside, cast("AsyncStore", store))
    assert await follower.ask(Nearest(*await asked(memory)))
    assert follower.trouble is None


async def test_one_that_is_far_behind_catches_up_beside(
    memory: AsyncMemory, beside: AsyncFlaky, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PAGE", 5)
    many = [{"role": "user", "content": f"Dog number {number}."} for number in range(200)]
    await memory.add(many, **DANA)
    follower, request = memory._vectors, Nearest(*await asked(memory))
    assert follower is not None
    assert await follower.ask(request) is None
    assert follower.trouble == "it is catching up"
    assert await memory.search("dog number 7", **DANA)
    await follower._background.wait()
    assert follower.trouble is None, "nobody need ask for that"
    assert await follower.ask(request)
    assert (await memory.search("dog number 7", **DANA)).degraded == ()


async def test_another_memorys_is_neither_asked_nor_touched(
    memory: AsyncMemory, beside: AsyncFlaky, clock: Clock
) -> None:
    async with AsyncMemory("memory://", embedder=None) as other:
        await other.add("I have a cat.", user_id="erik")
        await beside.index.apply(await other._store.changes(0))
    tail = await beside.index.tail()
    await memory.add("My dog is called Rex.", **DANA)
    found = await memory.search("Which pet?", **DANA)
    assert found
    assert found.degraded == ("vectors",)
    assert await beside.index.tail() == tail
    assert (await memory.stats()).indexes == {"vectors": None}
    told: list[tuple[int, int]] = []
    await memory.reindex(index="vectors", progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]
    clock.now += 1000
    assert (await memory.search("Which pet?", **DANA)).degraded == ()
    assert await beside.index.tail() != tail


async def test_erasing_reaches_it(memory: AsyncMemory, beside: AsyncFlaky) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    await ids(memory)
    receipt = await memory.erase(**DANA)
    assert receipt.ok
    assert any(probe.path == "vectors index" for probe in receipt.probes)
    assert await beside.index.search(Nearest(*await asked(memory))) == []


async def test_erasing_says_when_it_could_not_be_told(
    memory: AsyncMemory, beside: AsyncFlaky, clock: Clock
) -> None:
    await memory.add("My dog is called Rex.", **DANA)
    await ids(memory)
    beside.failing = {"before apply"}
    receipt = await memory.erase(**DANA)
    assert not receipt.ok
    beside.failing = set()
    clock.now += 1000
    added = await memory.add("I have a cat.", **DANA)
    await ids(memory)
    held = {hit.id for hit in await beside.index.search(Nearest(*await asked(memory)))}
    assert held == {*added.ids, *(note.id for note in added.notes)}


async def test_filling_one_that_is_down_says_so(memory: AsyncMemory, beside: AsyncFlaky) -> None:
    beside.failing = {"clear"}
    with pytest.raises(StoreError, match="cannot be reached"):
        await memory.reindex(index="vectors")
    with pytest.raises(ConfigError, match="no index 'graph'"):
        await memory.reindex(index="graph")


async def test_a_failing_close_is_no_drama(memory: AsyncMemory, beside: AsyncFlaky) -> None:
    beside.failing = {"close"}
    await memory.close()


async def test_relations_come_from_the_graph_beside(memory: AsyncMemory, clock: Clock) -> None:
    flaky = AsyncFlaky(AsyncPlain.index())
    memory._graph = AsyncFollower("graph", flaky, memory._store, clock)
    await memory.relate("Alice", "manages", "Project Alpha", **DANA)
    await memory.relate("Project Alpha", "is due in", "March 2026", **DANA)
    wanted = await memory.related("Alice", hops=2, **DANA)
    assert flaky.asked
    assert len(wanted) == 2
    flaky.failing = {"search"}
    assert await memory.related("Alice", hops=2, **DANA) == wanted


@pytest.mark.parametrize(
    "step", ["position", "before apply", "half of apply", "after apply", "search"]
)
async def test_whatever_fails_in_the_graph_relations_are_kept_and_found(
    memory: AsyncMemory, clock: Clock, step: str
) -> None:
    flaky = AsyncFlaky(AsyncPlain.index())
    memory._graph = AsyncFollower("graph", flaky, memory._store, clock)
    await memory.relate("Alice", "manages", "Project Alpha", **DANA)
    assert len(await memory.related("Alice", hops=2, **DANA)) == 1
    flaky.failing = {step}
    await memory.relate("Project Alpha", "is due in", "March 2026", **DANA)
    wanted = await memory.related("Alice", hops=2, **DANA)
    assert len(wanted) == 2
    assert len(await memory.path("Alice", "March 2026", **DANA)) == 2
    found = await memory.search("When is the project of Alice due?", **DANA)
    assert found.degraded == ("graph",)
    flaky.failing, asked = set(), flaky.asked
    clock.now += 1000
    assert await memory.related("Alice", hops=2, **DANA) == wanted
    assert flaky.asked == asked + 1
    again = await memory.search("When is the project of Alice due?", **DANA)
    assert again.degraded == ()
    assert [hit.id for hit in again] == [hit.id for hit in found]
    assert (await memory.stats()).indexes == {"graph": 0}


async def test_a_graph_that_knows_no_past_is_not_asked_for_it(
    memory: AsyncMemory, clock: Clock
) -> None:
    flaky = AsyncFlaky(AsyncPlain.index())
    flaky.features = replace(flaky.features, as_of=False)
    memory._graph = AsyncFollower("graph", flaky, memory._store, clock)
    await memory.relate("Alice", "manages", "Alpha", at="2026-03-01", **DANA)
    await memory.unrelate("Alice", "manages", "Alpha", at="2026-03-03", **DANA)
    assert len(await memory.related("Alice", hops=2, as_of="2026-03-02", **DANA)) == 1
    assert await memory.related("Alice", hops=2, as_of="2026-03-04", **DANA) == []
    assert flaky.asked == 0


async def test_a_graph_that_goes_step_by_step_is_asked_so(
    memory: AsyncMemory, clock: Clock
) -> None:
    flaky = AsyncFlaky(AsyncPlain.index())
    flaky.features = replace(flaky.features, hops=False)
    memory._graph = AsyncFollower("graph", flaky, memory._store, clock)
    await memory.relate("Alice", "manages", "Alpha", **DANA)
    await memory.relate("Alpha", "is due in", "March", **DANA)
    assert len(await memory.related("Alice", hops=2, **DANA)) == 2
    assert flaky.asked == 2


async def asked(memory: AsyncMemory) -> tuple[object, ...]:
    from recollect.types import Scope

    return Scope("dana"), await memory._ask("pet"), 10
