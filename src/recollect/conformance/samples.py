"""Records and orders to test with. Nothing here does any I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from ..orders import Drop, Match, Nearest, Put, Vector
from ..types import EVERYTHING, Message, Note, Record, Scope, Where

START = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
DANA = Scope(user_id="dana")
MODEL = "test-model"
SIZE = 4
EVERY_WAY = (1.0, 1.0, 1.0, 1.0)


def minute(number: float) -> datetime:
    """So many minutes after the start."""
    return START + timedelta(minutes=number)


def said(content: str, scope: Scope = DANA, /, **fields: Any) -> Message:
    """A message in a scope, said at the start unless told otherwise."""
    return Message(content, **{"at": START} | _whose(scope) | fields)


def noted(text: str, scope: Scope = DANA, /, **fields: Any) -> Note:
    """A note in a scope, learned at the start unless told otherwise."""
    times = {"learned_at": START, "recorded_at": START}
    return Note(text=text, **times | _whose(scope) | fields)


def words(text: str) -> dict[str, int]:
    """Terms good enough for tests: the lower-case words."""
    return dict(Counter(text.lower().split()))


def vector(numbers: Iterable[float], model: str = MODEL) -> Vector:
    """A vector of a model."""
    import numpy as np

    return Vector(model, np.array(list(numbers), dtype=np.float32))


def leaning(number: float) -> Vector:
    """Vectors that turn away from (1, 0, 0, 0) as the number grows from 0 to 90 degrees."""
    from math import cos, radians, sin

    return vector((cos(radians(number)), sin(radians(number)), 0.0, 0.0))


def put(record: Record, embedding: Vector | None = None) -> Put:
    """The order to store a record, with its words as terms."""
    return Put(record, words(record.text), embedding)


def drop(record: Record) -> Drop:
    """The order to delete what `put` stored."""
    return Drop(record, words(record.text))


def near(
    scope: Scope = DANA,
    limit: int = 10,
    where: Where = EVERYTHING,
    ids: tuple[str, ...] | None = None,
    embedding: Vector | None = None,
) -> Nearest:
    """Ask for what lies nearest to (1, 0, 0, 0)."""
    return Nearest(scope, embedding or leaning(0), limit, where, ids)


def matching(
    text: str,
    scope: Scope = DANA,
    limit: int = 10,
    where: Where = EVERYTHING,
    ids: tuple[str, ...] | None = None,
) -> Match:
    """Ask for what holds these words."""
    return Match(scope, dict.fromkeys(words(text), 1.0), limit, where, ids)


def _whose(scope: Scope) -> dict[str, Any]:
    return {
        "user_id": scope.user_id,
        "agent_id": scope.agent_id,
        "session_id": scope.session_id,
        "tenant": scope.tenant,
    }
