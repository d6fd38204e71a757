"""Which counter a session counts tokens with: the estimate, a function, or tiktoken."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..errors import ConfigError, InputError
from ..text.tokens import estimate

TIKTOKEN = "tiktoken"
ENCODING = "o200k_base"
KNOWN = 1024
"""Texts of which the number is not asked for again."""


def counter(tokens: Any, tiktoken: Callable[[], Any]) -> Callable[[str], int]:
    """The counter that was asked for; `tiktoken` imports that package.

    None is the estimate, which needs nothing. A function from text to a number is called as it is.
    `"tiktoken"`, `"tiktoken:gpt-4o"` or `"tiktoken:cl100k_base"` counts exactly, if the package and
    its data are on this machine.
    """
    if tokens is None:
        return estimate
    if callable(tokens):
        return _checked(tokens)
    name, _, model = str(tokens).partition(":")
    if isinstance(tokens, str) and name == TIKTOKEN:
        return _exact(tiktoken(), model or ENCODING)
    raise InputError(
        'tokens must be a function from text to a number, or "tiktoken", or "tiktoken:" and a model'
    )


def _checked(tokens: Callable[[str], Any]) -> Callable[[str], int]:
    @lru_cache(KNOWN)  # it may be a provider's, over the network, and turns come again and again
    def count(text: str) -> int:
        made = tokens(text)
        if isinstance(made, bool) or not isinstance(made, int) or made < 0:
            raise InputError(f"tokens must return a whole number of tokens, not {str(made)[:40]!r}")
        return made

    return count


def _exact(tiktoken: Any, name: str) -> Callable[[str], int]:
    try:
        known = name in tiktoken.list_encoding_names()
        made = tiktoken.get_encoding(name) if known else tiktoken.encoding_for_model(name)
    except KeyError:
        raise ConfigError(f"tiktoken knows no model {name[:40]!r}; name an encoding") from None
    except Exception as error:  # whatever its download raises where there is no network
        raise ConfigError(
            f"tiktoken has no data for {name[:40]!r} here ({type(error).__name__}): let it fetch "
            "that once, point TIKTOKEN_CACHE_DIR at it, or leave tokens out for the estimate"
        ) from None
    return lambda text: len(made.encode(text, disallowed_special=()))
