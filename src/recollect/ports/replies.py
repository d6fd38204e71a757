"""What a language model is told, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Chat: TypeAlias = Sequence[Mapping[str, str]]
"""Messages with `role` (system, user or assistant) and `content`."""

Schema: TypeAlias = Mapping[str, Any]
"""A JSON Schema, of the few words that `models/llm/schema.py` knows."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Requests made, those that failed among them, and their tokens."""

    calls: int = 0
    failed: int = 0
    input: int = 0
    output: int = 0

    @property
    def tokens(self) -> int:
        """Those that went in and those that came out."""
        return self.input + self.output

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.failed + other.failed,
            self.input + other.input,
            self.output + other.output,
        )

    def __sub__(self, other: Usage) -> Usage:
        """What is left; never less than nothing."""
        return Usage(
            max(0, self.calls - other.calls),
            max(0, self.failed - other.failed),
            max(0, self.input - other.input),
            max(0, self.output - other.output),
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer. With a schema, `data` fits it."""

    text: str = ""
    data: Any = None
    usage: Usage = Usage()
    dropped: int = 0
    """Parts of the answer that did not fit the schema, and are left out."""
    cut: bool = False
    """It ended too early: what was complete is here."""
