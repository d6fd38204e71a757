"""Pydantic AI with recollect as its memory: a capability of an agent.

Needs `pip install 'recollect[pydantic-ai]'`.
"""

from ...wiring import require

require("pydantic_ai", "pydantic-ai")

from .capability import RecollectMemory  # noqa: E402

__all__ = ["RecollectMemory"]
