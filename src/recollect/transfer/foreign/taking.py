"""What a reader is given beside a file, and what readers share: records are made, what is not taken
is counted, and what is not as it should be is told by its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any, TypeVar

from ...errors import InputError
from ...types import Message, Record, Scope
from ...write import limits

T = TypeVar("T")

BRANCHES = "branches"
"""What was said on a way that was given up, such as an answer that was asked for anew."""
TOOLS = "tool messages"
THOUGHTS = "thoughts"
HIDDEN = "hidden messages"
FILES = "pictures and files"
NOTHING = "; nothing was imported"
TITLE = 300
"""Characters of a title that are kept."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Whose the records will be, in which session if the file names none; when the file was
    written; and how many things of each kind are left out."""

    scope: Scope
    at: datetime
    left: Counter[str] = field(default_factory=Counter)

    def message(
        self, text: str, role: str, at: datetime, id: object, session: object, **marks: Any
    ) -> Message:
        """A message of somebody else's words. Marks that say nothing are not kept."""
        kept = {
            name: limits.storable(mark)[:TITLE] if isinstance(mark, str) else mark
            for name, mark in marks.items()
            if mark
        }
        return Message(
            limits.storable(text), role, at=at, metadata=kept,
            id=limits.identifier(id, "id"),
            user_id=self.scope.user_id, agent_id=self.scope.agent_id,
            session_id=limits.identifier(session, "session_id"),
        )  # fmt: skip

    def id(self, *parts: object) -> str:
        """The same id for the same words of the same owner, where a file gives none."""
        named = (self.scope.user_id, self.scope.agent_id, *parts)
        spelt = "\0".join(str(one) for one in named)
        return blake2b(spelt.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def read_each(
    rows: Any, what: str, read: Callable[[Any, int], list[Record]], one: str = "conversation"
) -> list[Record]:
    """The records of a list, such as one of conversations, which are numbered; an error says of
    which."""
    if not isinstance(rows, list):
        raise InputError(f"this is no {what}: it must be a list{NOTHING}")
    found: list[Record] = []
    for number, row in enumerate(rows, start=1):
        try:
            found += read(row, number)
        except (InputError, TypeError, ValueError, AttributeError, OverflowError) as error:
            why = str(error).removesuffix(NOTHING)
            raise InputError(f"{one} {number}: {why}{NOTHING}") from None
        except KeyError as error:
            raise InputError(f"{one} {number} lacks {error}{NOTHING}") from None
    return found


def part(value: dict[str, Any], name: str, kind: type[T]) -> T:
    """A part of an object that must be there, of a kind."""
    found = value.get(name)
    if not isinstance(found, kind):
        raise InputError(f"its {name} is not what it should be")
    return found


def words(found: list[Any]) -> str:
    """Some texts, one below the other."""
    return "\n".join(one for one in found if isinstance(one, str)).strip()
