"""Running it: a socket, uvicorn, and an end in which nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import FrameType
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..errors import ConfigError
from .faults import Problem
from .guard import CROWD

DRAIN = 10
"""Seconds that requests under way may take to end."""
HEADERS = 10.0
"""Seconds in which the head of a request must have come."""
IDLE = 15
"""Seconds that a connection may be silent between two requests."""
BIGGEST_HEAD = 32 * 1024
ENOUGH = 64 * 1024
"""Bytes that are sent without waiting for more."""


def run_loop(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run to its end, on the faster loop where there is one: Windows has none."""
    make: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):
        from uvloop import new_event_loop as make
    with asyncio.Runner(loop_factory=make) as runner:
        runner.run(main())


class Patient(HttpToolsProtocol):
    """HTTP, with an end to waiting for the head of a request, and to its size."""

    _waits: asyncio.TimerHandle | None = None
    _head, _whole = 0, True
    """The bytes of a head so far, and whether no body is being received."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(cast(asyncio.Transport, Together(transport, self.loop)))
        self._wait()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._whole = False
        if sum(len(name) + len(value) for name, value in self.headers) > BIGGEST_HEAD:
            raise ValueError("the head is too large")  # the parser makes it a 400
        self.scope[CROWD] = len(self.connections)  # type: ignore[literal-required]
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._whole = True
        if self._waits is not None:  # it was answered before: now for the next
            self._wait()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._line.flush()
        super().on_response_complete()
        if not self.transport.is_closing():
            self._stop_waiting()  # between requests the keep-alive time counts
            if not self._whole and self._answered:
                self._wait()  # what is left of a body is passed over, but not for ever

    def data_received(self, data: bytes) -> None:
        is_head = self._whole and self._answered
        if is_head and self._waits is None:
            self._wait()
        super().data_received(data)
        if is_head and self._waits is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > BIGGEST_HEAD:
                self.send_400_response("The head is too large.")

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP is told in the shape of every error."""
        hint = f"percent-encode the address; a head has at most {BIGGEST_HEAD:,} bytes"
        body = bytes(Problem(400, "bad_http", msg, hint).response().body)
        head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        line = f"HTTP/1.1 400 Bad Request\r\n{head}connection: close\r\n\r\n"
        self.transport.write(line.encode() + body)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _answered(self) -> bool:
        """Whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _line(self) -> Together:
        return cast(Together, self.transport)

    def _wait(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._waits = self.loop.call_later(HEADERS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None


class Together:
    """A transport that sends what is written in one breath as one packet: the head of an answer
    and its body would wake the client twice."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send something, at the latest when the loop comes round."""
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > ENOUGH:
            self.flush()

    def flush(self) -> None:
        """Send it now."""
        held, self._held, self._size = self._held, [], 0
        if held:
            self._transport.write(b"".join(held))

    def close(self) -> None:
        """Send what there is, then end."""
        self.flush()
        self._transport.close()


class Server(uvicorn.Server):
    """Tells endless answers when the end has come."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, unless Ctrl-C came before uvicorn listened to signals: the task is cancelled then,
        and is better told so here than within the lifespan, which would log a traceback."""
        await asyncio.sleep(0)
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM, or Ctrl-C: take nothing new, finish what is under way."""
        app: Any = getattr(self.config, "loaded_app", None)  # or it has not begun
        while not hasattr(app, "state") and hasattr(app, "app"):
            app = app.app
        closing = getattr(getattr(app, "state", None), "closing", None)
        if closing is not None:
            asyncio.get_running_loop().call_soon_threadsafe(closing.set)
        # uvicorn would raise the signal again at its end, before the memory is closed in order.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def config(app: ASGIApp, *, lifespan: str = "on") -> uvicorn.Config:
    """How uvicorn runs it."""
    made: dict[str, Any] = {"lifespan": lifespan, "loop": "asyncio"}
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=DRAIN,
        **made,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address, or a clear word on why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once (TCP_NODELAY) only where the protocol is named; else an answer of two
    # packets waits 40 ms for the client's word on the first.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host.strip("[]"), port))
    except OSError as error:
        made.close()
        raise ConfigError(
            f"nothing can listen at {host}:{port}: {error.strerror or error}; choose another --port"
        ) from None
    made.set_inheritable(True)
    return made


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    return host.strip("[]").lower() in ("127.0.0.1", "::1", "localhost")


def log_lines() -> None:
    """The server's log: a line of JSON each, on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    for name in ("opentelemetry", "recollect", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(logging.INFO)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        import json
        from datetime import UTC, datetime

        made = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            made["error"] = self.formatException(record.exc_info)
        return json.dumps(made)
