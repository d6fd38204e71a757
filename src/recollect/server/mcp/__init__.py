"""Memory over the Model Context Protocol: on stdio, and under `/mcp` of the HTTP server.

Translation only: a tool is one call, or a few, into the front door. Whose memory is meant comes
from how the server was started or from the caller's key, not from the model.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

import mcp_types as mcp_types  # the server leaves this part out where the extra is missing

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """What the HTTP server mounts."""
    from . import http

    return http.routes()


def lifespan(app: Starlette) -> AbstractAsyncContextManager[None]:
    """What is open as long as the HTTP server is."""
    from . import http

    return http.lifespan(app)
