"""Taking over what the official memory server kept: a line of JSON for each entity and relation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..place import Place
from . import graph
from .shapes import Entity, Relation


@dataclass(frozen=True, slots=True)
class Taken:
    """What was new, and the numbers of the lines that could not be read."""

    entities: int
    observations: int
    relations: int
    torn: tuple[int, ...] = ()


async def take(place: Place, lines: Iterable[str]) -> Taken:
    """Keep what some lines say. What is known already stays as it is, so this can be done again.

    A line that is torn is left out; the official server would read none at all.
    """
    entities: dict[str, Entity] = {}
    relations: list[Relation] = []
    torn: list[int] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        one = _read(line)
        if one is None:
            torn.append(number)
        elif "from" in one:
            relations.append(one)
        else:
            entities.setdefault(one["name"], one)
    made = await graph.create_entities(place, list(entities.values()))
    new = sum(len(one["observations"]) for one in made)
    for name, one in entities.items():
        if all(name != other["name"] for other in made):
            new += len(await graph.add_observations(place, name, one["observations"]))
    related = await graph.create_relations(place, relations)
    return Taken(len(made), new, len(related), tuple(torn))


def _read(line: str) -> Any:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    kind = str(told.get("type"))
    names = {"entity": ("name", "entityType"), "relation": ("from", "to", "relationType")}.get(kind)
    if names is None or not all(isinstance(told.get(name), str) for name in names):
        return None
    made: dict[str, Any] = {name: told[name] for name in names}
    if kind == "entity":
        seen = told.get("observations", [])
        made["observations"] = [one for one in seen if isinstance(one, str) and one.strip()]
    return made
