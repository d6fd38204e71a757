"""The conversations.json of ChatGPT's data export: trees of messages, of which one path stands.

Newer exports are cut into conversations-000.json, conversations-001.json and so on. What is seldom
the same twice: `current_node` and any `create_time` may be null, the links to children empty, and
the words of a voice chat stand in parts of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from ...types import Record
from .taking import BRANCHES, FILES, HIDDEN, THOUGHTS, TOOLS, Taking, part, read_each, words
from .tree import newest, path

SAID = ("user", "assistant")
WORDS = ("text", "multimodal_text", None)
"""Kinds of content that were said; those of old have no name."""
THOUGHT = ("thoughts", "reasoning_recap")
INSTRUCTIONS = "custom-instructions"
"""The session of the user's custom instructions, which begin every conversation: kept once."""
ABOUT = "user_editable_context"
"""What they are called there."""
NOTED = "model_editable_context"
"""What ChatGPT was shown of its own notes; each stands where it was taken."""
MEMORY = "bio"
"""Who is spoken to when ChatGPT remembers something of the user."""


def records(value: Any, taking: Taking) -> list[Record]:
    """What stands of every conversation, what ChatGPT noted there, and custom instructions."""
    if isinstance(value, dict):
        value = [value] if "mapping" in value else value.get("conversations")
    return read_each(value, "export of ChatGPT", lambda one, _: _conversation(one, taking))


def _conversation(raw: dict[str, Any], taking: Taking) -> list[Record]:
    nodes = part(raw, "mapping", dict)
    session, title = raw.get("conversation_id") or raw.get("id"), raw.get("title")
    last = _moment(raw.get("create_time")) or taking.at
    found: list[Record] = []
    standing = _path(nodes, raw.get("current_node"))
    for said in _messages(nodes, standing):
        last = _moment(said.get("create_time")) or last
        found += _about_user(said, last, taking)
        if text := _words(said, taking):
            role, id = said["author"]["role"], said.get("id")
            marks = {"title": title, "memory": said.get("recipient") == MEMORY}
            found.append(taking.message(text, role, last, id, session, **marks))
    aside = Taking(taking.scope, taking.at)
    off = _messages(nodes, nodes.keys() - set(standing))
    taking.left[BRANCHES] += sum(_words(said, aside) != "" for said in off)
    return found


def _messages(nodes: dict[str, Any], ids: Iterable[str]) -> list[dict[str, Any]]:
    return [said for id in ids if (said := nodes[id].get("message")) is not None]


def _path(nodes: dict[str, Any], last: Any) -> list[str]:
    """The nodes from the first to the last that stands; all by their times if the links are
    missing."""
    times: dict[str, float] = {}
    time = 0.0
    for id, node in nodes.items():
        at = (node.get("message") or {}).get("create_time")
        times[id] = time = at if isinstance(at, int | float) else time
    parents = {id: node.get("parent") for id, node in nodes.items()}
    found = path(parents, last if last in nodes else newest(parents, times))
    return sorted(nodes, key=lambda id: times[id]) if found is None else found


def _words(said: dict[str, Any], taking: Taking) -> str:
    """What was said to the other, or noted of the user; the rest is counted."""
    content, author = part(said, "content", dict), part(said, "author", dict)
    marks, kind, role = said.get("metadata") or {}, content.get("content_type"), author.get("role")
    parts = content.get("parts") or []
    text = words([_spoken(one) for one in parts])
    if kind == ABOUT:
        return ""
    if role == "system" or kind == NOTED or marks.get("is_visually_hidden_from_conversation"):
        taking.left[HIDDEN] += bool(text) or kind not in WORDS
        return ""
    if role in SAID and (kind in THOUGHT or said.get("channel") == "analysis"):
        taking.left[THOUGHTS] += 1
        return ""
    if role not in SAID or kind not in WORDS or said.get("recipient") not in ("all", None, MEMORY):
        taking.left[TOOLS] += 1
        return ""
    shown = sum(isinstance(one, dict) and not _spoken(one) for one in parts)
    taking.left[FILES] += max(shown, len(marks.get("attachments") or []))
    return text


def _spoken(one: Any) -> str:
    """The words of a part: text, or what was heard in a voice chat."""
    text = one.get("text") if isinstance(one, dict) else one
    return text if isinstance(text, str) else ""


def _about_user(said: dict[str, Any], at: datetime, taking: Taking) -> list[Record]:
    """What users tell of themselves, and of how they want to be answered."""
    content = part(said, "content", dict)
    own = (said.get("metadata") or {}).get("user_context_message_data") or {}
    told = (
        own.get("about_user_message") or _fenced(content.get("user_profile")),
        own.get("about_model_message") or _fenced(content.get("user_instructions")),
    )
    return [
        taking.message(text, "user", at, taking.id(INSTRUCTIONS, text), INSTRUCTIONS)
        for text in (words([one]) for one in told)
        if text
    ]


def _fenced(told: Any) -> Any:
    """The user's words alone: ChatGPT's own stand around the fence."""
    if not isinstance(told, str) or told.count("```") < 2:
        return told
    return told[told.index("```") + 3 : told.rindex("```")]


def _moment(seconds: Any) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
