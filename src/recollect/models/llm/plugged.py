"""Any function, or object with `complete`, as a language model."""

from __future__ import annotations

import inspect
from typing import Any

from ...errors import ConfigError, RecollectError
from ...ports import Reply
from ..patience import Fault, Patience
from .service import Answer, Request, Service


class PluggedService(Service):
    """A caller's own `f(messages, schema)`: it returns text, or the data that the schema asks for,
    or a `Reply` that says its usage too. Its `id` is its attribute of that name, else its name."""

    name = "Your function"
    forms = ("schema",)

    def __init__(self, function: Any) -> None:
        call = getattr(function, "complete", function)
        if not callable(call):
            raise ConfigError("a language model is a name, or a function of messages and a schema")
        if inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(
            getattr(call, "__call__", None)  # noqa: B004
        ):
            raise ConfigError("write the function plainly, not async: it is called in a thread")
        own = getattr(function, "id", None)
        kind = type(function)
        name = getattr(function, "__qualname__", kind.__qualname__)
        self.id = own if isinstance(own, str) and own else f"function:{name}"
        self._call = call
        self._close = getattr(function, "close", None)

    def send(self, request: Request) -> Answer:
        """One call of the function."""
        messages = [dict(message) for message in request.messages]
        try:
            made = self._call(messages, request.schema)
        except RecollectError:
            raise
        except Exception as error:
            raise Fault(None, f"it raised {type(error).__name__}", final=True) from error
        if isinstance(made, str) or made is None:
            return Answer(made or "")
        if isinstance(made, Reply):
            usage = made.usage
            read, written = (usage.input, usage.output) if usage.tokens else (None, None)
            return Answer(made.text, made.data, read, written, made.cut)
        return Answer(data=made)

    def patience(self) -> Patience:
        """As for the others; but it is not asked again, as it may have retries of its own."""
        return Patience(each=180.0, total=0.0, asking=0.0)

    def remedy(self, fault: Fault) -> str:
        """What to do about a fault."""
        return fault.reason

    def close(self) -> None:
        """Close what it has to close."""
        if callable(self._close):
            self._close()
