"""What a scripted model does with a request, in no provider's form yet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

FAULTS = ("rate_limit", "server", "overloaded", "context", "auth", "bad_request")


@dataclass(frozen=True)
class Call:
    """The model calls a tool."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    id: str = "call_1"
    signature: str = ""
    """What Gemini signs the thought behind a call with, in base64."""

    @property
    def json(self) -> str:
        """The arguments as a model writes them."""
        return json.dumps(self.arguments)


@dataclass(frozen=True)
class Say:
    """An answer. `refusal` is what it says instead; `between(n)` runs before the nth streamed
    event, so that a test can hold the stream."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    refusal: str | None = None
    between: Callable[[int], object] | None = None

    @property
    def pieces(self) -> list[str]:
        """The text as it is streamed."""
        return chopped(self.text)


@dataclass(frozen=True)
class Fail:
    """An error in the provider's own shape, one of `FAULTS`. `after` is how many events of `say`
    are streamed first; by default the error is the whole answer."""

    fault: str = "server"
    wait: float | None = None
    """Seconds in its retry-after."""
    after: int | None = None
    say: Say = Say()

    def __post_init__(self) -> None:
        assert self.fault in FAULTS, f"there is no fault {self.fault!r}"


@dataclass(frozen=True)
class Drop:
    """The connection ends: at once, or after so many streamed events of what it was saying."""

    say: Say = Say()
    after: int = 0


@dataclass(frozen=True)
class Stall:
    """Nothing comes for as long as the server lives, or after so many streamed events."""

    say: Say = Say()
    after: int = 0


Reply = Say | Fail | Drop | Stall


def chopped(text: str) -> list[str]:
    """A text in words, each with the white space behind it."""
    return re.findall(r"\s*\S+\s*", text) or ([text] if text else [])


def halves(text: str) -> list[str]:
    """A text in two, as arguments of tools are streamed."""
    middle = len(text) // 2
    return [text[:middle], text[middle:]]
