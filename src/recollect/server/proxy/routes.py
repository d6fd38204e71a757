"""Requests for a provider: to a model with memory, anything else as it is."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Send

from ... import settings
from ...agents.aio.overhearing import AsyncOverhearing
from ...agents.lately import Lately
from ..faults import Problem
from ..guard import AT_ONCE
from ..sure import sure
from ..who import who
from .callers import OWN, listening

METHODS = ["DELETE", "GET", "PATCH", "POST", "PUT"]
HOPS = {
    *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"),
    *("transfer-encoding", "upgrade"),
}
"""Headers of one connection, not of the message."""
UNSENT = {*HOPS, "host", "content-length", "cookie", "forwarded", "x-forwarded-for", "x-real-ip"}
PATIENCE = {"connect": 10.0, "read": 600.0, "write": 60.0, "pool": 60.0}
"""A model may think for minutes."""
VERSION = re.compile(r"/v\d\w*$")
LIMITS = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=100, keepalive_expiry=60.0)
"""A connection outlives the pauses of a conversation: to make one takes longer than a search."""
log = logging.getLogger("recollect.server")


def routes() -> list[BaseRoute]:
    """One for each provider."""
    return [
        Route(f"/{provider}/{{path:path}}", partial(_passed_on, provider), methods=METHODS)
        for provider in settings.UPSTREAMS
    ]


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Connections to the providers, and where they are: from the configuration alone."""
    app.state.lately = Lately()
    app.state.upstreams = {name: settings.upstream(name) for name in settings.UPSTREAMS}
    async with httpx.AsyncHTTPTransport(limits=LIMITS) as transport:
        app.state.upstream = transport
        yield


async def _passed_on(provider: str, request: Request) -> Response:
    """The provider's answer, byte by byte as it comes."""
    caller = who(request)
    listener = await listening(request, caller)
    transport: Any = Careful(request.app.state.upstream)
    if listener is not None:
        transport = AsyncOverhearing(transport, listener, httpx, httpx.AsyncByteStream)
    try:
        response = await transport.handle_async_request(await _upwards(provider, request))
    except httpx.TimeoutException:
        raise Problem(504, "upstream", f"{provider} does not answer", "try again") from None
    except (httpx.TransportError, httpx.InvalidURL):
        raise Problem(502, "upstream", f"{provider} cannot be reached", "try again") from None
    headers = [one for one in response.headers.raw if one[0].lower().decode() not in HOPS]
    made = Passed(_bytes(response), response.status_code)
    made.raw_headers = [(name.lower(), value) for name, value in headers]
    return made


class Passed(StreamingResponse):
    """An answer that a provider may break off: then it ends here as it does there."""

    async def stream_response(self, send: Send) -> None:
        """Send what comes."""
        try:
            await super().stream_response(send)
        except httpx.TransportError as error:  # unfinished, so that the connection is cut
            log.warning("a provider broke off its answer: %s", type(error).__name__)


class Careful:
    """A transport that sends nothing for a key that holds no longer."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """One request."""
        await sure()
        answer: httpx.Response = await self._inner.handle_async_request(request)
        return answer


async def _upwards(provider: str, request: Request) -> httpx.Request:
    """The request as the provider gets it: with the caller's own key, and nothing of ours."""
    base = request.app.state.upstreams[provider]
    if ".." in request.scope["path"].split("/"):
        raise Problem(404, "no_such_path", "there is no such path", "leave out the dots")
    path = request.scope["raw_path"].decode("ascii").removeprefix(f"/{provider}")
    url, query = _url(base, path), _query(request)
    if query:  # a key may be in it, so it is kept nowhere
        url = url.copy_with(raw_path=url.raw_path + query)
    headers = [
        (name, value)
        for name, value in request.headers.raw
        if (plain := name.decode("latin-1").lower()) not in UNSENT and not plain.startswith(OWN)
    ]
    return httpx.Request(
        request.method,
        url,
        headers=headers,
        content=await request.body(),
        extensions={"timeout": PATIENCE},
    )


@lru_cache(256)
def _url(base: str, path: str) -> httpx.URL:
    version = VERSION.search(base)  # of http://host/v1 and /v1/models it stands in both
    if version is not None and path.startswith(version[0] + "/"):
        base = base.removesuffix(version[0])
    return httpx.URL(base).copy_with(raw_path=httpx.URL(base + path).raw_path)


def _query(request: Request) -> bytes:
    given: bytes = request.scope["query_string"]
    return b"?" + given if given else b""


async def _bytes(response: httpx.Response) -> AsyncIterator[bytes]:
    stream: Any = response.stream
    try:
        if response.is_stream_consumed:
            yield await response.aread()
        else:
            async for data in stream:
                yield data
    finally:
        await stream.aclose()
