"""The text, the value and the relation of a note say one thing; after an edit they still do."""

from __future__ import annotations

import json
import re
from typing import Any

from ..types import Note

_ENDED = re.compile(
    r"\b(?:no|not|never|former(?:ly)?|previous(?:ly)?|until|left|quit|used to|stopped|ended)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words after which a value that is named holds no longer."""


def agreed(note: Note, changes: dict[str, Any]) -> dict[str, Any]:
    """Some changes of a note, with what they leave untrue of its other fields."""
    if "text" in changes and "value" not in changes:
        return changes | _reread(note, changes["text"])
    if "value" in changes and "text" not in changes:
        return changes | _reworded(note, changes["value"])
    if "text" in changes and note.relation is not None:
        return changes | _related(note, changes["value"])
    return changes


def spelled(value: Any) -> str:
    """A value as a text has it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _reread(note: Note, text: str) -> dict[str, Any]:
    """What stands where the old value stood is the new one. Of other words, all of them are, and
    how its subject and its object relate is no longer known; unless they still say the old one."""
    old = _old(note)
    if old is None or text == note.text:
        return {}
    new = _instead(note.text, old, text)
    if new is None and old and old in text and not _ENDED.search(text):
        return {}
    if note.value is None:
        return _related(note, new)
    if new is None:
        return {"value": text} | _related(note, None)
    return {"value": _like(note.value, new)} | _related(note, new)


def _reworded(note: Note, value: Any) -> dict[str, Any]:
    """A fact is spelled anew; a sentence gets the new value where it had the old one."""
    if note.key is None:
        return {}
    old, new = _old(note), spelled(value)
    if old and note.relation is not None and old in note.text:
        text = note.text.replace(old, new, 1)
    else:
        text = f"{note.key}: {new}"
    return {"text": text} | _related(note, value)


def _old(note: Note) -> str | None:
    """What its text says of its subject."""
    return note.object if note.value is None else spelled(note.value)


def _related(note: Note, value: Any) -> dict[str, Any]:
    """The relation leads to the new value, if that is a name; else it is gone."""
    if note.relation is None:
        return {}
    if isinstance(value, str):
        return {"object": value}
    return {"relation": None, "object": None}


def _instead(before: str, old: str, after: str) -> str | None:
    """What one text has in the place of something in another, if all else is the same."""
    head, found, tail = before.partition(old) if old else (before, before, "")
    head, tail = head.strip(), tail.rstrip(" .!")
    rest = after.strip().rstrip(" .!")
    if not found or not rest.startswith(head) or not rest.endswith(tail):
        return None
    return rest[len(head) : len(rest) - len(tail)].strip() or None


def _like(old: Any, new: str) -> Any:
    """What was a number or a truth stays one, if it reads as one."""
    if isinstance(old, str):
        return new
    try:
        read = json.loads(new)
    except ValueError:
        return new
    return read if type(read) is type(old) else new
