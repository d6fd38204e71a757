"""The first step of the read path: what was asked → what to look for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from .. import text
from ..errors import InputError
from ..times import moment
from ..types import EVERYTHING, KINDS, ROLES, Where
from ..write import limits

KEY = re.compile(r"[^\s\"'`,;!?()\[\]{}]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question: the words, their terms, the keys it may name, and what may answer it."""

    words: str
    at: datetime
    limit: int
    min_relevance: float
    where: Where
    terms: Mapping[str, float]
    keys: tuple[str, ...]


def question(
    words: object, at: datetime, limit: object, min_relevance: object, where: object
) -> Question:
    """Check and take apart a question. Any punctuation in it is just text."""
    asked = limits.text(words, "query", limits.MAX_QUERY)
    return Question(
        asked,
        at,
        limits.count(limit, "limit"),
        share(min_relevance, "min_relevance"),
        read_where(where),
        text.query_terms(asked),
        tuple(dict.fromkeys(word.rstrip(".:") for word in KEY.findall(asked)[:32])),
    )


def share(value: object, name: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{name} must be a number from 0 to 1")
    return float(value)


def read_where(where: object) -> Where:
    """A checked filter, from a `Where` or a dict of its fields."""
    if where is None:
        return EVERYTHING
    if isinstance(where, Mapping):
        known = {field.name for field in fields(Where)}
        unknown = sorted(str(key) for key in set(where) - known)
        if unknown:
            raise InputError(f"where knows {', '.join(sorted(known))}, not {', '.join(unknown)}")
        where = Where(**where)
    if not isinstance(where, Where):
        raise InputError(f"where must be a Where or a dict, not {type(where).__name__}")
    if where.role is not None and where.role not in ROLES:
        raise InputError(f"where.role must be one of {', '.join(ROLES)}")
    if where.kind is not None and where.kind not in ("message", "note", *KINDS):
        raise InputError(f"where.kind must be one of message, note, {', '.join(KINDS)}")
    changes: dict[str, Any] = {"metadata": limits.metadata(where.metadata, "where.metadata")}
    for name in ("after", "before"):
        if getattr(where, name) is not None:
            changes[name] = moment(getattr(where, name), f"where.{name}")
    if where.session_id is not None:
        changes["session_id"] = limits.identifier(where.session_id, "where.session_id")
    return replace(where, **changes)
