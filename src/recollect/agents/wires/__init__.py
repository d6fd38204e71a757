"""The providers' wire formats, as far as a memory must read and write them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from .anthropic import AnthropicWire
from .base import Addition, Hearing, Turn, Wire
from .chat import ChatWire
from .gemini import GeminiWire
from .interactions import InteractionsWire
from .responses import ResponsesWire

WIRES: Sequence[Wire] = (
    ChatWire(),
    ResponsesWire(),
    AnthropicWire(),
    GeminiWire(),
    InteractionsWire(),
)

__all__ = ["WIRES", "Addition", "Hearing", "Turn", "Wire", "spoken"]


def spoken(method: str, path: str) -> Wire | None:
    """The wire of a request that asks a model, or None for everything else."""
    if method != "POST":
        return None
    return next((wire.at(path) for wire in WIRES if wire.fits(path)), None)
