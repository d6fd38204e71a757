"""An answer as it passes by, whole or in pieces: what was said in it."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Mapping

from ..turns import BROKEN
from .base import Turn, Wire
from .events import Events

log = logging.getLogger("recollect")
PACKED = ("gzip", "deflate")


class Ear:
    """Takes the bytes of an answer; says what the model said.

    What it cannot make sense of, it does not hear: the answer is the caller's all the same.
    """

    def __init__(self, wire: Wire, headers: Mapping[str, str], streams: bool = False) -> None:
        self._wire = wire
        kind, coding = headers.get("content-type", ""), headers.get("content-encoding", "")
        self._hearing = wire.hearing() if streams or "event-stream" in kind else None
        self._events, self._whole = Events(), b""
        self._unpack = zlib.decompressobj(47) if coding in PACKED else None
        self._deaf = coding not in ("", "identity", *PACKED)

    def take(self, data: bytes) -> None:
        """The next bytes."""
        if self._deaf:
            return
        try:
            self._take(data)
        except Exception as error:
            self._deaf = True
            log.warning("an answer is not understood, and not kept from here on: %s", error)

    def _take(self, data: bytes) -> None:
        plain = data if self._unpack is None else self._unpack.decompress(data)
        if self._hearing is None:
            self._whole += plain
            return
        for event in self._events.fed(plain):
            self._hearing.hear(event)

    def turn(self) -> Turn | None:
        """What was said, marked as broken if it did not come to its end; None if nothing was."""
        try:
            return self._turn()
        except Exception as error:
            log.warning("an answer is not understood, and not kept: %s", error)
            return None

    def _turn(self) -> Turn | None:
        if self._hearing is not None:
            made = self._hearing.turn()
            if made is not None and not self._hearing.ended:
                made.said["metadata"] = {**made.said.get("metadata", {}), BROKEN: True}
            return made
        try:
            body = json.loads(self._whole)
        except ValueError:
            return None  # it broke off, or is nothing that a model says
        return self._wire.reply(body) if isinstance(body, dict) else None
