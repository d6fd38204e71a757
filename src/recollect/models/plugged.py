"""Any function, or object with `embed`, as an embedder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from .cosines import USUAL

if TYPE_CHECKING:
    from ..orders import Floats


class Plugged:
    """A caller's own embedder. Its `id` is its attribute of that name, else its name and code."""

    def __init__(self, embedder: Any) -> None:
        call = getattr(embedder, "embed", embedder)
        if not callable(call) or isinstance(embedder, type):
            raise ConfigError(
                "an embedder is a function from a list of texts to their vectors, or an object "
                "with a method embed"
            )
        self._call: Callable[[list[str]], Any] = call
        ask = getattr(embedder, "ask", None)
        self._ask: Callable[[list[str]], Any] = ask if callable(ask) else call
        if any(iscoroutinefunction(one) for one in (self._call, self._ask)):
            raise ConfigError(
                "an embedder is a plain function, not an async one: it is called in a thread of "
                "its own, so that nobody waits for it"
            )
        own = getattr(embedder, "id", None)
        self.id = own if isinstance(own, str) and own else _name(embedder)
        self.latin = bool(getattr(embedder, "latin", False))
        self.cosines: tuple[float, float] = getattr(embedder, "cosines", USUAL)

    def embed(self, texts: Sequence[str]) -> Floats:
        """Whatever the function returns; the caller checks it."""
        made: Floats = self._call(list(texts))
        return made

    def ask(self, texts: Sequence[str]) -> Floats:
        """The same for questions, unless the object has an `ask` of its own."""
        made: Floats = self._ask(list(texts))
        return made

    def close(self) -> None:
        """Nothing to release: the function is the caller's."""


def _name(embedder: Any) -> str:
    """A name that another function would not have, so that two models' vectors never mix."""
    kind = type(embedder)
    module = getattr(embedder, "__module__", kind.__module__)
    name = getattr(embedder, "__qualname__", kind.__qualname__)
    code = getattr(embedder, "__code__", None)
    if code is None:
        return f"{module}.{name}"
    digest = hashlib.sha256(code.co_code + repr(code.co_consts).encode()).hexdigest()
    return f"{module}.{name}#{digest[:8]}"
