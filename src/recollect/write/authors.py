"""Who wrote what, and who was faster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..errors import Stale
from ..orders import Put
from ..types import Message, Note, Record
from . import limits

AUTHOR = "author"
"""What the metadata of a record says: who wrote it."""
Some = TypeVar("Some", Message, Note, Record)


def signed(record: Some, author: str) -> Some:
    """A record that says who wrote it, if somebody is named."""
    if not author or record.metadata.get(AUTHOR) == author:
        return record
    return replace(record, metadata={**record.metadata, AUTHOR: author})


def all_signed(puts: Sequence[Put], author: str) -> tuple[Put, ...]:
    """Records to be stored, each of which says who wrote it."""
    return tuple(replace(put, record=signed(put.record, author)) for put in puts)


def writer(record: Record) -> str | None:
    """Who wrote a record: who signed it, else whose words they are, else its agent."""
    author = record.metadata.get(AUTHOR)
    if isinstance(author, str):
        return author
    if isinstance(record, Message) and record.role == "user":
        return record.name or record.user_id
    return record.agent_id


def says(old: Note, new: Note) -> bool:
    """Whether a note's metadata has all that another's has, but for who wrote it: as JSON has it,
    so that true is not 1."""
    return all(
        name == AUTHOR or _spelled(old.metadata.get(name)) == _spelled(value)
        for name, value in new.metadata.items()
    )


def _spelled(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def version(given: object) -> str | None:
    """A version to be checked: the id of a note, or "" for none; None if nothing is checked."""
    return given if given is None or given == "" else limits.identifier(given, "if_version")


def overtaken(newest: Note | None) -> Stale:
    """What is raised when another version stands than the one that was read."""
    if newest is None:
        return Stale(
            "this version does not stand any more, and no newer one does; nothing was written. "
            "See history, then retry"
        )
    by = writer(newest)
    who = f"by {by!r} " if by else ""
    return Stale(
        f"a newer version was written {who}at {newest.learned_at.isoformat()}; nothing was "
        f"written. Read it (error.current), then retry with if_version={newest.id!r}",
        newest,
    )
