"""The server: what is served, and what every request passes first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..errors import RecollectError
from ..memory.aio.door import AsyncMemory
from . import faults, page, parts
from .api import routes
from .audit import Audit
from .guard import Guard
from .rules import Rules
from .slashes import Slashes

READY = 2.0
"""Seconds in which a store answers that is ready."""


def build(
    memory: AsyncMemory,
    rules: Rules | None = None,
    *,
    audit: Audit | None = None,
    traced: bool = False,
) -> Starlette:
    """A server over an open memory, which stays the caller's to close, like the audit log.

    `traced` tells OpenTelemetry of each request.
    """
    chosen = rules or Rules()
    here = parts.found()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with parts.open_all(here, app):
            yield

    app = Starlette(
        routes=[
            Route("/healthz", _alive, methods=["GET"]),
            Route("/readyz", _ready, methods=["GET"]),
            *routes.routes(),
            *(page.routes() if chosen.page else ()),
            *parts.routes(here),
        ],
        middleware=[
            *_telling(traced),
            Middleware(Guard, memory=memory, rules=chosen, audit=audit),
            Middleware(GZipMiddleware, minimum_size=1024),
            Middleware(Slashes),
        ],
        exception_handlers=faults.HANDLERS,
        lifespan=lifespan,
    )
    app.state.memory, app.state.rules, app.state.closing = memory, chosen, asyncio.Event()
    app.state.look = None
    return app


def _telling(traced: bool) -> list[Middleware]:
    if not traced:
        return []
    from ..telemetry.requests import Traced

    return [Middleware(Traced)]


async def _alive(request: Request) -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"})


async def _ready(request: Request) -> Response:
    """The store answers, too, and does so while whoever asks still listens. A look that takes
    longer is not given up, since some drivers take long to let go: it is what all wait for."""
    state = request.app.state
    if state.look is None or state.look.done():
        state.look = asyncio.create_task(_answers(state.memory))
    done, _ = await asyncio.wait({state.look}, timeout=READY)
    if not done or not state.look.result():
        raise faults.Problem(503, "not_ready", "the store does not answer", "wait")
    return JSONResponse({"status": "ready"})


async def _answers(memory: AsyncMemory) -> bool:
    try:
        await memory.tenant("").value("ready", user_id="nobody")
    except RecollectError:
        return False
    return True
