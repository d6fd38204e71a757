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
from ...types import Record
from ...write.limits import storable
from .taking import HIDDEN, THOUGHTS, TOOLS, Taking

LONGEST = 100_000
"""Characters of one turn that are kept; a pasted file may be longer."""
NOT_SAID = (
    # Claude Code
    "<bash-input", "<bash-stdout", "<bash-stderr", "<command-", "<ide_diagnostics",
    "<ide_opened_file", "<ide_selection", "<local-command-", "<system-reminder",
    "<task-notification", "<user-prompt-submit-hook", "Caveat: The messages below",
    "[Request interrupted",
    # Codex
    "<codex_internal_context", "<environment_context", "<goal_context", "<hook_prompt",
    "<recommended_plugins", "<skill>", "<subagent_notification", "<turn_aborted",
    "<user_instructions", "<user_shell_command", "# AGENTS.md instructions",
)  # fmt: skip
"""How parts begin that stand in a transcript as the user's, and are the host's."""
SUBAGENTS = "messages of subagents"
CUT = "ends of very long turns"
TORN = "torn lines"
MARKS = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")
"""What Claude Code marks that nobody said."""
TEXTS = {"text", "input_text", "output_text"}
SESSION = 200
"""Characters of a session's name that are kept."""

Turn = tuple[str, str]
"""The role, and the words."""
Entry = dict[str, Any]


def records(lines: Iterable[bytes], taking: Taking) -> list[Record]:
    """What the user and the model said, with the ids that the hooks give it: whoever has both the
    hooks and the transcript has every turn once."""
    found: list[Record] = []
    seen, last, session = Counter[tuple[str, Turn]](), taking.at, ""
    whole = [line for line in lines if line.strip()]
    every = list(entries(whole))
    taking.left[TORN] += len(whole) - len(every)
    for entry in every:
        session, last = _session(entry, session) or session, said_at(entry) or last
        turn = said(entry)
        if turn is None:
            _count(entry, taking)
            continue
        role, text = turn
        taking.left[CUT] += len(text) == LONGEST
        own = session or str(taking.scope.session_id)
        seen[own, turn] += 1
        found.append(taking.message(text, role, last, turn_id(own, turn, seen[own, turn]), own))
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
    if any(map(entry.get, MARKS)):
        return None
    message = _message(entry)
    if message.get("model") == "<synthetic>":  # the host's, in the model's name
        return None
    role = message.get("role") or entry.get("role")
    words = _spoken(message.get("content"), NOT_SAID if role == "user" else ())
    if role in ("user", "assistant") and words:
        return role, storable(words[:LONGEST])
    return None


def _message(entry: Entry) -> Entry:
    """What an entry has of a message: in Claude Code and Cursor it is in the entry, also what was
    typed while the model was at work; in Codex it is in its payload, and was once the entry."""
    queued = entry.get("attachment")
    if isinstance(queued, dict) and queued.get("type") == "queued_command":
        origin = queued.get("origin")
        human = not isinstance(origin, dict) or origin.get("kind") == "human"
        return {"role": "user" if human else "host", "content": queued.get("prompt")}
    if entry.get("type") == "message" and "content" in entry:
        return entry
    message = entry.get("payload" if entry.get("type") == "response_item" else "message")
    return message if isinstance(message, dict) else {}


def _count(entry: Entry, taking: Taking) -> None:
    """Say of what kind an entry is that is not taken."""
    message = _message(entry)
    content = message.get("content")
    kinds = {one.get("type") for one in _parts(content)}
    if not message:
        return
    if entry.get("isSidechain"):
        taking.left[SUBAGENTS] += 1
    elif kinds & TEXTS:
        taking.left[HIDDEN] += 1
    else:
        thought = message.get("type") == "reasoning" or kinds == {"thinking"}
        taking.left[THOUGHTS if thought else TOOLS] += 1


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
        kinds = {one.get("type") for one in _parts(entry.get("content"))}
        if entry.get("type") == "message" and kinds & {"input_text", "output_text"}:
            return "codex"
    return None


def _spoken(content: Any, not_said: tuple[str, ...]) -> str:
    """The text of a message, without tool calls, their results, thinking, and what is the host's:
    it may stand beside what was said, in a part of its own."""
    texts = (one.get("text") for one in _parts(content) if one.get("type") in TEXTS)
    own = (text for text in texts if isinstance(text, str) and text.strip())
    return "\n".join(text for text in own if not text.lstrip().startswith(not_said)).strip()


def _parts(content: Any) -> list[Entry]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _session(entry: Entry, before: str) -> str | None:
    """The session that an entry names: each of Claude Code's does, and the first of Codex', where
    those after it are of the sessions that it goes on."""
    name = entry.get("sessionId")
    if not before and entry.get("type") == "session_meta":
        payload = entry.get("payload")
        name = payload.get("id") if isinstance(payload, dict) else None
    elif not before and "instructions" in entry:  # as it was once
        name = entry.get("id")
    return name.strip()[:SESSION] or None if isinstance(name, str) else None


def said_at(entry: Entry) -> datetime | None:
    """When an entry was written, if it says so."""
    try:
        return moment(entry["timestamp"], "timestamp")
    except (KeyError, InputError):
        return None
