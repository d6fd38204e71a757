"""Changing a table of a TOML file in its text, so that the rest stays."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import InputError

_HEAD = re.compile(r"^[ \t]*\[\[?[^\n]*", re.MULTILINE)


def value(text: str) -> Any:
    """What a text says."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"it is no TOML: {error}") from None


def put(text: str, path: Sequence[str], made: Mapping[str, Any]) -> str:
    """The text with a table at a path, at its end; one that was there is replaced."""
    kept = drop(text, path).rstrip()
    lines = [f"[{'.'.join(path)}]", *(f"{key} = {_spelled(one)}" for key, one in made.items())]
    return (f"{kept}\n\n" if kept else "") + "\n".join(lines) + "\n"


def drop(text: str, path: Sequence[str]) -> str:
    """The text without a table and those below it."""
    heads = [*_HEAD.finditer(text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in reversed([*zip(heads, ends, strict=False)]):
        name = _named(head[0])
        if name[: len(path)] == list(path):
            tail = text[end:]
            text = text[: head.start()].rstrip() + ("\n\n" if tail else "\n") + tail
    return text if text.strip() else ""


def _named(head: str) -> list[str]:
    """The keys of a table's head."""
    try:
        found: Any = tomllib.loads(head.strip())
    except tomllib.TOMLDecodeError:
        return []
    names: list[str] = []
    while found:
        found = found[0] if isinstance(found, list) else found
        if not found:
            break
        (name,) = found
        names.append(name)
        found = found[name]
    return names


def _spelled(one: Any) -> str:
    if isinstance(one, list):
        return f"[{', '.join(map(_spelled, one))}]"
    return json.dumps(one, ensure_ascii=False)
