"""Google's interactions: what is sent and what is answered are steps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ...read.formats import APART, SYSTEMS
from ...read.turns import Call, Piece
from .base import (
    SEEN,
    Addition,
    Hearing,
    Json,
    Turn,
    Wire,
    answered,
    assistant,
    is_memory,
    is_whole,
    last_of,
    listed,
    texts,
)

CONTENT = ("text", "image", "audio", "video", "document")
CHAINED = "previous_interaction_id"
"""With it Google has the earlier turns and keeps the input, so nothing is recalled into that."""


class InteractionsWire(Wire):
    """`POST …/interactions`."""

    name = "interactions"
    path = "/interactions"

    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request; the steps of one answer are one."""
        made: list[Turn | None] = []
        for theirs, group in groupby(_input(body), _is_models):
            steps = list(group)
            made += [_reply(steps)] if theirs else map(_turn, steps)
        return [turn for turn in made if turn is not None]

    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it: what stays is told behind the caller's instruction.
        Beside a cached content, which has one, all of it stands before the user's words."""
        steps = _input(body)
        place, chained = last_of(steps, _speaks), bool(body.get(CHAINED))
        within = [added.recalled] if place is not None and not chained else []
        if body.get("cached_content") and place is not None:
            within = [added.steady, added.recalled]
        told = [text for text in (added.steady, added.recalled) if text and text not in within]
        if place is not None and any(within):
            steps[place] = _before(steps[place], [text for text in within if text])
        earlier = [] if chained else _steps(added.earlier)
        made = body | ({"input": [*earlier, *steps]} if steps else {})
        own = body.get("system_instruction")
        return made | (
            {"system_instruction": APART.join([own, *told] if own else told)} if told else {}
        )

    def reply(self, body: Json) -> Turn | None:
        """What the model said."""
        return _reply(listed(body.get("steps")))

    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""
        return InteractionsHearing()


@dataclass
class InteractionsHearing(Hearing):
    """Steps that begin, grow and end. The last event may have all of them."""

    steps: dict[int, Json] = field(default_factory=dict)
    given: dict[int, str] = field(default_factory=dict)
    """What calls are given, as far as it has come."""
    whole: list[Json] = field(default_factory=list)

    def hear(self, event: Json) -> None:
        """One event."""
        kind, place = event.get("event_type"), int(event.get("index") or 0)
        if kind == "step.start":
            step = event.get("step") or {}
            self.steps[place] = {**step, "content": listed(step.get("content"))}
        elif kind == "step.delta" and place in self.steps:
            self._grow(place, event.get("delta") or {})
        elif kind == "interaction.completed":
            self.whole = listed((event.get("interaction") or {}).get("steps"))
            self.ended = True

    def turn(self) -> Turn | None:
        """What was said so far."""
        made = []
        for place, step in sorted(self.steps.items()):
            given = self.given.get(place)
            if step.get("type") == "function_call" and not self.ended and not given:
                continue  # what it is given has not come yet
            if given is not None and not is_whole(given):
                continue
            made.append(step if given is None else {**step, "arguments": _object(given)})
        return _reply(self.whole or made)

    def _grow(self, place: int, delta: Json) -> None:
        step, kind = self.steps[place], delta.get("type")
        last = step["content"][-1] if step["content"] else {}
        if kind == "arguments_delta":
            self.given[place] = self.given.get(place, "") + (delta.get("arguments") or "")
        elif kind == "thought_signature":
            step["signature"] = delta.get("signature")
        elif kind == "text" and last.get("type") == "text":
            last["text"] += delta.get("text") or ""
        elif kind in CONTENT and last.get("type") != kind:
            step["content"].append(dict(delta))


def _input(body: Json) -> list[Json]:
    """The steps of a request, which may be given as text or as contents alone."""
    given = body.get("input")
    if isinstance(given, str):
        given = {"type": "text", "text": given}
    contents = [given] if isinstance(given, dict) else listed(given)
    if any(one.get("type") in CONTENT for one in contents):
        return [{"type": "user_input", "content": contents}]
    return contents


def _is_models(step: Json) -> bool:
    """Whether it is the model's: what it said, thought and called, and what Google ran for it."""
    return step.get("type") not in ("user_input", "function_result")


def _turn(step: Json) -> Turn | None:
    if step.get("type") == "function_result":
        content = answered(step.get("result"))
        return Turn({"role": "tool", "tool_call_id": step.get("call_id"), "content": content})
    content = [part for part in _contents(step) if not is_memory(part)]
    if not content:
        return None
    words = texts(content)
    plain = all(part.get("type") == "text" for part in content)
    return Turn({"role": "user", "content": words if plain else [*map(_part, content)]}, words)


def _reply(steps: Sequence[Json]) -> Turn | None:
    """What is said, and called: what Google ran by itself is a part without words."""
    parts, signature = list[Json](), None
    for step in steps:
        kind = str(step.get("type"))
        if kind == "thought":
            signature = step.get("signature")
        elif kind == "function_call":
            call = {name: step.get(name) for name in ("type", "id", "name", "arguments")}
            parts.append(call | ({"thought_signature": signature} if signature else {}))
            signature = None
        elif kind == "model_output":
            parts += map(_part, _contents(step))
        elif kind.endswith("_call"):
            parts.append(step)
    return assistant([part for part in parts if part.get("text") != ""], [])


def _contents(step: Json) -> list[Json]:
    given = step.get("content")
    return [{"type": "text", "text": given}] if isinstance(given, str) else listed(given)


def _part(content: Json) -> Json:
    kind = content.get("type")
    if kind == "text":
        return {"type": "text", "text": str(content.get("text") or "")}
    return {"type": kind if kind in SEEN else "file", "source": content}


def _before(step: Json, told: Sequence[str]) -> Json:
    """A step of the user with texts before his words."""
    content = _contents(step)
    first = next(n for n, part in enumerate(content) if part.get("text"))
    return {**step, "content": [*content[:first], *map(_text, told), *content[first:]]}


def _speaks(step: Any) -> bool:
    return step.get("type") == "user_input" and bool(texts(_contents(step)))


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _steps(pieces: Sequence[Piece]) -> Iterator[Json]:
    for piece in pieces:
        if piece.answers is not None:
            call = piece.answers
            told = {"call_id": call.id, "name": call.name, "result": piece.text}
            yield {"type": "function_result", **told}
            continue
        if piece.text and piece.role not in SYSTEMS:
            kind = "model_output" if piece.role == "assistant" else "user_input"
            yield {"type": kind, "content": [_text(piece.text)]}
        for call in piece.calls:
            yield from _called(call)


def _called(call: Call) -> Iterator[Json]:
    if call.signature:
        yield {"type": "thought", "signature": call.signature}
    given = _object(call.arguments)
    yield {"type": "function_call", "id": call.id, "name": call.name, "arguments": given}


def _object(arguments: str) -> Json:
    """What a call is given as the object that Google wants, whatever a model wrote."""
    try:
        made = json.loads(arguments or "{}")
    except ValueError:
        made = arguments
    return made if isinstance(made, dict) else {"arguments": made}
