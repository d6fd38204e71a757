"""A knowledge graph: an entity is a fact, what was observed of it a message, a relation an edge.

Each has a key or an id made from its words, so that two writers at once need no lock: each writes
its own, and the same one twice is one. How a relation was spelled is in its metadata; relations
from elsewhere are not shown and not deleted here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ....errors import InputError, NotFound
from ....types import Message, Note, Record
from ....write import limits
from ..place import Place
from .shapes import Entity, Graph, Relation

ENTITY, SPELLED, KIND = "mcp.entity", "mcp.relation", "mcp.kind"
"""What the metadata says: the name of an entity, how a relation was spelled, what a message is."""
SEEN = "observation"


@dataclass(slots=True)
class Read:
    """The graph with the notes behind it."""

    entities: dict[str, Note] = field(default_factory=dict)
    observations: dict[str, dict[str, Message]] = field(default_factory=dict)
    relations: dict[tuple[str, str, str], Note] = field(default_factory=dict)

    def entity(self, name: str) -> Entity:
        """One entity with what was observed of it."""
        kind, seen = self.entities[name].value, list(self.observations.get(name, {}))
        return Entity(name=name, entityType=kind, observations=seen)

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
                for text in (name, note.value, *self.observations.get(name, ()))
            )
        }


async def read(place: Place) -> Read:
    """The graph as it is now."""
    made = Read()
    for note in await place.memory.notes(**place.ids):
        name, spelled = note.metadata.get(ENTITY), note.metadata.get(SPELLED)
        if isinstance(spelled, str) and note.subject and note.object:
            made.relations[(note.subject, spelled, note.object)] = note
        elif isinstance(name, str) and isinstance(note.value, str):
            made.entities[name] = note
    where = {"metadata": {KIND: SEEN}}
    for message in await place.memory.messages(where=where, **place.ids):
        name = str(message.metadata.get(ENTITY))
        content = message.content.removeprefix(f"{name}: ")
        made.observations.setdefault(name, {})[content] = message
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
        name = one["name"]
        await _observe(place, name, one["observations"])
        marks = {ENTITY: name}
        await place.memory.set(_key(name), one["entityType"], metadata=marks, **place.ids)
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
    await _observe(place, name, new)
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
    gone: list[Record] = [note for name, note in graph.entities.items() if name in names]
    gone += [one for name in names for one in graph.observations.get(name, {}).values()]
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


async def _observe(place: Place, name: str, contents: Iterable[str]) -> None:
    """Keep what was observed, word for word, in one commit."""
    marks = {ENTITY: name, KIND: SEEN}
    made = [
        Message(
            f"{name}: {content}",
            role="assistant",
            metadata=marks,
            id=_digest(place.agent_id or "", name, content),
        )
        for content in dict.fromkeys(contents)
    ]
    if made:
        await place.memory.add(made, learn="never", **place.ids)


async def _delete(place: Place, records: Iterable[Record]) -> None:
    for record in records:
        with suppress(NotFound):  # somebody else was faster
            await place.memory.delete(record.id, **place.ids)


def _key(name: str) -> str:
    """The key of an entity: its name, or a digest where that is none."""
    try:
        return limits.identifier(f"entity {name}", "name")
    except InputError:
        return f"entity {_digest(name)}"


def _digest(*words: str) -> str:
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


def _relation(subject: str, kind: str, object: str) -> Relation:
    return Relation({"from": subject, "to": object, "relationType": kind})
