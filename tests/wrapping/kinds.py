"""Google's clients by colour: it has one class for both."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from typing import Any

with warnings.catch_warnings():  # compiled for the first time, its source draws one
    warnings.simplefilter("ignore")
    from google import genai
    from google.genai import types

INTERACTS = find_spec("google.genai._gaos") is not None
"""Whether the SDK has interactions as they are now: the oldest ones that are allowed have not."""


def Google() -> Any:
    """For a Memory."""
    return genai.Client()


def AsyncGoogle() -> Any:
    """For an AsyncMemory."""
    return genai.Client().aio


def QuickGoogle() -> Any:
    """For a Memory; what went wrong is not tried again."""
    return genai.Client(http_options=_once())


def AsyncQuickGoogle() -> Any:
    """For an AsyncMemory, the same."""
    return genai.Client(http_options=_once()).aio


def _once() -> Any:
    return types.HttpOptions(retry_options=types.HttpRetryOptions(attempts=1))


def steps(turns: list[tuple[str, str]]) -> list[Any]:
    """Turns as the steps of an interaction."""
    names = {"user": "user_input", "assistant": "model_output"}
    return [
        {"type": names[role], "content": [{"type": "text", "text": text}]} for role, text in turns
    ]


def contents(turns: list[tuple[str, str]]) -> list[Any]:
    """Turns as Google takes them."""
    names = {"user": "user", "assistant": "model"}
    return [types.Content(role=names[role], parts=[types.Part(text=text)]) for role, text in turns]


def config(system: str) -> Any:
    """The system's words as Google takes them; the SDK itself does not try again."""
    return types.GenerateContentConfig(system_instruction=system) if system else None
