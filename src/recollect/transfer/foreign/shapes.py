"""Which program wrote a file, by its shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

from .coding import program

NAMES = {
    "chatgpt": "the conversations.json of ChatGPT's data export",
    "claude": "the conversations.json of Claude's data export",
    "claude-code": "a transcript of Claude Code",
    "codex": "a transcript of Codex",
    "langchain": "a list of LangChain's messages",
    "mem0": "what mem0's get_all gives",
    "openai": "a list of chat messages",
}


TRANSCRIPTS = ("claude-code", "codex")
EARLY = 100
"""Lines after which a transcript has shown what it is."""


def kind(raw: bytes) -> tuple[str | None, Any]:
    """The name of the format, or None; and what is in it, unless it is a transcript."""
    try:
        value = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return program(islice(raw.splitlines(), EARLY)), None
    name = recognised(value)
    return (name, value) if name is not None else (program(raw.splitlines()), value)


def recognised(value: Any) -> str | None:
    """The name of the format, or None. An empty list is of none."""
    if isinstance(value, dict):
        if "recollect" in value:  # our own
            return None
        rows, inner = value.get("results"), value.get("messages")
        if isinstance(rows, list) and _first(rows, lambda one: "memory" in one):
            return "mem0"
        return recognised(inner) if isinstance(inner, list) else None
    if not isinstance(value, list):
        return None
    return next((name for name, fits in _FORMS.items() if _first(value, fits)), None)


def _first(rows: list[Any], fits: Callable[[dict[str, Any]], bool]) -> bool:
    return bool(rows) and isinstance(rows[0], dict) and fits(rows[0])


_FORMS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "chatgpt": lambda one: "mapping" in one,
    "claude": lambda one: "chat_messages" in one,
    "mem0": lambda one: "memory" in one,
    "openai": lambda one: "role" in one and ("content" in one or "tool_calls" in one),
    "langchain": lambda one: "type" in one and ("data" in one or "content" in one),
}
