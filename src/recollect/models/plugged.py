"""Any function, or object with `embed`, as an embedder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import iscoroutinefunction
from types import CodeType
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from .cosines import USUAL

if TYPE_CHECKING:
    from ..orders import Floats


PLAIN = (str, bytes, int, float, complex, type(None), type(...))


class Plugged:
    """A caller's own embedder. Its `id` is its attribute of that name, else made of its code."""

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
        of = getattr(embedder, "__self__", None)  # whose method it is, if it is one
        own = getattr(embedder, "id", getattr(of, "id", None))
        self.id = own if isinstance(own, str) and own else _name(call)
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


def _name(call: Any) -> str:
    """A name that another function would not have, so that two models' vectors never mix.

    It is made of the code, so what an object holds, such as the weights of a model, is not in it.
    """
    owner = getattr(call, "__self__", None)
    if not hasattr(call, "__code__"):
        owner, call = call, type(call).__call__
    if not hasattr(call, "__code__") or _holds_something(owner):
        raise ConfigError(
            f"which model this {type(owner).__qualname__} is cannot be told from its code: give "
            "it an `id`, or pass a function that has one; change it whenever the vectors change"
        )
    known = [call.__code__, call.__defaults__, tuple((call.__kwdefaults__ or {}).items())]
    for cell in call.__closure__ or ():
        with suppress(ValueError):  # not filled yet
            if _tells(cell.cell_contents):
                known.append(cell.cell_contents)
    digest = hashlib.sha256(_spelled(tuple(known)).encode()).hexdigest()
    return f"{call.__module__}.{call.__qualname__}#{digest[:8]}"


def _holds_something(owner: object) -> bool:
    """Whether an object is more than its class."""
    slots = any(getattr(kind, "__slots__", ()) for kind in type(owner).__mro__)
    return slots or bool(getattr(owner, "__dict__", None))


def _tells(value: object) -> bool:
    """Whether what a function closes over is part of its code: an object says nothing of itself,
    and may come to be after the function."""
    return isinstance(value, (*PLAIN, tuple, frozenset)) or hasattr(value, "__code__")


def _spelled(value: object) -> str:
    """Code and plain values, the same in every process: no address, and no order of a set."""
    value = getattr(value, "__code__", value)
    if isinstance(value, CodeType):
        parts = (value.co_code, *value.co_names, *value.co_consts)
        return f"code({', '.join(map(_spelled, parts))})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_spelled, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_spelled, value)))}}}"
    return repr(value) if isinstance(value, PLAIN) else type(value).__qualname__
