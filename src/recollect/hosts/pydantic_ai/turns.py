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
            made = [answer(message)]
        else:
            made = [_asked(part, known) for part in message.parts]
        yield from (turn for turn in made if turn is not None)


def answer(response: Any) -> Turn | None:
    """What the assistant said and which tools it called; None if that is nothing."""
    calls = [
        called(part.tool_call_id, part.tool_name, part.args_as_json_str())
        for part in response.parts
        if isinstance(part, said.ToolCallPart)
    ]
    return assistant(response.text or "", calls)


def _asked(part: Any, known: Collection[str]) -> Turn | None:
    if isinstance(part, said.UserPromptPart):
        return _words([part.content] if isinstance(part.content, str) else part.content)
    if isinstance(part, said.ToolReturnPart) and part.tool_name not in known:
        return _result(part)
    return None


def _words(contents: Iterable[Any]) -> Turn | None:
    """What a user said. What is not text is kept as `add` keeps it: by its kind and its hash."""
    parts = [made for made in map(_piece, contents) if made]
    words = "\n".join(one["text"] for one in parts if one["type"] == "text")
    return Turn({"role": "user", "content": parts}, words) if parts else None


def _piece(content: Any) -> Json:
    """A part of a prompt as `add` takes it; nothing for one that says nothing."""
    if isinstance(content, str | said.TextContent):
        text = content if isinstance(content, str) else content.content
        return {"type": "text", "text": text} if text.strip() else {}
    if isinstance(content, said.BinaryContent):
        kind = content.media_type.partition("/")[0]
        return {"type": kind, "media_type": content.media_type, "data": content.base64}
    if isinstance(content, said.FileUrl):
        return {"type": content.kind.replace("-", "_"), "url": content.url}
    if isinstance(content, said.UploadedFile):
        return {"type": "file", "file_id": content.file_id}
    return {}


def _result(part: Any) -> Turn | None:
    content = part.model_response_str()
    named = {"tool_call_id": part.tool_call_id, "name": part.tool_name}
    return Turn({"role": "tool", "content": content, **named}) if content.strip() else None
