"""What the audit log is told of a call: whom and what it was about, never words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import InputError
from ...write import limits
from .pages import JSON

TELLS = 100
"""Ids that a line holds at most."""
NAMES = ("id", "session_id", "key")
"""Arguments that say what is meant."""


def asked(params: Mapping[str, Any]) -> dict[str, Any]:
    """The tool or prompt, and what its arguments name."""
    name, given = params.get("name"), params.get("arguments")
    made = {"tool": name[:80]} if isinstance(name, str) else {}
    if isinstance(given, dict):
        made |= {name: given[name] for name in NAMES if _is_id(given.get(name))}
    return made


def answered(result: Any) -> dict[str, Any]:
    """The records that a tool or a resource answered with, or that it failed."""
    if not isinstance(result, dict):
        return {}
    if result.get("isError"):
        return {"failed": True}
    shown = result.get("contents", ())
    pages = [json.loads(page["text"]) for page in shown if page.get("mimeType") == JSON]
    ids = list(dict.fromkeys(_ids([result.get("structuredContent"), pages])))
    return {"count": len(ids), "ids": ids[:TELLS]} if ids else {}


def _is_id(value: Any) -> bool:
    try:
        return bool(limits.identifier(value, "id"))
    except InputError:
        return False


def _ids(shown: Any) -> Iterator[str]:
    """Of whatever has an id that is taken, and nothing within it: that is somebody's own."""
    if isinstance(shown, list):
        for one in shown:
            yield from _ids(one)
    elif isinstance(shown, dict) and "id" in shown:
        yield shown["id"]
    elif isinstance(shown, dict) and "ids" in shown:
        yield from (*shown["ids"], *shown["notes"])
    elif isinstance(shown, dict):
        for one in shown.values():
            yield from _ids(one)
