"""OpenAI's chat completions, and whoever speaks them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...read.formats import SYSTEMS, rendered
from .base import (
    Addition,
    Hearing,
    Json,
    Turn,
    Wire,
    assistant,
    called,
    is_whole,
    last_of,
    listed,
    texts,
)

RESULTS = ("tool", "function")
KEPT = ("content", "name", "tool_calls", "tool_call_id")


class ChatWire(Wire):
    """`POST …/chat/completions`."""

    name = "openai"
    path = "/chat/completions"

    def turns(self, body: Json) -> list[Turn]:
        """The turns of a request."""
        made = [_turn(one) for one in listed(body.get("messages"))]
        return [turn for turn in made if turn is not None]

    def placed(self, body: Json, added: Addition) -> Json:
        """The request with memory in it, as messages of the system."""
        messages = list(body.get("messages") or [])
        own = [one.get("role") for one in listed(messages)]
        role = "developer" if "developer" in own else "system"
        place = last_of(messages, _speaks)
        if added.recalled and place is not None:
            messages.insert(place, {"role": role, "content": added.recalled})
        head = next((n for n, one in enumerate(own) if one not in SYSTEMS), len(own))
        stays = [{"role": role, "content": added.steady}] if added.steady else []
        messages[head:head] = [*stays, *rendered(added.earlier, "openai")]
        return {**body, "messages": messages}

    def reply(self, body: Json) -> Turn | None:
        """What the model said; of several choices, the first."""
        for choice in listed(body.get("choices"))[:1]:
            return _turn({**(choice.get("message") or {}), "role": "assistant"})
        return None

    def hearing(self) -> Hearing:
        """Ears for a streamed answer."""
        return ChatHearing()


@dataclass
class ChatHearing(Hearing):
    """Chunks with what is new in each."""

    text: str = ""
    refusal: str = ""
    calls: dict[int, Json] = field(default_factory=dict)

    def hear(self, event: Json) -> None:
        """One chunk."""
        for choice in listed(event.get("choices")):
            if choice.get("index"):
                continue
            delta = choice.get("delta") or {}
            self.text += texts(delta.get("content")) or _transcript(delta)
            self.refusal += delta.get("refusal") or ""
            if isinstance(delta.get("function_call"), dict):  # what tools were called before
                self._called({"function": delta["function_call"]})
            for call in listed(delta.get("tool_calls")):
                self._called(call)
            self.ended = self.ended or choice.get("finish_reason") is not None

    def turn(self) -> Turn | None:
        """What was said so far; calls that are not whole were not made."""
        made = [called(one["id"], one["name"], one["arguments"]) for one in self.calls.values()]
        whole = [one for one in made if self.ended or is_whole(one["function"]["arguments"])]
        return assistant(self.text or self.refusal, whole, bool(self.refusal))

    def _called(self, call: Json) -> None:
        """A bit of a call. Not every server numbers them: another id is another call."""
        place, id = int(call.get("index") or 0), call.get("id")
        while id and self.calls.get(place, {}).get("id", id) not in ("", id):
            place += 1
        kept = self.calls.setdefault(place, {"id": "", "name": "", "arguments": ""})
        function = call.get("function") or call.get("custom") or {}
        kept["id"] = id or kept["id"]
        kept["name"] = function.get("name") or kept["name"]
        kept["arguments"] += function.get("arguments") or function.get("input") or ""


def _turn(message: Json) -> Turn | None:
    role = message.get("role")
    if role in SYSTEMS:
        return None
    said: Json = {name: message[name] for name in KEPT if message.get(name) is not None}
    said["role"] = role
    if not said.get("content") and _transcript(message):
        said["content"] = _transcript(message)
    refusal, function = message.get("refusal"), message.get("function_call")
    if refusal and not said.get("content"):
        said |= {"content": refusal, "metadata": {"refusal": True}}
    if isinstance(function, dict) and "tool_calls" not in said:
        name = function.get("name")
        said["tool_calls"] = [called(name, name, function.get("arguments", ""))]
    if role == "function":  # what tools were called before
        said["tool_call_id"] = said.pop("name", "")
    if not said.get("content") and not said.get("tool_calls") and role not in RESULTS:
        return None
    return Turn(said, texts(message.get("content")) if role == "user" else "")


def _transcript(message: Json) -> str:
    """What is spoken in a sound, in words."""
    audio = message.get("audio")
    return (audio.get("transcript") or "") if isinstance(audio, dict) else ""


def _speaks(message: Any) -> bool:
    user = isinstance(message, dict) and message.get("role") == "user"
    return user and bool(message.get("content"))
