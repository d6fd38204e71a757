"""One item of a framework's transcript as a message, and back, exactly.

What was said in an item is the message's content, so that it can be searched, quoted and learned
from. The rest of the item is in the metadata, with the places that the words go back to, so that a
long text is kept once. What metadata cannot hold is handed out as pieces, to be kept beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..keep.pieces import PIECES
from ..read.findings import QUOTED, RECALLED, named
from ..types import Message, new_id
from ..write.limits import MAX_CONTENT, MAX_METADATA, UNSTORABLE

Json = dict[str, Any]

WORDLESS = "…"
"""The content of a message whose item says nothing: no search and no context shows it."""
QUIET = {"learn": "never"}
"""The metadata of what nothing is learned from."""
ITEM, WORDS, LENGTH = "item", "words", "length"
COUNT = "count"
MOST = MAX_METADATA - 1_024
"""Characters of an item in metadata; the rest is for who wrote it."""
LISTED = 100
"""Ids of what a result quotes from memory that its message names."""
DEEPEST = 200
"""Lists and dicts in one another; a reader of JSON has an end."""


@dataclass(frozen=True, slots=True)
class Said:
    """An item, and what a host reads out of it: who says what in it, when, and its own id."""

    item: Any
    role: str
    lines: Sequence[str] = ()
    at: datetime | None = None
    id: str | None = None
    marks: Mapping[str, Any] = field(default_factory=dict)
    """What else the metadata of its message is to say."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An item as it is kept: the message, and the pieces beside it of what it has no room for."""

    message: Message
    pieces: tuple[str, ...] = ()


def words(lines: Iterable[str]) -> str:
    """Lines as the content of a message; nothing if they are blank."""
    return "\n".join(_storable(lines))[:MAX_CONTENT]


def leaves(value: Any) -> Iterator[str]:
    """Every text in a value of JSON, in their order."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping | list):
            inner = one.values() if isinstance(one, Mapping) else one
            left += reversed(list(inner))


def echoed(lines: Iterable[str]) -> Json:
    """The marks of what only repeats what is remembered: it is kept, and is no news."""
    return {RECALLED: True, QUOTED: sorted(named("\n".join(lines)))[:LISTED]}


def encoded(said: Said, at: datetime) -> Kept:
    """An item as a message of that time. InputError if it is not JSON."""
    item, content = _as_json(said.item), words(said.lines)
    quiet = {**said.marks, **({} if content else QUIET)}
    places = _moved(item, dict(_spans(said.lines, len(content))))
    metadata = {ITEM: item, WORDS: places, LENGTH: len(content)} | quiet
    pieces: tuple[str, ...] = ()
    if not _fits(metadata):
        pieces = tuple(_cut(_spelled({ITEM: item, WORDS: places})))
        metadata = {PIECES: new_id(), COUNT: len(pieces), LENGTH: len(content)} | quiet
    id = new_id() if said.id is None else said.id
    return Kept(Message(content or WORDLESS, said.role, at=at, metadata=metadata, id=id), pieces)


def decoded(message: Message, pieces: Sequence[str] = ()) -> Json | None:
    """The item that a message was made of; None if it was made of none."""
    kept: Mapping[str, Any] = message.metadata
    if pieces:
        kept = json.loads("".join(pieces))
    if ITEM not in kept:
        return None
    item: Json = _as_json(kept[ITEM])
    whole = len(message.content) == message.metadata.get(LENGTH)
    for place, (start, end, *path) in enumerate(kept.get(WORDS, ())):
        # A memory that redacts secrets may have changed how long the words are.
        redacted = message.content if place == 0 else ""
        _put(item, path, message.content[start:end] if whole else redacted)
    return item


def _as_json(item: object) -> Json:
    """An item as JSON has it, and a copy."""
    if not isinstance(item, Mapping):
        raise InputError(f"an item must be a dict, not {type(item).__name__}")
    try:
        made: Json = json.loads(json.dumps(dict(item), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"an item must be JSON: {error}") from None
    return made


def _storable(lines: Iterable[str]) -> Iterator[str]:
    """Lines as they can be searched; where that is not the line, the item keeps its own."""
    return (UNSTORABLE.sub("\ufffd", line) for line in lines if line.strip())


def _spans(lines: Iterable[str], length: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Where each line stands in the content, of those that stand there whole."""
    start = 0
    for line in _storable(lines):
        end = start + len(line)
        if end <= length:
            yield line, (start, end)
        start = end + 1


def _moved(item: Any, spans: Mapping[str, tuple[int, int]]) -> list[list[Any]]:
    """Take the texts that are lines out of an item: each one's span, and the path to its place."""
    moved: list[list[Any]] = []

    def walk(value: Any, path: list[Any]) -> Any:
        if isinstance(value, str) and value in spans:
            moved.append([*spans[value], *path])
            return ""
        if isinstance(value, dict | list):
            if len(path) > DEEPEST:
                raise InputError(f"an item is nested more than {DEEPEST} deep; it cannot be kept")
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            for key, one in list(inner):
                value[key] = walk(one, [*path, key])
        return value

    walk(item, [])
    return moved


def _put(item: Any, path: Sequence[Any], text: str) -> None:
    *way, last = path
    for step in way:
        item = item[step]
    item[last] = text


def _fits(metadata: Json) -> bool:
    made = json.dumps(metadata, ensure_ascii=False)
    return len(made) <= MOST and not UNSTORABLE.search(made) and r"\u0000" not in made


def _spelled(item: Json) -> str:
    """JSON that is text which can be stored."""
    made = json.dumps(item, ensure_ascii=False)
    return json.dumps(item) if UNSTORABLE.search(made) else made


def _cut(text: str) -> Iterator[str]:
    """A text in pieces that metadata holds, also where quoting makes two characters of one."""
    start = 0
    while start < len(text):
        piece = text[start : start + MOST]
        if len(json.dumps(piece, ensure_ascii=False)) > MOST + 512:
            piece = piece[: MOST // 2]
        yield piece
        start += len(piece)
