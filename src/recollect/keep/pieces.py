"""What a message has no room for is kept in pieces, which go with it.

They are messages of a session beside its own, of the same owner and the same moment, and bear its
token. The name of that session follows from the name of the first.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ..orders import Query
from ..times import end_after
from ..types import Message, Record, Scope, Where

PIECES = "pieces"
"""The token that a message and its pieces have in their metadata."""


def beside(session_id: str) -> str:
    """The session of the pieces of a session's messages."""
    return f"{PIECES}:{hashlib.sha256(session_id.encode()).hexdigest()[:32]}"


def aside(scope: Scope) -> Scope | None:
    """Where the pieces of a conversation are; None where there are none. What belongs to a session
    alone has no session beside it."""
    if scope.session_id is None or scope.owner.kind == "session":
        return None
    return replace(scope, session_id=beside(scope.session_id))


def is_piece(record: Record) -> bool:
    """Whether a record is a piece of another."""
    return (record.scope.session_id or "").startswith(f"{PIECES}:") and PIECES in record.metadata


def pieces(record: Record) -> Query | None:
    """What asks for the pieces of a message; None where it has none."""
    token, place = record.metadata.get(PIECES), aside(record.scope)
    if not isinstance(record, Message) or not isinstance(token, str) or place is None:
        return None
    return Query(place, Where(record.at, end_after(record.at), metadata={PIECES: token}))
