"""OpenAI's responses, as they are on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from . import openai
from .requests import Request
from .says import Say, chopped, halves
from .sse import CONTENT_TYPE, event

STATUS: dict[str, int] = {}
USAGE = {
    "input_tokens": 9,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 3,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 12,
}


def body(say: Say, request: Request) -> dict[str, Any]:
    """A whole answer."""
    return _response(request, "completed", _items(say)) | {"usage": USAGE}


def events(say: Say, request: Request) -> Iterator[bytes]:
    """The same, piece by piece."""
    numbers = count()

    def made(kind: str, **more: Any) -> bytes:
        return event({"type": f"response.{kind}", "sequence_number": next(numbers), **more})

    begun = _response(request, "in_progress", [])
    yield made("created", response=begun)
    yield made("in_progress", response=begun)
    for place, item in enumerate(_items(say)):
        at = {"output_index": place, "item_id": item["id"]}
        if item["type"] == "function_call":
            fresh = {**item, "arguments": "", "status": "in_progress"}
            yield made("output_item.added", output_index=place, item=fresh)
            for half in halves(item["arguments"]):
                yield made("function_call_arguments.delta", **at, delta=half)
            yield made("function_call_arguments.done", **at, arguments=item["arguments"])
        else:
            fresh = {**item, "content": [], "status": "in_progress"}
            yield made("output_item.added", output_index=place, item=fresh)
            for number, part in enumerate(item["content"]):
                at["content_index"] = number
                yield from _part(made, part, at)
        yield made("output_item.done", output_index=place, item=item)
    yield made("completed", response=body(say, request))


def error(fault: str, request: Request) -> dict[str, Any]:
    """An error instead of an answer."""
    given = openai.error(fault, request)
    if fault == "context":
        given["error"] |= {
            "param": "input",
            "message": "Your input exceeds the context window of this model. "
            "Please adjust your input and try again.",
        }
    return given


def trouble(fault: str, request: Request) -> list[bytes]:
    """An error in the middle of a stream."""
    given = error(fault, request)["error"]
    told = {"code": given["code"] or "server_error", "message": given["message"]}
    failed = _response(request, "failed", []) | {"error": told}
    return [event({"type": "response.failed", "sequence_number": 99, "response": failed})]


def content_type(request: Request) -> str:
    """Of a stream."""
    return CONTENT_TYPE


def _part(made: Any, part: dict[str, Any], at: dict[str, Any]) -> Iterator[bytes]:
    refused = part["type"] == "refusal"
    name, kind = ("refusal", "refusal") if refused else ("text", "output_text")
    more = {} if refused else {"logprobs": []}
    empty = {**part, name: ""}
    yield made("content_part.added", **at, part=empty)
    for piece in chopped(part[name]):
        yield made(f"{kind}.delta", **at, delta=piece, **more)
    yield made(f"{kind}.done", **at, **{name: part[name]}, **more)
    yield made("content_part.done", **at, part=part)


def _items(say: Say) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    if say.refusal is not None:
        part: dict[str, Any] = {"type": "refusal", "refusal": say.refusal}
    else:
        part = {"type": "output_text", "text": say.text, "annotations": [], "logprobs": []}
    if say.text or say.refusal or not say.calls:
        made.append(
            {
                "type": "message",
                "id": "msg_scripted",
                "status": "completed",
                "role": "assistant",
                "content": [part],
            }
        )
    for call in say.calls:
        made.append(
            {
                "type": "function_call",
                "id": f"fc_{call.id}",
                "status": "completed",
                "call_id": call.id,
                "name": call.name,
                "arguments": call.json,
            }
        )
    return made


def _response(request: Request, status: str, output: list[Any]) -> dict[str, Any]:
    return {
        "id": "resp_scripted",
        "object": "response",
        "created_at": 1767225600,
        "status": status,
        "background": False,
        "error": None,
        "incomplete_details": None,
        "instructions": request.body.get("instructions"),
        "max_output_tokens": None,
        "model": request.model,
        "output": output,
        "parallel_tool_calls": True,
        "previous_response_id": request.body.get("previous_response_id"),
        "reasoning": {"effort": None, "summary": None},
        "store": True,
        "temperature": 1.0,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": request.body.get("tools", []),
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": None,
        "user": None,
        "metadata": {},
    }
