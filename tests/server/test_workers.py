"""Several processes over one store: nothing twice, nothing lost, and what one knows all know."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta

import httpx
import pytest

from recollect import Memory
from recollect.memory.aio.claims import AsyncClaim
from recollect.server import rates
from recollect.server.api import again
from recollect.server.keys import Keys
from recollect.server.rules import Rules
from recollect.types import Owner
from tests.server.conftest import Running
from tests.server.test_kill import WRITERS, Process, Writer, until, written


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    """A store that processes can share: its URL."""
    if request.param == "sqlite":
        return str(tmp_path / "agent.db")
    return request.getfixturevalue("postgres")


@pytest.fixture
def two(store):
    """Two servers over one store, each with a client that has the same key."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(Running(store, Rules(rate=1e6))) for _ in range(2))
        token = first.key("acme", right="admin")
        yield [(running, stack.enter_context(running.client(token))) for running in (first, second)]


def both(two, *request, **more):
    """The same request to both servers at once; what they answer."""
    start = threading.Barrier(2)

    def sent(http):
        start.wait()
        return http.request(*request, **more)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(sent, [http for _, http in two]))


def test_a_request_that_reaches_two_processes_is_done_once(two):
    user = {"user_id": "dana"}
    for number in range(5):
        key = {"Idempotency-Key": f"k{number}"}
        said = {"content": f"I moved {number} times.", **user}
        relation = {"subject": "Alice", "relation": "LEADS", "object": f"P{number}", **user}
        add = both(two, "POST", "/v1/messages", json=said, headers=key)
        assert {one.status_code for one in add} == {200}
        assert add[0].json()["new"] == add[1].json()["new"]
        fact = both(two, "PUT", "/v1/facts/moves", json={"value": number, **user}, headers=key)
        edge = both(two, "POST", "/v1/relations", json=relation, headers=key)
        for answers in (fact, edge):
            assert {one.status_code for one in answers} == {200}
            assert answers[0].json()["id"] == answers[1].json()["id"]
            replayed = sorted(one.headers["Idempotency-Replayed"] for one in answers)
            assert replayed == ["false", "true"]
    http = two[0][1]
    said = http.get("/v1/messages", params=user).json()["items"]
    assert sorted(one["content"] for one in said) == [f"I moved {n} times." for n in range(5)]
    id = http.get("/v1/notes", params={**user, "limit": 1000}).json()["items"]
    fact = next(note for note in id if note["key"] == "moves")
    versions = http.get(f"/v1/records/{fact['id']}/history", params=user).json()["items"]
    assert [one["value"] for one in versions] == list(range(5))


def test_a_claim_of_a_process_that_is_gone_ends_by_itself(two, monkeypatch):
    """Whoever is killed between claim and answer keeps the same request waiting, not for ever."""
    monkeypatch.setattr(again, "LEASE", timedelta(seconds=0.5))
    monkeypatch.setattr(again, "SHARDS", 0)
    (first, _), (_, http) = two
    owner = Owner("user", again.BOOK, f":{again.BOOK}")
    assert first.do(AsyncClaim(first.memory, owner, "answer/", again.LEASE).take())
    asked = {"value": 1, "user_id": "dana"}
    told = http.put("/v1/facts/x", json=asked, headers={"Idempotency-Key": "k"})
    assert (told.status_code, told.headers["Idempotency-Replayed"]) == (200, "false")
    held = AsyncClaim(first.memory, owner, "answer/", again.LEASE)
    assert first.do(held.take())  # the request let go of it


def test_a_key_that_one_process_revokes_is_refused_by_all(two):
    (first, _), (second, http) = two
    token = first.key("acme")
    with second.client(token) as other:
        assert other.get("/v1/stats").status_code == 200
        first.do(Keys(first.memory).revoke(token.split("_")[1]))
        assert other.get("/v1/stats").status_code == 401
    assert http.get("/v1/stats").status_code == 200


def test_what_is_written_through_one_is_in_the_feed_of_the_other(two):
    (running, one), (_, other) = two
    events = {"Accept": "text/event-stream"}
    with other.stream("GET", "/v1/changes", headers=events) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        one.post("/v1/messages", json={"content": "Hello.", "user_id": "dana"})
        assert any("Hello." in line for line in lines)
        for key in running.do(Keys(running.memory).list()):
            running.do(Keys(running.memory).revoke(key.id))
        list(lines)  # it ends in order


def test_requests_are_counted_together(tmp_path, monkeypatch):
    now = 100.0
    monkeypatch.setattr(rates.time, "monotonic", lambda: now)
    path = rates.book(str(tmp_path))
    first, second = rates.rates(2, 4, path), rates.rates(2, 4, path)
    assert [one.take("dana") for one in (first, second) * 2] == [0, 0, 0, 0]
    assert first.take("dana") == second.take("dana") == 0.5
    assert first.take("eli") == 0
    now += 1
    assert [one.take("dana") for one in (first, second, first)] == [0, 0, 0.5]
    alone = rates.rates(2, 4)
    assert [alone.take("dana") for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_a_worker_that_ends_loses_nothing(tmp_path):
    ending(tmp_path, str(tmp_path / "agent.db"))


@pytest.mark.faults
def test_a_worker_that_ends_loses_nothing_on_postgres(tmp_path, postgres):
    ending(tmp_path, postgres)


def ending(tmp_path, store):
    """One worker is killed and one told to end while others write; others take their place."""
    server = Process(tmp_path, "--workers", "2", url=store)
    server.start()
    writers = [Writer(server, f"w{number}") for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for sign in (signal.SIGKILL, signal.SIGTERM):
            before = until(lambda: len(found := server.workers()) == 2 and found)
            written(writers, 3)
            os.kill(before[0], sign)
            until(lambda gone=before[0]: len(now := server.workers()) == 2 and gone not in now)
            written(writers, 3)
    finally:
        for writer in writers:
            writer.stop.set()
        for writer in writers:
            writer.join(300)
        code = server.end(signal.SIGTERM)
    assert code == 0, server.log.read_text()
    sure = {f"{writer.name_} says {number}." for writer in writers for number in writer.sure}
    with Memory(store, embedder=None) as memory:
        kept = [said.content for said in memory.messages(user_id="dana")]
        assert memory.verify().ok
    assert sure - set(kept) == set()
    assert len(kept) == len(set(kept))


def test_a_worker_whose_store_is_away_waits_says_so_once_and_ends_when_told(tmp_path):
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    server = Process(tmp_path, "--workers", "2", url=home / "agent.db")
    server.start()

    def logged(words):
        return server.log.read_text().count(words)

    for time in (1, 2):
        until(lambda time=time: logged("startup complete") == 1 + time)
        before = until(lambda: len(found := server.workers()) == 2 and found)
        home.rename(away)
        os.kill(before[0], signal.SIGKILL)
        until(lambda time=time: logged("cannot serve yet") == time)
        waiting = until(lambda: len(found := server.workers()) == 2 and found)
        if time == 1:
            away.rename(home)
            until(lambda: logged("startup complete") == 3)
            assert server.workers() == waiting  # the same process went on
    assert server.end(signal.SIGTERM) == 0, server.log.read_text()
    assert (logged("a worker ended"), logged("cannot serve yet")) == (2, 2)
    assert logged("Traceback") == 0


def test_workers_end_when_the_first_process_is_killed(tmp_path):
    server = Process(tmp_path, "--workers", "2")
    server.start()
    workers = until(lambda: len(found := server.workers()) == 2 and found)
    server.end(signal.SIGKILL)
    until(lambda: not any(_lives(pid) for pid in workers))
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{server.port}/healthz", timeout=5)


def _lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
