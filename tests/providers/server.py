"""The server: HTTP, server-sent events, and the faults of both."""

from __future__ import annotations

import json
import os
import socket
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from . import anthropic, gemini, interactions, openai, responses
from .requests import Request
from .says import Drop, Fail, Reply, Say, Stall

if TYPE_CHECKING:
    import pytest

Answer = Reply | Callable[[Request], Reply]
MODELS = {
    "openai": "openai:gpt-5-mini",
    "anthropic": "anthropic:claude-sonnet-4-6",
    "gemini": "gemini:gemini-3-flash",
}
"""One of each, by its name."""
WIRES: Mapping[str, Any] = {
    "openai": openai,
    "responses": responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "interactions": interactions,
}
STATUS = {
    "rate_limit": 429,
    "server": 500,
    "overloaded": 503,
    "context": 400,
    "auth": 401,
    "bad_request": 400,
}
KEY = "sk-scripted-0123456789"


def agreeable(request: Request) -> Reply:
    """What it says when nobody told it what to say."""
    return Say(f"You said: {request.asked}")


@dataclass
class Server:
    """The running server, as a test sees it."""

    url: str
    script: deque[Answer] = field(default_factory=deque)
    usual: Answer = agreeable
    requests: list[Request] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    """Set when the server ends, which ends what stalls."""

    @property
    def openai(self) -> str:
        """The base URL for OpenAI's SDK."""
        return f"{self.url}/v1"

    @property
    def anthropic(self) -> str:
        """The base URL for Anthropic's SDK."""
        return self.url

    @property
    def gemini(self) -> str:
        """The base URL for Google's SDK."""
        return self.url

    def answer(self, request: Request) -> Reply:
        """What it does with a request."""
        self.requests.append(request)
        try:
            given = self.script.popleft()
        except IndexError:
            given = self.usual
        return given(request) if callable(given) else given


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    made: Server

    def do_GET(self) -> None:
        """What else the providers offer: a list of models."""
        request = self._request()
        self.made.requests.append(request)
        if request.path.endswith("/models"):
            named = {"id": "scripted-1", "object": "model", "created": 1, "owned_by": "nobody"}
            self._send(200, {"object": "list", "data": [named], "has_more": False})
        else:
            self._send(404, {"error": {"message": f"no {self.path} here", "code": "not_found"}})

    def do_POST(self) -> None:
        """A model is asked."""
        request = self._request()
        if request.path.endswith("/count_tokens"):
            self.made.requests.append(request)
            self._send(200, {"input_tokens": 7 + len(request.seen.split())})
            return
        wire = WIRES.get(request.wire)
        if wire is None:
            self._send(404, {"error": {"message": f"no {self.path} here", "code": "not_found"}})
            return
        reply = self.made.answer(request)
        try:
            self._reply(wire, request, reply)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client went away

    def _reply(self, wire: Any, request: Request, reply: Reply) -> None:
        match reply:
            case Fail(after=None):
                waits = {"retry-after": f"{reply.wait:g}"} if reply.wait is not None else {}
                status = wire.STATUS.get(reply.fault, STATUS[reply.fault])
                self._send(status, wire.error(reply.fault, request), waits)
            case Say():
                if request.streams:
                    self._stream(wire, request, wire.events(reply, request), reply.between)
                    self._chunk(b"")
                else:
                    self._send(200, wire.body(reply, request))
            case Fail(after=after) | Drop(after=after) | Stall(after=after):
                if not request.streams or (after == 0 and not isinstance(reply, Fail)):
                    self._half(reply, wire, request)
                    return
                events = list(wire.events(reply.say, request))[:after]
                if isinstance(reply, Fail):
                    events += wire.trouble(reply.fault, request)
                self._stream(wire, request, events, reply.say.between)
                if isinstance(reply, Fail):
                    self._chunk(b"")
                else:
                    self._leave(reply)

    def _half(self, reply: Reply, wire: Any, request: Request) -> None:
        """An answer that is not streamed does not come, or comes in part."""
        if isinstance(reply, Drop) and reply.after:
            data = json.dumps(wire.body(reply.say, request)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
        self._leave(reply)

    def _leave(self, reply: Reply) -> None:
        if isinstance(reply, Stall):
            self.made.ended.wait()
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _stream(
        self,
        wire: Any,
        request: Request,
        events: Iterable[bytes],
        between: Callable[[int], object] | None,
    ) -> None:
        self.send_response(200)
        self.send_header("content-type", wire.content_type(request))
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for number, event in enumerate(events):
            if between is not None:
                between(number)
            self._chunk(event)

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _send(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _request(self) -> Request:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Request(
            self.command, parts.path, parts.query, headers, json.loads(data) if data else {}
        )

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Threads(ThreadingHTTPServer):
    """One thread for each connection."""

    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, *_: object) -> None:
        """A client that goes away is nothing to tell."""


@contextmanager
def serving(
    script: Iterable[Answer] = (), usual: Answer = agreeable, port: int = 0
) -> Iterator[Server]:
    """The server, on a free port unless one is named."""
    made = Server("", deque(script), usual)
    server = Threads(("127.0.0.1", port), type("Bound", (Handler,), {"made": made}))
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        made.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server, whom the SDKs in this process ask."""
    with warnings.catch_warnings():  # compiled for the first time, its source draws one
        warnings.simplefilter("ignore")
        import google.genai  # noqa: F401
    with serving() as made:
        for name, value in environment(made).items():
            monkeypatch.setenv(name, value)
        yield made


def environment(server: Server) -> dict[str, str]:
    """What a process needs so that the SDKs in it ask this server and nobody else."""
    mine = {name: value for name, value in os.environ.items() if not _theirs(name)}
    return mine | {
        "OPENAI_BASE_URL": server.openai,
        "ANTHROPIC_BASE_URL": server.anthropic,
        "GOOGLE_GEMINI_BASE_URL": server.gemini,
        "OPENAI_API_KEY": KEY,
        "ANTHROPIC_API_KEY": KEY,
        "GEMINI_API_KEY": KEY,
        "NO_PROXY": "127.0.0.1",
    }


def _theirs(name: str) -> bool:
    """What the machine's owner set for the providers themselves, or for a way to them."""
    small = name.lower()
    providers = ("openai_", "anthropic_", "google_", "gemini_")
    return small.startswith(providers) or small.endswith("_proxy")
