"""The providers' own APIs with memory in between: change the base URL, keep the code."""

from __future__ import annotations

from .routes import lifespan, routes

__all__ = ["lifespan", "routes"]
