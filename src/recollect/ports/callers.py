"""For whom something is done."""

from __future__ import annotations

from contextvars import ContextVar

whose: ContextVar[str] = ContextVar("whose", default="")
"""Those who wait for the same thread take turns by it, so that one who asks for much does not keep
the others waiting."""
