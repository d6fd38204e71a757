"""Changing a JSON file in its text, so that comments, order and spacing of the rest stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...errors import InputError

Path: TypeAlias = Sequence[str | int]
DEEPEST = 100
_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"[-+.\w]+")
_COMMA = re.compile(r"\s*,")
_NOTE = re.compile(r"[ \t]*//[^\n]*")
_LINE_END = re.compile(r"[ \t]*(?=\r?\n|\Z)")


@dataclass(slots=True)
class Node:
    """A value and where it stands; of an object or a list also what is in it."""

    start: int
    end: int = 0
    value: Any = None
    inner: dict[str | int, Node] = field(default_factory=dict)
    begins: dict[str | int, int] = field(default_factory=dict)
    """Where each of those begins, its key included."""

    def at(self, path: Path) -> Node | None:
        """The value at a path."""
        node: Node | None = self
        for step in path:
            node = None if node is None else node.inner.get(step)
        return node


def parsed(text: str) -> Node:
    """The tree of a text; an empty one is an empty object."""
    return _Reader(text).whole()


def value(text: str) -> Any:
    """What a text says, comments left out."""
    return parsed(text).value


def put(text: str, path: Path, made: Any) -> str:
    """The text with a value at a path: replaced, or added as the last."""
    text = text if text.strip(" \t\r\n\ufeff") else "{}\n"
    tree = parsed(text)
    here = tree.at(path)
    if here is not None:
        return text[: here.start] + _spelled(made, _indent(text, here.start)) + text[here.end :]
    *above, last = path
    parent = tree.at(above)
    if parent is None:
        return put(text, above, {last: made})
    if not isinstance(parent.value, dict):
        raise InputError(f"{'.'.join(map(str, above)) or 'it'} is no JSON object")
    return _added(text, parent, f"{json.dumps(last)}: ", made)


def append(text: str, path: Path, made: Any) -> str:
    """The text with one more item in the list at a path."""
    parent = parsed(text).at(path)
    if parent is None:
        return put(text, path, [made])
    if not isinstance(parent.value, list):
        raise InputError(f"{'.'.join(map(str, path))} is no JSON list")
    return _added(text, parent, "", made)


def drop(text: str, path: Path) -> str:
    """The text without the value at a path, and without what is empty then above it."""
    *above, last = path
    parent = parsed(text).at(above)
    if parent is None or last not in parent.inner:
        return text
    if len(parent.inner) == 1 and above:
        return drop(text, above)
    keys = list(parent.inner)
    place, start, end = keys.index(last), parent.begins[last], parent.inner[last].end
    comma = _COMMA.match(text, end)
    if comma is not None:
        end = comma.end()
    elif place:  # the last of several: the comma before it goes
        before = parent.inner[keys[place - 1]].end
        return _without(text[:before] + _COMMA.sub("", text[before:start], 1), text[end:])
    return _without(text[:start], text[end:])


def _without(head: str, tail: str) -> str:
    """The two sides of what is gone; a line that had nothing else goes too."""
    line = head.rfind("\n") + 1
    rest = _LINE_END.match(tail)
    if head[line:].strip() or rest is None or not line:
        return head + tail
    return head[:line].removesuffix("\n").removesuffix("\r") + tail[rest.end() :]


def _added(text: str, parent: Node, key: str, made: Any) -> str:
    """One more, after the last, on a line of its own."""
    margin = _indent(text, parent.start)
    first = min(parent.begins.values(), default=parent.start)
    own_lines = "\n" in text[parent.start : first]
    step = _indent(text, first) if own_lines else margin + "  "
    new = f"\n{step}{key}{_spelled(made, step)}"
    inner = text[parent.start + 1 : parent.end - 1]
    if not parent.inner:
        return f"{text[: parent.start + 1]}{inner.rstrip()}{new}\n{margin}{text[parent.end - 1 :]}"
    end = max(node.end for node in parent.inner.values())
    comma = _COMMA.match(text, end)
    after = comma.end() if comma else end
    note = _NOTE.match(text, after)  # a comment about the last one stays behind it
    said = note[0] if note else ""
    tail = text[after + len(said) : parent.end - 1]
    tail = tail if "\n" in tail else f"{tail.rstrip()}\n{margin}"
    return f"{text[:end]},{said}{new}{tail}{text[parent.end - 1 :]}"


def _spelled(made: Any, margin: str) -> str:
    return json.dumps(made, indent=2, ensure_ascii=False).replace("\n", f"\n{margin}")


def _indent(text: str, place: int) -> str:
    """The blanks that the line of a place begins with."""
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return line[: len(line) - len(line.lstrip())]


class _Reader:
    """JSON as editors take it: with comments, and with a comma after the last."""

    def __init__(self, text: str) -> None:
        self._text, self._place = text, 0

    def whole(self) -> Node:
        self._skip()
        if not self._here:
            return Node(self._place, self._place, {})
        node = self._node(0)
        self._skip()
        if self._here:
            raise self._wrong()
        return node

    @property
    def _here(self) -> str:
        return self._text[self._place : self._place + 1]

    def _node(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self._wrong()
        if self._here == "{":
            return self._object(depth)
        if self._here == "[":
            return self._list(depth)
        found = (_STRING if self._here == '"' else _WORD).match(self._text, self._place)
        try:
            node = Node(self._place, found.end(), json.loads(found[0])) if found else None
        except ValueError:
            node = None
        if node is None:
            raise self._wrong()
        self._place = node.end
        return node

    def _object(self, depth: int) -> Node:
        node = Node(self._place, value={})
        for begin in self._inside("}"):
            key = self._node(depth + 1).value
            self._skip()
            if not isinstance(key, str) or self._here != ":":
                raise self._wrong()
            self._place += 1
            self._skip()
            node.inner[key] = self._node(depth + 1)
            node.value[key], node.begins[key] = node.inner[key].value, begin
        node.end = self._place
        return node

    def _list(self, depth: int) -> Node:
        node = Node(self._place, value=[])
        for number, begin in enumerate(self._inside("]")):
            node.inner[number] = self._node(depth + 1)
            node.value.append(node.inner[number].value)
            node.begins[number] = begin
        node.end = self._place
        return node

    def _inside(self, close: str) -> Iterator[int]:
        """Where each member begins; ends behind the closing sign."""
        self._place += 1
        while True:
            self._skip()
            if self._here == close:
                self._place += 1
                return
            yield self._place
            self._skip()
            if self._here == ",":
                self._place += 1
            elif self._here != close:
                raise self._wrong()

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._place)
        assert found is not None, "it matches nothing, too"
        self._place = found.end()

    def _wrong(self) -> InputError:
        line = self._text.count("\n", 0, self._place) + 1
        return InputError(f"it is no JSON (line {line})")
