"""What a memory may be opened with: more than seven things, so they are a type."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Literal, TypedDict

from ..errors import ConfigError
from ..wiring import DEFAULT
from ..write.screen import Policy


class Options(TypedDict, total=False):
    """The options of `Memory`, each of which may be left out."""

    api_key: str | None
    """The key for a server, where the URL is one's; else RECOLLECT_API_KEY."""
    cache: str | None
    """The URL of a cache of live sessions in front of the store."""
    embedder: Any
    """The name of a model, a function from texts to vectors, or None: words alone."""
    reranker: Any
    """A model that reads the best hits once more: its name, or a function; None for none."""
    secrets: Policy | None
    """What becomes of passwords, keys and card numbers on the way in."""
    learn: Literal["now", "later", "never"]
    """When notes are taken: "now", "later" or "never"."""
    llm: Any
    """A language model that takes notes too: its name, or a function."""
    budget: Any
    """What that model may spend: a number of tokens a day, or a `Budget`."""
    vectors: str | None
    """The URL of an index of vectors beside the store."""
    graph: str | None
    """The URL of an index of relations beside the store."""


USUAL: Options = {
    "api_key": None,
    "cache": None,
    "embedder": DEFAULT,
    "reranker": DEFAULT,
    "secrets": None,
    "learn": "now",
    "llm": DEFAULT,
    "budget": DEFAULT,
    "vectors": None,
    "graph": None,
}
"""What holds for those that are left out; `DEFAULT` is what the settings say."""


class Spelled:
    """The signature of a door, with every option by name: what `help` and editors show."""

    def __get__(self, made: object, door: Any) -> inspect.Signature:
        own = inspect.signature(door.__init__)
        _, *parameters = own.parameters.values()
        if parameters and parameters[-1].annotation == "Unpack[Options]":
            parameters[-1:] = [
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=usual,
                    annotation=Options.__annotations__[name].__forward_arg__,
                )
                for name, usual in USUAL.items()
            ]
        return own.replace(parameters=parameters, return_annotation=own.empty)


def known(options: Options) -> Options:
    """The options, each of which exists: a misspelt one would be one that does nothing."""
    for name in options:
        if name not in Options.__annotations__:
            near = difflib.get_close_matches(name, Options.__annotations__, 1)
            hint = f"did you mean {near[0]!r}?" if near else ""
            every = ", ".join(Options.__annotations__)
            raise ConfigError(f"a memory has no option {name!r}. {hint or f'It has: {every}.'}")
    return options
