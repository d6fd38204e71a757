"""The parts of a server beside its own API, each mounted if what it needs is installed."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from types import ModuleType
from typing import Any

from starlette.applications import Starlette
from starlette.routing import BaseRoute

PARTS = ("letta", "mcp", "mem0", "proxy")
"""Packages of this folder. Each has `routes() -> list[BaseRoute]`, and may have `lifespan(app)`, an
async context manager that is open as long as the server is."""


def found(names: Sequence[str] = PARTS) -> list[ModuleType]:
    """The parts that are there and can be imported."""
    made = []
    for name in names:
        full = f"{__package__}.{name}"
        try:
            made.append(importlib.import_module(full))
        except ImportError as error:  # not in this release, or its extra is not installed
            if (error.name or "").startswith("recollect.") and error.name != full:
                raise
    return made


def routes(parts: Sequence[ModuleType]) -> list[BaseRoute]:
    """What they serve."""
    return [route for part in parts for route in part.routes()]


@asynccontextmanager
async def open_all(parts: Sequence[ModuleType], app: Starlette) -> AsyncIterator[None]:
    """Everything that has to be open while the server runs."""
    async with AsyncExitStack() as stack:
        for part in parts:
            opened: Any = getattr(part, "lifespan", None)
            if opened is not None:
                await stack.enter_async_context(opened(app))
        yield
