"""A key that the server has seen is looked up while its request is worked on: a revoked one gets no
answer and writes nothing."""

import asyncio
import json
import logging
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from recollect.errors import StoreBusy
from recollect.memory.aio.door import AsyncMemory
from recollect.memory.aio.ledger import AsyncLedger
from recollect.server.app import build
from recollect.server.audit import read
from recollect.server.keys import Key, Keys, _entry, _hash
from recollect.server.rules import Rules
from recollect.server.run import BIGGEST_HEAD
from recollect.types import utcnow
from tests.server.conftest import Running
from tests.server.inside import Inside
from tests.server.test_every_route import at_home

ASKED = {"query": "Who am I?", "user_id": "dana"}
SAID = {"content": "I am Dana.", "user_id": "dana"}


@pytest.fixture
def worked(monkeypatch):
    """The verbs that were begun."""
    begun = []

    def noted(verb):
        before = getattr(AsyncMemory, verb)

        async def call(self, *asked, **more):
            begun.append(verb)
            return await before(self, *asked, **more)

        monkeypatch.setattr(AsyncMemory, verb, call)

    noted("search")
    noted("add")
    return begun


@pytest.mark.parametrize("url", ["memory://", "file"])
def test_a_revoked_key_gets_no_answer_and_writes_nothing(url, worked, tmp_path):
    url = str(tmp_path / "agent.db") if url == "file" else url
    log = tmp_path / "audit.jsonl"
    with Running(url, audit=log) as running:
        calm = running.key("acme")
        for path, body, verb in (("search", ASKED, "search"), ("messages", SAID, "add")):
            token = running.key("acme")
            with running.client(token) as http:
                assert http.post("/v1/search", json=ASKED).status_code == 200
                running.do(Keys(running.memory).revoke(token.split("_")[1]))
                worked.clear()
                for _ in range(2):
                    answer = http.post(f"/v1/{path}", json=body)
                    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_key")
                    assert answer.headers["www-authenticate"] == "Bearer"
                assert worked == [verb]  # begun once, for nothing; by then it is known
        with running.client(calm) as http:
            assert http.get("/v1/messages", params={"user_id": "dana"}).json()["items"] == []
    told = [line["action"] for line in read(log, {})]
    assert told == [*["search", "refused", "refused"] * 2, "messages"]


@at_home
async def test_nothing_is_written_or_answered_before_the_store_has_spoken(house):
    token = await house.key("acme")
    http, keys = Inside(house.app, token), Keys
    assert (await http.ask("POST", "/v1/messages", body=SAID)).status == 200
    before, through = keys.check, asyncio.Event()

    async def slow(self, token):
        await through.wait()
        return await before(self, token)

    keys.check = slow
    try:
        both = [
            asyncio.ensure_future(http.ask("POST", path, body=body))
            for path, body in (("/v1/search", ASKED), ("/v1/messages", SAID))
        ]
        for _ in range(50):
            await asyncio.sleep(0.002)
        assert not any(one.done() for one in both)
        kept = house.memory.tenant("acme")
        assert len(await kept.messages(user_id="dana")) == 1
        through.set()
        assert [(await one).status for one in both] == [200, 200]
        assert len(await kept.messages(user_id="dana")) == 2
    finally:
        keys.check = before


@at_home
async def test_a_store_that_does_not_answer_refuses_too(house):
    http, before = Inside(house.app, await house.key("acme")), AsyncLedger.mark
    assert (await http.ask("POST", "/v1/messages", body=SAID)).status == 200

    async def busy(self, name):
        raise StoreBusy("at host:5432")

    AsyncLedger.mark = busy
    try:
        for path, body in (("/v1/search", ASKED), ("/v1/messages", SAID)):
            answer = await http.ask("POST", path, body=body)
            assert (answer.status, answer.body["error"]["code"]) == (503, "busy")
            assert "5432" not in answer.text
    finally:
        AsyncLedger.mark = before
    assert len(await house.memory.tenant("acme").messages(user_id="dana")) == 1


async def test_a_key_is_read_once_and_then_its_mark_alone(monkeypatch):
    read_ = []
    before = AsyncLedger.get

    async def noted(self, name):
        read_.append(name)
        return await before(self, name)

    monkeypatch.setattr(AsyncLedger, "get", noted)
    async with AsyncMemory("memory://", embedder=None) as memory:
        keys, others = Keys(memory), Keys(memory)
        made, token = await keys.create("acme")
        assert keys.last(token) is None
        for _ in range(3):
            assert await keys.check(token) == made
        assert read_ == [made.id]
        assert keys.last(token) == made
        assert keys.last(token[:-1]) is None
        assert await keys.check(token[:-1] + "_") is None
        await others.revoke(made.id)
        assert await keys.check(token) is None
        assert keys.last(token) is None


async def test_an_entry_without_a_mark_is_read_every_time():
    async with AsyncMemory("memory://", embedder=None) as memory:
        keys, ledger = Keys(memory), AsyncLedger(memory, "keys")
        made = Key("0" * 16, "acme", "write", None, utcnow())
        await ledger.put(made.id, _entry(made) | {"hash": _hash("secret")})
        token = f"rk_{made.id}_secret"
        assert await keys.check(token) == made
        assert keys.last(token) is None
        await ledger.drop(made.id)
        assert await keys.check(token) is None


def test_a_client_that_goes_away_is_no_bug(caplog):
    head = (
        b"POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 50\r\n\r\n{"
    )
    with caplog.at_level(logging.INFO), Running(rules=Rules(open=True)) as running:
        with socket.create_connection(("127.0.0.1", running.port), timeout=300) as line:
            line.sendall(head)
        with running.client() as http:
            for _ in range(200):
                assert http.get("/healthz").status_code == 200
                if "went away" in caplog.text:
                    break
    assert "went away" in caplog.text
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("lines", [1, 40])
def test_a_head_that_is_too_large_is_refused(lines):
    size = BIGGEST_HEAD // lines
    more = b"".join(b"X-%d: %s\r\n" % (one, b"x" * size) for one in range(lines))
    for end in (b"\r\n", b"x"):  # whole, and without an end
        with (
            Running(rules=Rules(open=True)) as running,
            socket.create_connection(("127.0.0.1", running.port), timeout=300) as line,
        ):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + more + end)
            told = line.recv(65536)
            assert told.startswith(b"HTTP/1.1 400")
            error = json.loads(told.partition(b"\r\n\r\n")[2])["error"]
            assert error["code"] == "bad_http"
            assert error["message"]
            assert "bytes" in error["hint"]


def nowhere(port, size):
    """A line on which a body is still to be sent, for a path that there is not."""
    line = socket.create_connection(("127.0.0.1", port), timeout=300)
    asked = f"POST /v1/nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
    line.sendall(asked.encode())
    assert line.recv(65536).startswith(b"HTTP/1.1 404")
    return line


def test_what_is_left_of_a_body_is_no_head_of_the_next_request():
    size = 4 * BIGGEST_HEAD
    with Running(rules=Rules(open=True)) as running, nowhere(running.port, size) as line:
        line.sendall(b"x" * size)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_what_is_left_of_a_body_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr("recollect.server.run.HEADERS", 0.1)
    with Running(rules=Rules(open=True)) as running, nowhere(running.port, 100) as line:
        assert line.recv(65536) == b""


def test_what_is_no_http_is_told_so_as_every_error_is():
    with (
        Running(rules=Rules(open=True)) as running,
        socket.create_connection(("127.0.0.1", running.port), timeout=300) as line,
    ):
        line.sendall(b"What is this?\r\n\r\n")
        told = line.recv(65536)
    assert b"content-type: application/json" in told
    assert json.loads(told.partition(b"\r\n\r\n")[2])["error"]["code"] == "bad_http"


def test_more_connections_than_there_may_be_are_told_to_come_again(monkeypatch):
    monkeypatch.setattr("recollect.server.guard.AT_ONCE", 2)
    with Running(rules=Rules(open=True)) as running, ExitStack() as stack:
        for _ in range(2):
            line = socket.create_connection(("127.0.0.1", running.port), timeout=300)
            stack.enter_context(line)
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        with running.client() as http:
            answer = http.get("/healthz")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
            assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize("tag", ["", '"x"', "W/x", "*, *"])
def test_if_none_match_is_a_star_or_nothing(tag):
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        asked = {"json": {"value": 1, "user_id": "dana"}, "headers": {"If-None-Match": tag}}
        answer = http.put("/v1/facts/ui.theme", **asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
        assert http.get("/v1/facts", params={"user_id": "dana"}).json()["values"] == {}


def test_what_there_is_no_time_for_is_told_so(monkeypatch):
    begun = threading.Event()

    async def endless(self, **_):
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("recollect.memory.aio.upkeep.AsyncUpkeep.stats", endless)
    monkeypatch.setattr("recollect.server.run.DRAIN", 1)
    with ThreadPoolExecutor(1) as beside:
        with Running(rules=Rules(open=True)) as running:
            asked = beside.submit(httpx.get, f"{running.url}/v1/stats", timeout=300)
            assert begun.wait(300)
        answer = asked.result(300)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "cut_off")
    assert answer.headers["retry-after"] == "1"


async def test_a_store_that_hangs_is_asked_once_whether_it_answers(monkeypatch):
    monkeypatch.setattr("recollect.server.app.READY", 0.05)
    looks, answers = [], asyncio.Event()

    async def stubborn(self, key, **_):
        looks.append(key)
        await answers.wait()

    monkeypatch.setattr("recollect.memory.aio.recall.AsyncRecall.value", stubborn)
    async with AsyncMemory("memory://", embedder=None) as memory:
        http = Inside(build(memory, Rules(open=True)), "")
        for _ in range(3):
            assert (await http.ask("GET", "/readyz")).status == 503
        assert len(looks) == 1
        answers.set()
        assert (await http.ask("GET", "/readyz")).status == 200


def test_two_names_of_the_server_are_none():
    with (
        Running(rules=Rules(open=True)) as running,
        socket.create_connection(("127.0.0.1", running.port), timeout=300) as line,
    ):
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 421")


@at_home
async def test_nothing_of_a_revoked_key_goes_to_a_provider(house):
    token = await house.key("acme")
    http = Inside(house.app, token)
    asked = {"model": "m", "messages": [{"role": "user", "content": "I am Dana."}]}
    path, whose = "/openai/v1/chat/completions", {"x-recollect-user": "dana"}
    assert (await http.ask("POST", path, body=asked, headers=whose)).status == 200
    kept = house.memory.tenant("acme")
    before, sent = await kept.messages(user_id="dana"), len(house.upstream)
    await Keys(house.memory).revoke(token.split("_")[1])
    for _ in range(2):
        answer = await http.ask("POST", path, body=asked, headers=whose)
        assert (answer.status, answer.body["error"]["code"]) == (401, "bad_key")
    assert len(house.upstream) == sent == 1
    assert await kept.messages(user_id="dana") == before


def test_a_line_end_in_a_key_is_refused_and_not_lost():
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        answer = http.put("/v1/facts/a%0Ab", json={"value": 1, "user_id": "dana"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
