"""Pages of elsewhere that may ask from a browser (CORS): those that are listed, and no others."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Scope, Send

from ..errors import ConfigError
from .faults import Problem

METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
SHOWN = ("ETag", "Idempotency-Replayed", "Mcp-Session-Id", "Retry-After", "WWW-Authenticate")
"""Headers of an answer that a page may read."""
AGE = 600
"""Seconds that a browser may keep what a preflight was told."""


class Pages:
    """What a browser must be told before it lets a listed page ask, and read the answer.

    A page may send any header: what counts is the key, which it must have like everybody else.
    There are no cookies here, so none are asked for.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self._origins = origins
        self._cors = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=["*"],
            expose_headers=SHOWN,
            max_age=AGE,
        )

    def preflight(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to a browser that asks on behalf of a listed page whether it may ask."""
        asks = scope["method"] == "OPTIONS" and "access-control-request-method" in headers
        if not asks or headers.get("origin") not in self._origins:
            return None
        made = self._cors.preflight_response(headers)
        if made.status_code != 200:
            raise Problem(400, "preflight", "this is not asked for here", "see /openapi.json")
        return made

    def telling(self, headers: Headers, send: Send) -> Send:
        """Send answers that a listed page may read; those of others are as they were."""
        origin = headers.get("origin")
        if not self._origins or (origin is not None and origin not in self._origins):
            return send
        if origin is None:
            return partial(_varied, send)
        return partial(self._cors.send, send=send, request_headers=headers)


async def _varied(send: Send, message: Message) -> None:
    """What is kept on the way is not handed to a page, which would be told more."""
    if message["type"] == "http.response.start":
        MutableHeaders(scope=message).add_vary_header("Origin")
    await send(message)


def origin(text: str) -> str:
    """A page's origin as browsers spell it."""
    try:
        parts = urlsplit(text.strip().lower())
        usual = (parts.scheme, parts.port) in (("http", 80), ("https", 443))
        port = None if usual else parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    host = parts.hostname or ""
    named = f"[{host}]" if ":" in host else host
    made = f"{parts.scheme}://{named}" + ("" if port is None else f":{port}")
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if not parts.scheme or not host or "*" in host or more:
        raise ConfigError(
            f"{text[:80]!r} is no origin: --allow-origin takes one such as https://app.example.com"
        )
    return made
