"""The transcripts of coding agents, Claude Code's and Codex': a JSON object a line."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from ...errors import InputError
from ...times import moment
from ...types import Message, Scope
from ...write.limits import storable

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
SESSION = 200
"""Characters of a session's name that are kept."""

Turn = tuple[str, str]
"""The role, and the words."""
Entry = dict[str, Any]


def messages(lines: Iterable[bytes], scope: Scope, at: datetime) -> list[Message]:
    """What the user and the model said, with the ids that the hooks give it: whoever has both the
    hooks and the transcript has every turn once."""
    found, seen, last = [], Counter[tuple[str, Turn]](), at
    session = scope.session_id or ""
    for entry in entries(lines):
        session = _session(entry) or session
        turn = said(entry)
        if turn is None:
            continue
        last = said_at(entry) or last
        seen[session, turn] += 1
        found.append(
            Message(
                turn[1], turn[0], at=last, id=turn_id(session, turn, seen[session, turn]),
                user_id=scope.user_id, agent_id=scope.agent_id, session_id=session,
            )
        )  # fmt: skip
    return found


def entries(lines: Iterable[bytes]) -> Iterator[Entry]:
    """The objects of a transcript, without a line that is torn."""
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            yield entry


def said(entry: Entry) -> Turn | None:
    """What somebody said, if this is that."""
    if entry.get("isMeta") or entry.get("isSidechain") or entry.get("isCompactSummary"):
        return None
    message = entry.get("message")  # Claude Code, Cursor
    if message is None and entry.get("type") == "response_item":  # Codex
        message = entry.get("payload")
    if not isinstance(message, dict):
        return None
    role = message.get("role") or entry.get("role")
    words = _spoken(message.get("content"))
    if role in ("user", "assistant") and words and not words.startswith(NOT_SAID):
        return role, storable(words[:LONGEST])
    return None


def is_compaction(entry: Entry) -> bool:
    """Whether the host has put what was said before in short here: Claude Code's, or Codex'."""
    return entry.get("subtype") == "compact_boundary" or entry.get("type") == "compacted"


def turn_id(session: str, turn: Turn, number: int) -> str:
    """The id of a turn that is said for the n-th time in its session."""
    role, words = turn
    spelled = "\0".join((session, role, str(number), words))
    return hashlib.blake2b(spelled.encode("utf-8", "replace"), digest_size=16).hexdigest()


def program(lines: Iterable[bytes]) -> str | None:
    """Which one wrote these lines, or None."""
    for entry in entries(lines):
        if "sessionId" in entry and "message" in entry:
            return "claude-code"
        if entry.get("type") in ("session_meta", "response_item") and "payload" in entry:
            return "codex"
    return None


def _spoken(content: Any) -> str:
    """The text of a message, without tool calls, their results, and thinking."""
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict) and _is_text(part)]
    return "\n".join(text for text in texts if isinstance(text, str)).strip()


def _is_text(part: dict[str, Any]) -> bool:
    return part.get("type") in ("text", "input_text", "output_text")


def _session(entry: Entry) -> str | None:
    """The session that an entry names: each of Claude Code's does, and the first of Codex'."""
    name = entry.get("sessionId")
    if entry.get("type") == "session_meta" and isinstance(entry.get("payload"), dict):
        name = entry["payload"].get("id")
    return name.strip()[:SESSION] or None if isinstance(name, str) else None


def said_at(entry: Entry) -> datetime | None:
    """When an entry was written, if it says so."""
    try:
        return moment(entry["timestamp"], "timestamp")
    except (KeyError, InputError):
        return None
