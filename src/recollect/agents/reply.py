"""What an agent answers."""

from __future__ import annotations

from typing import Any

from ..ports import Usage
from ..types import Message, Record


class Reply(str):
    """An agent's answer: the text itself, with what it rests on and what it took.

    `sources` are the messages and notes that were recalled for it, `message` is how it is kept,
    and `usage` what the model took. `refused` says that the model would not answer, `cut` that
    its answer had no more room.
    """

    sources: tuple[Record, ...] = ()
    message: Message | None = None
    usage: Usage = Usage()
    refused: bool = False
    cut: bool = False

    def __new__(cls, text: str, **about: Any) -> Reply:
        made = super().__new__(cls, text)
        for name, value in about.items():
            setattr(made, name, value)
        return made

    @property
    def text(self) -> str:
        """The words, as plain text."""
        return str.__str__(self)

    @property
    def tokens(self) -> int:
        """What went in and came out; 0 when no model was asked."""
        return self.usage.tokens
