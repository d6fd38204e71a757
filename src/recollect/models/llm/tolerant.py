"""A reader of JSON that forgives what models get wrong, and keeps what came before a cut."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 50
_SPACE = re.compile(r"\s*(?://[^\n]*\s*)*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_WORD = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None}
_NEXT = re.compile(r"\}\s*,\s*(?=\{)")
_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?')


class Tolerant:
    """Reads one value from a place in a text; ValueError if there is none.

    If the text ends too early, `cut` is set. A list then has its complete items, and an object
    outside of lists its complete members: half a fact may say the opposite of the whole.
    """

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.cut = False
        self.bad = 0
        """Objects in lists that could not be read, and were skipped."""

    def value(self, depth: int = 0) -> Any:
        """The value here."""
        if depth > DEEPEST:
            raise ValueError("too deep")
        match self._peek():
            case "":
                self.cut = True
                return None
            case "{":
                return self._object(depth)
            case "[":
                return self._list(depth)
            case '"':
                return self._string()
            case _:
                return self._word()

    def _peek(self) -> str:
        """The next character that is not white space or a comment; nothing at the end."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.text[self.at : self.at + 1]

    def _object(self, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        self.at += 1
        while (here := self._peek()) != "}":
            if here == ",":
                self.at += 1
                continue
            if here and here != '"':
                raise ValueError("a name is missing")
            key = self.value(depth)
            colon = "" if self.cut else self._peek()
            if not colon:
                self.cut = True
                return made
            if colon != ":":
                raise ValueError("a colon is missing")
            self.at += 1
            value = self.value(depth + 1)
            if self.cut and not isinstance(value, dict | list):
                return made
            made[key] = value
            if self.cut:
                return made
        self.at += 1
        return made

    def _list(self, depth: int) -> list[Any]:
        made: list[Any] = []
        self.at += 1
        while (here := self._peek()) != "]":
            if here == ",":
                self.at += 1
                continue
            try:
                item = self.value(depth + 1)
            except ValueError:
                if here != "{":  # else a broken list of numbers would swallow what is behind it
                    raise
                self._skip()
                continue
            if self.cut:
                return made
            made.append(item)
        self.at += 1
        return made

    def _skip(self) -> None:
        """Go on behind an object that cannot be read, if another one follows."""
        found = _NEXT.search(self.text, self.at)
        if found is None:
            raise ValueError("broken")
        self.at = found.end()
        self.bad += 1

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            self.at, self.cut = len(self.text), True
            return ""
        self.at = found.end()
        right = _ESCAPE.sub(lambda one: one[0] if one[1] else r"\\", found[0])
        made: str = json.loads(right, strict=False)
        return made

    def _word(self) -> Any:
        found = _WORD.match(self.text, self.at)
        if found is None:
            raise ValueError("nothing that can be read")
        self.at = found.end()
        if self.at == len(self.text):
            self.cut = True
            return None
        word = found[0].lower()
        if word in _WORDS:
            return _WORDS[word]
        return json.loads(word)
