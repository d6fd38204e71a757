"""What a cache keeps of a live session."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import Message


@dataclass(frozen=True, slots=True)
class Window:
    """The last messages of a session, and the owner's last change when they were read.

    By that change its reader knows whether anything came since.
    """

    position: int
    token: str
    messages: tuple[Message, ...]
