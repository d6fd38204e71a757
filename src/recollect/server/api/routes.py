"""The table as routes: each request is checked, allowed, done, told to the audit log, answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, unquote

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from ...agents.block import Block
from ...errors import InputError, Stale
from ...types import Hit, Message, Note
from ..faults import Problem
from ..who import who
from .again import Again
from .call import Call, read_query
from .endpoint import Created, Endpoint, Fact, Items
from .fields import check, closed
from .openapi import document
from .shapes import spelled
from .table import ENDPOINTS

TELLS = 100
"""Ids that one line of the audit log names at most."""
SLASH = re.compile(b"%2f", re.IGNORECASE)


class JSON(JSONResponse):
    """An answer; half a surrogate pair in it is spelled out, not a crash."""

    def render(self, content: Any) -> bytes:
        return spelled(content).encode("utf-8", "backslashreplace")


class Whole(PathConvertor):
    """The rest of a path, a line's end in it too: that is refused, not looked for elsewhere."""

    regex = r"(?s:.*)"


register_url_convertor("whole", Whole())


class Spot(Route):
    """A path whose parts may hold a slash: one that is written %2F parts nothing."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for here, and what its path names."""
        raw = scope.get("raw_path", b"").lower()
        if b"%2f" not in raw or b"%1f" in raw:
            return super().matches(scope)
        held = SLASH.sub(b"%1F", scope["raw_path"])  # no name has a control character
        found, more = super().matches({**scope, "path": unquote(held)})
        named = more.get("path_params", {})
        more["path_params"] = {name: value.replace("\x1f", "/") for name, value in named.items()}
        return found, more


def routes() -> list[BaseRoute]:
    """Every endpoint of the table, and the document about them."""
    spelled = document(ENDPOINTS)

    async def described(request: Request) -> Response:
        return JSON(spelled)

    again = Again()
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    made: list[BaseRoute] = [Route("/openapi.json", described, methods=["GET"])]
    for path, endpoints in by_path.items():
        # A key and a label may hold a bare slash, too.
        spot = path.replace("{key}", "{key:whole}").replace("{label}", "{label:whole}")
        served = _Served({one.method: one for one in endpoints}, again)
        made.append(Spot(spot, served, methods=[one.method for one in endpoints]))
    return made


class _Served:
    """What answers at one path."""

    def __init__(self, endpoints: dict[str, Endpoint], again: Again) -> None:
        self._endpoints, self._again = endpoints, again
        self._forms = {method: Form(one) for method, one in endpoints.items()}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        method = "GET" if request.method == "HEAD" else request.method
        response = await self._answer(request, self._endpoints[method])
        await response(scope, receive, send)

    async def _answer(self, request: Request, endpoint: Endpoint) -> Response:
        caller = who(request)
        caller.told.update(action=endpoint.verb, right=endpoint.right)
        caller.require(endpoint.right)
        _heeded(request, endpoint)
        asked = await asked_of(request, self._forms[endpoint.method])
        caller.told.update({name: asked[name] for name in WHOSE if name in asked})
        user = caller.user(asked.get("user_id"))
        if user is not None and endpoint.takes_a_user:
            asked["user_id"] = caller.told["user_id"] = user
        elif caller.user_id is not None and not endpoint.common:
            raise Problem(403, "forbidden", "this key is bound to a user", "use another key")
        call = Call(request, caller, asked)
        if not endpoint.writes or "idempotency-key" not in request.headers:
            return self._told(call, await self._done(call, endpoint))
        result, replayed = await self._again.once(call, endpoint, self._done)
        response = self._told(call, result)
        response.headers["Idempotency-Replayed"] = "true" if replayed else "false"
        return response

    async def _done(self, call: Call, endpoint: Endpoint) -> Any:
        try:
            if endpoint.handler is not None:
                return await endpoint.handler(call)
            memory = call.then() if endpoint.looks_back else call.memory
            found = await getattr(memory, endpoint.verb)(**call.asked)
            return {"items": found} if isinstance(endpoint.answer, Items) else found
        except Stale as error:
            if "if-none-match" in call.request.headers:
                what, hint = "there is one already; nothing was written", "send its ETag: If-Match"
                raise Problem(412, "changed", what, hint) from error
            if "if-match" in call.request.headers:
                hint = "read it again, then retry with its ETag"
                raise Problem(412, "changed", str(error), hint) from error
            raise

    def _told(self, call: Call, result: Any) -> Response:
        """The answer, after the audit log has heard what it is about."""
        if isinstance(result, Response):
            return result
        status = 200
        if isinstance(result, Created):
            status, result = 201, result.made
        ids = list(_ids(result))
        call.who.told.update(count=len(ids), ids=ids[:TELLS])
        tag = _version(result)
        return JSON(result, status, headers={} if tag is None else {"ETag": f'"{quote(tag)}"'})


WHOSE = ("user_id", "agent_id", "session_id", "id", "key")


class Form:
    """What an endpoint takes, as requests are held against it."""

    def __init__(self, endpoint: Endpoint) -> None:
        named = endpoint.names
        self.params = {name: one for name, one in endpoint.query.items() if name not in named}
        required = endpoint.required if endpoint.body is None else ()
        self.query = closed(self.params, *required)
        self.path = {name: endpoint.query[name] for name in named}
        self.body, self.loose = None, endpoint.loose
        self.needed = endpoint.loose or bool(endpoint.required)
        if endpoint.body is not None and endpoint.takes == "application/json":
            self.body = closed(endpoint.body, *endpoint.required)


async def asked_of(request: Request, form: Form) -> dict[str, Any]:
    """What a request asks for, held against the table."""
    params: dict[str, list[str]] = {}
    if request.scope["query_string"]:
        for name, value in request.query_params.multi_items():
            params.setdefault(name, []).append(value)
    asked = read_query(params, form.params)
    check(asked, form.query)
    for name, schema in form.path.items():
        asked[name] = request.path_params[name]
        check(asked[name], schema, name)
    if form.body is not None:
        body = await body_of(request, form.needed)
        if form.loose:
            return asked | {"state": body}
        check(body, form.body)
        asked |= body
    return asked


async def body_of(request: Request, needed: bool) -> dict[str, Any]:
    """A request's JSON object; none is an empty one where nothing is required."""
    raw = await request.body()
    if not raw and not needed:
        return {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "wrong_type", "the body is to be application/json", "set Content-Type")
    try:
        value = json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InputError("the body is not JSON") from None
    if not isinstance(value, dict):
        raise InputError("the body must be an object")
    return value


def _heeded(request: Request, endpoint: Endpoint) -> None:
    """Refuse a condition where none is looked at: to pass it over would do what must not be."""
    if endpoint.writes and 412 not in endpoint.errors:
        for name in ("If-Match", "If-None-Match"):
            if name in request.headers:
                raise InputError(f"{name} is not looked at here; leave it out")


def _version(result: Any) -> str | None:
    """What an answer's ETag is, if it is of one thing that has versions."""
    if isinstance(result, Message | Note | Fact):
        return result.id
    return result.version if isinstance(result, Block) else None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _ids(result: Any) -> Iterable[str]:
    """The ids of all records in an answer."""
    if isinstance(result, Message | Note | Fact):
        yield result.id
    elif isinstance(result, Hit):
        yield result.record.id
    elif isinstance(result, list | tuple):
        for one in result:
            yield from _ids(one)
    elif isinstance(result, dict):
        for one in result.values():
            yield from _ids(one)
    else:
        for name in ("messages", "notes", "record", "hits", "note", "restored", "closed"):
            found = getattr(result, name, None)
            if isinstance(found, Message | Note | list | tuple):
                yield from _ids(found)
