"""Turns of one agent that are asked for at once come one after the other, whole."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from itertools import count

import pytest

pytest.importorskip("starlette")

from recollect import AsyncMemory
from recollect.server.agents import turns
from recollect.server.alone import alone
from recollect.server.rules import Rules
from recollect.types import utcnow
from tests.providers import Say

from .conftest import Running
from .test_kill import until

FREELY = Rules(open=True, rate=1e6, burst=10**6)


class Slow:
    """Says what it was asked, after a while; notes how many it answers at once."""

    def __init__(self, thinks=lambda: time.sleep(0.02)):
        self.thinks, self.now, self.most, self._lock = thinks, 0, 0, threading.Lock()

    def __call__(self, request):
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.thinks()
        with self._lock:
            self.now -= 1
        return Say(f"You said: {request.asked}")


def told(client, text, **more):
    answer = client.post("/v1/agents/sam/chat", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def whole_turns(said):
    """The words of the user in the order they were said, each answered before the next."""
    assert [one["role"] for one in said] == ["user", "assistant"] * (len(said) // 2)
    pairs = list(zip(said[::2], said[1::2], strict=True))
    assert all(answer["content"] == f"You said: {asked['content']}" for asked, answer in pairs)
    return [asked["content"] for asked, _ in pairs]


def test_twenty_turns_at_once_are_twenty_whole_turns(scripted):
    scripted.usual = slow = Slow()
    with Running(rules=FREELY) as running, running.client() as http:
        running.app.state.llm = "openai:gpt-4o-mini"
        assert http.post("/v1/agents", json={"name": "sam"}).status_code == 201
        asked = [f"Question number {number}?" for number in range(20)]
        with ThreadPoolExecutor(20) as pool:
            replies = list(pool.map(lambda text: told(http, text), asked))
        assert [one["text"] for one in replies] == [f"You said: {text}" for text in asked]
        said = http.get("/v1/agents/sam/messages").json()["items"]
    assert sorted(whole_turns(said)) == sorted(asked)
    assert slow.most == 1


def test_users_do_not_wait_for_each_other(scripted):
    scripted.usual = slow = Slow(threading.Barrier(2, timeout=120).wait)
    with Running(rules=FREELY) as running, running.client() as http:
        running.app.state.llm = "openai:gpt-4o-mini"
        http.post("/v1/agents", json={"name": "sam"})
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda user: told(http, "Hello.", user_id=user), ("dana", "erik")))
        for user in ("dana", "erik"):
            said = http.get("/v1/agents/sam/messages", params={"user_id": user}).json()["items"]
            assert whole_turns(said) == ["Hello."]
    assert slow.most == 2


def test_two_processes_of_a_server_take_turns_too(scripted, tmp_path):
    scripted.usual = slow = Slow()
    file = f"sqlite:///{tmp_path / 'a.db'}"
    with ExitStack() as stack:
        both = [stack.enter_context(Running(file, FREELY)) for _ in range(2)]
        for one in both:
            one.app.state.llm = "openai:gpt-4o-mini"
        clients = [stack.enter_context(one.client()) for one in both]
        clients[0].post("/v1/agents", json={"name": "sam"})
        asked = [f"Question number {number}?" for number in range(10)]
        with ThreadPoolExecutor(10) as pool:
            list(pool.map(lambda n: told(clients[n % 2], asked[n]), range(10)))
        said = clients[1].get("/v1/agents/sam/messages").json()["items"]
    assert sorted(whole_turns(said)) == sorted(asked)
    assert slow.most == 1


def test_a_turn_whose_process_was_killed_is_not_waited_for_forever(scripted, monkeypatch):
    monkeypatch.setattr(turns, "LEASE", timedelta(seconds=0.5))
    with Running(rules=FREELY) as running, running.client() as http:
        running.app.state.llm = "openai:gpt-4o-mini"
        http.post("/v1/agents", json={"name": "sam"})
        memory = running.memory.tenant("")
        owner = memory._scope(None, "sam").owner
        left = turns.AsyncClaim(memory, owner, "turn/sam", turns.LEASE)
        assert running.do(left.take())  # and nobody frees it
        assert told(http, "Hello.")["text"] == "You said: Hello."
        assert not running.do(left.keep())


class Kept(turns.AsyncClaim):
    """Goes by a clock that goes on as claims are kept, however slow the machine is."""

    clock, times = utcnow(), 0

    def __init__(self, *given):
        super().__init__(*given)
        self._now = lambda: Kept.clock

    async def keep(self):
        kept = await super().keep()
        Kept.clock += self.lease * 0.9
        Kept.times += 1
        return kept

    @classmethod
    def wait(cls):
        """Until it would have run out several times."""
        enough = cls.times + 4
        until(lambda: cls.times >= enough)


def test_a_long_turn_keeps_its_claim(scripted, monkeypatch, tmp_path):
    monkeypatch.setattr(turns, "LEASE", timedelta(seconds=0.1))
    monkeypatch.setattr(turns, "AsyncClaim", Kept)
    scripted.usual = slow = Slow(Kept.wait)
    file = f"sqlite:///{tmp_path / 'a.db'}"
    with ExitStack() as stack:
        both = [stack.enter_context(Running(file, FREELY)) for _ in range(2)]
        for one in both:
            one.app.state.llm = "openai:gpt-4o-mini"
        clients = [stack.enter_context(one.client()) for one in both]
        clients[0].post("/v1/agents", json={"name": "sam"})
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda client: told(client, "Hello."), clients))
        said = clients[1].get("/v1/agents/sam/messages").json()["items"]
    assert whole_turns(said) == ["Hello.", "Hello."]
    assert slow.most == 1


async def test_a_turn_that_ends_while_its_claim_is_kept_frees_it():
    async with AsyncMemory("memory://", embedder=None) as memory:
        owner = memory._scope(None, "sam").owner
        commit, stored = memory._store.commit, asyncio.Event()

        async def slow(batch):
            done = await commit(batch)
            stored.set()
            await asyncio.sleep(0.05)  # the answer is on its way
            return done

        lease, now = timedelta(seconds=0.1), utcnow()
        first, second = (turns.AsyncClaim(memory, owner, "turn/sam", lease) for _ in range(2))
        tick = count()  # a clock by which no claim runs out
        first._now = second._now = lambda: now + timedelta(milliseconds=next(tick))
        async with alone(first):
            memory._store.commit = slow
            await stored.wait()
        assert await second.take()
