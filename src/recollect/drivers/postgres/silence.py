"""A server that says nothing: is it at work, or is it stopped?

The sockets of a stopped process (a paused container, SIGSTOP) stay open, and its kernel goes on
acknowledging what is sent, so neither TCP nor a timeout of the server's own tells. After some
silence a second connection asks for one byte. A server that gives it is at work, however long that
takes, and is waited for; one that does not is given up.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg

T = TypeVar("T")

HELLO = struct.pack("!ii", 8, 80877103)
"""May we speak TLS? Any server or pooler answers with one byte, before it asks who one is."""


def watched(db: Any, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
    """What psycopg waits for on a connection, as it is, until the server turns out to be stopped:
    then an OperationalError, and the connection is closed, so that nobody waits for it again."""
    asked: _Asked | None = None
    since = time.monotonic()
    try:
        state = next(gen)
        while True:
            ready = yield state
            if ready:
                since, asked = time.monotonic(), None
            elif asked is None:
                asked = _Asked(db) if _is_long(db, time.monotonic() - since) else None
            elif not asked.is_alive():
                if not asked.answered:
                    db.stopped = True
                    db.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                since, asked = time.monotonic(), None
            state = gen.send(ready)
    except StopIteration as done:
        value: T = done.value
        return value


class _Asked(threading.Thread):
    """The question whether a server lives, beside whatever loop or thread waits for it."""

    answered = False

    def __init__(self, db: Any) -> None:
        super().__init__(name="recollect-silence", daemon=True)
        self._host, self._port = db.info.hostaddr or db.info.host, db.info.port
        self._patience = _setting(db, "connect_timeout") or None
        self.start()

    def run(self) -> None:
        try:
            with self._connected() as link:
                link.sendall(HELLO)
                self.answered = bool(link.recv(1))
        except OSError:
            pass

    def _connected(self) -> socket.socket:
        if self._host[:1] not in ("/", "@"):
            return socket.create_connection((self._host, self._port), self._patience)
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(self._patience)
        place = f"{self._host}/.s.PGSQL.{self._port}"
        link.connect(f"\0{place[1:]}" if place[0] == "@" else place)
        return link


def _is_long(db: Any, seconds: float) -> bool:
    """Whether a silence is one to ask about: never, if the URL says `tcp_user_timeout=0`."""
    return seconds >= (_setting(db, "tcp_user_timeout") / 1000 or float("inf"))


def _setting(db: Any, name: str) -> int:
    return int(db.info.get_parameters().get(name, 0))
