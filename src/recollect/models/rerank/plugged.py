"""Any function, or object with `score`, as a reranker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import iscoroutinefunction
from typing import Any

from ...errors import ConfigError


class PluggedReranker:
    """A caller's own reranker. Its `id` is its attribute of that name, else its name."""

    def __init__(self, reranker: Any) -> None:
        call = getattr(reranker, "score", reranker)
        if not callable(call) or isinstance(reranker, type):
            raise ConfigError(
                "a reranker is a function of a question and a list of texts to a number for each, "
                "or an object with a method score"
            )
        if iscoroutinefunction(call):
            raise ConfigError(
                "a reranker is a plain function, not an async one: it is called in a thread, so "
                "that nobody waits for it"
            )
        self._call: Callable[[str, list[str]], Any] = call
        own, kind = getattr(reranker, "id", None), type(reranker)
        name = getattr(reranker, "__qualname__", kind.__qualname__)
        self.id = own if isinstance(own, str) and own else f"function:{name}"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Whatever the function returns; the caller checks it."""
        made: Sequence[float] = self._call(query, list(texts))
        return made

    def close(self) -> None:
        """Nothing to release: the function is the caller's."""
