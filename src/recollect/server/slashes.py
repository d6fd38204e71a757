"""A path with a slash too many or too few leads to the right one, at whatever address that is."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Slashes:
    """Starlette answers with a whole address, and that is http:// also where a proxy does TLS in
    front: a client that follows would send its key in clear. The path says all that is needed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 307:
                _shorten(MutableHeaders(scope=message), Headers(scope=scope).get("host"))
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)


def _shorten(headers: MutableHeaders, host: str | None) -> None:
    """Leave the address out, if it is this server's: an answer of a provider may name another."""
    whole = urlsplit(headers.get("location", ""))
    if whole.netloc and whole.netloc == host:
        headers["location"] = whole._replace(scheme="", netloc="").geturl()
