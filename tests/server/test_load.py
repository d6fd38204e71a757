"""Many clients at once, good and bad: who is served, who is refused, and nobody waits for nothing."""

import socket

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
