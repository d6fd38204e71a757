"""Reading what others wrote: whatever is not as it should be is told by its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ...errors import InputError
from ...types import Message

T = TypeVar("T")


def read_each(
    value: Any, what: str, read: Callable[[dict[str, Any]], list[Message]]
) -> list[Message]:
    """The messages of a list of conversations."""
    if not isinstance(value, list):
        raise InputError(f"this is no {what.removeprefix('an ')}: it must be a list")
    found: list[Message] = []
    for number, one in enumerate(value, start=1):
        try:
            found += read(one)
        except (InputError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise InputError(f"conversation {number}: {error}; nothing was imported") from None
        except KeyError as error:
            raise InputError(f"conversation {number} lacks {error}; nothing was imported") from None
    return found


def part(value: dict[str, Any], name: str, kind: type[T]) -> T:
    """A part of an object that must be there, of a kind."""
    found = value.get(name)
    if not isinstance(found, kind):
        raise InputError(f"its {name} is not what it should be")
    return found
