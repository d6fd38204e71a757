"""Whose conversation a proxied request belongs to: the key says it, or headers of ours."""

from __future__ import annotations

import hashlib
import json
from urllib.parse import unquote

from starlette.requests import Request

from ...agents.aio.exchange import AsyncListener, Manner
from ...agents.wires import Wire, spoken
from ...agents.wrapping import BUDGET
from ...errors import InputError
from ...read.patterns import checked
from ...types import Scope
from ...wiring import counter
from ...write import limits
from ...write.limits import share
from ..faults import Problem
from ..guard import KEY, no_key
from ..who import Who

OWN = "x-recollect-"
USER, AGENT, SESSION = OWN + "user", OWN + "agent", OWN + "session"
PATTERN, TOKENS, LEAST = OWN + "pattern", OWN + "budget", OWN + "min-relevance"


async def listening(request: Request, caller: Who) -> AsyncListener | None:
    """Memory for a request to a model; None for everything else."""
    if caller.key and KEY not in request.headers:
        raise no_key(None, request.scope)
    wire = spoken(request.method, request.scope["path"])
    if wire is None:
        return None
    caller.require("write")
    scope = await _scope(request, caller, wire)
    pattern = checked(request.headers.get(PATTERN, "hybrid"))
    budget = limits.count(_number(request), TOKENS, limits.MAX_BUDGET)
    manner = Manner(pattern, budget, counter(None), _least(request))
    return AsyncListener(caller.memory, scope, manner, request.app.state.lately)


async def _scope(request: Request, caller: Who, wire: Wire) -> Scope:
    user, agent = caller.user(_named(request, USER)), _named(request, AGENT)
    if user is None and agent is None:
        raise Problem(
            400, "scope", "nobody is named whose memory this is", f"send {USER}: the user's id"
        )
    session = _named(request, SESSION) or _first_words(await request.body(), wire)
    caller.told.update(user_id=user, agent_id=agent, session_id=session)
    return caller.memory._scope(user, agent, session)


def _named(request: Request, header: str) -> str | None:
    """A name in a header. Most clients send ASCII alone, so any name may be percent-encoded."""
    given = request.headers.get(header)
    try:
        return given and unquote(given.encode("latin-1").decode(), errors="strict")
    except UnicodeDecodeError:
        raise InputError(f"{header} is a name in UTF-8, percent-encoded") from None


def _first_words(body: bytes, wire: Wire) -> str:
    """A session for who names none: a conversation is known by how it begins."""
    try:
        turns = wire.turns(json.loads(body))
    except (ValueError, AttributeError, RecursionError):
        return "proxy"
    first = next((turn.words for turn in turns if turn.words), "")
    return "proxy-" + hashlib.sha256(first.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _number(request: Request) -> int:
    given = request.headers.get(TOKENS)
    number = BUDGET if given is None else limits.digits(given)
    if number is None:
        raise Problem(400, "bad_input", f"{TOKENS} must be a number of tokens", "send digits")
    return number


def _least(request: Request) -> float:
    try:
        return share(float(request.headers.get(LEAST, "0")), LEAST)
    except ValueError:
        raise InputError(f"{LEAST} must be a number from 0 to 1") from None
