"""Blocks: those of one agent by label, and all of them by id."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...agents.block import PARTS, Block, changed
from ...agents.block import of_note as block_of
from ...agents.settings import Ref
from ...errors import NotFound
from . import shapes
from .calls import agent, agents, asking, body, state


async def found(request: Request, id: str) -> Block:
    """The block of an id; NotFound if there is none."""
    own = shapes.own_block(id)
    here = agents(request)
    if own is not None:
        return await (await here.get(own[0])).block(own[1])
    memory = here.memory
    for note in await memory._versions(id, memory._scope(None, shapes.SHARED)):
        if note.open:
            return block_of(note, shared=True)
    raise NotFound(f"there is no block {id[:80]!r} here")


async def of_agent(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/core-memory/blocks"""
    asking(request, "read")
    made = [shapes.of_block(one) for one in await (await agent(request)).blocks()]
    shown = shapes.page(made, request.query_params, lambda one: str(one["id"]), "asc")
    return JSONResponse(shown)


async def by_label(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/core-memory/blocks/{label}"""
    asking(request, "read")
    one = await (await agent(request)).block(request.path_params["label"])
    return JSONResponse(shapes.of_block(one))


async def change_by_label(request: Request) -> Response:
    """PATCH /v1/agents/{agent_id}/core-memory/blocks/{label}"""
    asking(request, "write", for_all=True)
    asked = await body(request)
    made = await agent(request)
    label = request.path_params["label"]
    return JSONResponse(
        shapes.of_block(await made.core.change(label, force=True, **_changes(asked)))
    )


async def attach(request: Request) -> Response:
    """PATCH /v1/agents/{agent_id}/core-memory/blocks/attach/{block_id}"""
    asking(request, "write", for_all=True)
    made = await agent(request)
    await made.attach(await found(request, request.path_params["block_id"]))
    return JSONResponse(await state(made))


async def detach(request: Request) -> Response:
    """PATCH /v1/agents/{agent_id}/core-memory/blocks/detach/{block_id}"""
    asking(request, "write", for_all=True)
    made = await agent(request)
    id = request.path_params["block_id"]
    for one in await made.blocks():
        if shapes.block_id(one) == id:
            await made.remove_block(one.label)
            return JSONResponse(await state(made))
    raise NotFound(f"the agent has no block {id[:80]!r}")


async def create(request: Request) -> Response:
    """POST /v1/blocks/"""
    asking(request, "write", for_all=True)
    made = shapes.asked_block(await body(request))
    named = replace(made, key=f"block-{uuid.uuid4()}")
    kept = await agents(request).share(named, agent_id=shapes.SHARED)
    return JSONResponse(shapes.of_block(kept))


async def listed(request: Request) -> Response:
    """GET /v1/blocks/"""
    asking(request, "read", for_all=True)
    asked = dict(request.query_params)
    here = agents(request)
    notes = await here.memory.notes(agent_id=shapes.SHARED, kind="core")
    made = [block_of(note, shared=True) for note in notes]
    for note in await here._carrying.notes():
        blocks = await (await here.get(note.agent_id or "")).blocks()
        made += [one for one in blocks if not one.shared]
    shown = [shapes.of_block(one) for one in made if _wanted(one, asked)]
    return JSONResponse(shapes.page(shown, asked, lambda one: str(one["id"]), "asc"))


async def shown(request: Request) -> Response:
    """GET /v1/blocks/{block_id}"""
    asking(request, "read", for_all=True)
    return JSONResponse(shapes.of_block(await found(request, request.path_params["block_id"])))


async def change(request: Request) -> Response:
    """PATCH /v1/blocks/{block_id}"""
    asking(request, "write", for_all=True)
    asked = await body(request)
    old = await found(request, request.path_params["block_id"])
    new = changed(old, force=True, **_changes(asked))
    memory = agents(request).memory
    note = await memory.update(
        old.version, value=new.value, metadata=new.metadata, if_version=old.version, **_ids(old)
    )
    return JSONResponse(shapes.of_block(block_of(note, shared=old.shared)))


async def delete(request: Request) -> Response:
    """DELETE /v1/blocks/{block_id}"""
    asking(request, "write", for_all=True)
    old = await found(request, request.path_params["block_id"])
    here = agents(request)
    ref = Ref(old.key, old.user_id, old.agent_id)
    for note in await here._carrying.notes():
        core = (await here.get(note.agent_id or "")).core
        await core.configure(lambda settings: settings.without(ref))
    await here.memory.delete(old.version, **_ids(old))
    return JSONResponse({"message": "the block is deleted"})


async def users_of(request: Request) -> Response:
    """GET /v1/blocks/{block_id}/agents"""
    asking(request, "read", for_all=True)
    id = request.path_params["block_id"]
    here, made = agents(request), []
    for note in await here._carrying.notes():
        one = await here.get(note.agent_id or "")
        if any(shapes.block_id(block) == id for block in await one.blocks()):
            made.append(await state(one))
    shown = shapes.page(made, request.query_params, lambda one: str(one["id"]), "asc")
    return JSONResponse(shown)


def _changes(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {name: asked[name] for name in PARTS if asked.get(name) is not None}


def _ids(one: Block) -> dict[str, Any]:
    return {"user_id": one.user_id, "agent_id": one.agent_id}


def _wanted(one: Block, asked: Mapping[str, str]) -> bool:
    return (
        ("label" not in asked or one.label == asked["label"])
        and asked.get("label_search", "").lower() in one.label.lower()
        and asked.get("value_search", "").lower() in one.value.lower()
        and asked.get("description_search", "").lower() in one.description.lower()
    )


CORE = "/v1/agents/{agent_id}/core-memory/blocks"
ROUTES = [
    Route(CORE, of_agent, methods=["GET"]),
    Route(CORE + "/attach/{block_id}", attach, methods=["PATCH"]),
    Route(CORE + "/detach/{block_id}", detach, methods=["PATCH"]),
    Route(CORE + "/{label}", by_label, methods=["GET"]),
    Route(CORE + "/{label}", change_by_label, methods=["PATCH"]),
    Route("/v1/blocks/", create, methods=["POST"]),
    Route("/v1/blocks/", listed, methods=["GET"]),
    Route("/v1/blocks/{block_id}", shown, methods=["GET"]),
    Route("/v1/blocks/{block_id}", change, methods=["PATCH"]),
    Route("/v1/blocks/{block_id}", delete, methods=["DELETE"]),
    Route("/v1/blocks/{block_id}/agents", users_of, methods=["GET"]),
]
