"""What only a server can get wrong: old versions, lost scripts, rights, names, limits, forks."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
import redis as client

from recollect import Memory
from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.samples import (
    DANA,
    drop,
    leaning,
    matching,
    minute,
    near,
    noted,
    put,
    said,
)
from recollect.conformance.sync.commits import AtomicTests, RepeatsTests
from recollect.conformance.sync.concurrency import SharingTests
from recollect.conformance.sync.deleting import DroppingTests, ErasingSomeTests, ErasingTests
from recollect.conformance.sync.looking import LookTests
from recollect.conformance.sync.nearest import NearestTests
from recollect.conformance.sync.suite import StoreSuite
from recollect.conformance.sync.vectors import VectorsTests
from recollect.drivers.redis import AsyncRedisStore, RedisStore, mirror
from recollect.drivers.redis.sync import graphs, mirrors
from recollect.drivers.redis.urls import read
from recollect.drivers.sqlite import SQLiteStore
from recollect.errors import (
    ConfigError,
    SchemaTooNew,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
)
from recollect.orders import Batch, Cursor, Late, Look, Match, Nearest, Put, Query, Vector
from recollect.types import Owner, Scope, Where
from tests.counting import calls

from ..engines.redis import QUICK, SAFE, empty, modern, older, server
from .opened import AsyncStores, Stores

MODEL = "random"


@pytest.fixture
def store(redis: str) -> Iterator[RedisStore]:
    store = RedisStore(redis)
    yield store
    store.close()


@pytest.fixture
def admin(redis: str) -> Iterator[Any]:
    """Somebody else on the same server."""
    with client.Redis.from_url(read(redis).url) as db:
        yield db


@pytest.fixture(scope="module")
def old_server() -> Iterator[str]:
    """A Redis 7.0, without vector sets."""
    with server(older(), *QUICK) as made:
        yield made.url


class OnTheOlderOne:
    """Where the stores on it are."""

    @pytest.fixture
    def place(self, old_server: str) -> str:
        empty(old_server)
        return old_server


class TestOlder(
    OnTheOlderOne,
    Stores,
    AtomicTests,
    RepeatsTests,
    SharingTests,
    VectorsTests,
    NearestTests,
    ErasingTests,
    ErasingSomeTests,
):
    """What the server itself does, on Redis 7.0."""

    kind = RedisStore

    def test_it_is_the_older_one(self, old_server: str) -> None:
        with client.Redis.from_url(old_server) as db:
            version = str(db.info("server")["redis_version"])
        assert version.startswith("7.0."), f"redis-server on the PATH is {version}"


@pytest.mark.engines
class TestOlderWhole(OnTheOlderOne, Stores, StoreSuite):
    """The whole suite there."""

    kind = RedisStore


@pytest.mark.engines
class TestOlderWholeAsync(OnTheOlderOne, AsyncStores, AsyncStoreSuite):
    """The same in async."""

    kind = AsyncRedisStore


class TestSameAsAFile:
    """The same records give the same answers as in a SQLite file."""

    def test_the_same_ten(self, store: RedisStore, tmp_path: Any) -> None:
        file = SQLiteStore(str(tmp_path / "same.db"))
        chance, numbers = random.Random(7), np.random.default_rng(7)
        words = [f"w{n}" for n in range(80)]
        for start in range(0, 600, 100):
            puts = []
            for n in range(start, start + 100):
                text = " ".join(chance.choices(words, k=chance.randint(3, 12)))
                kind, when = (said, "at") if n % 3 else (noted, "learned_at")
                vector = Vector(MODEL, numbers.normal(size=48).astype(np.float32))
                puts.append(put(kind(text, id=f"r{n:03}", **{when: minute(n)}), vector))
            batch = Batch(puts=tuple(puts))
            file.commit(batch)
            store.commit(batch)
        for _ in range(40):
            terms = dict.fromkeys(chance.sample(words, 4), 1.0)
            vector = Vector(MODEL, numbers.normal(size=48).astype(np.float32))
            match, nearest = Match(DANA, terms, 10), Nearest(DANA, vector, 10)
            here, there = store.match(match), file.match(match)
            assert [one.id for one in here] == [one.id for one in there]
            assert [one.score for one in here] == pytest.approx([o.score for o in there], rel=1e-5)
            here, there = store.nearest(nearest), file.nearest(nearest)
            assert [one.id for one in here] == [one.id for one in there]
            look = Look(DANA, terms, vector, 10, recent=3)
            mine = {one.record.id: one for one in store.look(look)}
            theirs = {one.record.id: one for one in file.look(look)}
            assert mine.keys() == theirs.keys()
            for id, one in mine.items():
                assert one.record == theirs[id].record
                assert one.bm25 == pytest.approx(theirs[id].bm25, rel=1e-5)
                assert one.cosine == pytest.approx(theirs[id].cosine, abs=1e-3)
        file.close()


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Vector sets from the third record on; how many each search found through one."""
    counts: list[int] = []
    proposed = graphs._proposed

    def counted(*args: Any) -> Any:
        found = proposed(*args)
        counts.append(-1 if found is None else len(found))
        return found

    monkeypatch.setattr(graphs, "_proposed", counted)
    monkeypatch.setattr(mirror, "FIRST", 2)
    monkeypatch.setattr(mirror, "LARGE", 3)
    return counts


class TestVectorSets(
    Stores, DroppingTests, ErasingTests, ErasingSomeTests, LookTests, NearestTests, SharingTests,
    VectorsTests,
):  # fmt: skip
    """The same answers where most vectors are in a set of the server."""

    kind = RedisStore

    @pytest.fixture
    def place(self, redis: str, walked: list[int]) -> str:
        return redis

    def test_they_are_used_and_find_what_is_nearest(
        self, store: RedisStore, redis: str, walked: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        numbers = np.random.default_rng(3)
        centres = numbers.normal(size=(40, 32))
        rows = centres[numbers.integers(40, size=2000)] + 0.6 * numbers.normal(size=(2000, 32))
        for start in range(0, 2000, 500):
            store.commit(
                Batch(
                    puts=tuple(
                        put(
                            said("x", id=f"m{n}", session_id=f"s{n % 100}"),
                            Vector(MODEL, rows[n].astype(np.float32)),
                        )
                        for n in range(start, start + 500)
                    )
                )
            )
        asked = centres[numbers.integers(40, size=40)] + 0.6 * numbers.normal(size=(40, 32))
        questions = [Vector(MODEL, one.astype(np.float32)) for one in asked]
        part = [[one.id for one in store.nearest(Nearest(DANA, q, 10))] for q in questions]
        assert len(walked) == 40
        assert min(walked) >= 10
        few = [store.nearest(Nearest(DANA, q, 5, Where(session_id="s7"))) for q in questions]
        looked = [store.look(Look(DANA, {"x": 1.0}, q, 10, recent=5)) for q in questions[:5]]
        monkeypatch.setattr(mirror, "LARGE", 9999)
        whole = RedisStore(redis)
        exact = [[one.id for one in whole.nearest(Nearest(DANA, q, 10))] for q in questions]
        same = sum(len(set(one) & set(two)) for one, two in zip(part, exact, strict=True))
        assert same >= 0.99 * 400
        assert few == [
            whole.nearest(Nearest(DANA, q, 5, Where(session_id="s7"))) for q in questions
        ]
        for question, found in zip(questions, looked, strict=False):
            wanted = {
                o.record.id: o for o in whole.look(Look(DANA, {"x": 1.0}, question, 10, recent=5))
            }
            assert {one.record.id for one in found} == set(wanted)
            for one in found:
                assert one.cosine == pytest.approx(wanted[one.record.id].cosine, abs=1e-6)
        whole.close()

    def test_what_waits_to_be_added_is_found_and_the_next_commit_adds_it(
        self,
        store: RedisStore,
        redis: str,
        walked: list[int],
        admin: Any,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        grow = graphs.grow
        monkeypatch.setattr(graphs, "grow", lambda *args: None)  # as if the process had died
        store.commit(Batch(puts=tuple(put(said("x", id=f"m{n}"), leaning(n)) for n in range(60))))
        [queue] = admin.keys(f"{{{read(redis).prefix}}}:*:w:*")
        assert admin.scard(queue) == 58
        assert admin.keys(f"{{{read(redis).prefix}}}:*:g:*") == []
        wanted = [f"m{n}" for n in range(10)]
        assert [one.id for one in store.nearest(near(limit=10))] == wanted
        assert walked == [58]
        monkeypatch.setattr(graphs, "grow", grow)
        store.commit(Batch(puts=(put(said("x", id="m60"), leaning(60)),)))
        assert admin.exists(queue) == 0
        [key] = admin.keys(f"{{{read(redis).prefix}}}:*:g:*")
        assert admin.execute_command("VCARD", key) == 59
        assert [one.id for one in store.nearest(near(limit=10))] == wanted
        store.commit(Batch(vectors=(Late(DANA, "m9", leaning(89)),)))
        assert [one.id for one in store.nearest(near(limit=10))] == [*wanted[:9], "m10"]
        monkeypatch.setattr(graphs, "MOST", 0)
        monkeypatch.setattr(graphs, "grow", lambda *args: None)
        store.commit(Batch(vectors=(Late(DANA, "m9", leaning(9)),)))
        assert [one.id for one in store.nearest(near(limit=10))] == wanted
        assert walked[-1] == -1

    def test_a_set_that_lacks_some_is_not_asked(
        self, store: RedisStore, redis: str, walked: list[int], admin: Any
    ) -> None:
        store.commit(Batch(puts=tuple(put(said("x", id=f"m{n}"), leaning(n)) for n in range(9))))
        [key] = admin.keys(f"{{{read(redis).prefix}}}:*:g:*")
        admin.execute_command("VREM", key, "7")
        assert [one.id for one in store.nearest(near(limit=9))] == [f"m{n}" for n in range(9)]
        assert walked == [-1]
        assert {one.id for one in store.pending("other", 20)} == {f"m{n}" for n in range(9)}
        assert store.pending(leaning(0).model, 20) == []


HOSTILE = [
    "*",
    "{recollect}:owners",
    "x:info",
    "0" * 32,
    "\r\nFLUSHALL\r\n",
    "*1\r\n$8\r\nFLUSHALL\r\n",
    "'); redis.call('FLUSHALL') --",
    "]] redis.call('FLUSHALL') --[[",
    "+1",
    "call",
    "forget",
    "a b c d",
    "\\0\\0",
    "%s%d",
    "../../etc",
    "v:1",
    "[a-z]",
    "é\u0301🙂",
]


class TestNames:
    """Whatever somebody is called, it is a value and nothing else."""

    @pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
    def test_names_do_nothing(self, store: RedisStore, admin: Any, redis: str, name: str) -> None:
        admin.set("recollect-test-stranger", "here")
        settings = admin.config_get("*")
        store.commit(Batch(puts=(put(said("canary", id="canary"), leaning(0)),)))
        scope = Scope(name, name, name, tenant=name)
        vector = Vector(name, leaning(3).data)
        message = said(name, scope, id=name, name=name, metadata={name: name})
        facts = {"key": name, "subject": name, "relation": name, "object": name}
        note = noted(name, scope, id=f"n{name}", sources=(name,), metadata={name: [name]}, **facts)
        store.commit(Batch(puts=(Put(message, {name: 1}, vector), Put(note, {name: 2}, vector))))
        store.commit(Batch(cursors=(Cursor(scope.owner, name, 7),)))
        assert store.messages(Query(scope)) == [message]
        assert store.notes(Query(scope)) == [note]
        assert store.locate(name) == [scope.owner]
        assert store.cursors(scope.owner) == {name: 7}
        assert len(store.match(Match(scope, {name: 1.0}, 5))) == 2
        assert len(store.nearest(Nearest(scope, vector, 5))) == 2
        store.commit(Batch(forget=(name,)))
        assert store.nearest(Nearest(scope, vector, 5)) == []
        store.commit(Batch(drops=(drop(message),), erase=True))
        store.erase(scope.owner)
        assert [one.id for one in store.messages(Query(DANA))] == ["canary"]
        assert [one.id for one in store.nearest(near())] == ["canary"]
        assert store.owners()[0].owner == DANA.owner
        assert len(store.owners()) == 1
        assert store.check().ok
        prefix = f"{{{read(redis).prefix}}}:".encode()
        strangers = [key for key in admin.scan_iter() if not key.startswith(prefix)]
        assert strangers == [b"recollect-test-stranger"]
        assert admin.config_get("*") == settings
        admin.delete("recollect-test-stranger")

    def test_two_memories_in_one_database(self, redis: str) -> None:
        one, two = RedisStore(redis), RedisStore(f"{redis}-two")
        one.commit(Batch(puts=(put(said("one", id="m")),)))
        two.commit(Batch(puts=(put(said("two", id="m")),)))
        assert [said.content for said in one.messages(Query(DANA))] == ["one"]
        one.erase(DANA.owner)
        assert [said.content for said in two.messages(Query(DANA))] == ["two"]
        one.close()
        two.close()
        empty(f"{redis}-two")

    @pytest.mark.parametrize(
        "url",
        [
            "redis://",
            "redis://host:port/0",
            "redis://host/x",
            "redis://h/0?prefix=a*",
            "redis:///0",
            "redis://h/0?nosuch=1",
            "redis://h/0?db=3",
            "redis://h/0?decode_responses=true",
            "redis://h/0?socket_timeout=soon",
            "redis://h/0?ssl_cert_reqs=none",
            "rediss://h/0?ssl_cert_reqs=never",
        ],
    )
    def test_urls_that_mean_nothing(self, url: str) -> None:
        with pytest.raises(ConfigError):
            RedisStore(url)

    @pytest.mark.parametrize("url", ["redis://me:12?Qz=x@h/0", "redis://me:12?db=Qz@h"])
    def test_pieces_of_a_password_are_not_quoted(self, url: str) -> None:
        with pytest.raises(ConfigError) as raised:
            RedisStore(url)
        assert "Qz" not in str(raised.value)

    def test_a_password_is_never_shown(self) -> None:
        store = RedisStore("redis://dana:Qzsecret@127.0.0.1:1/0?prefix=team")
        assert store.url == "redis://dana@127.0.0.1:1/0?prefix=team"
        with pytest.raises(StoreError) as raised:
            store.owners()
        assert "Qz" not in str(raised.value)


class TestServer:
    """The server forgets, refuses, fills up, and holds other things."""

    def test_forgotten_scripts_are_sent_again(self, store: RedisStore, admin: Any) -> None:
        store.commit(Batch(puts=(put(said("one")),)))
        admin.script_flush()
        store.commit(Batch(puts=(put(said("two")), put(said("three", Scope("erik"))))))
        admin.script_flush()
        assert len(store.messages(Query(DANA))) == 2

    def test_everything_is_gone_after_flushall(self, store: RedisStore, redis: str) -> None:
        store.commit(Batch(puts=(put(said("one", id="m"), leaning(0)),)))
        assert store.nearest(near()) != []
        empty(redis)
        assert store.messages(Query(DANA)) == store.nearest(near()) == []
        store.commit(Batch(puts=(put(said("two", id="m"), leaning(0)),)))
        assert [one.content for one in store.messages(Query(DANA))] == ["two"]

    def test_a_newer_schema_is_left_alone(self, store: RedisStore, admin: Any, redis: str) -> None:
        admin.hset(f"{{{read(redis).prefix}}}:meta", "schema", 99)
        with pytest.raises(SchemaTooNew):
            store.commit(Batch(puts=(put(said("one")),)))

    def test_other_things_under_our_keys(self, store: RedisStore, admin: Any, redis: str) -> None:
        admin.set(f"{{{read(redis).prefix}}}:owners", "something else")
        with pytest.raises(StoreCorrupt):
            store.owners()

    def test_a_full_server_writes_nothing(self) -> None:
        with server(modern(), *QUICK) as made, client.Redis.from_url(made.url) as db:
            store = RedisStore(made.url)
            store.commit(Batch(puts=(put(said("before", id="m")),)))
            db.config_set("maxmemory", 1)
            with pytest.raises(StoreFull):
                store.commit(Batch(puts=(put(said("after"), leaning(0)), put(noted("too")))))
            assert [one.id for one in store.messages(Query(DANA))] == ["m"]
            db.config_set("maxmemory", 0)
            assert store.check().ok
            assert len(store.changes(0)) == 1
            store.close()

    def test_too_few_replicas_are_waited_for(self) -> None:
        with server(modern(), *QUICK) as made, client.Redis.from_url(made.url) as db:
            store = RedisStore(made.url)
            store.commit(Batch(puts=(put(said("before", id="m")),)))
            db.config_set("min-replicas-to-write", 1)
            with pytest.raises(StoreBusy, match="too few replicas"):
                store.commit(Batch(puts=(put(said("after")),)))
            assert [one.id for one in store.messages(Query(DANA))] == ["m"]
            db.config_set("min-replicas-to-write", 0)
            store.commit(Batch(puts=(put(said("after")),)))
            store.close()

    def test_what_answers_is_no_redis(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as made:

            def answer() -> None:
                link, _ = made.accept()
                with link:
                    link.recv(1000)
                    link.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

            thread = threading.Thread(target=answer)
            thread.start()
            store = RedisStore(f"redis://127.0.0.1:{made.getsockname()[1]}/0")
            with pytest.raises(ConfigError, match="is no Redis"):
                store.owners()
            store.close()
            thread.join()

    def test_one_that_throws_keys_away_is_given_nothing(self) -> None:
        settings = ("--maxmemory", "100mb", "--maxmemory-policy", "noeviction")
        with server(modern(), *QUICK, *settings) as made, client.Redis.from_url(made.url) as db:
            store = RedisStore(made.url)
            store.commit(Batch(puts=(put(said("before", id="m")),)))
            store.close()
            for policy in ("allkeys-lru", "allkeys-lfu", "allkeys-random"):
                db.config_set("maxmemory-policy", policy)
                store = RedisStore(made.url)
                with pytest.raises(ConfigError, match="noeviction"):
                    store.commit(Batch(puts=(put(said("after")),)))
                assert [one.id for one in store.messages(Query(DANA))] == ["m"]
                store.close()
            db.config_set("maxmemory-policy", "volatile-lru")
            store = RedisStore(made.url)
            store.commit(Batch(puts=(put(said("after")),)))
            store.close()
            db.config_set("maxmemory-policy", "allkeys-lru")
            store = RedisStore(made.url)
            store.erase(DANA.owner)
            assert store.messages(Query(DANA)) == []
            store.close()

    def test_a_user_with_the_rights_that_an_error_names_is_enough(self) -> None:
        with server(modern(), *SAFE) as made, client.Redis.from_url(made.url) as db:
            db.acl_setuser("dana", enabled=True, passwords=["+x"], categories=["+@connection"])
            url = made.url.replace("://", "://dana:x@")
            with pytest.raises(ConfigError) as raised:
                RedisStore(url).owners()
            named = re.search(r"allow it: (~\S+) \(or your prefix\) (.*)", str(raised.value))
            assert named is not None
            db.execute_command("ACL", "SETUSER", "dana", named[1], *named[2].split())
            store = RedisStore(url)
            store.commit(Batch(puts=(put(said("one"), leaning(0)),)))
            assert len(store.messages(Query(DANA))) == 1
            store.erase(DANA.owner)
            assert store.scrub() == []
            store.close()

    def test_no_such_database(self, redis: str) -> None:
        store = RedisStore(urlsplit(redis)._replace(path="/99999").geturl())
        with pytest.raises(ConfigError, match="no database of this number"):
            store.owners()
        store.close()

    def test_a_wrong_password(self) -> None:
        with server(modern(), *QUICK, "--requirepass", "right") as made:
            for url in (made.url, made.url.replace("://", "://:Qzwrong@")):
                store = RedisStore(url)
                with pytest.raises(ConfigError) as raised:
                    store.owners()
                assert "Qz" not in str(raised.value)
                store.close()
            store = RedisStore(made.url.replace("://", "://:right@"))
            assert store.owners() == []
            store.close()

    def test_damage_is_seen(self, store: RedisStore, admin: Any, redis: str) -> None:
        store.commit(Batch(puts=(put(said("one", session_id="s"), leaning(0)), put(said("two")))))
        assert store.check().ok
        [records] = admin.keys(f"{{{read(redis).prefix}}}:*:records")
        admin.hdel(records, "1")
        report = store.check()
        assert not report.ok
        assert "counters" in " ".join(report.problems)

    @pytest.mark.parametrize("what", ["info", "log", "turns", "ids", "feed", "counts"])
    def test_each_list_is_checked(
        self, store: RedisStore, admin: Any, redis: str, what: str
    ) -> None:
        store.commit(Batch(puts=(put(said("one", session_id="s"), leaning(0)), put(said("two")))))
        prefix = f"{{{read(redis).prefix}}}:"
        whole = what in ("ids", "feed", "counts")
        [key] = admin.keys(f"{prefix}{what}" if whole else f"{prefix}*:{what}")
        admin.delete(key)
        assert not store.check().ok


def test_looking_for_traces_asks_for_many_keys_at_once(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each erasure ends with it, however many others there are."""
    for number in range(40):
        scope = Scope(f"u{number}")
        store.commit(Batch(puts=(put(said(f"word{number}", scope, session_id="s"), leaning(3)),)))
    trips, send = 0, client.Connection.send_packed_command

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal trips
        trips += 1
        return send(*args, **named)

    monkeypatch.setattr(client.Connection, "send_packed_command", counted)
    assert list(store.traces([b"word7", b"nowhere"]).values()) == [0]
    assert trips < 40, trips


class TestCopies:
    """What a process keeps of owners."""

    def test_the_copies_of_others_are_not_counted_again(self, store: RedisStore) -> None:
        own, _ = store._mirrors._get(DANA.owner)
        often = []
        for count in (3, 300):
            for number in range(count):
                store._mirrors._get(Scope(f"other{number}").owner)
            often.append(calls(lambda: store._mirrors._tidy([own])))
        assert often[0] == often[1]

    def test_the_owners_used_last_stay(
        self, store: RedisStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(mirrors, "MOST", 10)
        scopes = [Scope(f"user{n}") for n in range(6)]
        for scope in scopes:
            puts = tuple(put(said(f"apple {n}", scope), leaning(n)) for n in range(4))
            store.commit(Batch(puts=puts))
        for scope in scopes:
            assert len(store.messages(Query(scope))) == 4
            assert len(store.match(matching("apple", scope))) == 4
            held = store._mirrors._held
            assert sum(len(mirror) + 1 for mirror, _ in held.values()) <= 10
            assert len(held[scope.owner][0]) == 4

    def test_a_fork_opens_connections_of_its_own(self, store: RedisStore) -> None:
        store.commit(Batch(puts=(put(said("parent", id="p")),)))
        child = os.fork()
        if not child:
            try:
                store.commit(Batch(puts=(put(said("child", id="c")),)))
                os._exit(0)
            except BaseException:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        assert {one.id for one in store.messages(Query(DANA))} == {"p", "c"}

    def test_one_store_in_several_loops(self, redis: str) -> None:
        store = AsyncRedisStore(redis)

        async def use(number: int) -> int:
            await store.commit(Batch(puts=(put(said("x", id=f"m{number}")),)))
            return len(await store.messages(Query(DANA)))

        assert [asyncio.run(use(number)) for number in range(3)] == [1, 2, 3]

        async def end() -> None:
            await store.close()

        asyncio.run(end())

    def test_many_threads_on_many_owners(self, store: RedisStore) -> None:
        failed: list[BaseException] = []

        def work(number: int) -> None:
            try:
                for step in range(20):
                    both = (Scope(f"u{number}"), Scope(f"u{(number + 1) % 4}"))
                    puts = [put(said(f"{number} {step}", scope)) for scope in both]
                    store.commit(Batch(puts=tuple(puts)))
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert store.stats(None).messages == 4 * 20 * 2
        assert store.owners()[0].owner == Owner("user", "u0")

    def test_the_door(self, redis: str) -> None:
        with Memory(redis, embedder=None) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            memory.set("ui.theme", "dark", user_id="dana")
            [hit, *_] = memory.search("dark mode", user_id="dana")
            assert "dark" in hit.text
        with Memory(redis, embedder=None) as memory:
            assert memory.value("ui.theme", user_id="dana") == "dark"
            receipt = memory.erase(user_id="dana")
            assert receipt.complete if hasattr(receipt, "complete") else receipt
            assert memory.messages(user_id="dana") == []


def test_a_server_that_keeps_nothing_on_its_disk_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def told(url: str) -> int:
        caplog.clear()
        for _ in range(2):
            with Memory(url, embedder=None) as memory:
                memory.stats()
        return sum("keeps nothing on its disk" in one.message for one in caplog.records)

    with server(modern(), *QUICK) as made:
        assert told(made.url) == 1
        assert told(made.url) == 0
    with server(modern(), *SAFE) as made:
        assert told(made.url) == 0
    with server(modern(), "--save", "3600", "1", "--appendonly", "no") as made:
        assert told(made.url) == 0


def test_nor_is_it_told_of_a_server_that_does_not_say(caplog: pytest.LogCaptureFixture) -> None:
    quiet = (*QUICK, "--rename-command", "CONFIG", "")
    with server(modern(), *quiet) as made, Memory(made.url, embedder=None) as memory:
        memory.add("I like tea.", user_id="dana")
        assert memory.stats().messages == 1
    assert not [one for one in caplog.records if "disk" in one.message]
