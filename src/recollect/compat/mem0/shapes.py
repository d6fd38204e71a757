"""Memories in the shapes that mem0 gives them: the package's, and its platform's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import md5
from typing import Any, Literal, TypeAlias

from ...types import Note
from .item import Item

Event: TypeAlias = Literal["ADD", "UPDATE", "NONE"]
Json: TypeAlias = dict[str, Any]
PROMOTED = ("user_id", "agent_id", "run_id", "actor_id", "role", "expiration_date")


@dataclass(frozen=True, slots=True)
class Done:
    """What `add` did with one memory: added it, or updated it, or knew it already."""

    item: Item
    event: Event
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A found memory, how well it fits from 0 to 1, and the parts of that."""

    item: Item
    score: float
    parts: Mapping[str, float]


def done(one: Done, raw: bool) -> Json:
    """What `add` answers of one memory; of words that were kept as they are, who said them."""
    made: Json = {"id": one.item.id, "memory": one.item.memory, "event": one.event}
    if one.before is not None:
        made["previous_memory"] = one.before
    if raw:
        made |= {"actor_id": one.item.actor_id, "role": one.item.role}
    return made


def stored(item: Item, **more: Any) -> Json:
    """A memory as the package shows it; ids stand there if they were given."""
    made: Json = {
        "id": item.id,
        "memory": item.memory,
        "hash": _hash(item.memory),
        "metadata": dict(item.metadata) or None,
        **more,
        "created_at": item.created_at.isoformat(),
        "updated_at": item.updated_at.isoformat(),
    }
    given = ((name, getattr(item, name)) for name in PROMOTED)
    return made | {name: value for name, value in given if value is not None}


def found(one: Scored, explain: bool) -> Json:
    """A found memory as the package shows it."""
    made = stored(one.item, score=one.score)
    return made | ({"score_details": dict(one.parts)} if explain else {})


def hosted(item: Item, **more: Any) -> Json:
    """A memory as the platform shows it; every id stands there, or null."""
    return {
        "id": item.id,
        "memory": item.memory,
        "user_id": item.user_id,
        "agent_id": item.agent_id,
        "app_id": item.app_id,
        "run_id": item.run_id,
        "actor_id": item.actor_id,
        "hash": _hash(item.memory),
        "metadata": dict(item.metadata) or None,
        "categories": item.metadata.get("categories", []),
        "expiration_date": item.expiration_date,
        "created_at": item.created_at.isoformat(),
        "updated_at": item.updated_at.isoformat(),
        **more,
    }


def past(versions: Sequence[Note], id: str, item: Item) -> list[Json]:
    """The history of a memory: added, updated, and ended if nothing stands in its place."""
    rows: list[Json] = []
    before: str | None = None
    for note in versions:
        event = "UPDATE" if rows else "ADD"
        rows.append(_row(note.id, id, item, (before, note.text), event, note.learned_at))
        before = note.text
    last = versions[-1]
    if last.closed_at is not None:
        ended = _row(f"{last.id}-end", id, item, (before, None), "DELETE", last.closed_at)
        rows.append(ended | {"is_deleted": True})
    return rows


def gone(id: str, at: datetime) -> Json:
    """All that is left of a memory that was deleted."""
    return {
        "id": f"{id}-end",
        "memory_id": id,
        "old_memory": None,
        "new_memory": None,
        "event": "DELETE",
        "created_at": at.isoformat(),
        "updated_at": at.isoformat(),
        "is_deleted": True,
        "actor_id": None,
        "role": None,
    }


def _row(
    row: str, id: str, item: Item, texts: tuple[str | None, str | None], event: str, at: Any
) -> Json:
    return {
        "id": row,
        "memory_id": id,
        "old_memory": texts[0],
        "new_memory": texts[1],
        "event": event,
        "created_at": item.created_at.isoformat(),
        "updated_at": at.isoformat(),
        "is_deleted": False,
        "actor_id": item.actor_id,
        "role": item.role,
    }


def _hash(text: str) -> str:
    return md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
