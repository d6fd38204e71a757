"""What the providers of models that talk share."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from ...ports import Asked, Said, ToolCall, Usage
from ...text.tokens import estimate
from ...types import new_id
from ..llm.service import LOST, Service, disconnected
from ..patience import Fault, Patience
from ..registry import Spec
from .colours import place

OUTPUT = 4_096
"""The longest answer, where a provider wants to be told one: all of their models allow that."""
NETWORK = ("httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3", "aiohttp", "ssl")


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a service, with its bounds."""

    asked: Asked
    seconds: float
    output: int
    """The most tokens that the answer may have."""
    bounded: bool = False
    """Whether that is what a budget leaves, and so has to be told."""


@dataclass(slots=True)
class Draft:
    """An answer while it comes: what was said so far. `end` says that it is whole."""

    text: list[str] = field(default_factory=list)
    calls: dict[Any, list[str]] = field(default_factory=dict)
    """By the provider's number of each: id, name, its arguments, which grow, and a signature."""
    input: int | None = None
    output: int | None = None
    end: bool = False
    cut: bool = False
    refused: bool = False

    def say(self, text: str | None) -> str:
        """Some more words, which are given back."""
        if text:
            self.text.append(text)
        return text or ""

    def call(
        self,
        number: Any,
        id: str | None,
        name: str | None,
        arguments: str | None,
        signature: str = "",
    ) -> None:
        """A call of a tool, or some more of one."""
        known = self.calls.setdefault(number, ["", "", "", ""])
        known[0] = known[0] or id or ""
        known[1] = known[1] or name or ""
        known[2] += arguments or ""
        known[3] = known[3] or signature

    def said(self, tokens: int) -> Said:
        """All of it; what the service does not say of its cost, by estimate."""
        text = "".join(self.text)
        calls = tuple(
            ToolCall(id or f"call-{new_id()[-12:]}", name, arguments or "{}", signature)
            for id, name, arguments, signature in self.calls.values()
            if name
        )
        written = estimate(text + "".join(call.arguments for call in calls))
        usage = Usage(
            1,
            0,
            tokens if self.input is None else self.input,
            written if self.output is None else self.output,
        )
        return Said(text, () if self.refused else calls, usage, self.cut, self.refused)


class Voice(Service):
    """A provider's own package, in one of the colours, with its retries off."""

    format: str
    asynchronous = False
    marks_the_end = True
    """Whether a stream that ends without saying so was broken off."""

    def __init__(self, spec: Spec, asynchronous: bool = False) -> None:
        self.asynchronous = asynchronous
        self._place: object = None
        super().__init__(spec)

    @property
    def client(self) -> Any:
        """The package's client: one for each process, and for each event loop."""
        here = (os.getpid(), place(self.asynchronous))
        if self._place is None:
            self._place = here
        elif self._place != here:
            self._place, self._client = here, self._connect()
        return self._client

    def patience(self) -> Patience:
        """Somebody waits for the answer: less long than for one that is read later."""
        return Patience(each=120.0, total=60.0, asking=60.0)

    def ask(self, request: Request, stream: bool) -> Any:
        """Send it: the answer, or with `stream` what its events come from; to be awaited if the
        client is async."""
        raise NotImplementedError

    def whole(self, made: Any) -> Draft:
        """Read an answer that came in one piece: an event that is all there is, if it looks so."""
        draft = Draft()
        self.take(draft, made)
        draft.end = True
        return draft

    def take(self, draft: Draft, event: Any) -> str:
        """Read one event into the draft; the words that are new."""
        raise NotImplementedError

    def hang_up(self, events: Any) -> Any:
        """Leave a stream, whether it has ended or not: to be awaited if the client is async."""
        return events.close()

    def closing(self) -> Any:
        """Close the connections: to be awaited if the client is async."""
        return self._client.close()

    def fault(self, error: Exception) -> Fault | None:
        """What an error of the package means; None if it is none of the service's."""
        if isinstance(error, OSError) or type(error).__module__.startswith(NETWORK):
            late = "timeout" in type(error).__name__.lower()
            return disconnected(error, late)
        return None


def unfinished() -> Fault:
    """An answer that stopped before its end."""
    return Fault(None, LOST)
