"""Writing for machines: every result as JSON that any terminal and any parser survives."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from ..types import Hit, Message, Record
from .terminal import say


def print_json(value: Any) -> None:
    """One JSON document on stdout, in ASCII: control characters are escaped, nothing is lost."""
    made = json.dumps(plain(value), indent=2).replace("\x7f", "\\u007f")
    sys.stdout.write(made + "\n")


def tell(value: Any, words: str, as_json: bool) -> None:
    """A result: its value for machines, or words for people."""
    if as_json:
        print_json(value)
    else:
        say(words)


def record(one: Record) -> dict[str, Any]:
    """A message or a note, every field of it."""
    kind = "message" if isinstance(one, Message) else "note"
    return {"type": kind} | {field.name: getattr(one, field.name) for field in fields(one)}


def hit(one: Hit) -> dict[str, Any]:
    """A hit, with the reasons in words."""
    return {
        "id": one.id,
        "text": one.text,
        "kind": one.kind,
        "at": one.at,
        "session_id": one.session_id,
        "sources": one.sources,
        "score": one.score,
        "relevance": one.relevance,
        "parts": one.parts,
        "why": one.why,
        "suspect": one.suspect,
        "record": record(one.record),
    }


def plain(value: Any) -> Any:
    """A value as JSON has it: dates as ISO 8601 text, records as objects."""
    if isinstance(value, date):  # or a moment
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [plain(item) for item in value]
    return value
