"""Google's interactions, as they are on the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import gemini
from .requests import Request
from .says import Say, halves
from .sse import CONTENT_TYPE

STATUS: dict[str, int] = {}
error = gemini.error


def body(say: Say, request: Request) -> dict[str, Any]:
    """A whole answer."""
    return _interaction(request, "completed", _steps(say))


def events(say: Say, request: Request) -> Iterator[bytes]:
    """The same, piece by piece."""
    yield _event("interaction.created", interaction=_interaction(request, "in_progress", None))
    for place, step in enumerate(_steps(say)):
        fresh = {name: given for name, given in step.items() if name not in GROWS}
        fresh |= {"arguments": {}} if step["type"] == "function_call" else {}
        yield _event("step.start", index=place, step=fresh)
        for delta in _deltas(step, say):
            yield _event("step.delta", index=place, delta=delta)
        yield _event("step.stop", index=place)
    yield _event("interaction.completed", interaction=_interaction(request, "completed", None))
    yield b"event: done\ndata: [DONE]\n\n"


def trouble(fault: str, request: Request) -> list[bytes]:
    """An error in the middle of a stream."""
    given = error(fault, request)["error"]
    return [_event("error", error={"code": given["status"], "message": given["message"]})]


def content_type(request: Request) -> str:
    """Of a stream."""
    return CONTENT_TYPE


GROWS = ("content", "arguments", "signature")


def _steps(say: Say) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    if say.refusal is not None or say.text or not say.calls:
        told = {"type": "text", "text": say.text if say.refusal is None else say.refusal}
        made.append({"type": "model_output", "content": [told]})
    for call in say.calls:
        if call.signature:
            made.append({"type": "thought", "signature": call.signature})
        given = {"id": call.id, "name": call.name, "arguments": call.arguments}
        made.append({"type": "function_call", **given})
    return made


def _deltas(step: dict[str, Any], say: Say) -> Iterator[dict[str, Any]]:
    if step["type"] == "thought":
        yield {"type": "thought_signature", "signature": step["signature"]}
    elif step["type"] == "function_call":
        for half in halves(json.dumps(step["arguments"])):
            yield {"type": "arguments_delta", "arguments": half}
    else:
        for piece in say.pieces:
            yield {"type": "text", "text": piece}


def _interaction(request: Request, status: str, steps: list[Any] | None) -> dict[str, Any]:
    made = {"id": "v1_scripted", "object": "interaction", "status": status, "model": request.model}
    used = {"total_input_tokens": 9, "total_output_tokens": 3, "total_tokens": 12}
    return (
        made
        | ({"usage": used} if status == "completed" else {})
        | ({} if steps is None else {"steps": steps})
    )


def _event(kind: str, **more: Any) -> bytes:
    given = json.dumps({"event_type": kind, **more})
    return f"event: {kind}\ndata: {given}\n\n".encode()
