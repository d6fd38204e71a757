"""What every wire has: turns out of a request, memory into it, and the reply out of the answer."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...read.frame import CLOSE, OPEN
from ...read.turns import Piece

Json = dict[str, Any]
TEXTS = (None, "text", "input_text", "output_text")
SEEN = ("image", "audio", "video")
"""What Google's models take beside text."""
TOO_LONG = re.compile(
    r"context.length|context window|prompt is too long|exceeds the maximum number of tokens"
    r"|too many (?:input )?tokens|request_too_large",
    re.IGNORECASE,
)
MESSAGE = re.compile(r'"message"\s*:\s*"((?:[^"\\]|\\.)*)"')
COUNT = re.compile(r"\d[\d,]{2,}")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, as `add` takes it; `words` is what a person says in it."""

    said: Json
    words: str = ""


@dataclass(frozen=True, slots=True)
class Addition:
    """What memory adds to a request: what stays, earlier turns of the session, what was recalled
    for the newest words."""

    steady: str = ""
    earlier: Sequence[Piece] = ()
    recalled: str = ""

    def __bool__(self) -> bool:
        return bool(self.steady or self.earlier or self.recalled)


@dataclass
class Hearing(ABC):
    """A reply that comes piece by piece."""

    ended: bool = False
    """Whether the provider said that this was all."""

    @abstractmethod
    def hear(self, event: Json) -> None:
        """One event of the stream."""

    @abstractmethod
    def turn(self) -> Turn | None:
        """What was said so far, or None if nothing was."""


class Form(ABC):
    """Where the turns of a request are, and where memory goes in it."""

    @abstractmethod
    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request in their order, without what the system says."""

    def begun(self, body: Json) -> str:
        """What the caller wrote of the answer, which begins with it and does not repeat it."""
        return ""

    @abstractmethod
    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it: what stays behind the caller's own system text, what was
        recalled right before the newest words of the user."""


class Wire(Form):
    """One provider's format."""

    name: str
    path: str
    """How the paths end at which a model is asked."""

    def fits(self, path: str) -> bool:
        """Whether a request to this path asks a model."""
        return path.endswith(self.path)

    def at(self, path: str) -> Wire:
        """The wire for what a path names beyond that."""
        return self

    @abstractmethod
    def reply(self, body: Json) -> Turn | None:
        """What the model said, out of a whole answer."""

    @abstractmethod
    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""


def overrun(status: int, answer: bytes) -> int | None:
    """By how many tokens a request was too long, 0 if the provider does not say, None if that was
    not the trouble."""
    if status not in (400, 413):
        return None
    text = answer.decode("utf-8", "replace")
    if TOO_LONG.search(text) is None:
        return None
    told = MESSAGE.search(text)
    counts = [int(one.replace(",", "")) for one in COUNT.findall(told[1] if told else text)]
    return abs(counts[1] - counts[0]) if len(counts) > 1 else 0


def listed(value: Any) -> list[Json]:
    """The dicts of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def texts(content: Any) -> str:
    """The words in some content: text, or parts of it."""
    if isinstance(content, str):
        return content
    said = [one.get("text") for one in listed(content) if one.get("type") in TEXTS]
    return "\n".join(text for text in said if isinstance(text, str))


def is_memory(part: Json) -> bool:
    """Whether a part is what a memory added, as where a client is wrapped and behind a proxy."""
    text = part.get("text")
    return isinstance(text, str) and text.startswith(OPEN) and text.endswith(CLOSE)


def last_of(messages: Sequence[Any], speaks: Callable[[Any], bool]) -> int | None:
    """The place of the last message in which a person says something."""
    return next((n for n in reversed(range(len(messages))) if speaks(messages[n])), None)


def assistant(
    content: str | list[Json], calls: Sequence[Mapping[str, Any]], refused: bool = False
) -> Turn | None:
    """A reply as `add` takes it, None if there is nothing in it. Parts that are all text are one
    text."""
    if isinstance(content, list) and all(part.get("type") == "text" for part in content):
        content = texts(content)
    if not calls and not (content.strip() if isinstance(content, str) else content):
        return None
    said: Json = {"role": "assistant", "content": content or None}
    if calls:
        said["tool_calls"] = list(calls)
    if refused:
        said["metadata"] = {"refusal": True}
    return Turn(said)


def continued(begun: str, said: Json) -> Json:
    """An answer with its beginning."""
    content = said.get("content") or ""
    if not begun:
        return said
    if isinstance(content, str):
        return {**said, "content": begun + content}
    first = content[0].get("text")
    rest = content if first is None else content[1:]
    return {**said, "content": [{"type": "text", "text": begun + (first or "")}, *rest]}


def called(id: Any, name: Any, arguments: Any) -> Json:
    """A tool call as `add` takes it."""
    return {
        "id": str(id or name or ""),
        "type": "function",
        "function": {"name": str(name or "?"), "arguments": arguments},
    }


def answered(output: Any) -> Any:
    """What a tool answered: text, or parts of it; whatever else there is, spelled."""
    if isinstance(output, str):
        return output
    parts = output if isinstance(output, list) else [output]
    typed = all(isinstance(one, dict) and "type" in one for one in parts)
    return parts if typed else json.dumps(output)


def is_whole(arguments: Any) -> bool:
    """Whether the arguments of a call are JSON to the end."""
    try:
        json.loads(arguments or "{}")
    except ValueError:
        return False
    return True
