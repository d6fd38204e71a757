"""Between an SDK and its network: requests to a model leave with memory, and what is said stays."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from ..wires import Wire, spoken
from ..wires.base import Json, overrun
from ..wires.ear import Ear
from .exchange import AsyncExchange, AsyncListener

DROPPED = ("content-length", "transfer-encoding", "accept-encoding")


class AsyncOverhearing:
    """A transport of httpx around another. `http` is the package whose kinds it must speak."""

    def __init__(self, inner: Any, listener: AsyncListener, http: Any, stream: type) -> None:
        self._inner, self._listener, self._http = inner, listener, http
        self._stream = type("Overheard", (AsyncOverheard, stream), {})

    async def handle_async_request(self, request: Any) -> Any:
        """One request. Whatever does not ask a model passes untouched."""
        wire = spoken(request.method, request.url.path)
        body = None if wire is None else _json(await request.aread())
        if wire is None or body is None:
            return await self._inner.handle_async_request(request)
        exchange = await self._listener.begin(wire, body)
        try:
            response = await self._answer(request, exchange)
        except BaseException:
            await exchange.failed()
            raise
        if response.status_code >= 400:
            await exchange.failed()
        else:
            streams = request.url.path.endswith(":streamGenerateContent")
            await self._overhear(response, exchange, wire, streams)
        return response

    async def _overhear(
        self, response: Any, exchange: AsyncExchange, wire: Wire, streams: bool
    ) -> None:
        """Hear an answer as it passes by; what a cache or a test has read and unpacked already,
        now."""
        if response.is_closed:
            ear = Ear(wire, {**response.headers, "content-encoding": ""}, streams)
            ear.take(response.content)
            await exchange.replied(ear.turn())
            return
        ear = Ear(wire, response.headers, streams)
        response.stream = self._stream(response.stream, exchange, ear)
        self._listener.memory._streams.add(response.stream)

    async def aclose(self) -> None:
        """Let go of the network."""
        await self._inner.aclose()

    async def _answer(self, request: Any, exchange: AsyncExchange) -> Any:
        """What the provider answers; if what memory added was too much for it, with less."""
        response = await self._inner.handle_async_request(self._made(request, exchange))
        if not exchange.added or response.status_code not in (400, 413):
            return response
        over = overrun(response.status_code, await response.aread())
        if over is None:
            return response
        await exchange.smaller(over)
        return await self._inner.handle_async_request(self._made(request, exchange))

    def _made(self, request: Any, exchange: AsyncExchange) -> Any:
        """The request as it is sent. Nothing is packed, so that it can be overheard."""
        same = exchange.sent is exchange.body
        content = request.content if same else json.dumps(exchange.sent)  # also halves of pairs
        headers = [one for one in request.headers.raw if one[0].lower().decode() not in DROPPED]
        return self._http.Request(
            request.method,
            request.url,
            headers=[*headers, (b"accept-encoding", b"identity")],
            content=content,
            extensions=request.extensions,
        )


class AsyncOverheard:
    """The bytes of an answer on their way to the caller, kept when they end: as they should, in
    the middle, or because nobody wants more of them."""

    def __init__(self, inner: Any, exchange: AsyncExchange, ear: Ear) -> None:
        self._inner, self._exchange, self._ear = inner, exchange, ear

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for data in self._inner:
                self._ear.take(data)
                yield data
        finally:
            await self._settle()

    async def aclose(self) -> None:
        """The caller needs no more."""
        try:
            await self._inner.aclose()
        finally:
            await self._settle()

    async def _settle(self) -> None:
        """Keep what came, once."""
        await self._exchange.replied(self._ear.turn())


def _json(content: bytes) -> Json | None:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None
