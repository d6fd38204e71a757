"""Letta's wire format, as its client package speaks it, under `/letta`.

Letta(base_url="http://127.0.0.1:7077/letta", api_key=…)
"""

from __future__ import annotations

from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from ..faults import Problem
from . import agents, blocks, messages, passages


def routes() -> list[BaseRoute]:
    """What is served; whatever else the client asks for is told apart from a wrong path."""
    served = [*agents.ROUTES, *blocks.ROUTES, *messages.ROUTES, *passages.ROUTES]
    ways = ["GET", "POST", "PATCH", "PUT", "DELETE"]
    rest = Route("/v1/{rest:path}", _not_served, methods=ways)
    return [Mount("/letta", routes=[Route("/v1/health/", _health), *served, rest])]


async def _health(request: Request) -> Response:
    return JSONResponse({"status": "ok", "version": f"recollect {version('recollect')}"})


async def _not_served(request: Request) -> Response:
    raise Problem(
        501,
        "not_served",
        "this call of Letta's is not served here",
        "docs/letta.md lists what is",
    )
