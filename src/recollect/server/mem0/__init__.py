"""mem0's REST paths and shapes, as its own `MemoryClient` calls them."""

from .routes import routes

__all__ = ["routes"]
