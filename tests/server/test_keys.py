"""Who may: no, wrong, expired, revoked and other tenants' keys; hosts, pages, sizes and rates."""

import os
import socket
import time
from contextlib import ExitStack
from datetime import timedelta

import pytest

from recollect.errors import ConfigError
from recollect.server.audit import Audit, read
from recollect.server.faults import Problem
from recollect.server.keys import Keys
from recollect.server.pages import origin
from recollect.server.rules import Rules
from recollect.types import utcnow

from .conftest import Running
from .test_api import ok

EVERY = [
    ("GET", "/v1/messages"), ("POST", "/v1/messages"), ("POST", "/v1/search"),
    ("GET", "/v1/records/x"), ("PATCH", "/v1/records/x"), ("DELETE", "/v1/records/x"),
    ("POST", "/v1/erase"), ("GET", "/v1/export"), ("GET", "/v1/changes"), ("GET", "/v1/stats"),
    ("GET", "/nowhere"),
]  # fmt: skip


def refused(http, **headers):
    """The statuses of every kind of request."""
    answers = [http.request(method, path, headers=headers) for method, path in EVERY]
    return {answer.status_code for answer in answers}


def test_no_wrong_expired_and_revoked_keys_are_refused(keyed):
    good = keyed.key("acme", right="admin")
    before = Keys(keyed.memory)
    before._now = lambda: utcnow() - timedelta(hours=2)
    _, past = keyed.do(before.create("acme", expires=utcnow() - timedelta(hours=1)))
    gone = keyed.key("acme")
    _, id, secret = good.split("_", 2)
    with keyed.client() as http:
        assert refused(http) == {401}
        ended = gone.split("_")[1]
        assert http.get("/v1/stats", headers={"X-API-Key": gone}).status_code == 200
        keyed.do(Keys(keyed.memory).revoke(ended))
        for token in (
            gone, past, "x", good[:-1], good + "x", good.upper(), f"rk_{id}_", f"rk__{secret}",
            f"rk_{'0' * 16}_{secret}", f"rk_{id}_{'A' * 43}", "rk_\u00e9_x", "_" * 5000,
        ):  # fmt: skip
            assert refused(http, Authorization=b"Bearer " + token.encode()) == {401}
            assert http.get("/v1/stats", headers={"X-API-Key": token.encode()}).status_code == 401
        assert refused(http, Authorization=f"Basic {good}") == {401}
        for name, value in (
            ("Authorization", f"Bearer {good}"),
            ("Authorization", f"Token {good}"),
            ("X-API-Key", good),
            ("X-Recollect-Key", good),
        ):
            assert http.get("/v1/stats", headers={name: value}).status_code == 200


def test_a_key_opens_its_tenant_and_no_other(keyed):
    ours, theirs = keyed.key("ours", right="admin"), keyed.key("theirs", right="admin")
    with keyed.client(ours) as one, keyed.client(theirs) as other:
        id = ok(one.post("/v1/messages", json={"content": "Ours.", "user_id": "dana"}))["new"][0]
        missing = "f" * 32
        for method, path in (
            ("GET", "/v1/records/{}"), ("DELETE", "/v1/records/{}"),
            ("GET", "/v1/records/{}/why"), ("GET", "/v1/records/{}/history"),
            ("PUT", "/v1/records/{}/pin"), ("POST", "/v1/records/{}/expire"),
            ("POST", "/v1/records/{}/undo"), ("PATCH", "/v1/records/{}"),
        ):  # fmt: skip
            body = {"text": "x"} if method == "PATCH" else {}
            asked = {"json": body} if method in ("POST", "PATCH") else {}
            foreign = other.request(method, path.format(id), **asked)
            none = other.request(method, path.format(missing), **asked)
            assert foreign.status_code == none.status_code == 404, path
            assert foreign.text.replace(id, missing) == none.text
        assert ok(other.get("/v1/messages", params={"user_id": "dana"}))["items"] == []
        named = {"content": "x", "user_id": "dana", "tenant": "ours"}
        assert other.post("/v1/messages", json=named).status_code == 400
        assert other.get("/v1/messages?user_id=dana&tenant=ours").status_code == 400
        assert "Ours." in one.get("/v1/messages", params={"user_id": "dana"}).text
        assert "Ours." not in other.get("/v1/export").text
        assert ok(other.get("/v1/changes"))["items"] == []


def test_a_key_of_one_user_is_for_nobody_else(keyed):
    admin = keyed.key("shop", right="admin")
    token = keyed.key("shop", right="admin", user_id="dana")
    with keyed.client(admin) as boss, keyed.client(token) as dana:
        other = ok(boss.post("/v1/messages", json={"content": "Erik's.", "user_id": "erik"}))
        id = ok(dana.post("/v1/messages", json={"content": "Dana's."}))["messages"][0]
        assert id["user_id"] == "dana"
        assert dana.get("/v1/messages", params={"user_id": "erik"}).status_code == 403
        assert dana.post("/v1/erase", json={"user_id": "erik"}).status_code == 403
        assert dana.get(f"/v1/records/{other['new'][0]}").status_code == 404
        assert dana.get(f"/v1/records/{id['id']}").status_code == 200
        (mine,) = ok(dana.get("/v1/owners"))["items"]
        assert mine["owner"]["id"] == "dana"
        assert ok(dana.get("/v1/stats"))["messages"] == 1
        assert "Erik" not in dana.get("/v1/export").text
        assert {one["id"] for one in ok(dana.get("/v1/changes"))["items"]} == {id["id"]}
        assert dana.post("/v1/import", content=b"").status_code == 403
        assert dana.get("/v1/verify").status_code == 403
        assert ok(dana.get("/v1/messages", params={"agent_id": "coach"}))["items"] == []
        assert ok(dana.post("/v1/learn", json={}))["notes"] == 0


def test_a_key_allows_what_its_scope_says(keyed):
    with keyed.client(keyed.key("roles", right="read")) as http:
        assert http.get("/v1/messages", params={"user_id": "d"}).status_code == 200
        said = http.post("/v1/messages", json={"content": "x", "user_id": "d"})
        assert (said.status_code, said.json()["error"]["code"]) == (403, "forbidden")
        assert http.post("/v1/erase", json={"user_id": "d"}).status_code == 403
    with keyed.client(keyed.key("roles", right="write")) as http:
        assert http.post("/v1/messages", json={"content": "x", "user_id": "d"}).status_code == 200
        assert http.post("/v1/erase", json={"user_id": "d"}).status_code == 403
        assert http.get("/v1/export").status_code == 403


def test_a_foreign_host_or_page_is_refused(keyed, opened):
    token = keyed.key("acme")
    for running, key in ((keyed, token), (opened, None)):
        with running.client(key) as http:
            for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.", "0.0.0.0"):
                for path in ("/v1/stats", "/healthz", "/openapi.json"):
                    answer = http.get(path, headers={"Host": host})
                    assert answer.status_code in (400, 421), host
            for origin in ("http://evil.example", "null", "file://", f"{running.url}.evil.example"):
                assert http.get("/v1/stats", headers={"Origin": origin}).status_code == 403
            assert http.get("/v1/stats", headers={"Origin": running.url}).status_code == 200
            asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
            preflight = http.options("/v1/search", headers=asked)
            assert preflight.status_code in (401, 403, 405)
            assert not any(name.startswith("access-control") for name in preflight.headers)


PAGE = "https://app.example.com"


def test_a_listed_page_may_ask_from_a_browser_and_no_other():
    with Running(rules=Rules(origins=(PAGE,), rate=1, burst=12, hold=0.01)) as running:
        token = running.key("acme")
        with running.client() as http:
            asked = {
                "Origin": PAGE,
                "Access-Control-Request-Method": "PATCH",
                "Access-Control-Request-Headers": "authorization, content-type, if-match",
            }
            for path in ("/v1/records/x", "/mcp", "/v3/memories/search/", "/openai/v1/models"):
                told = http.options(path, headers=asked)
                assert told.status_code == 200, path
                assert told.headers["access-control-allow-origin"] == PAGE
                assert "PATCH" in told.headers["access-control-allow-methods"]
                for name in ("authorization", "content-type", "if-match"):
                    assert name in told.headers["access-control-allow-headers"]
                assert int(told.headers["access-control-max-age"]) > 0
                assert told.headers["vary"].count("Origin") == 1
                assert "access-control-allow-credentials" not in told.headers
            key = {"Authorization": f"Bearer {token}"}
            fact = {"json": {"value": 1, "user_id": "dana"}, "headers": {"Origin": PAGE, **key}}
            done = http.put("/v1/facts/x", **fact)
            assert (done.status_code, done.headers["access-control-allow-origin"]) == (200, PAGE)
            assert "ETag" in done.headers["access-control-expose-headers"]
            assert "Origin" in done.headers["vary"]
            assert "Origin" in http.get("/v1/stats", headers=key).headers["vary"]
            refused = http.get("/v1/stats", headers={"Origin": PAGE})
            assert refused.status_code == 401
            assert refused.headers["access-control-allow-origin"] == PAGE
            odd = {"Origin": PAGE, "Access-Control-Request-Method": "BREW"}
            assert http.options("/v1/search", headers=odd).json()["error"]["code"] == "preflight"
            for origin in ("https://evil.example", "null", PAGE + ".evil.example", "http://["):
                told = http.options("/v1/search", headers={**asked, "Origin": origin})
                done = http.get("/v1/stats", headers={**key, "Origin": origin})
                assert {told.status_code, done.status_code} <= {403, 429}
                for name in (*told.headers, *done.headers):
                    assert not name.startswith("access-control")
            flood = [http.options("/v1/search", headers=asked).status_code for _ in range(20)]
            assert 429 in flood


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://App.Example.com/", PAGE), ("https://app.example.com:443", PAGE),
        ("http://localhost:3000", "http://localhost:3000"), ("http://[::1]:80", "http://[::1]"),
        ("chrome-extension://abc", "chrome-extension://abc"),
        *((bad, None) for bad in ("*", "null", "", "app.example.com", f"{PAGE}/page", "https://*.com",
                                  "http://[", "http://a:b", "https://me@app.example.com")),
    ],
)  # fmt: skip
def test_an_origin_is_spelled_as_browsers_do(given, meant):
    if meant is None:
        with pytest.raises(ConfigError):
            origin(given)
    else:
        assert origin(given) == meant


def test_without_keys_it_serves_one_tenant_until_there_is_a_key():
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        running.do(running.memory.tenant("acme").add("Secret.", user_id="dana"))
        assert ok(http.get("/v1/messages", params={"user_id": "dana"}))["items"] == []
        assert ok(http.get("/v1/owners"))["items"] == []
        running.key("acme")
        time.sleep(1.1)
        assert http.get("/v1/owners").status_code == 401


def test_a_key_that_was_made_and_revoked_ends_what_is_open():
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        assert http.get("/v1/owners").status_code == 200
        running.do(Keys(running.memory).revoke(running.key("acme").split("_")[1]))
        time.sleep(1.1)
        assert http.get("/v1/owners").status_code == 401


def test_the_store_keeps_a_hash_and_no_answer_shows_it(tmp_path):
    file = tmp_path / "agent.db"
    with Running(f"sqlite:///{file}") as running:
        token = running.key("acme", right="admin")
        with running.client(token) as http:
            ok(http.post("/v1/messages", json={"content": "Hello.", "user_id": "dana"}))
            answers = [http.get(path).text for path in ("/v1/export", "/v1/changes", "/v1/owners")]
            assert not any("keys" in answer for answer in answers)
            gone = http.post("/v1/erase", json={"user_id": "keys"})
            assert gone.status_code == 200
            assert http.get("/v1/stats").status_code == 200
        kept = running.do(running.memory.owners())
        assert [info.owner.id for info in kept] == ["dana"]
    secret = token.split("_", 2)[2].encode()
    assert all(secret not in path.read_bytes() for path in tmp_path.iterdir())


def test_large_requests_are_refused():
    with Running(rules=Rules(open=True, body=10_000)) as running, running.client() as http:
        large = {"content": "x" * 20_000, "user_id": "dana"}
        told = http.post("/v1/messages", json=large)
        assert (told.status_code, told.json()["error"]["code"]) == (413, "too_large")

        def chunks():
            yield b'{"user_id": "dana", "content": "'
            for _ in range(100):
                yield b"x" * 1000
            yield b'"}'

        kind = {"Content-Type": "application/json"}
        assert http.post("/v1/messages", content=chunks(), headers=kind).status_code == 413
        with socket.create_connection(("127.0.0.1", running.port), timeout=300) as caller:
            head = b"POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000"
            caller.sendall(head + b"\r\n\r\n" + b"x" * 9_000_000)  # all, before it listens
            assert caller.recv(100).startswith(b"HTTP/1.1 413")
        assert ok(http.get("/v1/messages", params={"user_id": "dana"}))["items"] == []


def test_a_flood_is_told_to_wait_and_others_are_not(keyed):
    with Running(rules=Rules(rate=1e-3, burst=5, hold=0.01)) as running:
        flood, calm = running.key("a"), running.key("b")
        with running.client(flood) as http, running.client(calm) as other, running.client() as no:
            answers = [http.get("/v1/stats") for _ in range(20)]
            late = [one for one in answers if one.status_code == 429]
            assert len(late) == 15
            assert all(int(one.headers["retry-after"]) >= 1 for one in late)
            assert other.get("/v1/stats").status_code == 200
            assert {no.get("/v1/stats").status_code for _ in range(20)} == {401, 429}
            assert other.get("/v1/stats").status_code == 200


def test_a_revoked_key_ends_what_is_under_way(keyed):
    token = keyed.key("acme")
    events = {"Accept": "text/event-stream"}
    with (
        keyed.client(token) as http,
        http.stream("GET", "/v1/changes", headers=events) as stream,
    ):
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        keyed.do(Keys(keyed.memory).revoke(token.split("_")[1]))
        assert not any(line.startswith("data") for line in lines)


def test_one_key_cannot_hold_every_connection():
    events = {"Accept": "text/event-stream"}
    with Running(rules=Rules(at_once=2)) as running, ExitStack() as stack:
        greedy, calm = running.client(running.key("a")), running.client(running.key("b"))
        stack.enter_context(greedy)
        stack.enter_context(calm)
        for _ in range(2):
            stack.enter_context(greedy.stream("GET", "/v1/changes", headers=events))
        assert greedy.get("/v1/stats").status_code == 429
        assert calm.get("/v1/stats").status_code == 200
        running.loop.call_soon_threadsafe(running.app.state.closing.set)


def test_the_audit_log_says_who_did_what_and_no_words(tmp_path):
    log = tmp_path / "audit.jsonl"
    with Running(audit=log) as running:
        token = running.key("acme", right="admin")
        with running.client(token) as http, running.client() as nobody:
            said = {"content": "My secret is plum.", "user_id": "dana"}
            id = ok(http.post("/v1/messages", json=said))["new"][0]
            ok(http.post("/v1/search", json={"query": "a plum question", "user_id": "dana"}))
            ok(http.post("/v1/erase", json={"user_id": "dana"}))
            http.get("/v1/records/none")
            nobody.get("/v1/stats")
    lines = list(read(log, {}))
    assert [line["action"] for line in lines] == ["add", "search", "erase", "get", "refused"]
    assert [line.get("status") for line in lines] == [200, 200, 200, 404, None]
    key = token.split("_")[1]
    assert {line.get("by") for line in lines[:4]} == {key}
    assert {line["tenant"] for line in lines[:4]} == {"acme"}
    assert lines[0]["ids"] == [id]
    assert lines[2]["user_id"] == "dana"
    assert list(read(log, {"action": "erase"})) == [lines[2]]
    assert list(read(log, {}, "2999-01-01")) == []
    text = log.read_text()
    assert "plum" not in text
    assert token.split("_", 2)[2] not in text
    assert log.stat().st_mode & 0o777 == 0o600


def test_what_the_audit_log_cannot_be_told_of_is_not_answered(caplog):
    with Running(audit="/dev/full") as running:
        token = running.key("acme")
        with running.client(token) as http, running.client() as nobody:
            answer = http.get("/v1/stats")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "audit")
            assert "messages" not in answer.text
            assert nobody.get("/v1/stats").status_code == 401
    assert "No space left" in caplog.text
    assert "a bug" not in caplog.text


def test_a_line_of_the_audit_log_that_is_torn_is_refused_and_hides_no_other(
    tmp_path, monkeypatch, caplog
):
    audit, write = Audit(tmp_path / "audit.jsonl"), os.write
    audit.write(action="first")
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, data: write(file, data[:20]))
        with pytest.raises(Problem, match="cannot be written"):
            audit.write(action="torn")
    audit.write(action="last", user_id='{"at": "')
    audit.close()
    assert [one["action"] for one in read(tmp_path / "audit.jsonl", {})] == ["first", "last"]
    assert "No space left" in caplog.text


def test_the_audit_log_knows_whom_mem0s_calls_were_about(tmp_path):
    log = tmp_path / "audit.jsonl"
    with Running(audit=log) as running:
        token, bound = running.key(right="admin"), running.key(user_id="fred")
        with running.client(token) as http, running.client(bound) as fred:
            said = {"messages": "I love plums.", "user_id": "fred", "run_id": "s1"}
            [one] = ok(http.post("/v3/memories/add/", json=said))["results"]
            erik = {"messages": "I love pears.", "user_id": "erik"}
            [other] = ok(http.post("/v3/memories/add/", json=erik))["results"]
            asked = {"query": "plums", "filters": {"user_id": "fred"}, "fields": ["memory"]}
            ok(http.post("/v3/memories/search/", json=asked))
            ok(http.post("/v3/memories/", json={"filters": {"user_id": "*"}}))
            ok(http.get(f"/v1/memories/{one['id']}/"))
            ok(fred.get(f"/v1/memories/{one['id']}/history/"))
            assert fred.get(f"/v1/memories/{other['id']}/").status_code == 404
            assert fred.delete("/v1/memories/?user_id=erik").status_code == 403
            ok(http.delete("/v1/memories/?user_id=fred"))
            ok(http.delete(f"/v1/memories/{other['id']}/"))
            ok(fred.get("/v1/messages"))
    about = [
        (line["action"].removeprefix("mem0."), line["count"], line.get("ids", []))
        for line in read(log, {"user_id": "fred"})
    ]
    mine, both = [one["id"]], [other["id"], one["id"]]
    assert about == [
        ("add", 1, mine), ("search", 1, mine), ("every", 2, both), ("get", 1, mine),
        ("history", 1, mine), ("get", 0, []), ("delete_all", 1, mine), ("messages", 0, []),
    ]  # fmt: skip
    erased = [(line["action"], line["status"]) for line in read(log, {"user_id": "erik"})]
    assert erased[-2:] == [("mem0.delete_all", 403), ("mem0.delete", 200)]
    assert next(read(log, {"action": "mem0.add"}))["session_id"] == "s1"
    assert "love" not in log.read_text()


def test_a_bug_shows_nothing_and_is_told_to_the_log(tmp_path, monkeypatch, caplog):
    log = tmp_path / "audit.jsonl"

    async def broken(self, **_):
        raise RuntimeError("at postgres://someone:password@host")

    monkeypatch.setattr("recollect.memory.aio.upkeep.AsyncUpkeep.stats", broken)
    rules = Rules(open=True, origins=(PAGE,))
    with Running(audit=log, rules=rules) as running, running.client() as http:
        answer = http.get("/v1/stats", headers={"Origin": PAGE})
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "bug")
    assert answer.headers["access-control-allow-origin"] == PAGE
    assert sum("a bug" in line.message for line in caplog.records) == 1
    assert "password" not in answer.text
    assert [line["status"] for line in read(log, {"action": "stats"})] == [500]


def sent(running, *pieces):
    """Send a little, maybe later a little more, and wait; what comes back, or that it is cut."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=300) as line:
        for number, piece in enumerate(pieces):
            time.sleep(0.1 * bool(number))
            line.sendall(piece)
        try:
            return line.recv(65536)
        except ConnectionError:
            return b""


def test_a_slow_head_is_cut_off(monkeypatch):
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    with Running(rules=Rules(open=True)) as patient:
        patient_enough = sent(patient, head, b"\r\n")
    assert patient_enough.startswith(b"HTTP/1.1 200")
    monkeypatch.setattr("recollect.server.run.HEADERS", 0.5)
    with Running(rules=Rules(open=True)) as hasty:
        assert sent(hasty, head) == b""
        assert sent(hasty, b"") == b""


def test_a_slow_body_is_told_so():
    head = (
        b"POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 50\r\n\r\n{"
    )
    with Running(rules=Rules(open=True, patience=0.5)) as hasty, hasty.client() as http:
        assert sent(hasty, head).startswith(b"HTTP/1.1 408")
        assert http.get("/healthz").status_code == 200
