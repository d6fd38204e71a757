"""Asking a server in this process, without a socket: as cheap as it gets."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlencode

import httpx
from starlette.routing import Mount, Route

from recollect import AsyncMemory
from recollect.server.app import build
from recollect.server.keys import Keys
from recollect.server.rules import Rules
from recollect.types import utcnow
from tests.providers import Request, Say
from tests.providers.server import WIRES

FREELY = Rules(rate=1e9, burst=10**9, at_once=10**6)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def body(self) -> Any:
        """As JSON, if it is."""
        kind = self.headers.get("content-type", "")
        return json.loads(self.text) if "json" in kind and "ndjson" not in kind else self.text


class Inside:
    """A client with a key, or without."""

    def __init__(self, app, token=None, header="x-recollect-key"):
        self._app, own = app, [] if token is None else [(header, token)]
        self._own = [("host", "localhost"), *own]

    async def ask(self, method, path, params=None, body=None, headers=(), patience=None):
        """One request. With `patience`, an answer that has no end is left so many seconds after it
        has begun."""
        sent = list(self._own) + list(dict(headers).items())
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.append(("content-type", "application/json"))
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http",
            "asgi": {"version": "3.0"}, "root_path": "", "client": ("127.0.0.1", 1),
            "server": ("localhost", 80), "path": path, "raw_path": quote(path).encode(),
            "query_string": urlencode(params or {}, doseq=True).encode(),
            "headers": [(name.encode(), _bytes(value)) for name, value in sent],
        }  # fmt: skip
        told = _Told(body or b"")
        if patience is None:
            await self._app(scope, told.receive, told.send)
        else:
            task = asyncio.ensure_future(self._app(scope, told.receive, told.send))
            begun = asyncio.ensure_future(told.begun.wait())
            await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
            begun.cancel()
            await asyncio.wait({task}, timeout=patience)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return told.answer()


class _Told:
    def __init__(self, body):
        self._body, self._parts, self._status, self._headers = body, [], 0, {}
        self._asked, self.begun = False, asyncio.Event()

    async def receive(self):
        if self._asked:
            await asyncio.Event().wait()
        self._asked = True
        return {"type": "http.request", "body": self._body, "more_body": False}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self._status = message["status"]
            named = message.get("headers", ())
            self._headers = {name.decode(): value.decode("latin-1") for name, value in named}
        else:
            self._parts.append(message.get("body", b""))
            self.begun.set()

    def answer(self):
        return Answer(self._status, b"".join(self._parts).decode("utf-8"), self._headers)


def _bytes(value):
    return value if isinstance(value, bytes) else value.encode()


class House:
    """A server over a memory, in this process, with providers that note what they were sent."""

    def __init__(self, memory):
        self.memory, self.upstream, self.ahead = memory, [], timedelta(0)
        memory._now = lambda: utcnow() + self.ahead  # keys go by it
        self.app = build(memory, FREELY)

    async def key(self, tenant, **asked):
        return (await Keys(self.memory).create(tenant, **asked))[1]

    async def client(self, tenant, **asked):
        return Inside(self.app, await self.key(tenant, right="admin", **asked))

    def provider(self, request):
        """What a provider answers; what it was sent is kept for whoever looks for leaks."""
        sent = request.content.decode()
        self.upstream.append(sent)
        headers = {name.lower(): value for name, value in request.headers.items()}
        path, query = request.url.path, request.url.query.decode()
        body = json.loads(sent) if sent else {}
        asked = Request(request.method, path, query, headers, body)
        wire = WIRES.get(asked.wire)
        if wire is None:
            return httpx.Response(200, json={"data": []})
        return httpx.Response(200, json=wire.body(Say("Noted."), asked))


@asynccontextmanager
async def housed(url="memory://"):
    """A server that asks for keys."""
    async with AsyncMemory(url, embedder=None) as memory:
        house = House(memory)
        async with house.app.router.lifespan_context(house.app):
            house.app.state.upstream = httpx.MockTransport(house.provider)
            await house.key("nobody")  # from now on a key is asked for
            yield house


def served(app):
    """Every method and path that an app has: as its routes spell them."""
    return sorted(set(_walk(app.routes, "")))


def _walk(routes, before):
    for route in routes:
        if isinstance(route, Mount):
            yield from _walk(route.routes, before + route.path)
        elif isinstance(route, Route):
            for method in (route.methods or {"POST"}) - {"HEAD"}:
                yield method, before + route.path.replace(":path", "").replace(":whole", "")
