"""One who asks for much has the whole process while nobody else asks, and else a turn at a time."""

import asyncio

import pytest

from recollect.ports.callers import whose
from recollect.server import sharing
from recollect.server.rules import Rules
from recollect.server.sharing import Shares
from tests.server.inside import Inside, housed


class Work:
    """Requests that end when they are told to."""

    def __init__(self):
        self.now = 0.0
        self.shares, self.begun, self.tasks, self.ends = Shares(lambda: self.now), [], {}, {}

    async def ask(self, caller, name):
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.ensure_future(self._run(caller, name))
        await asyncio.sleep(0)

    async def _run(self, caller, name):
        async with self.shares.turn(caller):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names):
        for name in names:
            self.ends[name].set()
            await self.tasks[name]
            await asyncio.sleep(0)


async def test_who_is_alone_need_not_wait():
    work = Work()
    for number in range(5):
        await work.ask("greedy", number)
    assert work.begun == [0, 1, 2, 3, 4]
    await work.end(*range(5))
    assert not work.shares._working


async def test_beside_another_it_is_one_at_a_time():
    work = Work()
    await work.ask("greedy", "a")
    await work.ask("calm", "b")
    for name in "cde":
        await work.ask("greedy", name)
    await work.ask("other", "f")
    assert work.begun == ["a", "b", "f"]
    work.tasks["d"].cancel()
    await asyncio.sleep(0)
    await work.end("a")
    assert work.begun == ["a", "b", "f", "c"]
    await work.end("c")
    assert work.begun == ["a", "b", "f", "c", "e"]
    await work.end("b", "e", "f")
    assert not work.shares._working
    assert not work.shares._waiting


async def test_when_the_others_are_gone_all_may_begin():
    work = Work()
    await work.ask("calm", "a")
    for name in "bcd":
        await work.ask("greedy", name)
    assert work.begun == ["a", "b"]
    work.now += sharing.RECENT + 0.1
    await work.end("a", "b")
    assert work.begun == ["a", "b", "c", "d"]
    await work.end("c", "d")


async def test_one_that_takes_long_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr(sharing, "LONGEST", 600)
    loop, work = asyncio.get_running_loop(), Work()
    await work.ask("calm", "a")
    await work.ask("greedy", "stream")
    await work.ask("greedy", "b")
    assert work.begun == ["a", "stream"]
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now + 601)
    for _ in range(5):  # until its time is up and the next is let in
        await asyncio.sleep(0)
    assert work.begun == ["a", "stream", "b"]
    monkeypatch.undo()
    await work.end("b", "stream", "a")
    assert not work.shares._working


@pytest.mark.parametrize("at", [0, 1])
async def test_who_is_gone_at_its_turn_gives_it_on(at):
    work = Work()
    await work.ask("calm", "a")
    for name in "bcd":
        await work.ask("greedy", name)
    work.ends["b"].set()
    for _ in range(1 + at):  # before it is let in, and in the moment between
        await asyncio.sleep(0)
    work.tasks["c"].cancel()
    await asyncio.gather(work.tasks["b"], work.tasks["c"], return_exceptions=True)
    await asyncio.sleep(0.01)
    assert work.begun[-1] == "d"
    await work.end("a", "d")
    assert not work.shares._working


async def test_a_flood_has_one_request_at_work_beside_a_good_client(monkeypatch):
    """Through the whole server: of many requests of one key, one is under way in the memory."""
    monkeypatch.setattr(sharing, "RECENT", 600)
    monkeypatch.setattr(sharing, "LONGEST", 600)
    async with housed() as house:
        rules = house.app.state.rules
        assert rules.at_once > 50
        bad, good = [Inside(house.app, await house.key(name)) for name in ("bad", "good")]
        asked = {"query": "Who am I?", "user_id": "dana"}
        tenants, most = {"bad": 0, "good": 0}, {"bad": 0, "good": 0}
        search = type(house.memory).search

        async def slow(self, *words, **more):
            assert whose.get()
            tenants[self._tenant] += 1
            most[self._tenant] = max(most[self._tenant], tenants[self._tenant])
            await asyncio.sleep(0.002)
            tenants[self._tenant] -= 1
            return await search(self, *words, **more)

        type(house.memory).search = slow
        try:
            assert (await good.ask("POST", "/v1/search", body=asked)).status == 200
            flood = [
                asyncio.ensure_future(bad.ask("POST", "/v1/search", body=asked)) for _ in range(50)
            ]
            for _ in range(5):
                assert (await good.ask("POST", "/v1/search", body=asked)).status == 200
            assert {answer.status for answer in await asyncio.gather(*flood)} == {200}
        finally:
            type(house.memory).search = search
        assert most == {"bad": 1, "good": 1}


def test_the_usual_rate_is_one_that_a_process_can_do():
    assert Rules().rate <= 50
    assert 200 < Rules().burst <= 6 * Rules().rate  # 100 calls at once, each with a listing
