"""What a client writes on stdin, line by line: what the SDK cannot read is answered, not dropped.

A request that gets no answer keeps its client waiting.
"""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from ...write.limits import storable

NO_JSON = "a line is one message of JSON-RPC, and this is no JSON"
NO_REQUEST = "this is JSON, but no message of JSON-RPC 2.0"
NO_JSON_HERE = "json_invalid"
"""What pydantic calls text that is no JSON, and half a character in it."""
WHOLE = ("missing", "model_type")
"""Mistakes that are shown with the whole message."""


class Lines:
    """The messages of a stream of the SDK's; `answers` is where errors go."""

    def __init__(self, messages: Any, answers: Any) -> None:
        self._messages, self._answers = messages, answers

    @property
    def last_context(self) -> Any:
        """In which the last message was sent."""
        return self._messages.last_context

    async def receive(self) -> SessionMessage | Exception:
        """The next message that can be read."""
        while True:
            item: SessionMessage | Exception = await self._messages.receive()
            if not isinstance(item, ValidationError):
                return item
            made = read(item)
            if isinstance(made, SessionMessage):
                return made
            if made is not None:
                await self._answers.send(SessionMessage(made))

    async def aclose(self) -> None:
        """No more is wanted."""
        await self._messages.aclose()

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Lines:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


def read(error: ValidationError) -> SessionMessage | JSONRPCError | None:
    """What could not be read, once more with a sign in the place of half a character, as where a
    program cuts a text; else the answer to it, if it wants one."""
    first = error.errors(include_url=False)[0]
    if first["type"] != NO_JSON_HERE:
        return _refused(error)
    line = str(first["input"])
    try:
        whole = storable(json.dumps(json.loads(line), ensure_ascii=False))
        return SessionMessage(jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except ValidationError as again:
        return _refused(again)
    except (ValueError, RecursionError):
        return _answer(PARSE_ERROR, NO_JSON) if line.strip() else None


def _refused(error: ValidationError) -> JSONRPCError | None:
    """The answer to what is no message; none to what looks like an answer or a notification."""
    mistakes = error.errors(include_url=False)
    if mistakes[0]["type"] == NO_JSON_HERE:
        return _answer(PARSE_ERROR, NO_JSON)
    whole = next((one["input"] for one in mistakes if one["type"] in WHOLE), None)
    if not isinstance(whole, dict):
        return _answer(INVALID_REQUEST, NO_REQUEST)
    id = whole.get("id")
    asks = "method" in whole and isinstance(id, str | int)
    return _answer(INVALID_REQUEST, NO_REQUEST, id) if asks else None


def _answer(code: int, message: str, id: str | int | None = None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=message))
