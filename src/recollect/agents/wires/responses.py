"""OpenAI's responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...read.formats import APART, SYSTEMS
from ...read.turns import Piece
from .base import (
    Addition,
    Hearing,
    Json,
    Turn,
    Wire,
    answered,
    assistant,
    called,
    last_of,
    listed,
    texts,
)

GIVEN = ("arguments", "input", "action", "operation")
"""What a call is given, by the kinds of tools."""
CHAINED = ("previous_response_id", "conversation")
"""With one of these the provider keeps the input: what was recalled must not be in it, and the
earlier turns are there already."""


class ResponsesWire(Wire):
    """`POST …/responses`."""

    name = "responses"
    path = "/responses"

    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request."""
        made = [_turn(item) for item in _input(body)]
        return [turn for turn in made if turn is not None]

    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it: what stays is told behind the caller's instructions."""
        items = _input(body)
        told = [body.get("instructions") or "", added.steady]
        place, chained = last_of(items, _speaks), any(body.get(name) for name in CHAINED)
        if place is None or chained:
            told.append(added.recalled)
        elif added.recalled:
            items.insert(place, {"role": "developer", "content": added.recalled})
        heads = (n for n, item in enumerate(items) if item.get("role") not in SYSTEMS)
        head = min(next(heads, len(items)), len(items) if place is None else place)
        items[head:head] = [] if chained else _items(added.earlier)
        instructions = APART.join(text for text in told if text)
        return {**body, "input": items} | ({"instructions": instructions} if instructions else {})

    def reply(self, body: Json) -> Turn | None:
        """What the model said."""
        return _reply(listed(body.get("output")))

    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""
        return ResponsesHearing()


@dataclass
class ResponsesHearing(Hearing):
    """Events, of which the last has all of it."""

    items: dict[int, Json] = field(default_factory=dict)
    parts: dict[int, str] = field(default_factory=dict)
    refused: bool = False

    def hear(self, event: Json) -> None:
        """One event."""
        kind, place = event.get("type"), int(event.get("output_index") or 0)
        if kind in ("response.output_text.delta", "response.refusal.delta"):
            self.parts[place] = self.parts.get(place, "") + (event.get("delta") or "")
            self.refused = self.refused or kind == "response.refusal.delta"
        elif kind == "response.output_item.done":
            self.items[place] = event.get("item") or {}
        elif kind in ("response.completed", "response.incomplete"):
            output = listed((event.get("response") or {}).get("output"))
            self.items = dict(enumerate(output)) or self.items
            self.ended = True

    def turn(self) -> Turn | None:
        """What was said so far."""
        kind, name = ("refusal", "refusal") if self.refused else ("output_text", "text")
        items = dict(self.items)
        for place, text in self.parts.items():
            items.setdefault(place, {"type": "message", "content": [{"type": kind, name: text}]})
        return _reply([items[place] for place in sorted(items)])


def _input(body: Json) -> list[Json]:
    given = body.get("input")
    return [{"role": "user", "content": given}] if isinstance(given, str) else listed(given)


def _turn(item: Json) -> Turn | None:
    kind, role = item.get("type", "message"), item.get("role")
    if _calls(item):
        return _reply([item])
    if kind.endswith("_call_output"):
        made = {"role": "tool", "tool_call_id": item.get("call_id")}
        return Turn({**made, "content": answered(item.get("output"))})
    if kind != "message" or role in SYSTEMS or not item.get("content"):
        return None
    if role == "assistant":
        return _reply([item])
    return Turn({"role": role, "content": item["content"]}, texts(item["content"]))


def _reply(items: Sequence[Json]) -> Turn | None:
    """What is said, and called: what the provider's own tools did is a part without words."""
    parts, calls, refused = list[Json](), list[Json](), False
    for item in items:
        kind = item.get("type", "message")
        if _calls(item):
            given = next((item[name] for name in GIVEN if name in item), None)
            name = item.get("name") or kind.removesuffix("_call")
            calls.append(called(item.get("call_id"), name, given))
        elif kind == "message":
            refusals = [one.get("refusal") or "" for one in listed(item.get("content"))]
            lines = [texts(item.get("content")), *refusals]
            parts += [{"type": "text", "text": line} for line in lines if line]
            refused = refused or any(refusals)
        elif kind.endswith("_call"):
            parts.append(item)
    return assistant(parts, calls, refused)


def _calls(item: Json) -> bool:
    """Whether an item is a call that somebody else answers."""
    return "call_id" in item and str(item.get("type")).endswith("_call")


def _items(pieces: Sequence[Piece]) -> list[Json]:
    made: list[Json] = []
    for piece in pieces:
        if piece.answers is not None:
            id = piece.answers.id
            made.append({"type": "function_call_output", "call_id": id, "output": piece.text})
            continue
        if piece.text:
            made.append({"role": piece.role, "content": piece.text})
        for call in piece.calls:
            told = {"call_id": call.id, "name": call.name, "arguments": call.arguments}
            made.append({"type": "function_call", **told})
    return made


def _speaks(item: Any) -> bool:
    return item.get("role") == "user" and bool(item.get("content"))
