"""LangGraph's long-term memory, its `BaseStore`, kept in a recollect memory."""

from ...wiring import require

require("langgraph.store.base", "langgraph")

from .store import RecollectStore  # noqa: E402

__all__ = ["RecollectStore"]
