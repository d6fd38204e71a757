"""Persistent agents over HTTP, under `/v1/agents`; docs/persistent-agents.md lists the calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ...agents.aio.persistent import AsyncPersistentAgent
from ...agents.block import Block, block
from ...agents.settings import SYSTEM
from ...errors import InputError, Stale
from ...types import Message, Note
from ..faults import Problem
from .calls import agent, agents, asking, body

PARTS = ("value", "limit", "read_only", "description")
ABOUT = ("description", "tags", "metadata", "tools")


def routes() -> list[BaseRoute]:
    """What is served."""
    one = "/v1/agents/{agent_id}"
    return [
        Route("/v1/agents", listed, methods=["GET"]),
        Route("/v1/agents", create, methods=["POST"]),
        Route("/v1/agents/import", bring, methods=["POST"]),
        Route(one, shown, methods=["GET"]),
        Route(one, delete, methods=["DELETE"]),
        Route(one + "/clone", clone, methods=["POST"]),
        Route(one + "/export", export, methods=["GET"]),
        Route(one + "/blocks", blocks, methods=["GET"]),
        Route(one + "/blocks/{label}", show_block, methods=["GET"]),
        Route(one + "/blocks/{label}", put_block, methods=["PUT"]),
        Route(one + "/chat", chat, methods=["POST"]),
        Route(one + "/messages", messages, methods=["GET"]),
        Route(one + "/archive", archived, methods=["GET"]),
        Route(one + "/archive", archive, methods=["POST"]),
    ]


async def listed(request: Request) -> Response:
    """The agents there are."""
    asking(request, "read")
    found = await agents(request).list()
    return JSONResponse({"items": [one.as_dict() for one in found]})


async def create(request: Request) -> Response:
    """A new agent. Its model is the server's."""
    asking(request, "write", for_all=True)
    asked = _only(await body(request), "name", "persona", "human", "blocks", "system", *ABOUT)
    made = await agents(request).create(
        asked.get("name", ""),
        persona=asked.get("persona"),
        human=asked.get("human"),
        blocks=[_block(one) for one in asked.get("blocks") or []],
        system=asked.get("system") or SYSTEM,
        **{name: asked[name] for name in ABOUT if name in asked},
    )
    return JSONResponse(await _state(made), 201)


async def shown(request: Request) -> Response:
    """An agent, with the blocks that it has in view."""
    asking(request, "read")
    return JSONResponse(await _state(await agent(request)))


async def delete(request: Request) -> Response:
    """Erase an agent, with a receipt."""
    asking(request, "admin", for_all=True)
    receipt = await agents(request).delete(request.path_params["agent_id"])
    return JSONResponse(receipt.as_dict())


async def clone(request: Request) -> Response:
    """A second agent like one."""
    asking(request, "admin", for_all=True)
    asked = _only(await body(request), "name")
    here = agents(request)
    made = await here.clone(request.path_params["agent_id"], asked.get("name", ""))
    return JSONResponse(await _state(made), 201)


async def export(request: Request) -> Response:
    """An agent's whole state, as json, yaml or af."""
    asking(request, "admin", for_all=True)
    form = request.query_params.get("form", "json")
    if form not in ("json", "yaml", "af"):
        raise InputError("form must be json, yaml or af")
    text = await agents(request).export(request.path_params["agent_id"], form)
    kind = "application/yaml" if form == "yaml" else "application/json"
    return PlainTextResponse(text, media_type=kind)


async def bring(request: Request) -> Response:
    """An agent from its state, all of it or nothing; `name` is another name for it."""
    asking(request, "admin", for_all=True)
    name = request.query_params.get("name")
    made = await agents(request).import_(await body(request), name=name)
    await made.configure(llm=None)  # which model answers is for those who run the server to say
    return JSONResponse(await _state(made), 201)


async def blocks(request: Request) -> Response:
    """What an agent has in view."""
    asking(request, "read")
    found = await (await agent(request)).blocks()
    return JSONResponse({"items": [_told(one) for one in found]})


async def show_block(request: Request) -> Response:
    """One block; its ETag is its version."""
    asking(request, "read")
    return _tagged(await (await agent(request)).block(request.path_params["label"]))


async def put_block(request: Request) -> Response:
    """A block, changed or new; with If-Match, only over the version that was read."""
    caller = asking(request, "write")
    asked = _only(await body(request), *PARTS)
    made, label = await agent(request), request.path_params["label"]
    version = request.headers.get("if-match")
    known = {one.label: one for one in await made.blocks()}
    if caller.user_id is not None and (label not in known or known[label].shared):
        raise Problem(403, "forbidden", "this key is bound to one user", "use a key without --user")
    if label not in known and version is None:
        return _tagged(await made.add_block(_block({**asked, "label": label})), 201)
    tag = None if version in (None, "*") else version.removeprefix("W/").strip('"')
    try:
        changed = await made.core.change(label, force=caller.may("admin"), if_version=tag, **asked)
    except Stale as error:
        raise Problem(412, "changed", str(error), "read it again, then retry") from error
    return _tagged(changed)


async def chat(request: Request) -> Response:
    """A turn: what is said, and what is answered."""
    asking(request, "write")
    asked = _only(await body(request), "text")
    made = await agent(request)
    reply = await made.chat(asked.get("text", ""))
    usage = {"input": reply.usage.input, "output": reply.usage.output}
    return JSONResponse({"text": reply.text, "usage": usage, "refused": reply.refused})


async def messages(request: Request) -> Response:
    """What was said, oldest first; with `hidden=true` also calls of tools and heartbeats."""
    asking(request, "read")
    last = request.query_params.get("last", "100")
    if not (last.isascii() and last.isdigit()):
        raise InputError("last must be a whole number")
    most = min(int(last), request.app.state.rules.results)
    hidden = request.query_params.get("hidden") == "true"
    found = await (await agent(request)).messages(most, hidden_too=hidden)
    return JSONResponse({"items": [_said(one) for one in found]})


async def archive(request: Request) -> Response:
    """Keep a note in an agent's archive."""
    asking(request, "write")
    asked = _only(await body(request), "text", "tags")
    made = await agent(request)
    return JSONResponse(_noted(await made.archive(asked.get("text", ""), asked.get("tags") or ())))


async def archived(request: Request) -> Response:
    """Notes of an agent's archive: the best for a `query`, or the newest."""
    asking(request, "read")
    asked = request.query_params
    found = await (await agent(request)).archived(asked.get("query"), tags=asked.getlist("tag"))
    return JSONResponse({"items": [_noted(one) for one in found]})


async def _state(made: AsyncPersistentAgent) -> dict[str, Any]:
    shared = [_told(one) for one in await made.blocks()]
    return {"agent": (await made.settings()).as_dict(), "blocks": shared}


def _tagged(one: Block, status: int = 200) -> Response:
    return JSONResponse(_told(one), status, headers={"ETag": f'"{one.version}"'})


def _told(one: Block) -> dict[str, Any]:
    about = {"version": one.version, "author": one.author, "shared": one.shared}
    return one.as_dict() | about


def _said(one: Message) -> dict[str, Any]:
    return {"id": one.id, "role": one.role, "content": one.content, "at": one.at.isoformat()}


def _noted(one: Note) -> dict[str, Any]:
    tags = one.metadata.get("tags") or []
    return {"id": one.id, "text": one.text, "tags": tags, "at": one.at.isoformat()}


def _block(value: Any) -> Block:
    if not isinstance(value, Mapping):
        raise InputError("a block is an object with a label and a value")
    return block(**_only(value, "label", *PARTS))


def _only(asked: Mapping[str, Any], *names: str) -> dict[str, Any]:
    unknown = sorted(str(name) for name in set(asked) - {*names})
    if unknown:
        raise InputError(f"there is no {unknown[0][:40]!r} here; there are: {', '.join(names)}")
    return dict(asked)
