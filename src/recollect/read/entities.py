"""The people and things that relations name, each with its other names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..text.names import ALIAS, folded
from ..types import Note


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that relations name, and how many do."""

    name: str
    aliases: tuple[str, ...] = ()
    edges: int = 0


def entities(notes: Iterable[Note]) -> list[Entity]:
    """Who is named, the most related first. The name that is nobody's alias stands for the rest."""
    related = [note for note in notes if note.subject and note.relation and note.object]
    aliases = [note for note in related if note.relation == ALIAS]
    spelled: dict[str, str] = {}
    leader: dict[str, str] = {}
    for note in related:
        for name in (note.subject, note.object):
            spelled.setdefault(folded(name or ""), name or "")
    for note in aliases:
        one, other = (_leader(leader, folded(name or "")) for name in (note.subject, note.object))
        if one != other:
            leader[one] = other
    counts: Counter[str] = Counter()
    for note in related:
        if note.relation != ALIAS:
            counts.update(
                {_leader(leader, folded(name or "")) for name in (note.subject, note.object)}
            )
    groups: dict[str, list[str]] = {}
    for name in spelled:
        groups.setdefault(_leader(leader, name), []).append(name)
    lesser = {folded(note.subject or "") for note in aliases}
    found = [_entity(group, lesser, spelled, counts[first]) for first, group in groups.items()]
    return sorted(found, key=lambda one: (-one.edges, folded(one.name)))


def _entity(names: list[str], lesser: set[str], spelled: dict[str, str], edges: int) -> Entity:
    main = next((name for name in names if name not in lesser), names[0])
    others = sorted(spelled[name] for name in names if name != main)
    return Entity(spelled[main], tuple(others), edges)


def _leader(leader: dict[str, str], name: str) -> str:
    while name in leader:
        name = leader[name]
    return name
