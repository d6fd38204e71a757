"""Google's clients by colour: it has one class for both."""

from __future__ import annotations

import warnings
from typing import Any

with warnings.catch_warnings():  # compiled for the first time, its source draws one
    warnings.simplefilter("ignore")
    from google import genai
    from google.genai import types


def Google() -> Any:
    """For a Memory."""
    return genai.Client()


def AsyncGoogle() -> Any:
    """For an AsyncMemory."""
    return genai.Client().aio


def contents(turns: list[tuple[str, str]]) -> list[Any]:
    """Turns as Google takes them."""
    names = {"user": "user", "assistant": "model"}
    return [types.Content(role=names[role], parts=[types.Part(text=text)]) for role, text in turns]


def config(system: str) -> Any:
    """The system's words as Google takes them; the SDK itself does not try again."""
    return types.GenerateContentConfig(system_instruction=system) if system else None
