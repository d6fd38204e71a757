"""A record as people read and write it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from ...errors import InputError
from ...times import moment
from ...types import KINDS, ROLES, Message, Note, Record
from ..ondisk.coding import encode

FIRST = ("id", "at", "learned_at", "user_id", "agent_id", "session_id", "tenant", "role", "name",
         "kind", "key", "value", "content", "text")  # fmt: skip
HIDDEN = "turn"  # the store counts
TEXTS = {"str", "str | None", "Kind"}


def show(record: Record) -> dict[str, Any]:
    """The fields in the order of reading, without what is at its default."""
    made = encode(record)
    made.pop(HIDDEN, None)
    for name in ("role", "kind"):
        if hasattr(record, name):
            made[name] = getattr(record, name)
    ordered = {name: made.pop(name) for name in FIRST if name in made}
    return ordered | made


def read(value: Mapping[str, Any], kind: type[Record], now: datetime) -> Record:
    """The record that somebody wrote; InputError says what is wrong with it."""
    known = {field.name: str(field.type) for field in fields(kind) if field.name != HIDDEN}
    unknown = sorted(str(name) for name in set(value) - set(known))
    if unknown:
        raise InputError(f"unknown field {unknown[0][:40]!r}; correct its name or remove it")
    made = {name: _value(name, known[name], one) for name, one in value.items()}
    _check(made, kind)
    if kind is Message:
        return Message(**{"at": now} | made)
    return Note(**{"learned_at": now, "recorded_at": made.get("learned_at", now)} | made)


def made_up_id(value: Mapping[str, Any], taken: set[str]) -> str:
    """An id for what somebody wrote without one: the same whenever the same file is read."""
    words = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    number = 0
    while True:
        raw = f"{number} {words}".encode("utf-8", "surrogatepass")
        id = hashlib.blake2b(raw, digest_size=16).hexdigest()
        if id not in taken:
            return id
        number += 1


def _check(made: Mapping[str, Any], kind: type[Record]) -> None:
    words = "content" if kind is Message else "text"
    if not made.get(words, "").strip():
        raise InputError(f"{words} is missing or empty; write it or remove the record")
    if not any(made.get(name) for name in ("user_id", "agent_id", "session_id")):
        raise InputError("nobody owns it; give it a user_id, agent_id or session_id")
    if made.get("role", "user") not in ROLES:
        raise InputError(f"role must be one of {', '.join(ROLES)}")
    if made.get("kind", "semantic") not in KINDS:
        raise InputError(f"kind must be one of {', '.join(KINDS)}")


def _value(name: str, annotation: str, value: Any) -> Any:
    plain = annotation.removesuffix(" | None")
    if value is None and plain != annotation:
        return None
    if plain == "datetime":
        return moment(value, name)
    if annotation in TEXTS or plain == "str":
        return _text(name, value)
    if plain.startswith("tuple["):
        if not isinstance(value, list):
            raise InputError(f"{name} must be a list of ids")
        return tuple(_text(name, one) for one in value)
    if plain.startswith("Mapping["):
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise InputError(f"{name} must be an object with text keys")
        return _plain(name, value)
    if plain in ("float", "int"):
        return _number(name, plain, value)
    return _plain(name, value)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} must be text; put it in quotes")
    if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise InputError(f"{name} holds a NUL character or half of a surrogate pair; remove it")
    return value


def _number(name: str, kind: str, value: Any) -> Any:
    good = isinstance(value, int | float) and not isinstance(value, bool)
    if not good or (kind == "int" and not isinstance(value, int)):
        raise InputError(f"{name} must be a number")
    return value


def _plain(name: str, value: Any) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise InputError(f"{name} must be what JSON can hold; put dates in quotes") from None
