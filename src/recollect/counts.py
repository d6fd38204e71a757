"""How much there is, and whether it is whole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Message

ASIDE = "pieces:" + 32 * "[0-9a-f]"
"""How sessions are called that hold what had no room in the messages of others: a pattern that
regular expressions and SQLite's GLOB read alike."""
_ASIDE = re.compile(ASIDE)


def is_aside(session_id: str) -> bool:
    """Whether a session is such a one: no conversation of anybody's."""
    return _ASIDE.fullmatch(session_id) is not None


def many(count: int, what: str) -> str:
    """So many of something, for people: 1 note, 2 notes, 2 memories."""
    if count != 1:
        what = f"{what[:-1]}ies" if what.endswith(("ry", "ty")) else f"{what}s"
    return f"{count:,} {what}"


def counted(counts: Mapping[str, int]) -> str:
    """How much there is of several things, by their plurals: 1 note, 0 messages."""
    return ", ".join(
        f"{count:,} {_one(what) if count == 1 else what}" for what, count in counts.items()
    )


def _one(what: str) -> str:
    """The singular of a plural: branch, relation in the graph, picture or file."""
    thing, rest = re.split(r"(?= (?:in|of) |$)", what.replace("s and ", " or "), maxsplit=1)
    for plural, single in (("ies", "y"), ("ches", "ch"), ("s", "")):
        if thing.endswith(plural):
            return thing.removesuffix(plural) + single + rest
    return what


def listed(counts: Mapping[str, int]) -> str:
    """The same of those things that there are."""
    return counted({what: count for what, count in counts.items() if count})


@dataclass(frozen=True, slots=True)
class Stats:
    """How much is kept, and how much still waits for its vector."""

    messages: int
    notes: int
    sessions: int
    """Conversations; what is kept beside one is none."""
    owners: int
    vectors: Mapping[str, int] = field(default_factory=dict)
    pending: int = 0
    bytes: int | None = None
    """How large the whole store is, if it can tell; None for one owner."""
    embedder: str | None = None
    url: str = ""
    indexes: Mapping[str, int | None] = field(default_factory=dict)
    """Of each index beside the store, how many changes it has not seen, counted to some hundreds;
    None for one that cannot be asked."""

    @property
    def foreign(self) -> str | None:
        """The model that made most vectors, if that is not the embedder in use."""
        most = max(self.vectors.values(), default=0)
        if self.embedder is None or self.vectors.get(self.embedder, 0) >= most:
            return None
        return next(model for model, count in self.vectors.items() if count == most)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of `verify`: what was checked, and what is wrong, if anything."""

    checked: Mapping[str, int]
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One conversation in a list of them."""

    session_id: str
    messages: int
    first_at: datetime
    last_at: datetime


def sessions_of(messages: Sequence[Message]) -> list[SessionInfo]:
    """The conversations that messages, oldest first, belong to."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        if message.session_id is not None:
            found.setdefault(message.session_id, []).append(message)
    return [SessionInfo(id, len(said), said[0].at, said[-1].at) for id, said in found.items()]
