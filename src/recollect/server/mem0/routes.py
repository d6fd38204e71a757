"""mem0's calls: each path, who may call it, and what answers it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..faults import Problem
from .asked import Asked, Handler, handler, refused

NOT_SERVED = ("/v1/exports/", "/v1/exports/get/", "/v1/summary/", "/v1/feedback/",
              "/v2/profiles/jobs/", "/v2/profiles/settings/", "/v2/profiles/jobs/{id}/",
              "/v2/entities/user/{id:path}/profile/", "/api/v1/webhooks/{rest:path}",
              "/api/v1/orgs/{rest:path}")  # fmt: skip
"""What mem0's platform does beside keeping memories."""


async def ping(asked: Asked) -> Any:
    """That the key is good, and whose it is."""
    whose = asked.who.tenant or "default"
    return {"status": "ok", "org_id": "recollect", "project_id": whose, "user_email": None}


async def add(asked: Asked) -> Any:
    """POST /v3/memories/add/"""
    return await asked.platform.add(await asked.body())


async def search(asked: Asked) -> Any:
    """POST /v3/memories/search/"""
    body = await asked.body()
    asked.few(body.get("top_k"), "top_k")
    return await asked.platform.search(body)


async def every(asked: Asked) -> Any:
    """POST /v3/memories/?page=1&page_size=50"""
    given = asked.params
    size = asked.few(given.get("page_size"), "page_size")
    made = await asked.platform.all(await asked.body(), given.get("page"), size)
    here = str(asked.request.base_url).rstrip("/")
    return made | {name: here + made[name] for name in ("next", "previous") if made[name]}


async def get(asked: Asked) -> Any:
    """GET /v1/memories/{id}/"""
    return await asked.platform.get(asked.id)


async def update(asked: Asked) -> Any:
    """PUT /v1/memories/{id}/"""
    return await asked.platform.update(asked.id, await asked.body())


async def delete(asked: Asked) -> Any:
    """DELETE /v1/memories/{id}/"""
    return await asked.platform.delete(asked.id)


async def delete_all(asked: Asked) -> Any:
    """DELETE /v1/memories/?user_id=…"""
    return await asked.platform.delete_all(asked.params)


async def history(asked: Asked) -> Any:
    """GET /v1/memories/{id}/history/"""
    return await asked.platform.history(asked.id)


async def entities(asked: Asked) -> Any:
    """GET /v1/entities/"""
    return await asked.platform.entities()


async def delete_entity(asked: Asked) -> Any:
    """DELETE /v2/entities/{kind}/{id}/"""
    return await asked.platform.delete_entity(asked.request.path_params["kind"], asked.id)


async def batch_update(asked: Asked) -> Any:
    """PUT /v1/batch/"""
    return await asked.platform.batch_update((await asked.body()).get("memories"))


async def batch_delete(asked: Asked) -> Any:
    """DELETE /v1/batch/"""
    return await asked.platform.batch_delete((await asked.body()).get("memories"))


async def _not_served(request: Request) -> Response:
    return refused(Problem(501, "not_served", "this belongs to mem0's platform; recollect has none",
                           "see docs/mem0.md for what is served"))  # fmt: skip


def routes() -> list[BaseRoute]:
    """Every path that the current `mem0ai` calls: answered, or told that it is not served."""
    served = [
        _route("GET", "/v1/ping/", handler("read", ping)),
        _route("POST", "/v3/memories/add/", handler("write", add)),
        _route("POST", "/v3/memories/search/", handler("read", search)),
        _route("POST", "/v3/memories/", handler("read", every)),
        _route("DELETE", "/v1/memories/", handler("write", delete_all)),
        _route("GET", "/v1/memories/{id}/history/", handler("read", history)),
        _route("GET", "/v1/memories/{id}/", handler("read", get)),
        _route("PUT", "/v1/memories/{id}/", handler("write", update)),
        _route("DELETE", "/v1/memories/{id}/", handler("write", delete)),
        _route("GET", "/v1/entities/", handler("read", entities)),
        _route("DELETE", "/v2/entities/{kind}/{id:path}/", handler("write", delete_entity)),
        _route("PUT", "/v1/batch/", handler("write", batch_update)),
        _route("DELETE", "/v1/batch/", handler("write", batch_delete)),
    ]
    others = [Route(path, _not_served, methods=METHODS) for path in NOT_SERVED]
    return [*served, *others]


METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def _route(method: str, path: str, endpoint: Handler) -> BaseRoute:
    return Route(path, endpoint, methods=[method])
