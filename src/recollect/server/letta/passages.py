"""The archive of an agent."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...agents.aio.tools import AsyncAgentTools
from ...agents.archive import ARCHIVE
from ...errors import InputError, NotFound
from ...types import Note
from ...write.limits import MAX_LIMIT, digits
from . import shapes
from .calls import agent, asking, body


async def create(request: Request) -> Response:
    """POST /v1/agents/{agent_id}/archival-memory"""
    asking(request, "write")
    asked = await body(request)
    note = await (await agent(request)).archive(asked.get("text") or "", asked.get("tags") or ())
    return JSONResponse([shapes.of_note(note)])


async def listed(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/archival-memory"""
    asking(request, "read")
    asked = dict(request.query_params)
    found = await (await agent(request)).archived(asked.get("search") or None, limit=MAX_LIMIT)
    if not asked.get("search"):
        found.reverse()
    made = [shapes.of_note(note) for note in found]
    return JSONResponse(shapes.page(made, asked, lambda one: str(one["id"]), "asc"))


async def search(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/archival-memory/search"""
    asking(request, "read")
    asked = request.query_params
    most = digits(asked.get("top_k", "10"))
    if most is None:
        raise InputError("top_k must be a whole number")
    core = (await agent(request)).core
    found = await AsyncAgentTools(core).archived(
        asked.get("query") or None,
        asked.getlist("tags"),
        most,
        every=asked.get("tag_match_mode") == "all",
        start=asked.get("start_datetime"),
        end=asked.get("end_datetime"),
    )
    results = [
        {"id": one["id"], "content": one["text"], "timestamp": one["created_at"],
         "tags": one["tags"]}
        for one in map(shapes.of_note, found)
    ]  # fmt: skip
    return JSONResponse({"count": len(results), "results": results})


async def delete(request: Request) -> Response:
    """DELETE /v1/agents/{agent_id}/archival-memory/{memory_id}"""
    asking(request, "write")
    made = await agent(request)
    id = request.path_params["memory_id"].removeprefix("passage-")
    note = await made.memory.get(id, user_id=made.user_id, agent_id=made.name)
    if not isinstance(note, Note) or not note.metadata.get(ARCHIVE):
        raise NotFound(f"there is no passage {id[:80]!r} here")
    await made.memory.delete(id, user_id=made.user_id, agent_id=made.name)
    return JSONResponse({"message": "the passage is deleted"})


PLACE = "/v1/agents/{agent_id}/archival-memory"
ROUTES = [
    Route(PLACE, create, methods=["POST"]),
    Route(PLACE, listed, methods=["GET"]),
    Route(PLACE + "/search", search, methods=["GET"]),
    Route(PLACE + "/{memory_id}", delete, methods=["DELETE"]),
]
