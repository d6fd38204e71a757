"""JSON out of a stream of bytes: server-sent events, or an array that grows."""

from __future__ import annotations

import json
import re
from typing import Any

from .base import Json

BETWEEN = re.compile(rb"\r?\n\r?\n")


class Events:
    """Fed with whatever arrives; gives each event once, when all of it is there."""

    def __init__(self) -> None:
        self._left = b""
        self._is_array: bool | None = None

    def fed(self, data: bytes) -> list[Json]:
        """The events that are complete with these bytes."""
        self._left += data
        start = self._left.lstrip()
        if self._is_array is None and start:
            self._is_array = start.startswith(b"[")
        found = self._array() if self._is_array else self._events()
        return [one for one in found if isinstance(one, dict)]

    def _events(self) -> list[Any]:
        *whole, self._left = BETWEEN.split(self._left)
        made = []
        for block in whole:
            lines = [line[5:].strip() for line in block.splitlines() if line.startswith(b"data:")]
            try:
                made.append(json.loads(b"\n".join(lines)))
            except ValueError:
                continue  # "[DONE]", or a comment
        return made

    def _array(self) -> list[Any]:
        made: list[Any] = []
        while True:
            text = self._left.lstrip(b"[, \r\n").decode("utf-8", "ignore")
            try:
                one, end = json.JSONDecoder().raw_decode(text)
            except ValueError:
                return made
            made.append(one)
            self._left = self._left.lstrip(b"[, \r\n")[len(text[:end].encode()) :]
