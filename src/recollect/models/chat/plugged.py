"""Any function as a model that talks."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Any

from ...errors import ConfigError, RecollectError, Unreadable
from ...ports import Reply
from ..patience import Fault, Patience
from .colours import in_a_thread, pulled
from .voice import Draft, Request, Voice


class PluggedVoice(Voice):
    """A caller's own `f(messages)`: it returns text, an iterator of pieces, or a chat dict, which
    may hold `tool_calls`. If it has a parameter `tools`, it is given those in OpenAI's form."""

    name = "Your function"
    format = "openai"
    marks_the_end = False

    def __init__(self, function: Any, asynchronous: bool) -> None:
        call = getattr(function, "chat", function)
        if not callable(call):
            raise ConfigError("a model that talks is a name, or a function of messages")
        self._awaited = inspect.iscoroutinefunction(call) or inspect.isasyncgenfunction(call)
        if self._awaited and not asynchronous:
            raise ConfigError("an Agent calls a plain function; an AsyncAgent takes an async one")
        self.asynchronous = asynchronous
        name = getattr(function, "__qualname__", type(function).__qualname__)
        own = getattr(function, "id", None)
        self.id = own if isinstance(own, str) and own else f"function:{name}"
        self._call = call
        self._extra = _extra(call)

    def patience(self) -> Patience:
        """It is not asked again, as it may have retries of its own."""
        return Patience(each=180.0, total=0.0, asking=0.0)

    def ask(self, request: Request, stream: bool) -> Any:
        """Call the function."""
        asked = request.asked
        more: dict[str, Any] = {}
        if "tools" in self._extra:
            more["tools"] = [tool.openai for tool in asked.tools] if asked.calling else []
        if "schema" in self._extra:
            more["schema"] = None
        messages = [dict(message) for message in asked.messages]
        collect = _collected if not stream else _pieces

        def call() -> Any:
            return collect(self._call(messages, **more))

        if not self.asynchronous:
            return call()
        return self._awaitable(messages, more, stream) if self._awaited else _lifted(call, stream)

    async def _awaitable(
        self, messages: list[dict[str, Any]], more: dict[str, Any], stream: bool
    ) -> Any:
        made = self._call(messages, **more)
        if inspect.isawaitable(made):
            made = await made
        if not isinstance(made, AsyncIterator):
            return pulled(_pieces(made)) if stream else _collected(made)
        return made if stream else [piece async for piece in made]

    def whole(self, made: Any) -> Draft:
        """All its pieces."""
        draft = Draft()
        for piece in made:
            self.take(draft, piece)
        return draft

    def take(self, draft: Draft, event: Any) -> str:
        """A piece, or all of it."""
        if isinstance(event, Reply):
            usage = event.usage
            if usage.tokens:
                draft.input, draft.output = usage.input, usage.output
            draft.cut = event.cut
            return draft.say(event.text)
        if isinstance(event, Mapping):
            for call in event.get("tool_calls") or ():
                function = call.get("function", call)
                given = function.get("arguments")
                given = json.dumps(given) if isinstance(given, Mapping) else given
                draft.call(len(draft.calls), call.get("id"), function["name"], given)
            return draft.say(event.get("content"))
        if not isinstance(event, str | None):
            raise _other(event)
        return draft.say(event)

    def remedy(self, fault: Fault) -> str:
        """What to do about a fault."""
        return fault.reason

    def fault(self, error: Exception) -> Fault | None:
        """Whatever it raised is its own."""
        if isinstance(error, RecollectError):
            return None
        return Fault(None, f"it raised {type(error).__name__}", final=True)

    def hang_up(self, events: Any) -> Any:
        """Leave its pieces."""
        if self.asynchronous:
            return events.aclose() if hasattr(events, "aclose") else _nothing()
        return events.close() if hasattr(events, "close") else None

    def closing(self) -> Any:
        """Nothing is held."""
        return _nothing() if self.asynchronous else None


def _extra(call: Callable[..., Any]) -> set[str]:
    try:
        return {"tools", "schema"} & set(inspect.signature(call).parameters)
    except (TypeError, ValueError):
        return set()


def _collected(made: Any) -> list[Any]:
    return list(_pieces(made))


def _pieces(made: Any) -> Iterator[Any]:
    if made is None or isinstance(made, str | Mapping | Reply):
        return iter([made])
    if not isinstance(made, Iterable) or isinstance(made, bytes):
        raise _other(made)
    return iter(made)


def _other(made: Any) -> Unreadable:
    return Unreadable(
        f"your function gave {type(made).__name__}; a model gives text, pieces of it or a chat dict"
    )


async def _lifted(call: Callable[[], Any], stream: bool) -> Any:
    made = await in_a_thread(call)
    return pulled(made) if stream else made


async def _nothing() -> None:
    pass
