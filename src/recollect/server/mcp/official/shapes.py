"""The shapes of the official memory server, field by field."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class Entity(TypedDict):
    """A node."""

    name: Annotated[str, Field(description="The name of the entity")]
    entityType: Annotated[str, Field(description="The type of the entity")]
    observations: Annotated[
        list[str], Field(description="An array of observation contents associated with the entity")
    ]


Relation = TypedDict(
    "Relation",
    {
        "from": Annotated[
            str, Field(description="The name of the entity where the relation starts")
        ],
        "to": Annotated[str, Field(description="The name of the entity where the relation ends")],
        "relationType": Annotated[str, Field(description="The type of the relation")],
    },
)
"""An edge. `from` is no name that a class could have."""


class Graph(TypedDict):
    """Nodes and edges."""

    entities: list[Entity]
    relations: list[Relation]


class Observed(TypedDict):
    """What is to be added to an entity."""

    entityName: Annotated[
        str, Field(description="The name of the entity to add the observations to")
    ]
    contents: Annotated[list[str], Field(description="An array of observation contents to add")]


class Deletion(TypedDict):
    """What is to be taken from an entity."""

    entityName: Annotated[
        str, Field(description="The name of the entity containing the observations")
    ]
    observations: Annotated[list[str], Field(description="An array of observations to delete")]


class Added(TypedDict):
    """What was added to an entity."""

    entityName: str
    addedObservations: list[str]


class Entities(TypedDict):
    """The answer of create_entities."""

    entities: list[Entity]


class Relations(TypedDict):
    """The answer of create_relations."""

    relations: list[Relation]


class Results(TypedDict):
    """The answer of add_observations."""

    results: list[Added]


class Done(TypedDict):
    """The answer of the three that delete."""

    success: bool
    message: str
