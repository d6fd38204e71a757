"""Pydantic AI's messages as the turns that memory keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pydantic_ai import messages as said

from ...agents.wires.base import Json, Turn, assistant, called


def turns(messages: Iterable[Any], known: Collection[str] = ()) -> Iterator[Turn]:
    """What people, the assistant and tools said, but for the results of `known` tools."""
    for message in messages:
        if isinstance(message, said.ModelResponse):
            made = answer(message)
            yield from [] if made is None else [made]
            continue
        for part in message.parts:
            if isinstance(part, said.UserPromptPart):
                yield from _words(part)
            elif isinstance(part, said.ToolReturnPart) and part.tool_name not in known:
                yield _result(part)


def answer(response: Any) -> Turn | None:
    """What the assistant said and which tools it called; None if that is nothing."""
    calls = [
        called(part.tool_call_id, part.tool_name, part.args_as_json_str())
        for part in response.parts
        if isinstance(part, said.ToolCallPart)
    ]
    return assistant(response.text or "", calls)


def _words(part: Any) -> Iterator[Turn]:
    """What a user said. What is not text is kept as `add` keeps it: by its kind and its hash."""
    if isinstance(part.content, str):
        content: Any = part.content
        words = content
    else:
        shown = [made for made in map(_piece, part.content) if made]
        content = shown
        words = "\n".join(one["text"] for one in shown if one["type"] == "text")
    if words.strip() or (content and not isinstance(content, str)):
        yield Turn({"role": "user", "content": content}, words)


def _piece(content: Any) -> Json:
    """A part of a prompt as `add` takes it; nothing for one that says nothing."""
    if isinstance(content, str | said.TextContent):
        return {"type": "text", "text": content if isinstance(content, str) else content.content}
    if isinstance(content, said.BinaryContent):
        kind = content.media_type.partition("/")[0]
        return {"type": kind, "media_type": content.media_type, "data": content.base64}
    if isinstance(content, said.FileUrl):
        return {"type": content.kind.replace("-", "_"), "url": content.url}
    if isinstance(content, said.UploadedFile):
        return {"type": "file", "file_id": content.file_id}
    return {}


def _result(part: Any) -> Turn:
    content = part.model_response_str() or "(nothing)"
    named = {"tool_call_id": part.tool_call_id, "name": part.tool_name}
    return Turn({"role": "tool", "content": content, **named})
