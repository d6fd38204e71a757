"""mem0's platform over HTTP: the same calls as in this process, by its REST paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..http import AsyncHttp
from ..shapes import Json


class AsyncWire:
    """Talks mem0's REST to a server: recollect's, or another that speaks it."""

    def __init__(self, host: str, api_key: str | None) -> None:
        self._http = AsyncHttp(host, api_key)

    async def add(self, body: Mapping[str, Any]) -> Json:
        """Add what was said."""
        return await self._json("POST", "/v3/memories/add/", dict(body))

    async def search(self, body: Mapping[str, Any]) -> Json:
        """The memories that fit a question."""
        return await self._json("POST", "/v3/memories/search/", dict(body))

    async def all(self, body: Mapping[str, Any], page: Any = None, size: Any = None) -> Json:
        """A page of memories."""
        asked = {"page": page, "page_size": size}
        return await self._json("POST", "/v3/memories/", dict(body), asked)

    async def get(self, id: str) -> Json:
        """One memory."""
        return await self._json("GET", _path(id))

    async def update(self, id: str, body: Mapping[str, Any]) -> Json:
        """Change a memory."""
        return await self._json("PUT", _path(id), dict(body))

    async def delete(self, id: str) -> Json:
        """Delete a memory."""
        return await self._json("DELETE", _path(id))

    async def delete_all(self, given: Mapping[str, Any]) -> Json:
        """Delete the memories of somebody."""
        return await self._json("DELETE", "/v1/memories/", None, dict(given))

    async def history(self, id: str) -> list[Json]:
        """Every version of a memory."""
        found: list[Json] = await self._http.call("GET", f"{_path(id)}history/")
        return found

    async def entities(self) -> Json:
        """Everybody who has memories."""
        return await self._json("GET", "/v1/entities/")

    async def delete_entity(self, kind: str, id: str) -> Json:
        """Delete a user, an agent, an app or a run."""
        return await self._json("DELETE", f"/v2/entities/{quote(kind)}/{quote(id, safe='')}/")

    async def batch_update(self, memories: Any) -> Json:
        """Change several memories."""
        return await self._json("PUT", "/v1/batch/", {"memories": memories})

    async def batch_delete(self, memories: Any) -> Json:
        """Delete several memories."""
        return await self._json("DELETE", "/v1/batch/", {"memories": memories})

    async def close(self) -> None:
        """Nothing is held open."""

    async def _json(
        self, method: str, path: str, body: Any = None, params: dict[str, Any] | None = None
    ) -> Json:
        made: Json = await self._http.call(method, path, body, params)
        return made


def _path(id: str) -> str:
    return f"/v1/memories/{quote(str(id), safe='')}/"
