"""Claims on work: of two who want the same, one has it, whatever their clocks say."""

from datetime import timedelta

from recollect import AsyncMemory
from recollect.memory.aio.claims import AsyncClaim
from recollect.types import Owner, utcnow

OWNER, LEASE, NOW = Owner("user", "dana"), timedelta(seconds=5), utcnow()


class Clocked:
    """A memory as seen by a process whose clock is ahead, or behind. All of them stand still."""

    def __init__(self, memory: AsyncMemory, ahead: float):
        self._store = memory._store
        self._now = lambda: NOW + timedelta(seconds=ahead)


async def claims(*ahead: float) -> list[AsyncClaim]:
    memory = AsyncMemory("memory://", embedder=None)
    await memory.add("Hello.", user_id="dana")
    return [AsyncClaim(Clocked(memory, one), OWNER, "work", LEASE) for one in ahead]


async def test_one_of_two_has_it_until_it_is_freed():
    first, second = await claims(0, 0)
    assert await first.take()
    assert not await second.take()
    assert await first.keep()
    await first.free()
    assert await second.take()
    assert not await first.keep()


async def test_a_clock_that_is_a_little_ahead_takes_nothing_away():
    ahead, here = await claims(30, 0)
    assert await ahead.take()
    assert not await here.take()


async def test_what_is_claimed_while_one_looks_is_not_taken_away(monkeypatch):
    first, second = await claims(0, 0)
    look = second._store.cursor

    async def slow(owner, name):
        second._store.cursor = look
        assert await first.take()
        return await look(owner, name)

    monkeypatch.setattr(second._store, "cursor", slow)
    assert not await second.take()


async def test_a_clock_that_is_far_ahead_blocks_nobody_for_long():
    wrong, here = await claims(3600, 0)
    assert await wrong.take()
    assert await here.take()
