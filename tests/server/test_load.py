"""Many clients at once, good and bad: who is served and who is refused."""

import socket
import threading
import time
from contextlib import ExitStack

from recollect.server.rules import Rules
from recollect.server.run import Patient
from tests.server.conftest import Running


def test_answers_are_sent_at_once(monkeypatch):
    """Head and body are two packets: without TCP_NODELAY the second waits for the client, 40 ms."""
    made = []
    before = Patient.connection_made

    def noted(self, transport):
        line = transport.get_extra_info("socket")
        before(self, transport)
        made.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(Patient, "connection_made", noted)
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        assert http.get("/healthz").status_code == 200
    assert made
    assert all(made)


def sent(port, first):
    """What comes back for some bytes, or that the line is cut."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        try:
            line.sendall(first)
            return line.recv(65536)
        except OSError:
            return b""


def bad_client(running, answers, stop, request):
    while not stop.is_set():
        answers.append(sent(running.port, request)[9:12])


def lines(*head, body=b""):
    return "\r\n".join(["POST /v1/search HTTP/1.1", *head, "", ""]).encode() + body


def test_bad_clients_are_refused_and_a_good_one_is_served_meanwhile(monkeypatch):
    """A flood, a wrong name, bodies too large, slow heads and slow bodies, all at once."""
    monkeypatch.setattr("recollect.server.run.HEADERS", 0.5)
    rules = Rules(rate=20, burst=20, hold=0.05, body=10_000, patience=0.5)
    question = b'{"query": "Who am I?", "user_id": "dana"}'
    with Running(rules=rules) as running, ExitStack() as stack:
        flood, good = (f"Authorization: Bearer {running.key(name)}" for name in ("bad", "good"))
        here, json = "Host: localhost", "Content-Type: application/json"
        length = f"Content-Length: {len(question)}"
        requests = {
            "flood": lines(here, json, flood, length, body=question),
            "name": lines("Host: evil.example", flood, length, body=question),
            "large": lines(here, json, flood, "Content-Length: 20000", body=b"x" * 5000),
            "head": b"POST /v1/search HTTP/1.1\r\nHost: loc",
            "body": lines(here, json, f"X-API-Key: {running.key('slow')}", "Content-Length: 99"),
        }
        stop, answers = threading.Event(), {name: [] for name in requests}
        for name, request in requests.items():
            asked = (running, answers[name], stop, request)
            bad = threading.Thread(target=bad_client, args=asked)
            bad.start()
            stack.callback(bad.join)
        stack.callback(stop.set)
        with running.client(good.rpartition(" ")[2]) as http:
            asked = {"query": "Who am I?", "user_id": "dana"}
            for _ in range(15):  # as often as its own rate allows
                assert http.post("/v1/search", json=asked).status_code == 200
                time.sleep(0.1)
    told = {name: set(each) for name, each in answers.items()}
    assert told["flood"] == {b"200", b"429"}
    assert told["name"] <= {b"421", b"429"}
    assert told["large"] <= {b"413", b"429"}
    assert told["head"] == {b""}
    assert told["body"] == {b"408"}
    assert min(map(len, answers.values())) > 1


def test_too_many_requests_are_told_so_later():
    """A refused caller waits for the answer; others do not wait for it."""
    with Running(rules=Rules(rate=1, burst=1, hold=2)) as running, ExitStack() as stack:
        flood, calm = (stack.enter_context(running.client(running.key(n))) for n in "ab")
        assert flood.get("/v1/stats").status_code == 200
        late = []
        waiting = threading.Thread(target=lambda: late.append(flood.get("/v1/stats")))
        waiting.start()
        assert calm.get("/v1/stats").status_code == 200
        assert late == []
        waiting.join()
        assert late[0].status_code == 429


def test_what_needs_no_key_has_a_rate_too():
    rules = Rules(open=True, rate=1, burst=5, hold=0.01)
    with Running(rules=rules) as running, running.client() as http:
        assert {http.get("/healthz").status_code for _ in range(20)} == {200, 429}
        assert http.get("/v1/stats").status_code == 200
