"""What a host tells a hook, whichever host it is: Claude Code, Codex or Cursor."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ...errors import InputError
from ...transfer.foreign.coding import SESSION

NAMES = {
    "sessionstart": "SessionStart",
    "userpromptsubmit": "UserPromptSubmit",
    "beforesubmitprompt": "UserPromptSubmit",
    "stop": "Stop",
    "subagentstop": "SubagentStop",
    "afteragentresponse": "Stop",
    "precompact": "PreCompact",
    "sessionend": "SessionEnd",
}
"""Each event under the name that Claude Code and Codex have for it."""


@dataclass(frozen=True, slots=True)
class Event:
    """One call of a hook."""

    name: str
    told: dict[str, Any] = field(default_factory=dict)
    cursor: bool = False
    """Whether the host is Cursor, which takes other answers."""

    def text(self, *names: str) -> str:
        """The first of some fields that holds text, without blanks around it."""
        for name in names:
            value = self.told.get(name)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    @property
    def session_id(self) -> str | None:
        """The conversation."""
        return self.text("session_id", "conversation_id")[:SESSION] or None


def event(raw: bytes, named: str = "") -> Event:
    """Read the JSON of a host; the event is the one it names, else that of the command line."""
    try:
        told = json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"what came on stdin is not JSON: {error}") from None
    if not isinstance(told, dict):
        raise InputError("what came on stdin is no JSON object")
    said = told.get("hook_event_name")
    name = named or (said if isinstance(said, str) else "")
    if name.lower() not in NAMES:
        known = ", ".join(sorted(set(NAMES.values())))
        raise InputError(f"there is no event {name[:40]!r}; there are {known}")
    cursor = "cursor_version" in told or (name[:1].islower() and "conversation_id" in told)
    return Event(NAMES[name.lower()], told, cursor)
