"""The conversations.json of ChatGPT's data export: trees of messages, of which one path stands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ...errors import InputError
from ...types import Message, Scope
from ...write import limits
from .checking import part, read_each

SAID = ("user", "assistant")
WORDS = ("text", "multimodal_text")
"""Kinds of content that were said; others are thoughts, code for tools, and settings."""


def messages(value: Any, scope: Scope, at: datetime) -> list[Message]:
    """What stands of every conversation: answers that were asked for anew are left out."""
    return read_each(value, "an export of ChatGPT", lambda one: _conversation(one, scope, at))


def _conversation(raw: dict[str, Any], scope: Scope, at: datetime) -> list[Message]:
    session = limits.identifier(raw.get("conversation_id") or raw.get("id"), "conversation_id")
    title, last = raw.get("title"), _moment(raw.get("create_time")) or at
    found = []
    nodes = part(raw, "mapping", dict)
    for said in _path(nodes, raw["current_node"] if "current_node" in raw else _newest(nodes)):
        last = _moment(said.get("create_time")) or last
        text = _words(said)
        if text:
            found.append(
                Message(
                    limits.storable(text), part(said, "author", dict)["role"], at=last,
                    metadata={"title": title} if title else {},
                    id=limits.identifier(said.get("id"), "id"),
                    user_id=scope.user_id, agent_id=scope.agent_id, session_id=session,
                )
            )  # fmt: skip
    return found


def _path(nodes: dict[str, Any], last: Any) -> list[dict[str, Any]]:
    """The messages from the first to the last that stands."""
    path, seen = [], set()
    while last is not None:
        if last in seen or last not in nodes:
            raise InputError("its messages do not hang together")
        seen.add(last)
        said = nodes[last].get("message")
        if said is not None:
            path.append(said)
        last = nodes[last].get("parent")
    return path[::-1]


def _newest(nodes: dict[str, Any]) -> Any:
    """Where the path ends if the export does not say: at what was said last."""
    times = {id: (node.get("message") or {}).get("create_time") or 0 for id, node in nodes.items()}
    return max(times, key=lambda id: times[id], default=None)


def _words(said: dict[str, Any]) -> str:
    """What was said to the other, if it was; pictures and files are not in the export's text."""
    content = part(said, "content", dict)
    if (
        part(said, "author", dict).get("role") not in SAID
        or content.get("content_type") not in WORDS
    ):
        return ""
    if said.get("recipient", "all") != "all":  # written to a tool
        return ""
    if (said.get("metadata") or {}).get("is_visually_hidden_from_conversation"):
        return ""
    return "\n".join(one for one in content.get("parts") or [] if isinstance(one, str)).strip()


def _moment(seconds: Any) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
