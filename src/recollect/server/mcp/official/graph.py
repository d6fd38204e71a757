"""A knowledge graph of entities, observations and relations, kept as notes.

An entity and an observation are facts under keys made from their words, so that two writers at once
need no lock: each writes its own note, and the same one twice is one. A relation is an edge of
recollect's own graph; how it was spelled is in its metadata. Relations from elsewhere are not
shown and not deleted here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ....errors import InputError, NotFound
from ....types import Note
from ....write import limits
from ..place import Place
from .shapes import Entity, Graph, Relation

ENTITY, OBSERVATION = "mcp.entity:", "mcp.observation:"
SPELLED = "mcp.relation"


@dataclass(slots=True)
class Read:
    """The graph with the notes behind it."""

    entities: dict[str, Note] = field(default_factory=dict)
    observations: dict[str, dict[str, Note]] = field(default_factory=dict)
    relations: dict[tuple[str, str, str], Note] = field(default_factory=dict)

    def entity(self, name: str) -> Entity:
        """One entity with what was observed of it."""
        value = self.entities[name].value
        seen = list(self.observations.get(name, {}))
        return Entity(name=name, entityType=value["entityType"], observations=seen)

    def whole(self) -> Graph:
        """All of it."""
        return self.part(self.entities, self.relations)

    def around(self, names: Collection[str]) -> Graph:
        """Some entities, and every relation that one of them has."""
        some = [name for name in self.entities if name in names]
        return self.part(some, (one for one in self.relations if one[0] in some or one[2] in some))

    def part(self, names: Iterable[str], relations: Iterable[tuple[str, str, str]]) -> Graph:
        """As the tools answer."""
        return Graph(
            entities=[self.entity(name) for name in names],
            relations=[_relation(*one) for one in relations],
        )

    def matching(self, query: str) -> set[str]:
        """The entities whose name, type or observations hold some words."""
        words = query.lower()
        return {
            name
            for name, note in self.entities.items()
            if any(
                words in text.lower()
                for text in (name, note.value["entityType"], *self.observations.get(name, ()))
            )
        }


async def read(place: Place) -> Read:
    """The graph as it is now."""
    made = Read()
    for note in await place.memory.notes(**place.ids):
        key, value = note.key or "", note.value
        spelled = note.metadata.get(SPELLED)
        if isinstance(spelled, str) and note.subject and note.object:
            made.relations[(note.subject, spelled, note.object)] = note
        elif key.startswith(ENTITY) and isinstance(value, dict):
            made.entities[value["name"]] = note
        elif key.startswith(OBSERVATION) and isinstance(value, dict):
            made.observations.setdefault(value["entityName"], {})[value["content"]] = note
    return made


async def create_entities(place: Place, entities: Sequence[Entity]) -> list[Entity]:
    """Keep entities that are not there yet; those that are new."""
    for one in entities:
        limits.text(one["name"], "name")
        for content in one["observations"]:
            limits.text(content, "observation")
    known = (await read(place)).entities
    new = {one["name"]: one for one in reversed(entities) if one["name"] not in known}
    made = [one for one in entities if new.get(one["name"]) is one]
    for one in made:
        name, kind = one["name"], one["entityType"]
        for content in one["observations"]:
            await _observe(place, name, content)
        value = {"name": name, "entityType": kind}
        text = f"{name} ({kind})" if kind.strip() else name
        await place.memory.set(ENTITY + _digest(name), value, text=text, **place.ids)
    return made


async def create_relations(place: Place, relations: Sequence[Relation]) -> list[Relation]:
    """Relate what is not related so yet; the relations that are new."""
    from ....write.relations import triple  # heavy: the handshake does not wait for it

    for one in relations:
        triple(one["from"], one["relationType"], one["to"])
    known = set((await read(place)).relations)
    made: list[Relation] = []
    for one in relations:
        spelled = (one["from"], one["relationType"], one["to"])
        if spelled in known:
            continue
        known.add(spelled)
        marks = {SPELLED: one["relationType"]}
        note = await place.memory.relate(*spelled, metadata=marks, **place.ids)
        if SPELLED not in note.metadata:  # it was known, but not from here
            marks = {**note.metadata, **marks}
            note = await place.memory.update(note.id, metadata=marks, **place.ids)
        if note.metadata[SPELLED] == one["relationType"]:
            made.append(one)
    return made


async def add_observations(place: Place, name: str, contents: Sequence[str]) -> list[str]:
    """Keep what was observed of an entity; what is new of it."""
    known = (await read(place)).observations.get(name, {})
    new = [content for content in dict.fromkeys(contents) if content not in known]
    for content in new:
        await _observe(place, name, content)
    return new


async def require(place: Place, names: Iterable[str]) -> None:
    """Refuse names that are no entity's."""
    known = (await read(place)).entities
    for name in names:
        if name not in known:
            raise InputError(f"Entity with name {name[:200]} not found; create it first")


async def delete_entities(place: Place, names: Collection[str]) -> None:
    """Delete entities, what was observed of them, and their relations."""
    graph = await read(place)
    gone = [note for name, note in graph.entities.items() if name in names]
    gone += [note for name in names for note in graph.observations.get(name, {}).values()]
    gone += [note for one, note in graph.relations.items() if one[0] in names or one[2] in names]
    await _delete(place, gone)


async def delete_observations(place: Place, name: str, contents: Collection[str]) -> None:
    """Delete some of what was observed of an entity."""
    kept = (await read(place)).observations.get(name, {})
    await _delete(place, [kept[content] for content in contents if content in kept])


async def delete_relations(place: Place, relations: Sequence[Relation]) -> None:
    """Delete relations."""
    kept = (await read(place)).relations
    named = [(one["from"], one["relationType"], one["to"]) for one in relations]
    await _delete(place, [kept[one] for one in dict.fromkeys(named) if one in kept])


async def _observe(place: Place, name: str, content: str) -> None:
    value = {"entityName": name, "content": content}
    key = OBSERVATION + _digest(name, content)
    await place.memory.set(key, value, text=f"{name}: {content}", **place.ids)


async def _delete(place: Place, notes: Iterable[Note]) -> None:
    for note in notes:
        with suppress(NotFound):  # somebody else was faster
            await place.memory.delete(note.id, **place.ids)


def _digest(*words: str) -> str:
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


def _relation(subject: str, kind: str, object: str) -> Relation:
    return Relation({"from": subject, "to": object, "relationType": kind})
