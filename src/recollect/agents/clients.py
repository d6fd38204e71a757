"""A provider's client, copied so that its requests pass a transport of ours."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any, Literal

from ..errors import InputError
from .wires import spoken

Colour = Literal["sync", "async"]
Around = Callable[[Any, Any, type], Any]
"""A transport around another, for the kinds of an HTTP package and its kind of streams."""
CLIENTS: dict[tuple[str, str], Colour | None] = {
    ("openai", "OpenAI"): "sync",
    ("openai", "AsyncOpenAI"): "async",
    ("anthropic", "Anthropic"): "sync",
    ("anthropic", "AsyncAnthropic"): "async",
    ("google", "Client"): None,
    ("google", "AsyncClient"): "async",
}
"""Google's client has both colours."""
GENERATED = ("google.genai._gaos", "google.genai._interactions")
"""Where google-genai has what it makes on demand: `interactions` and its kin."""
KNOWN = "OpenAI, AsyncOpenAI, Anthropic, AsyncAnthropic, or google-genai's Client or its aio"


def kind(client: object) -> tuple[str, str]:
    """Whose client it is, and which; InputError if nobody's that we know."""
    for one in type(client).__mro__:
        named = (one.__module__.partition(".")[0], one.__name__)
        if named in CLIENTS and (named[0] != "google" or ".genai" in one.__module__):
            return named
    raise InputError(f"wrap takes {KNOWN}, not {type(client).__name__}")


def copied(client: Any, colour: Colour, around: Around) -> Any:
    """The same client over the same connections, with a transport around its own."""
    if kind(client)[0] == "google":
        return _google(client, colour, around)
    return client.copy(http_client=_watched(client._client, around))


def _watched(http: Any, around: Around) -> Any:
    """An HTTP client over the transports of another. It holds that one, which closes them when
    nobody holds it any more; so this one must not."""
    package = _package(http)
    stream = package.AsyncByteStream if _is_async(http) else package.SyncByteStream
    made = copy.copy(http)
    made.__class__ = type(type(http).__name__, (type(http),), {"__del__": lambda self: None})
    made._recollect_of = http
    made._transport = around(http._transport, package, stream)
    made._mounts = {
        pattern: None if inner is None else around(inner, package, stream)
        for pattern, inner in http._mounts.items()
    }
    return made


def _google(client: Any, colour: Colour, around: Around) -> Any:
    """Its parts all hold one API client, which holds an HTTP client of either colour."""
    api = copy.copy(client._api_client)
    chosen = {"sync": around, "async": _refusing("sync")}
    if colour == "async":
        chosen = {"sync": _refusing("async"), "async": around}
    api._httpx_client = _watched(api._httpx_client, chosen["sync"])
    api._async_httpx_client = _watched(api._async_httpx_client, chosen["async"])
    own = {"httpx_client": api._httpx_client, "httpx_async_client": api._async_httpx_client}
    api._http_options = api._http_options.model_copy(update=own)
    return _rebound(client, client._api_client, api)


def _rebound(part: Any, old: Any, new: Any) -> Any:
    made = copy.copy(part)
    for name, value in vars(part).items():
        if value is old:
            setattr(made, name, new)
        elif type(value).__module__.startswith(GENERATED):  # over the old one; it is made when used
            setattr(made, name, None)
        elif getattr(value, "__dict__", {}).get("_api_client") is old:
            setattr(made, name, _rebound(value, old, new))
    return made


def _refusing(colour: Colour) -> Around:
    """For the colour that the memory does not have: better no answer than one not remembered."""
    needed = "an AsyncMemory" if colour == "sync" else "a Memory"

    class Refusing:
        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def handle_request(self, request: Any) -> Any:
            self._check(request)
            return self._inner.handle_request(request)

        async def handle_async_request(self, request: Any) -> Any:
            self._check(request)
            return await self._inner.handle_async_request(request)

        def close(self) -> None:
            self._inner.close()

        async def aclose(self) -> None:
            await self._inner.aclose()

        def _check(self, request: Any) -> None:
            if spoken(request.method, request.url.path) is not None:
                raise InputError(f"this client was wrapped for {colour} calls: use {needed}")

    return lambda inner, package, stream: Refusing(inner)


def _package(http: Any) -> Any:
    """httpx, or its sibling: whichever made this client."""
    for one in type(http).__mro__:
        name = one.__module__.partition(".")[0]
        if name.startswith("httpx") and one.__name__ in ("Client", "AsyncClient"):
            return sys.modules[name]
    raise InputError(f"the client's HTTP client must be one of httpx's, not {type(http).__name__}")


def _is_async(http: Any) -> bool:
    return any(one.__name__ == "AsyncClient" for one in type(http).__mro__)
