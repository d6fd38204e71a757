"""A cache of live sessions changes speed, never an answer: whatever happens to it."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis as client

from recollect import AsyncMemory, Memory
from recollect.drivers.redis.urls import read
from recollect.errors import ConfigError, MissingExtra, UnknownScheme
from recollect.memory.sync import windows
from recollect.types import Owner

from .engines.redis import QUICK, Server, modern, server

WHO = {"user_id": "dana", "session_id": "s1"}


@pytest.fixture
def own() -> Iterator[Server]:
    """A cache that may be killed."""
    with server(modern(), *QUICK) as made:
        yield made


@pytest.fixture
def admin(redis: str) -> Iterator[Any]:
    """Somebody else at the cache."""
    with client.Redis.from_url(read(redis).url) as db:
        yield db


def opened(folder: Path, cache: str | None, name: str = "agent.db") -> Memory:
    return Memory(str(folder / name), embedder=None, learn="never", cache=cache)


def reads(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the store is asked for from now on."""
    asked: list[object] = []
    store = memory._store
    read = store.messages

    def messages(query: Any) -> Any:
        asked.append(query)
        return read(query)

    monkeypatch.setattr(store, "messages", messages)
    return asked


def said(memory: Memory, **more: Any) -> list[str]:
    return [message.content for message in memory.messages(**WHO | {"last": 3} | more)]


def keys(admin: Any, redis: str) -> list[bytes]:
    return list(admin.scan_iter(match=f"{{{read(redis).prefix}}}:window:*"))


def test_a_window_is_read_once(folder: Path, redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(folder, redis) as memory, opened(folder, redis) as other:
        for number in range(5):
            memory.add(f"number {number}", **WHO)
        assert said(memory) == ["number 2", "number 3", "number 4"]
        asked = reads(memory, monkeypatch)
        theirs = reads(other, monkeypatch)
        for _ in range(3):
            assert said(memory) == said(other) == ["number 2", "number 3", "number 4"]
        with memory.session(**WHO, pattern="window", window=3) as chat:
            assert [turn.content for turn in chat.turns()] == said(memory)
            assert (asked, theirs) == ([], [])
        before = len(asked)
        assert said(memory, last=1) == ["number 4"]
        assert len(asked) == before + 1


def test_a_cached_message_is_whole(folder: Path, redis: str) -> None:
    with opened(folder, redis) as memory, opened(folder, None) as plain:
        memory.add(
            [{"role": "tool", "content": "é🙂\n", "name": "x"}], metadata={"a": [1, None]}, **WHO
        )
        first, second = memory.messages(last=3, **WHO), memory.messages(last=3, **WHO)
        wanted = plain.messages(last=3, **WHO)
        assert first == second == wanted
        assert [one.turn for one in second] == [one.turn for one in wanted]


@pytest.mark.parametrize("seed", range(2))
def test_no_wrong_answer_whatever_happens(folder: Path, redis: str, admin: Any, seed: int) -> None:
    """Two with the cache and one without write, delete and erase; the cache is emptied, damaged
    and set back to earlier states."""
    chance = random.Random(seed)
    handles = [opened(folder, redis), opened(folder, redis), opened(folder, None)]
    plain, earlier = handles[2], dict[bytes, dict[bytes, bytes]]()
    ids: list[str] = []
    for step in range(80):
        memory = chance.choice(handles)
        who = {"user_id": chance.choice(["dana", "erik"]), "session_id": chance.choice("ab")}
        match chance.choice(["add", "add", "add", "delete", "erase", "flush", "damage", "back"]):
            case "add":
                ids += memory.add(f"step {step}", **who).ids
            case "delete" if ids:
                with suppress(LookupError):
                    memory.delete(ids.pop(chance.randrange(len(ids))), user_id=who["user_id"])
            case "erase" if chance.random() < 0.3:
                memory.erase(**who if chance.random() < 0.5 else {"user_id": who["user_id"]})
            case "flush":
                for key in keys(admin, redis):
                    admin.delete(key)
            case "damage":
                for key in keys(admin, redis):
                    for field, held in admin.hgetall(key).items():
                        place = chance.randrange(len(held))
                        admin.hset(key, field, held[:place] + b"?" + held[place + 1 :])
            case "back":
                now = {key: admin.hgetall(key) for key in keys(admin, redis)}
                for key, fields in earlier.items():
                    admin.hset(key, mapping=fields)
                earlier = now
        for user in ("dana", "erik"):
            for session in "ab":
                whose: dict[str, Any] = {"user_id": user, "session_id": session, "last": 4}
                wanted = plain.messages(**whose)
                for handle in handles[:2]:
                    assert handle.messages(**whose) == wanted, f"step {step}"
    for handle in handles:
        handle.close()


def test_what_is_erased_is_not_in_the_cache(folder: Path, redis: str, admin: Any) -> None:
    with opened(folder, redis) as memory:
        memory.add("Qzsecret", **WHO)
        memory.add("stays", user_id="erik", session_id="s2")
        assert said(memory) == ["Qzsecret"]
        assert memory.messages(user_id="erik", session_id="s2", last=3)
        held = [value for key in keys(admin, redis) for value in admin.hvals(key)]
        assert any(b"Qzsecret" in value for value in held)
        assert memory.erase(user_id="dana", session_id="s1").ok
        held = [value for key in keys(admin, redis) for value in admin.hvals(key)]
        assert not any(b"Qz" in value for value in held)
        assert len(held) == 1
        assert said(memory) == []


def test_a_tenants_windows_are_its_own_and_erased_with_it(
    folder: Path, redis: str, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held() -> bytes:
        return b"".join(value for key in keys(admin, redis) for value in admin.hvals(key))

    with opened(folder, redis) as memory:
        memory.add("Qznobody", **WHO)
        tenants = memory.tenant("acme"), memory.tenant("globex")
        for door, words in zip(tenants, ("Qzacme", "Qzglobex"), strict=True):
            door.add(words, **WHO)
            assert said(door) == [words]
        assert said(memory) == ["Qznobody"]
        asked = reads(memory, monkeypatch)
        assert [said(one) for one in tenants] == [["Qzacme"], ["Qzglobex"]]
        assert asked == [], "both were answered out of the cache"
        for door, words in ((tenants[0], b"Qzacme"), (memory.tenant(""), b"Qznobody")):
            assert words in held()
            assert door.erase(user_id="dana").ok
            assert words not in held()
            assert said(door) == []
        assert b"Qzglobex" in held()
        assert said(memory) == []


def test_windows_end_by_themselves(folder: Path, redis: str, admin: Any) -> None:
    with opened(folder, redis) as memory:
        memory.add("hello", **WHO)
        said(memory)
        [key] = keys(admin, redis)
        assert 0 < admin.ttl(key) <= 900


def test_a_cache_that_is_down(folder: Path, own: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(folder, own.url) as memory:
        memory.add("one", **WHO)
        assert said(memory) == ["one"]
        own.stop()
        memory.add("two", **WHO)
        assert said(memory) == ["one", "two"]
        receipt = memory.erase(user_id="dana")
        assert not receipt.ok
        assert any("the cache at" in problem for problem in receipt.problems)
        memory.add("three", **WHO)
        assert said(memory) == ["three"]
        own.start()
        monkeypatch.setattr(memory._living.windows, "_again", 0.0)
        assert said(memory) == ["three"]
        asked = reads(memory, monkeypatch)
        assert said(memory) == ["three"]
        assert asked == []


def test_a_cache_that_never_was(folder: Path) -> None:
    with opened(folder, "redis://127.0.0.1:1/0") as memory:
        memory.add("one", **WHO)
        assert said(memory) == ["one"]


def test_a_cache_that_does_not_answer(folder: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with opened(folder, f"redis://127.0.0.1:{silent.getsockname()[1]}/0") as memory:
            memory.add("one", **WHO)
            assert said(memory) == said(memory) == ["one"]


def test_a_cache_that_answers_nonsense(folder: Path) -> None:
    with socket.socket() as odd:
        odd.bind(("127.0.0.1", 0))
        odd.listen()

        def talk() -> None:
            with suppress(OSError):
                while True:
                    other, _ = odd.accept()
                    with other:
                        other.recv(100)
                        other.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        talking = threading.Thread(target=talk, daemon=True)
        talking.start()
        with opened(folder, f"redis://127.0.0.1:{odd.getsockname()[1]}/0") as memory:
            memory.add("one", **WHO)
            assert said(memory) == said(memory) == ["one"]
        odd.shutdown(socket.SHUT_RDWR)
        talking.join()


def test_memories_share_a_cache(folder: Path, redis: str) -> None:
    with opened(folder, redis) as one, opened(folder, redis, "other.db") as two:
        one.add("mine", **WHO)
        two.add("theirs", **WHO)
        for _ in range(2):
            assert (said(one), said(two)) == (["mine"], ["theirs"])


def test_who_only_reads_does_not_remember_everybody(
    folder: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "OWNERS", 3)
    with opened(folder, None) as writing:
        for number in range(6):
            writing.add("one", user_id=f"somebody{number}", session_id="s1")
    with opened(folder, redis) as reading:
        for number in range(6):
            reading.messages(user_id=f"somebody{number}", session_id="s1", last=5)
        assert reading._living.windows is not None
        assert len(reading._living.windows._near) == 3


def test_it_is_named_by_the_environment(
    folder: Path, redis: str, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_URL", str(folder / "agent.db"))
    monkeypatch.setenv("RECOLLECT_CACHE", redis)
    with Memory(embedder=None) as memory:
        memory.add("one", **WHO)
        assert said(memory) == ["one"]
    assert len(keys(admin, redis)) == 1


@pytest.mark.parametrize("url", ["rediz://host", "host", "sqlite:///a.db", "", 7])
def test_a_cache_that_is_none(folder: Path, url: Any) -> None:
    with pytest.raises((UnknownScheme, ConfigError, MissingExtra)):
        opened(folder, url)


def test_in_async(folder: Path, redis: str) -> None:
    async def talk() -> None:
        async with AsyncMemory(str(folder / "agent.db"), embedder=None, cache=redis) as memory:
            for number in range(4):
                await memory.add(f"number {number}", **WHO)
                for _ in range(2):
                    found = await memory.messages(last=2, **WHO)
                    assert found[-1].content == f"number {number}"
            await memory.erase(user_id="dana")
            assert await memory.messages(last=2, **WHO) == []

    asyncio.run(talk())


def test_threads_remember_places_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a commit did must not be told as an error since another thread has just remembered."""
    monkeypatch.setattr(windows, "OWNERS", 3)
    cache: Any = None  # what is remembered is beside it
    near, errors, usual = windows.Windows(cache), list[Exception](), sys.getswitchinterval()

    def work(thread: int) -> None:
        try:
            for step in range(10_000):
                near._came(Owner("user", f"{thread}-{step % 50}"), step)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert errors == []
    assert len(near._near) == 3
