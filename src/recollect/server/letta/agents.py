"""Agents: made, listed, shown, changed, carried, deleted."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from email.parser import BytesParser
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ...agents.carried import Carried
from ...agents.lettafile import from_af, is_af
from ...agents.settings import SYSTEM, Settings, checked
from ...agents.settings import of_note as settings_of
from ...errors import InputError
from . import shapes
from .blocks import found as found_block
from .calls import agent, agents, asking, body, json_object, state

CHANGES = ("name", "system", "description", "tags")


async def create(request: Request) -> Response:
    """POST /v1/agents/"""
    asking(request, "write", for_all=True)
    asked = await body(request)
    own = tuple(shapes.asked_block(one) for one in asked.get("memory_blocks") or [])
    shared = [await found_block(request, str(id)) for id in asked.get("block_ids") or []]
    labels = [one.label for one in [*own, *shared]]
    if len({*labels}) < len(labels):
        raise InputError("two blocks have one label; each needs its own")
    settings = checked(
        Settings(
            asked.get("name") or f"agent-{uuid.uuid4().hex[:8]}",
            asked.get("system") or SYSTEM,
            None,
            shapes.tools(asked.get("tools"), asked.get("tool_ids")),
            asked.get("description") or "",
            tuple(asked.get("tags") or ()),
            metadata={**(asked.get("metadata") or {}), "letta": _kept(asked)},
        )
    )
    id = f"agent-{uuid.uuid4()}"
    here = agents(request)
    await here._carrying.write(Carried(settings, own), id)
    made = await here.get(id)
    for one in shared:
        await made.attach(one)
    return JSONResponse(await state(made))


async def listed(request: Request) -> Response:
    """GET /v1/agents/"""
    asking(request, "read")
    here = agents(request)
    asked = dict(request.query_params)
    tags = request.query_params.getlist("tags")
    every = await here._carrying.notes()
    notes = [note for note in every if _wanted(settings_of(note), asked, tags)]
    notes.sort(key=lambda note: note.recorded_at)
    shown = shapes.page(notes, asked, lambda note: note.agent_id or "", "desc")
    made = [await here.get(note.agent_id or "") for note in shown]
    return JSONResponse([await state(one) for one in made])


async def shown(request: Request) -> Response:
    """GET /v1/agents/{agent_id}"""
    asking(request, "read")
    return JSONResponse(await state(await agent(request)))


async def change(request: Request) -> Response:
    """PATCH /v1/agents/{agent_id}"""
    asking(request, "write", for_all=True)
    asked = await body(request)
    made = await agent(request)
    changes: dict[str, Any] = {name: asked[name] for name in CHANGES if asked.get(name) is not None}
    if asked.get("tool_ids") is not None or asked.get("tools") is not None:
        changes["tools"] = shapes.tools(asked.get("tools"), asked.get("tool_ids"))

    def changed(old: Settings) -> Settings:
        letta = {**dict(old.metadata.get("letta") or {}), **_kept(asked)}
        own = asked.get("metadata")
        rest = own if isinstance(own, Mapping) else {
            key: val for key, val in old.metadata.items() if key != "letta"
        }  # fmt: skip
        return replace(old, **changes, metadata={**rest, "letta": letta})

    await made.core.configure(changed)
    return JSONResponse(await state(made))


async def delete(request: Request) -> Response:
    """DELETE /v1/agents/{agent_id}"""
    asking(request, "admin", for_all=True)
    await agents(request).delete(request.path_params["agent_id"])
    return JSONResponse({"message": "the agent is erased"})


async def export(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/export"""
    asking(request, "admin", for_all=True)
    return PlainTextResponse(
        await agents(request).export(request.path_params["agent_id"], "af"),
        media_type="application/json",
    )


async def bring(request: Request) -> Response:
    """POST /v1/agents/import"""
    asking(request, "admin", for_all=True)
    form = _form(request.headers.get("content-type", ""), await request.body())
    if "file" not in form:
        raise InputError("the agent file is missing: send it as `file`")
    value = json_object(form["file"])
    if not is_af(value):
        raise InputError("this is no agent file of Letta's")
    here, made = agents(request), []
    for one in from_af(value):
        name = form.get("override_name") or form.get("name") or one.settings.name
        if form.get("append_copy_suffix", "true") == "true" and "override_name" not in form:
            name = f"{name}_copy"
        bare = replace(one, messages=(), notes=()) if form.get("strip_messages") == "true" else one
        id = f"agent-{uuid.uuid4()}"
        settings = replace(bare.settings, name=name, llm=None)
        await here._carrying.write(replace(bare, settings=settings), id)
        made.append(id)
    return JSONResponse({"agent_ids": made})


async def tools(request: Request) -> Response:
    """GET /v1/agents/{agent_id}/tools"""
    asking(request, "read")
    settings = await (await agent(request)).settings()
    made = [shapes.tool(name) for name in settings.tools]
    return JSONResponse(shapes.page(made, request.query_params, lambda one: str(one["id"]), "asc"))


def _kept(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is only given back: which model answers is for those who run the server to say."""
    return {
        name: asked[name]
        for name in ("model", "embedding", "agent_type")
        if isinstance(asked.get(name), str)
    }


def _wanted(settings: Settings, asked: Mapping[str, str], tags: list[str]) -> bool:
    named = "name" not in asked or settings.name == asked["name"]
    own = [tag in settings.tags for tag in tags]
    tagged = not tags or (all(own) if asked.get("match_all_tags") == "true" else any(own))
    words = asked.get("query_text", "").lower()
    return named and tagged and words in settings.name.lower()


def _form(kind: str, raw: bytes) -> dict[str, str]:
    """The fields of a form with files, by name."""
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1", "replace")
    parsed = BytesParser().parsebytes(head + raw)
    made: dict[str, str] = {}
    for part in parsed.get_payload() if parsed.is_multipart() else []:
        name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
        content = part.get_payload(decode=True)  # type: ignore[union-attr]
        if isinstance(name, str) and isinstance(content, bytes):
            try:
                made[name] = content.decode("utf-8")
            except UnicodeDecodeError:
                raise InputError(f"{name[:40]!r} is no text in UTF-8") from None
    return made


ROUTES = [
    Route("/v1/agents/", create, methods=["POST"]),
    Route("/v1/agents/", listed, methods=["GET"]),
    Route("/v1/agents/import", bring, methods=["POST"]),
    Route("/v1/agents/{agent_id}", shown, methods=["GET"]),
    Route("/v1/agents/{agent_id}", change, methods=["PATCH"]),
    Route("/v1/agents/{agent_id}", delete, methods=["DELETE"]),
    Route("/v1/agents/{agent_id}/export", export, methods=["GET"]),
    Route("/v1/agents/{agent_id}/tools", tools, methods=["GET"]),
]
