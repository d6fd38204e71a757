"""The turns in the transcript of a coding agent: what the user and the model said, and no more."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MOST = 32 << 20
"""Bytes that are read of a transcript, from its end."""
LONGEST = 100_000
"""Characters of one turn that are kept; a pasted file may be longer."""
NOT_SAID = (
    "<command-",
    "<local-command-",
    "<system-reminder",
    "<environment_context",
    "<user_instructions",
    "<user-prompt-submit-hook",
    "Caveat: The messages below",
    "# AGENTS.md",
    "[Request interrupted",
)
"""What stands in a transcript as the user's, and is the host's."""

Turn = tuple[str, str]
"""The role, and the words."""


def turns(path: str) -> list[Turn]:
    """What was said, in order; nothing if there is no such file, and no line that is torn."""
    try:
        file = Path(path).expanduser()
        size = file.stat().st_size
        with file.open("rb") as lines:
            if size > MOST:
                lines.seek(-MOST, os.SEEK_END)
                lines.readline()
            return [turn for line in lines for turn in _said(line)]
    except OSError:
        return []


def _said(line: bytes) -> Iterator[Turn]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return
    if not isinstance(entry, dict) or entry.get("isMeta") or entry.get("isSidechain"):
        return
    message = entry.get("message")  # Claude Code, Cursor
    if message is None and entry.get("type") == "response_item":  # Codex
        message = entry.get("payload")
    if not isinstance(message, dict):
        return
    role = message.get("role") or entry.get("role")
    words = spoken(message.get("content"))
    if role in ("user", "assistant") and words and not words.startswith(NOT_SAID):
        yield role, words[:LONGEST]


def spoken(content: Any) -> str:
    """The text of a message, without tool calls, their results, and thinking."""
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict) and _is_text(part)]
    return "\n".join(text for text in texts if isinstance(text, str)).strip()


def _is_text(part: dict[str, Any]) -> bool:
    return part.get("type") in ("text", "input_text", "output_text")
