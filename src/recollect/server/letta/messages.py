"""Conversations: a turn, whole or in pieces, and what was said before."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ...agents.aio.persistent import STEPS, AsyncPersistentAgent
from ...agents.reply import Reply
from ...errors import InputError
from ...types import Message
from ...write import limits
from ..agents.turns import turn
from ..faults import problem
from . import shapes
from .calls import agent, asking, body, state

FEW = 16
"""Messages at the end of a conversation that are looked at for new ones first."""


async def create(request: Request) -> Response:
    """POST /v1/agents/{agent_id}/messages"""
    asking(request, "write")
    asked = await body(request)
    if asked.get("streaming"):
        return await stream(request)
    made = await agent(request, _steps(asked))
    async with turn(request, made):
        text = await _heard(made, asked, _retried(request))
        before = await _last(made)
        reply = await made.chat(text)
        new = await _behind(made, before)
    shown = [one for one in _shown(new) if one["message_type"] != "user_message"]
    return JSONResponse({"messages": shown, "stop_reason": _stop(), "usage": _usage(reply)})


async def stream(request: Request) -> Response:
    """POST /v1/agents/{agent_id}/messages/stream"""
    asking(request, "write")
    asked = await body(request)
    made = await agent(request, _steps(asked))
    return StreamingResponse(_events(request, made, asked), media_type="text/event-stream")


async def listed(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/messages"""
    asking(request, "read")
    asked = dict(request.query_params)
    made = await agent(request)
    every = _shown(await made.messages(hidden_too=True))
    kinds = request.query_params.getlist("include_return_message_types")
    wanted = [one for one in every if not kinds or one["message_type"] in kinds]
    return JSONResponse(shapes.page(wanted, asked, lambda one: str(one["id"]), "desc"))


async def reset(request: Request) -> Response:
    """PATCH /v1/agents/{agent_id}/reset-messages"""
    asking(request, "admin")
    made = await agent(request)
    await made.memory.erase(user_id=made.user_id, agent_id=made.name, session_id=made.session_id)
    return JSONResponse(await state(made))


async def _events(
    request: Request, made: AsyncPersistentAgent, asked: Mapping[str, Any]
) -> AsyncIterator[str]:
    """The turn as server-sent events. With `stream_tokens` words come as they are said."""
    tokens, id = bool(asked.get("stream_tokens")), ""
    try:
        async with turn(request, made):
            text = await _heard(made, asked, _retried(request))
            last = await _last(made)
            async for piece in made.stream(text):
                if not tokens or isinstance(piece, Reply):
                    continue
                new = await _behind(made, last)
                last = max([last, *(one.turn or 0 for one in new)])
                for one in _shown(new):
                    if one["message_type"].startswith("tool"):
                        yield _event(one)
                if piece:
                    id = id or f"message-live-{last}"
                    yield _event(_piece(id, piece))
            told = ("user_message", "assistant_message") if id else ("user_message",)
            for one in _shown(await _behind(made, last)):
                if one["message_type"] not in told:
                    yield _event(one)
            reply = made._loop.last if made._loop is not None else None
        yield _event(_stop())
        yield _event({"message_type": "usage_statistics", **_usage(reply)})
    except Exception as error:  # the answer has begun: it can only be told in it
        trouble = problem(error)
        yield _event(
            {"message_type": "error_message", "error_type": trouble.code, "run_id": "none",
             "message": trouble.message, "detail": trouble.hint}
        )  # fmt: skip
    yield "data: [DONE]\n\n"


def _retried(request: Request) -> bool:
    """Whether the client sends a request once more, since it had no answer to the first."""
    return request.headers.get("x-stainless-retry-count", "0") != "0"


def _steps(asked: Mapping[str, Any]) -> int:
    """How often tools may be called: as the client says, if that is less than usual."""
    steps = asked.get("max_steps")
    return steps if isinstance(steps, int) and 0 < steps <= STEPS else STEPS


async def _heard(made: AsyncPersistentAgent, asked: Mapping[str, Any], again: bool) -> str:
    """The words that begin the turn; whatever was sent before them is kept, once."""
    *others, last = _sent(asked)
    last_few = await made.messages(len(others) + 2, hidden_too=True) if again else []
    known = [one.content for one in last_few]
    if others and not all(one.get("content") in known for one in others):
        await made.memory.add(
            [{"role": one.get("role", "user"), "content": one.get("content")} for one in others],
            user_id=made.user_id, agent_id=made.name, session_id=made.session_id,
        )  # fmt: skip
    return _words(last.get("content"))


def _sent(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages of a request, the last of which is the user's."""
    given = asked.get("messages")
    sent = asked.get("input") if given is None else given
    if isinstance(sent, str):
        sent = [{"role": "user", "content": sent}]
    if not isinstance(sent, list) or not sent or not all(isinstance(one, dict) for one in sent):
        raise InputError("send `input` as text, or `messages` as a list of messages")
    if any(one.get("type") in ("approval", "tool_return") for one in sent):
        raise InputError("approvals and tools of the client are not served here")
    if sent[-1].get("role", "user") != "user":
        raise InputError("the last message must be the user's")
    return sent


def _words(content: object) -> str:
    if isinstance(content, list):
        parts = [one.get("text") for one in content if isinstance(one, dict)]
        content = "\n".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        raise InputError("the content of a message is text, or parts that are")
    return content


async def _last(made: AsyncPersistentAgent) -> int:
    """The place of what was said last; -1 if nothing was."""
    said = await made.messages(1, hidden_too=True)
    return -1 if not said else said[-1].turn or 0


async def _behind(made: AsyncPersistentAgent, last: int) -> list[Message]:
    """What was said behind a place. A conversation is as long as an agent's life, so not all of it
    is read for that, which is done with every piece of an answer."""
    size = FEW
    while True:
        said = await made.messages(size, hidden_too=True)
        new = [one for one in said if one.turn is not None and one.turn > last]
        if len(new) < size or size == limits.MAX_LIST:
            return new
        size = min(4 * size, limits.MAX_LIST)


def _shown(said: Sequence[Message]) -> list[dict[str, Any]]:
    return [made for one in said for made in shapes.of_message(one)]


def _piece(id: str, text: str) -> dict[str, Any]:
    from ...types import utcnow

    return {"id": id, "date": utcnow().isoformat(), "message_type": "assistant_message",
            "content": text}  # fmt: skip


def _stop() -> dict[str, Any]:
    return {"message_type": "stop_reason", "stop_reason": "end_turn"}


def _usage(reply: Reply | None) -> dict[str, Any]:
    usage = None if reply is None else reply.usage
    return {
        "message_type": "usage_statistics",
        "completion_tokens": usage.output if usage else 0,
        "prompt_tokens": usage.input if usage else 0,
        "total_tokens": usage.tokens if usage else 0,
        "step_count": max(1, usage.calls) if usage else 1,
        "run_ids": [],
    }


def _event(value: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


ROUTES = [
    Route("/v1/agents/{agent_id}/messages", create, methods=["POST"]),
    Route("/v1/agents/{agent_id}/messages", listed, methods=["GET"]),
    Route("/v1/agents/{agent_id}/messages/stream", stream, methods=["POST"]),
    Route("/v1/agents/{agent_id}/reset-messages", reset, methods=["PATCH"]),
]
