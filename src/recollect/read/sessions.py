"""The conversations that messages belong to."""

from __future__ import annotations

from collections.abc import Sequence

from ..types import Message, SessionInfo


def sessions(messages: Sequence[Message]) -> list[SessionInfo]:
    """One line for each, oldest first; the messages come oldest first, too."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        if message.session_id is not None:
            found.setdefault(message.session_id, []).append(message)
    return [SessionInfo(id, len(said), said[0].at, said[-1].at) for id, said in found.items()]
