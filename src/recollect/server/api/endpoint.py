"""What an entry of the table says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..who import Right
from .call import Call
from .fields import Schema

Handler = Callable[[Call], Awaitable[Any]]
Fields = Mapping[str, Schema]


@dataclass(frozen=True, slots=True)
class Items:
    """An answer that is a list; with `pages`, some of one, and where to go on."""

    of: Any
    pages: bool = False


@dataclass(frozen=True, slots=True)
class Created:
    """What a handler gives back when it made something new: told with 201."""

    made: Any


@dataclass(frozen=True, slots=True)
class Fact:
    """What is kept under a key, and the id of the note that has it."""

    key: str
    value: Any
    id: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A path and a method: what it takes, what it gives, who may use it."""

    method: str
    path: str
    verb: str
    """The verb of the front door, and the name in the document."""
    right: Right
    about: str
    answer: Any
    """A type of recollect's, `Items` of one, or a mapping of names to types."""
    query: Fields = field(default_factory=dict)
    body: Fields | None = None
    required: tuple[str, ...] = ()
    handler: Handler | None = None
    """What answers it; without one the verb itself, called with what was asked."""
    errors: tuple[int, ...] = ()
    """Statuses it may answer beside those that every endpoint may."""
    media: str = "application/json"
    also: tuple[str, ...] = ()
    """Other types that it may answer with."""
    takes: str = "application/json"
    done: tuple[int, ...] = (200,)
    """The statuses of success."""
    common: bool = False
    """Whether a key that is bound to a user may ask, though it is about nobody in particular."""
    loose: bool = False
    """Whether the body is any JSON object, which the handler finds as `state`."""

    keeps: Callable[[Any], dict[str, Any]] | None = None
    """What to keep of an answer, never its words, for a request that is sent again…"""
    retold: Handler | None = None
    """… and what answers that one: it finds among what was asked what was kept."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in its path."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))

    @property
    def writes(self) -> bool:
        """Whether it changes anything."""
        return self.method != "GET" and self.right != "read"

    @property
    def takes_a_user(self) -> bool:
        """Whether it is about somebody."""
        return "user_id" in self.query or "user_id" in (self.body or {})

    @property
    def looks_back(self) -> bool:
        """Whether the memory may be asked as it was."""
        return "as_of" in self.query or "as_of" in (self.body or {})
