"""The nine tools, with the names, the fields and the texts that the official server has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver.exceptions import ResourceError
from pydantic import Field

from ....errors import RecollectError
from ..place import Place, Seat
from ..tool import Tool
from . import graph
from .shapes import (
    Added,
    Deletion,
    Done,
    Entities,
    Entity,
    Graph,
    Observed,
    Relation,
    Relations,
    Results,
)

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

PAGE = "memory://knowledge-graph"


async def create_entities(place: Place, entities: list[Entity]) -> tuple[str, Entities]:
    """Create multiple new entities in the knowledge graph"""
    made = await graph.create_entities(place, entities)
    return spelled(made), {"entities": made}


async def create_relations(place: Place, relations: list[Relation]) -> tuple[str, Relations]:
    """Create multiple new relations between entities in the knowledge graph. Relations should be in
    active voice"""
    made = await graph.create_relations(place, relations)
    return spelled(made), {"relations": made}


async def add_observations(place: Place, observations: list[Observed]) -> tuple[str, Results]:
    """Add new observations to existing entities in the knowledge graph"""
    await graph.require(place, (one["entityName"] for one in observations))
    results = [
        Added(
            entityName=one["entityName"],
            addedObservations=await graph.add_observations(
                place, one["entityName"], one["contents"]
            ),
        )
        for one in observations
    ]
    return spelled(results), {"results": results}


async def delete_entities(
    place: Place,
    entityNames: Annotated[list[str], Field(description="An array of entity names to delete")],
) -> tuple[str, Done]:
    """Delete multiple entities and their associated relations from the knowledge graph"""
    await graph.delete_entities(place, entityNames)
    return done("Entities deleted successfully")


async def delete_observations(place: Place, deletions: list[Deletion]) -> tuple[str, Done]:
    """Delete specific observations from entities in the knowledge graph"""
    for one in deletions:
        await graph.delete_observations(place, one["entityName"], one["observations"])
    return done("Observations deleted successfully")


async def delete_relations(
    place: Place,
    relations: Annotated[list[Relation], Field(description="An array of relations to delete")],
) -> tuple[str, Done]:
    """Delete multiple relations from the knowledge graph"""
    await graph.delete_relations(place, relations)
    return done("Relations deleted successfully")


async def read_graph(place: Place) -> tuple[str, Graph]:
    """Read the entire knowledge graph"""
    return shown((await graph.read(place)).whole())


async def search_nodes(
    place: Place,
    query: Annotated[
        str,
        Field(
            description="The search query to match against entity names, types, and observation "
            "content"
        ),
    ],
) -> tuple[str, Graph]:
    """Search for nodes in the knowledge graph based on a query"""
    known = await graph.read(place)
    return shown(known.around(known.matching(query)))


async def open_nodes(
    place: Place,
    names: Annotated[list[str], Field(description="An array of entity names to retrieve")],
) -> tuple[str, Graph]:
    """Open specific nodes in the knowledge graph by their names"""
    return shown((await graph.read(place)).around(set(names)))


NINE = (
    Tool(create_entities, "Create Entities", writes=True, again=False),
    Tool(create_relations, "Create Relations", writes=True, again=False),
    Tool(add_observations, "Add Observations", writes=True, again=False),
    Tool(delete_entities, "Delete Entities", writes=True, destroys=True),
    Tool(delete_observations, "Delete Observations", writes=True, destroys=True),
    Tool(delete_relations, "Delete Relations", writes=True, destroys=True),
    Tool(read_graph, "Read Graph"),
    Tool(search_nodes, "Search Nodes"),
    Tool(open_nodes, "Open Nodes"),
)


def add_page(server: MCPServer[Any], seat: Seat) -> None:
    """The resource of the official server."""

    @server.resource(
        PAGE, name="knowledge-graph", title="Knowledge Graph", mime_type="application/json"
    )
    async def knowledge_graph() -> str:
        """The full knowledge graph with all entities and relations"""
        try:
            return spelled((await graph.read(await seat(None))).whole())
        except RecollectError as error:
            raise ResourceError(str(error)) from None


def spelled(value: Any) -> str:
    """JSON as the official server writes it."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def shown(found: Graph) -> tuple[str, Graph]:
    """A graph, as text and as data."""
    return spelled(found), found


def done(message: str) -> tuple[str, Done]:
    """A deletion, as text and as data."""
    return message, {"success": True, "message": message}
