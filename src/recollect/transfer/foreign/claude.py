"""Claude's data export: conversations.json, and what Claude remembers in memories.json.

Older exports have one zip file with both; newer ones a zip file for each, and a file for each
account in memories/. Messages name their parents since they can be edited; the export does not
say which branch stands, so the newest does.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from ...times import moment
from ...types import Record
from .taking import BRANCHES, FILES, HIDDEN, THOUGHTS, TOOLS, Taking, part, read_each, words
from .tree import newest, path

ROLES = {"human": "user", "assistant": "assistant"}
SPOKEN = ("text", "voice_note")
"""Kinds of parts that were said."""
ROOT = "00000000-0000-"
"""How the id begins that the first message names as its parent: it is nobody's."""
REMEMBERED = ("conversations_memory", "project_memories", "memory_files")
MEMORY = "claude-memory"
"""The session of what Claude remembers."""
_HEADING = re.compile(r"#+ .*|\*\*[^*\n]+\*\*:?")


def records(value: Any, taking: Taking) -> list[Record]:
    """Every message that stands and has words, and each paragraph of what Claude remembers."""
    if isinstance(value, dict):
        value = value.get("conversations", [value])
    return read_each(value, "export of Claude", lambda one, _: _one(one, taking))


def is_memory(one: dict[str, Any]) -> bool:
    """Whether this is what Claude remembers, not what was said."""
    return any(name in one for name in REMEMBERED)


def _one(raw: dict[str, Any], taking: Taking) -> list[Record]:
    return _memory(raw, taking) if is_memory(raw) else _conversation(raw, taking)


def _conversation(raw: dict[str, Any], taking: Taking) -> list[Record]:
    said = part(raw, "chat_messages", list)
    standing = _standing(said, raw.get("current_leaf_message_uuid"))
    kept = {id(one) for one in standing}
    taking.left[BRANCHES] += sum(1 for one in said if id(one) not in kept and _words(one))
    found: list[Record] = []
    for one in standing:
        found += _message(one, raw, taking)
    return found


def _message(said: dict[str, Any], raw: dict[str, Any], taking: Taking) -> list[Record]:
    """What was said, behind what was pasted with it; the rest is counted."""
    text, role = _words(said), ROLES.get(said.get("sender", ""))
    if role is None:
        taking.left[HIDDEN] += bool(text)
        return []
    when = said.get("created_at") or raw.get("created_at")
    at = moment(when, "created_at") if when else taking.at
    own, session, title = said.get("uuid"), raw.get("uuid"), raw.get("name")
    found: list[Record] = [
        taking.message(one, role, at, f"{own}/{number}", session, title=title, pasted=True)
        for number, one in enumerate(_pasted(said, taking), start=1)
    ]
    if text:
        found.append(taking.message(text, role, at, own, session, title=title))
    kinds = [one.get("type") for one in said.get("content") or []]
    taking.left[THOUGHTS] += kinds.count("thinking")
    taking.left[TOOLS] += sum(kind not in (*SPOKEN, "thinking") for kind in kinds)
    taking.left[FILES] += len(said.get("files") or said.get("files_v2") or [])
    return found


def _standing(said: list[dict[str, Any]], last: Any) -> list[dict[str, Any]]:
    """The newest branch; everything, if messages do not name their parents."""
    by_id = {str(one.get("uuid")): one for one in said}
    if not any(one.get("parent_message_uuid") for one in said) or len(by_id) < len(said):
        return said
    parents = {id: _parent(one) for id, one in by_id.items()}
    if ROOT in parents.values():
        parents[ROOT] = None
    times = {id: one.get("created_at") or "" for id, one in by_id.items()}
    found = path(parents, last if last in by_id else newest(parents, times))
    return said if found is None else [by_id[id] for id in found if id in by_id]


def _parent(said: dict[str, Any]) -> str | None:
    found = said.get("parent_message_uuid")
    return ROOT if isinstance(found, str) and found.startswith(ROOT) else found


def _words(said: dict[str, Any]) -> str:
    """The parts that are text; older exports have the text alone. Beside parts, the text also has
    words for what cannot be shown."""
    parts = said.get("content") or []
    spoken = [one.get("text") for one in parts if one.get("type") in SPOKEN]
    alone = said.get("text", "") if "content" in said else said["text"]
    return words(spoken if parts else [alone])


def _pasted(said: dict[str, Any], taking: Taking) -> list[str]:
    """What the user pasted: when it is long, Claude makes a file without a name of it."""
    given = said.get("attachments") or []
    found = [words([one.get("extracted_content")]) for one in given if not one.get("file_name")]
    found = [text for text in found if text]
    taking.left[FILES] += len(given) - len(found)
    return found


def _memory(raw: dict[str, Any], taking: Taking) -> list[Record]:
    """What Claude concluded, as its words of the day of the export, a message a paragraph."""
    told: list[tuple[Any, str, datetime]] = [(raw.get("conversations_memory"), MEMORY, taking.at)]
    for project, text in (raw.get("project_memories") or {}).items():
        told.append((text, f"{MEMORY}/{project}", taking.at))
    for file in raw.get("memory_files") or []:
        at = file.get("updated_at")
        when = moment(at, "updated_at") if at else taking.at
        told.append((file.get("content"), f"{MEMORY}/{file['path'].strip('/')}", when))
    return [
        taking.message(text, "assistant", at, taking.id(session, text), session, memory=True)
        for whole, session, at in told
        for text in _paragraphs(words([whole]))
    ]


def _paragraphs(text: str) -> list[str]:
    """Each with the heading that it stands below."""
    found, heading = [], ""
    for one in re.split(r"\n\s*\n", text):
        if _HEADING.fullmatch(one.strip()):
            heading = one.strip()
        elif one.strip():
            found.append(f"{heading}\n{one.strip()}".strip())
    return found
