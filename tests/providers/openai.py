"""OpenAI's chat completions, as they are on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .requests import Request
from .says import Say, chopped, halves
from .sse import CONTENT_TYPE, data

STATUS: dict[str, int] = {}
USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}


def body(say: Say, request: Request) -> dict[str, Any]:
    """A whole answer."""
    message: dict[str, Any] = {
        "role": "assistant",
        "content": None if say.refusal or (say.calls and not say.text) else say.text,
        "refusal": say.refusal,
        "annotations": [],
    }
    if say.calls:
        message["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.json}}
            for c in say.calls
        ]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(say)}
    return {**_head(request, "chat.completion"), "choices": [choice], "usage": USAGE}


def events(say: Say, request: Request) -> Iterator[bytes]:
    """The same, piece by piece."""
    head = _head(request, "chat.completion.chunk")

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return data({**head, "choices": [choice]})

    empty = None if say.calls and not say.text else ""
    yield chunk({"role": "assistant", "content": empty, "refusal": None})
    for piece in [] if say.refusal else say.pieces:
        yield chunk({"content": piece})
    for piece in chopped(say.refusal or ""):
        yield chunk({"refusal": piece})
    for place, call in enumerate(say.calls):
        named = {"name": call.name, "arguments": ""}
        first = {"index": place, "id": call.id, "type": "function", "function": named}
        yield chunk({"tool_calls": [first]})
        for half in halves(call.json):
            yield chunk({"tool_calls": [{"index": place, "function": {"arguments": half}}]})
    yield chunk({}, _finish(say))
    if (request.body.get("stream_options") or {}).get("include_usage"):
        yield data({**head, "choices": [], "usage": USAGE})
    yield b"data: [DONE]\n\n"


def error(fault: str, request: Request) -> dict[str, Any]:
    """An error instead of an answer."""
    kind, param, code, message = {
        "rate_limit": (
            *("requests", None, "rate_limit_exceeded"),
            "Rate limit reached for this model. Please try again later.",
        ),
        "server": ("server_error", None, None, "The server had an error. Sorry about that!"),
        "overloaded": ("server_error", None, None, "The engine is currently overloaded."),
        "context": (
            *("invalid_request_error", "messages", "context_length_exceeded"),
            "This model's maximum context length is 8192 tokens. However, your messages resulted in"
            " 9001 tokens. Please reduce the length of the messages.",
        ),
        "auth": (
            *("invalid_request_error", None, "invalid_api_key"),
            "Incorrect API key provided.",
        ),
        "bad_request": ("invalid_request_error", "model", None, "you must provide a model"),
    }[fault]
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def trouble(fault: str, request: Request) -> list[bytes]:
    """An error in the middle of a stream."""
    return [data(error(fault, request))]


def content_type(request: Request) -> str:
    """Of a stream."""
    return CONTENT_TYPE


def _head(request: Request, kind: str) -> dict[str, Any]:
    return {
        "id": "chatcmpl-scripted",
        "object": kind,
        "created": 1767225600,
        "model": request.model,
        "service_tier": "default",
        "system_fingerprint": None,
    }


def _finish(say: Say) -> str:
    return "tool_calls" if say.calls else "stop"
