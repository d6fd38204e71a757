"""What every request passes first: the host it names, the page it comes from, its key, its rate,
its size."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import CancelledError
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..concurrency import AsyncAhead
from ..memory.aio.door import AsyncMemory
from ..ports.callers import whose
from . import page
from .audit import Audit
from .faults import SOON, Problem, problem
from .keys import Key, Keys
from .lingering import lingering
from .pages import Pages
from .rates import rates
from .rules import Rules
from .sharing import Shares
from .sure import PROXIED, ahead, asking, careful, sure
from .who import PLACE, Who, acting

PUBLIC = ("/healthz", "/readyz", "/openapi.json")
"""What a machine that watches the server may ask without a key."""
UPLOADS = ("/v1/import",)
CLOSE = {"Connection": "close"}
LOOK = 1.0
AT_ONCE = 1000
"""Connections at once; more are told to come again."""
KEY = "x-recollect-key"
CLOSING = "recollect.closing"
"""Where a request finds whether the server ends; `app` is another's by the time it is mounted."""
CROWD = "recollect.crowd"
"""Where a request says how many there are."""
log = logging.getLogger("recollect.server")


class Guard:
    """An ASGI middleware. What comes through has a caller, who is in one tenant only."""

    def __init__(
        self, app: ASGIApp, memory: AsyncMemory, rules: Rules, audit: Audit | None = None
    ) -> None:
        self._app, self._memory, self._rules, self._audit = app, memory, rules, audit
        self._keys = Keys(memory)
        self._open, self._looked = rules.open, -LOOK
        self._rates = rates(rules.rate, rules.burst, rules.shared)
        self._tenants: dict[str, AsyncMemory] = {}
        self._busy: Counter[str] = Counter()
        self._shares, self._pages = Shares(), Pages(app, rules.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        marks = asking.set(None), whose.set("")
        try:
            await self._pass(scope, receive, send)
        finally:
            asking.reset(marks[0])
            whose.reset(marks[1])

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        scope[CLOSING] = scope["app"].state.closing
        telling = self._pages.telling(headers, send)
        try:
            allowed = await self._admitted(scope, headers)
            if allowed is not None:
                await allowed(scope, receive, send)
                return
            sized = self._sized(scope, headers, receive)
        except (Exception, CancelledError) as error:
            await self._refuse(told(error, scope), scope, receive, telling)
            return
        async with self._under_way(scope):
            await self._served(scope, receive, sized, telling)

    async def _admitted(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """Let a request in, with its caller unless it needs none; for a browser that only asks
        whether it may send one, the answer."""
        if scope.get(CROWD, 0) > AT_ONCE:
            raise Problem(503, "busy", "too many connections", "try again", {**SOON, **CLOSE})
        self._place(headers, scope)
        allowed = self._pages.preflight(scope, headers)
        if allowed is not None or self._is_public(scope, headers):
            self._count(f"{_peer(scope)} without a key")
        else:
            scope[PLACE] = acting(await self._caller(headers, scope), headers)
        if allowed is None and self._busy[self._counted(scope)] >= self._rules.at_once:
            raise too_many(1)
        return allowed

    async def _served(self, scope: Scope, receive: Receive, sized: Receive, send: Send) -> None:
        """Have it answered; what goes wrong before the answer has begun is an answer, too."""
        begun, heard = False, self._heard(scope, sized, send)

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await heard(message)

        try:
            await self._app(scope, sized, sent)
        except ClientDisconnect:
            log.info("a client went away before its request was whole")
        except (Exception, CancelledError) as error:
            if begun:
                if isinstance(error, Exception):
                    self._tell(scope, 500)
                raise
            await self._answer(told(error, scope), scope, receive, heard)

    def _is_public(self, scope: Scope, headers: Headers) -> bool:
        return scope["path"] in PUBLIC or (self._rules.page and page.asked_for(scope, headers))

    def _count(self, caller: str) -> None:
        """One request more; refused when there are too many."""
        wait = self._rates.take(caller)
        if wait:
            raise too_many(max(1, round(wait)))

    @asynccontextmanager
    async def _under_way(self, scope: Scope) -> AsyncIterator[None]:
        """Count what a caller has under way, and work on it when it is its turn."""
        caller = self._counted(scope)
        self._busy[caller] += 1
        try:
            if PLACE not in scope:  # it needed no key
                yield
            else:
                whose.set(caller)
                async with self._shares.turn(caller):
                    yield
        finally:
            self._busy[caller] -= 1
            if not self._busy[caller]:
                del self._busy[caller]

    def _counted(self, scope: Scope) -> str:
        who: Who | None = scope.get(PLACE)
        return who.key if who is not None and who.key else _peer(scope)

    async def _refuse(self, refused: Problem, scope: Scope, receive: Receive, send: Send) -> None:
        if self._audit is not None and refused.status in (401, 403, 421):
            with suppress(Problem):  # who is refused is told so, whatever the log can take
                self._audit.write(action="refused", code=refused.code, peer=_peer(scope))
        if refused.status == 429:
            await asyncio.sleep(self._rules.hold)
        await self._answer(refused, scope, receive, send)

    async def _answer(self, refused: Problem, scope: Scope, receive: Receive, send: Send) -> None:
        if refused.status == 413:
            send = lingering(receive, send, self._rules.upload, self._rules.patience)
        await refused.response()(scope, receive, send)

    def _heard(self, scope: Scope, receive: Receive, send: Send) -> Send:
        """Tell the audit log of a request, before its answer goes out; and let none out that it
        cannot be told of, or for a key that holds no longer."""
        refused = False

        async def sent(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start":
                try:
                    await sure()
                    self._tell(scope, message["status"])
                except Exception as error:
                    refused = True
                    await self._refuse(problem(error), scope, receive, send)
            if not refused:
                await send(message)

        return sent

    def _tell(self, scope: Scope, status: int) -> None:
        caller: Who | None = scope.get(PLACE)
        if caller is not None and self._audit is not None:
            what = {"action": scope["method"], "path": scope["path"]} | caller.told
            what |= {"status": status, "peer": _peer(scope)}
            self._audit.write(by=caller.key, tenant=caller.tenant, **what)

    def _place(self, headers: Headers, scope: Scope) -> None:
        """Refuse a request by a name that is not the server's, or from a page of elsewhere."""
        named = headers.getlist("host")
        host = named[0] if len(named) == 1 else ""  # of two, somebody else may mean the other
        if _name(host) not in self._rules.hosts:
            self._count(f"{_peer(scope)} from elsewhere")
            raise Problem(
                421, "host", "this server does not go by that name", "see --allow-host of serve"
            )
        origin = headers.get("origin")
        if origin is None or origin in self._rules.origins or _same(origin, host):
            return
        self._count(f"{_peer(scope)} from elsewhere")
        what = "requests from that page are not allowed"
        raise Problem(403, "origin", what, "see --allow-origin of serve")

    async def _caller(self, headers: Headers, scope: Scope) -> Who:
        if await self._is_open():
            self._count(_peer(scope))
            return Who(self._of(""))
        token = presented(headers)
        known = None if token is None else self._keys.last(token)
        if known is not None:
            self._count(known.id)  # before the store is asked, so that a flood is no load
        if known is not None and ahead(scope["method"], scope["path"]):
            key = known
            asking.set(AsyncAhead(partial(self._found, token, scope)))
        else:
            key = await self._found(token, scope)
        if known is None:
            self._count(key.id)
        return Who(self._of(key.tenant), key.tenant, key.user_id, key.right, key.id)

    async def _found(self, token: str | None, scope: Scope) -> Key:
        """The key of a token as the store knows it, or a refusal."""
        key = None if token is None else await self._keys.check(token)
        if key is not None:
            return key
        self._count(_peer(scope))
        raise no_key(token, scope)

    async def _is_open(self) -> bool:
        """Whether no key is asked for. The first key that is made ends that, within a second."""
        if self._open and time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            self._open = not await self._keys.any()
        return self._open

    def _of(self, tenant: str) -> AsyncMemory:
        if tenant not in self._tenants:
            self._tenants[tenant] = careful(self._memory, tenant)
        return self._tenants[tenant]

    def _sized(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """Let a body through up to its limit, and as long as it keeps coming."""
        most = self._rules.upload if scope["path"] in UPLOADS else self._rules.body
        if int(headers.get("content-length") or 0) > most:
            raise too_large(most)
        return Measured(receive, most, self._rules.patience)


class Measured:
    """A body that is counted as it comes, and must be whole in time."""

    def __init__(self, receive: Receive, most: int, patience: float) -> None:
        self._receive, self._most, self._left = receive, most, patience
        self._size, self._whole = 0, False

    async def __call__(self) -> Message:
        if self._whole:  # what comes now is the end of the connection, whenever that is
            return await self._receive()
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._left):  # wait_for would make a task for it
                message = await self._receive()
        except TimeoutError:
            raise Problem(
                408,
                "too_slow",
                "the request did not arrive in time",
                "send it again, faster or in parts",
                headers={"Connection": "close"},
            ) from None
        self._left = max(0.01, self._left - (time.monotonic() - began))
        self._size += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._size > self._most:
            raise too_large(self._most)
        return message


def presented(headers: Headers) -> str | None:
    """The token that came with a request. A proxied one has the provider's key in the usual place,
    so recollect's has one of its own, too."""
    own = headers.get(KEY) or headers.get("x-api-key")
    if own:
        return own
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() in ("bearer", "token") and token.strip() else None


def no_key(token: str | None, scope: Scope) -> Problem:
    """The answer to a request without a key that holds. Whoever sends a provider's key through the
    proxy is not told that it is wrong: it is not recollect's."""
    what, way = "a key is needed", "Authorization: Bearer KEY"
    if token is not None:
        what = "this key is not valid"
    if scope["path"].startswith(PROXIED):
        way = f"{KEY}: KEY"
        if KEY not in Headers(scope=scope):
            what = f"recollect's own key comes as {KEY}, for the usual place has the provider's"
    code, hint = "no_key" if token is None else "bad_key", f"send {way}; see: recollect keys create"
    return Problem(401, code, what, hint, {"WWW-Authenticate": "Bearer"})


def told(error: Exception | CancelledError, scope: Scope) -> Problem:
    """What to answer to an error. What is cancelled has no answer, unless it is so since the server
    ends and there was no more time for it."""
    if isinstance(error, Exception):
        return problem(error)
    if not scope[CLOSING].is_set():
        raise error
    what = "the server ended before this was finished; it may have been done"
    hint = "look before you try again, unless it has an Idempotency-Key"
    return Problem(503, "cut_off", what, hint, {**SOON, **CLOSE})


def too_many(wait: int) -> Problem:
    """The answer to more than a caller may ask."""
    after = {"Retry-After": str(wait)}
    return Problem(429, "too_many", "too many requests", f"wait {wait} s", after)


def too_large(most: int) -> Problem:
    """The answer to a body over its limit."""
    return Problem(
        413,
        "too_large",
        f"a request has at most {most:,} bytes",
        "send it in parts, or see --max-body of serve",
        CLOSE,
    )


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _same(origin: str, host: str) -> bool:
    """Whether a page came from this server itself."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _peer(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])
