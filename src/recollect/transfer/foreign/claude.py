"""The conversations.json of Claude's data export."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ...times import moment
from ...types import Message, Scope
from ...write import limits
from .checking import part, read_each

ROLES = {"human": "user", "assistant": "assistant"}


def messages(value: Any, scope: Scope, at: datetime) -> list[Message]:
    """Every message of every conversation that has words."""
    return read_each(value, "an export of Claude", lambda one: _conversation(one, scope, at))


def _conversation(raw: dict[str, Any], scope: Scope, at: datetime) -> list[Message]:
    session, title = limits.identifier(raw.get("uuid"), "uuid"), raw.get("name")
    found = []
    for said in part(raw, "chat_messages", list):
        text, when = _words(said), said.get("created_at") or raw.get("created_at")
        if text:
            found.append(
                Message(
                    limits.storable(text), ROLES[said["sender"]],
                    at=moment(when, "created_at") if when else at,
                    metadata={"title": title} if title else {},
                    id=limits.identifier(said.get("uuid"), "uuid"),
                    user_id=scope.user_id, agent_id=scope.agent_id, session_id=session,
                )
            )  # fmt: skip
    return found


def _words(said: dict[str, Any]) -> str:
    """The parts that are text; older exports have the text alone."""
    parts = said.get("content") or []
    spoken = [one.get("text") or "" for one in parts if one.get("type") == "text"]
    alone = said.get("text", "") if "content" in said else said["text"]
    return ("\n".join(spoken) or alone).strip()
