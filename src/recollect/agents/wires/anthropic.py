"""Anthropic's messages."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ...read.formats import SYSTEMS, rendered
from ...write.parts import UNSAID
from .base import Addition, Hearing, Json, Turn, Wire, is_memory, is_whole, last_of, listed, texts


class AnthropicWire(Wire):
    """`POST …/v1/messages`."""

    name = "anthropic"
    path = "/v1/messages"

    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request."""
        messages = listed(body.get("messages"))
        made = [_turn(one.get("role"), one.get("content")) for one in messages]
        return [turn for turn in made if turn is not None]

    def begun(self, body: Json) -> str:
        """What the caller wrote of the answer."""
        last = listed(body.get("messages"))[-1:]
        return "".join(texts(one.get("content")) for one in last if one.get("role") == "assistant")

    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it: what stays as a block of the system's behind the caller's
        own, what was recalled as a block before the user's words. It is another one each time, so
        it stands behind what is marked to be cached."""
        messages, made = list(body.get("messages") or []), dict(body)
        place = last_of(messages, _speaks)
        if added.recalled and place is not None:
            blocks = _blocks(messages[place]["content"])
            if body.get("cache_control") and messages[place] is messages[-1]:
                blocks[-1] = {"cache_control": made.pop("cache_control"), **blocks[-1]}
            marked = [n + 1 for n, one in enumerate(blocks) if one.get("cache_control")]
            first = next((n for n, one in enumerate(blocks) if one.get("text")), 0)
            recalled = {"type": "text", "text": added.recalled}
            blocks.insert(max([first, *marked]), recalled)
            messages[place] = {**messages[place], "content": blocks}
        made["messages"] = [*rendered(added.earlier, "anthropic"), *messages]
        if added.steady:
            stays = {"type": "text", "text": added.steady}
            made["system"] = [*_blocks(body.get("system") or []), stays]
        return made

    def reply(self, body: Json) -> Turn | None:
        """What the model said."""
        return _reply(listed(body.get("content")), body.get("stop_reason") == "refusal")

    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""
        return AnthropicHearing()


@dataclass
class AnthropicHearing(Hearing):
    """Blocks that grow."""

    blocks: dict[int, Json] = field(default_factory=dict)
    inputs: dict[int, str] = field(default_factory=dict)
    refused: bool = False

    def hear(self, event: Json) -> None:
        """One event."""
        place, delta = int(event.get("index") or 0), event.get("delta") or {}
        match event.get("type"), delta.get("type"):
            case "content_block_start", _:
                self.blocks[place] = dict(event.get("content_block") or {})
            case "content_block_delta", "text_delta":
                block = self.blocks.setdefault(place, {"type": "text"})
                block["text"] = block.get("text", "") + delta.get("text", "")
            case "content_block_delta", "input_json_delta":
                self.inputs[place] = self.inputs.get(place, "") + delta.get("partial_json", "")
            case "message_delta", _:
                self.refused = delta.get("stop_reason") == "refusal"
            case "message_stop", _:
                self.ended = True

    def turn(self) -> Turn | None:
        """What was said so far; calls that are not whole were not made."""
        made = []
        for place, block in sorted(self.blocks.items()):
            given = self.inputs.get(place, "")
            if block.get("type") != "tool_use":
                made.append(block)
            elif is_whole(given) and (given or self.ended):
                made.append({**block, "input": json.loads(given or "{}")})
        return _reply(made, self.refused)


def _turn(role: Any, content: Any) -> Turn | None:
    if isinstance(content, list):
        said = [one for one in listed(content) if one.get("type") not in UNSAID]
        content = [one for one in said if not is_memory(one)]
    if not content or role in SYSTEMS:
        return None
    return Turn({"role": role, "content": content}, texts(content) if role == "user" else "")


def _reply(blocks: list[Json], refused: bool) -> Turn | None:
    kept = [one for one in blocks if one.get("type") != "text" or one.get("text")]
    made = _turn("assistant", kept)
    if made is None and refused:
        made = _turn("assistant", "[refused]")
    if made is not None and refused:
        made.said["metadata"] = {"refusal": True}
    return made


def _blocks(content: Any) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _speaks(message: Any) -> bool:
    user = isinstance(message, dict) and message.get("role") == "user"
    return user and bool(texts(message.get("content")))
