"""Streamable HTTP under `/mcp`: the caller's key decides the tenant and the user.

Each request is whole in itself, in the newest protocol and in those before it, so any of several
workers can answer it. The guard of the server has looked at host, origin, key, rate and size first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from ...errors import InputError, ScopeError
from ...write import limits
from ..faults import Problem
from ..rules import Rules
from ..who import who
from .build import KITS, Kit, build
from .heard import answered, asked
from .place import Place

PATH = "/mcp"
ALONE = "me"
"""The user of a server that asks for no key, as on the command line."""
STATE = "recollect_mcp"
_request: ContextVar[Request] = ContextVar("request")


def routes() -> list[BaseRoute]:
    """One path, and one below it for each kit of tools."""
    below = [Route(f"{PATH}/{kit}", Endpoint(kit)) for kit in KITS]
    return [Route(PATH, Endpoint("recollect")), *below]


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """The servers, one for each kit, as long as the app runs."""
    rules: Rules = app.state.rules
    async with AsyncExitStack() as stack:
        managers = {kit: _manager(kit, rules) for kit in KITS}
        for manager in managers.values():
            await stack.enter_async_context(manager.run())
        setattr(app.state, STATE, managers)
        yield


class Endpoint:
    """An ASGI app that hands a request to the server of its kit."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        _user(Request(scope))  # whoever may not ask is told before anything is read
        manager = getattr(scope["app"].state, STATE)[self._kit]
        await manager.handle_request(scope, receive, send)


def _manager(kit: Kit, rules: Rules) -> StreamableHTTPSessionManager:
    server = build(_seat, kit, around=[_noted])
    server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        transport_security=_security(rules),
        max_request_body_size=rules.body,
    )
    return server.session_manager


def _security(rules: Rules) -> TransportSecuritySettings:
    """The names and pages that the guard allows; it has refused the others already."""
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[name for host in rules.hosts for name in (host, f"{host}:*")],
        allowed_origins=[
            *rules.origins,
            *(f"{scheme}://{host}{port}" for scheme in ("http", "https") for host in rules.hosts
              for port in ("", ":*")),
        ],
    )  # fmt: skip


async def _noted(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Keep the HTTP request where the seat finds it, and tell the audit log what is asked, and
    what comes of it."""
    assert ctx.request is not None, "it came over HTTP"
    told = who(ctx.request).told
    told.update(asked(ctx.params or {}), action=f"mcp {ctx.method}")
    mark = _request.set(ctx.request)
    try:
        result = await call_next(ctx)
    finally:
        _request.reset(mark)
    told.update(answered(result))
    return result


async def _seat(user: str | None = None) -> Place:
    """The caller's tenant, and the user of the key, else the one that the address names."""
    request = _request.get()
    caller = who(request)
    named = _user(request)
    caller.told.update(user_id=named)
    agent = request.query_params.get("agent_id")
    if named is None and agent is None:
        raise ScopeError(
            f"this key is bound to no user: connect to {PATH}?user_id=NAME, or make a key with "
            "recollect keys create --user NAME"
        )
    if agent is not None:
        caller.told.update(agent_id=limits.identifier(agent, "agent_id"))
    return Place(caller.memory, named, agent, caller.may("write"))


def _user(request: Request) -> str | None:
    """The user that a request means; a key that is bound to one means no other."""
    caller, asked = who(request), request.query_params.get("user_id")
    try:
        named = caller.user(None if asked is None else limits.identifier(asked, "user_id"))
    except InputError as error:
        raise Problem(400, "bad_input", str(error), "correct user_id in the address") from None
    return named or (None if caller.key else ALONE)
