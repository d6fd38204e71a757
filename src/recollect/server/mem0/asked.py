"""What a request of mem0's client asks for, and how it is answered."""

from __future__ import annotations

import ast
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from ...compat.mem0.aio.platform import AsyncPlatform
from ...compat.mem0.exceptions import AuthenticationError, MemoryError, ValidationError
from ...write.limits import digits
from ..faults import Problem, Told, problem
from ..who import Right, Who, who
from .heard import AsyncHeard

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
Answer: TypeAlias = Callable[["Asked"], Awaitable[Any]]


class Asked:
    """One request, of somebody who may make it."""

    def __init__(self, request: Request, caller: Who) -> None:
        self.request, self.who = request, caller
        self.memories = AsyncHeard(caller)
        self.platform = AsyncPlatform(self.memories)

    @property
    def id(self) -> str:
        """The memory that the path names."""
        return str(self.request.path_params["id"])

    @property
    def params(self) -> dict[str, Any]:
        """What stands behind the question mark; a dict stands there as Python spells it."""
        given: dict[str, Any] = dict(self.request.query_params)
        if "filters" in given:
            given["filters"] = _dict(given["filters"])
        return given

    async def body(self) -> dict[str, Any]:
        """The JSON object that was sent."""
        try:
            sent = json.loads(await self.request.body() or b"{}")
        except (ValueError, RecursionError):
            raise ValidationError("the body is not JSON") from None
        if not isinstance(sent, dict):
            raise ValidationError("the body must be a JSON object")
        return sent

    def few(self, value: Any, name: str) -> Any:
        """A number of results that one answer may hold."""
        most = self.request.app.state.rules.results
        number = digits(value) if isinstance(value, str) else value
        if isinstance(number, int) and number > most:
            raise ValidationError(f"{name} is at most {most}")
        return value


def handler(right: Right, answer: Answer) -> Handler:
    """What answers a request of somebody who has this right, in mem0's shapes."""

    async def handle(request: Request) -> Response:
        try:
            caller = who(request)
            caller.told.update(action=f"mem0.{answer.__name__}", right=right, **_named(request))
            caller.require(right)
            asked = Asked(request, caller)
            try:
                made = await answer(asked)
                rows = made.get("results") if isinstance(made, dict) else None
                asked.memories.rows(rows if isinstance(rows, list) else ())
            finally:
                caller.told.update(asked.memories.told())
            return Told(made)
        except Exception as error:
            return refused(error)

    return handle


def _named(request: Request) -> dict[str, str]:
    """What the path names, though it may not be there."""
    found = request.path_params
    return {"id": found["id"]} if "id" in found and "kind" not in found else {}


def refused(error: Exception) -> Response:
    """An error where mem0's client looks for it, and as every part of the server tells it."""
    told = problem(error if not isinstance(error, MemoryError) else _meant(error))
    shown = {"code": told.code, "message": told.message, "hint": told.hint}
    body = {"detail": told.message, "error": shown}
    return Told(body, told.status, headers=told.headers)


def _meant(error: MemoryError) -> Exception:
    """An error of mem0's that is none of recollect's own: a key that may not do this."""
    mine = isinstance(error, AuthenticationError)
    return Problem(403, "forbidden", str(error), "use another key") if mine else error


def _dict(text: str) -> dict[str, Any]:
    for read in (json.loads, ast.literal_eval):
        try:
            made = read(text)
        except (ValueError, SyntaxError, RecursionError):
            continue
        if isinstance(made, dict):
            return made
    raise ValidationError("filters must be a JSON object")
