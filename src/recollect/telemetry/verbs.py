"""What each verb of the front door is in the words of the conventions, and how much it touched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

SEARCH, CREATE, UPSERT = "search_memory", "create_memory", "upsert_memory"
UPDATE, DELETE = "update_memory", "delete_memory"

OPERATIONS: dict[str, str] = {
    **dict.fromkeys(("search", "context", "why_not", "_beside_talk"), SEARCH),
    **dict.fromkeys(("messages", "notes", "sessions", "get", "history", "why"), SEARCH),
    **dict.fromkeys(("value", "values", "conflicts", "pins", "held", "summary"), SEARCH),
    **dict.fromkeys(("related", "path", "entities", "diff", "changes"), SEARCH),
    **dict.fromkeys(("add", "_jot", "import_from"), CREATE),
    **dict.fromkeys(("set", "relate", "learn", "consolidate"), UPSERT),
    **dict.fromkeys(("update", "undo", "pin", "unpin", "expire"), UPDATE),
    **dict.fromkeys(("unrelate", "same", "different", "policy", "release", "hold"), UPDATE),
    **dict.fromkeys(("delete", "erase", "prune", "roll_back"), DELETE),
}
"""Verbs that are told of. `_jot` and `_beside_talk` are what a conversation keeps and is shown."""
NAMES = {"_jot": "add", "_beside_talk": "context"}
BY_ID = ("get", "history", "why", "update", "undo", "pin", "unpin", "expire", "release", "hold",
         "delete")  # fmt: skip
"""Verbs whose first argument is a record's id."""
QUERIES = ("search", "context", "why_not")
"""Verbs whose first argument is a question."""


def record_id(verb: str, asked: tuple[Any, ...], more: Mapping[str, Any]) -> str | None:
    """The record that a verb is about, if it is about one."""
    found = (asked[0] if asked else more.get("id")) if verb in BY_ID else None
    return found if isinstance(found, str) else None


def query(verb: str, asked: tuple[Any, ...], more: Mapping[str, Any]) -> str | None:
    """The question that is asked, if it is one."""
    found = (asked[0] if asked else more.get("query")) if verb in QUERIES else None
    return found if isinstance(found, str) else None


def count(verb: str, asked: tuple[Any, ...], result: Any) -> int | None:
    """How many records a verb found, wrote or removed, where that can be told."""
    if verb == "_jot":
        return len(asked[0])
    if isinstance(result, int) and not isinstance(result, bool):
        return result
    if removed := getattr(result, "removed", None):
        return int(sum(removed.values()))
    for name in ("hits", "notes"):
        if isinstance(found := getattr(result, name, None), list | tuple) and verb != "add":
            return len(found)
    if hasattr(result, "id"):
        return 1
    return len(result) if hasattr(result, "__len__") and not isinstance(result, str) else None


def records(result: Any) -> str | None:
    """What was found or written, as the conventions want it."""
    found = getattr(result, "hits", None) or getattr(result, "messages", None) or result
    some = found if isinstance(found, list | tuple) else [found]
    made = [shown for one in some if (shown := _record(one)) is not None]
    return json.dumps(made, ensure_ascii=False) if made else None


def _record(one: Any) -> dict[str, Any] | None:
    content = getattr(one, "content", None) or getattr(one, "text", None)
    if content is None or getattr(one, "id", None) is None:
        return None
    score = getattr(one, "score", None)
    return {"id": one.id, "content": content} | ({} if score is None else {"score": score})
