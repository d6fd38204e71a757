"""Anthropic's messages, as they are on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .requests import Request
from .says import Say, chopped, halves
from .sse import CONTENT_TYPE, event

STATUS = {"overloaded": 529}
ERRORS = {
    "rate_limit": ("rate_limit_error", "This request would exceed your rate limit."),
    "server": ("api_error", "Internal server error"),
    "overloaded": ("overloaded_error", "Overloaded"),
    "context": ("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    "auth": ("authentication_error", "invalid x-api-key"),
    "bad_request": ("invalid_request_error", "max_tokens: Field required"),
}


def body(say: Say, request: Request) -> dict[str, Any]:
    """A whole answer."""
    return _message(request, _blocks(say), _stop(say), 3)


def events(say: Say, request: Request) -> Iterator[bytes]:
    """The same, piece by piece."""
    yield event({"type": "message_start", "message": _message(request, [], None, 1)})
    for place, block in enumerate(_blocks(say)):
        fresh = {**block, **({"text": ""} if block["type"] == "text" else {"input": {}})}
        yield event({"type": "content_block_start", "index": place, "content_block": fresh})
        if place == 0:
            yield event({"type": "ping"})
        for delta in _deltas(block, say):
            yield event({"type": "content_block_delta", "index": place, "delta": delta})
        yield event({"type": "content_block_stop", "index": place})
    ended = {"stop_reason": _stop(say), "stop_sequence": None}
    yield event({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 3}})
    yield event({"type": "message_stop"})


def error(fault: str, request: Request) -> dict[str, Any]:
    """An error instead of an answer."""
    kind, message = ERRORS[fault]
    return {
        "type": "error",
        "error": {"type": kind, "message": message},
        "request_id": "req_scripted",
    }


def trouble(fault: str, request: Request) -> list[bytes]:
    """An error in the middle of a stream."""
    return [event(error(fault, request))]


def content_type(request: Request) -> str:
    """Of a stream."""
    return CONTENT_TYPE


def _deltas(block: dict[str, Any], say: Say) -> Iterator[dict[str, Any]]:
    if block["type"] == "text":
        for piece in chopped(block["text"]):
            yield {"type": "text_delta", "text": piece}
        return
    call = next(call for call in say.calls if call.id == block["id"])
    for half in halves(call.json):
        yield {"type": "input_json_delta", "partial_json": half}


def _blocks(say: Say) -> list[dict[str, Any]]:
    text = say.refusal if say.refusal is not None else say.text
    said = [{"type": "text", "text": text}] if text else []
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
        for call in say.calls
    ]
    return [*said, *calls]


def _message(request: Request, content: list[Any], stop: str | None, tokens: int) -> dict[str, Any]:
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": request.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 9, "output_tokens": tokens},
    }


def _stop(say: Say) -> str:
    if say.refusal is not None:
        return "refusal"
    return "tool_use" if say.calls else "end_turn"
