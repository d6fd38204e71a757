"""One connection to a server: what is asked goes out, what is safe to send again is, and errors
come back as recollect's own."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from ...concurrency import AsyncClock
from ...errors import ConfigError, InputError, StoreClosed, StoreError
from ...types import new_id
from ..faults import Fault

CONNECT, ANSWER, WORK = 5.0, 60.0, 600.0
"""Seconds to reach a server, to wait for an answer, and for one that is work on all there is."""
TRIES = 6
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class AsyncWire:
    """Calls of one server with one key, which is shown nowhere."""

    def __init__(self, url: str, api_key: str | None) -> None:
        self.url = _checked(url)
        headers = {"Accept": "application/json"}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {_key(api_key)}"
        self._client = httpx.AsyncClient(
            base_url=self.url, headers=headers, timeout=httpx.Timeout(ANSWER, connect=CONNECT)
        )
        self._always: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r})"

    @property
    def closed(self) -> bool:
        """Whether the connections were let go."""
        return self._client.is_closed

    def signed(self, author: str) -> AsyncWire:
        """The same connections for somebody by name."""
        made = copy.copy(self)
        made._always = {"X-Recollect-Author": quote(author, safe="")}
        return made

    async def get(self, path: str, asked: Mapping[str, Any]) -> Any:
        """What a path has to say."""
        params = [
            (name, _spelled(name, one))
            for name, value in asked.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        return await self._answer("GET", path, params=params)

    async def ask(self, path: str, body: Mapping[str, Any]) -> Any:
        """What is said to a question that does not fit into a path; nothing is written."""
        return await self._answer("POST", path, **_json(body))

    async def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        once: bool = False,
        work: bool = False,
    ) -> Any:
        """Have something done, once, though it may have to be said again.

        What is to be sent `once` is not said again when nobody knows whether it was heard.
        """
        more: dict[str, Any] = {} if body is None else _json(body)
        if params is not None:
            more["params"] = {name: _spelled(name, value) for name, value in params.items()}
        more["headers"] = {
            **more.get("headers", {}), **(headers or {}), "Idempotency-Key": new_id(),
        }  # fmt: skip
        if work:
            more["timeout"] = httpx.Timeout(WORK, connect=CONNECT)
        return await self._answer(method, path, once=once, **more)

    async def upload(self, path: str, text: str) -> Any:
        """Send lines of JSON."""
        headers = {"Content-Type": "application/x-ndjson", "Idempotency-Key": new_id()}
        timeout = httpx.Timeout(WORK, connect=CONNECT)
        return await self._answer(
            "POST", path, content=text.encode(), headers=headers, timeout=timeout
        )

    async def download(self, path: str, asked: Mapping[str, Any]) -> str:
        """Lines of JSON."""
        timeout = httpx.Timeout(WORK, connect=CONNECT)
        response = await self._tried("GET", path, params=dict(asked), timeout=timeout)
        return response.text

    async def close(self) -> None:
        """Let the connections go."""
        await self._client.aclose()

    async def _answer(self, method: str, path: str, *, once: bool = False, **more: Any) -> Any:
        response = await self._tried(method, path, once=once, **more)
        try:
            return response.json()
        except ValueError:
            raise Fault(response.status_code, None).error from None

    async def _tried(
        self, method: str, path: str, *, once: bool = False, **more: Any
    ) -> httpx.Response:
        pause = FIRST_PAUSE
        for left in reversed(range(TRIES)):
            wait = pause * random.uniform(0.7, 1.0)
            try:
                return await self._once(method, path, **more)
            except Fault as fault:
                again = fault.undone if once else fault.passing
                if not left or not again or (fault.wait or 0) > LONGEST_PAUSE:
                    raise fault.error from None
                wait = wait if fault.wait is None else fault.wait
            except httpx.TransportError as error:
                if not left or (once and not isinstance(error, UNSENT)):
                    raise self._unheard(error, once) from None
            await AsyncClock.sleep(wait)
            pause *= 2
        raise AssertionError("the last try returns or raises")

    async def _once(self, method: str, path: str, **more: Any) -> httpx.Response:
        if self._client.is_closed:
            raise StoreClosed("this memory is closed; open it again")
        more["headers"] = self._always | more.get("headers", {})
        response = await self._client.request(method, path, **more)
        if response.status_code >= 300:
            raise Fault(response.status_code, _told(response), response.headers.get("Retry-After"))
        return response

    def _unheard(self, error: httpx.TransportError, once: bool) -> StoreError:
        """Names the server and the kind of trouble, and nothing that was sent."""
        what = f"the server at {self.url} did not answer ({type(error).__name__})"
        if once and not isinstance(error, UNSENT):
            return StoreError(f"{what}; it may have been done: look before you try again")
        return StoreError(f"{what}; is it running, and is the URL right?")


def _told(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _json(body: Mapping[str, Any]) -> dict[str, Any]:
    try:
        made = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"this cannot be sent, since it is not JSON: {error}") from None
    return {"content": made, "headers": {"Content-Type": "application/json"}}


def _spelled(name: str, value: Any) -> str:
    """A value as a URL has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise InputError(f"{name} must be text or a number, not {type(value).__name__}")


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        named = False
    if not named:
        raise ConfigError("write the server's URL as http://host:7077")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ConfigError("a server's URL has no password and no options; pass the key as api_key=")
    return url.rstrip("/")


def _key(api_key: object) -> str:
    if not isinstance(api_key, str) or not re.fullmatch(r"[!-~]{1,1024}", api_key):
        raise ConfigError("api_key is the text that `recollect keys create` printed")
    return api_key
