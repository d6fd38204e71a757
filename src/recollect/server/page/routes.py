"""How the files are served: under a policy that lets nothing in but themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from .files import ASSETS, HOME, Asset

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",  # text can be set as text only
        "trusted-types 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # a file is asked for each time, and sent if it is another
    "Vary": "Accept",
}


def asked_for(scope: Scope, headers: Headers) -> bool:
    """Whether a request is for a file of the page. At the front door that is up to who asks: a
    browser wants a page, a program does not."""
    if scope["method"] not in ("GET", "HEAD") or scope["path"] not in ASSETS:
        return False
    return scope["path"] != HOME or "text/html" in headers.get("accept", "")


def routes() -> list[BaseRoute]:
    """A path for each file."""
    return [Route(path, _serving(asset), methods=["GET"]) for path, asset in ASSETS.items()]


def _serving(asset: Asset) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        if not asked_for(request.scope, request.headers):
            raise HTTPException(404)
        headers = {**HEADERS, "ETag": asset.tag}
        if asset.tag in _known(request):
            return Response(status_code=304, headers=headers)
        return Response(asset.body, media_type=asset.media, headers=headers)

    return serve


def _known(request: Request) -> list[str]:
    """The versions that a browser has already."""
    return [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
