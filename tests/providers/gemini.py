"""Gemini's generateContent and streamGenerateContent, as they are on the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from .requests import Request
from .says import Say
from .sse import CONTENT_TYPE, data

STATUS: dict[str, int] = {}
ERRORS = {
    "rate_limit": (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
    "server": (500, "INTERNAL", "An internal error has occurred."),
    "overloaded": (503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    "context": (
        *(400, "INVALID_ARGUMENT"),
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
    ),
    "auth": (401, "UNAUTHENTICATED", "API key not valid. Please pass a valid API key."),
    "bad_request": (400, "INVALID_ARGUMENT", "contents is not specified"),
}


def body(say: Say, request: Request) -> dict[str, Any]:
    """A whole answer."""
    said = [] if say.refusal is not None else [{"text": say.text}] if say.text else []
    return _response(request, [*said, *_calls(say)], _finish(say))


def events(say: Say, request: Request) -> Iterator[bytes]:
    """The same, piece by piece: as events, or as a JSON array that grows."""
    parts = [{"text": piece} for piece in ([] if say.refusal is not None else say.pieces)]
    parts += _calls(say)
    bodies = [_response(request, [part], None) for part in parts[:-1]]
    bodies.append(_response(request, parts[-1:], _finish(say)))
    if parse_qs(request.query).get("alt") == ["sse"]:
        yield from map(data, bodies)
        return
    for place, one in enumerate(bodies):
        yield (("[" if place == 0 else ",\r\n") + json.dumps(one)).encode()
    yield b"]"


def error(fault: str, request: Request) -> dict[str, Any]:
    """An error instead of an answer."""
    code, status, message = ERRORS[fault]
    given: dict[str, Any] = {"code": code, "message": message, "status": status}
    if fault == "rate_limit":
        kind = "type.googleapis.com/google.rpc.RetryInfo"
        given["details"] = [{"@type": kind, "retryDelay": "1s"}]
    return {"error": given}


def trouble(fault: str, request: Request) -> list[bytes]:
    """An error in the middle of a stream."""
    return [data(error(fault, request))]


def content_type(request: Request) -> str:
    """Of a stream."""
    sse = parse_qs(request.query).get("alt") == ["sse"]
    return CONTENT_TYPE if sse else "application/json; charset=UTF-8"


def _calls(say: Say) -> list[dict[str, Any]]:
    return [
        {"functionCall": {"id": call.id, "name": call.name, "args": call.arguments}}
        | ({"thoughtSignature": call.signature} if call.signature else {})
        for call in say.calls
    ]


def _finish(say: Say) -> str:
    return "SAFETY" if say.refusal is not None else "STOP"


def _response(request: Request, parts: list[Any], finish: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    if finish is not None:
        candidate["finishReason"] = finish
    used = {"promptTokenCount": 9, "candidatesTokenCount": 3, "totalTokenCount": 12}
    return {
        "candidates": [candidate],
        "usageMetadata": used,
        "modelVersion": request.model,
        "responseId": "scripted",
    }
