"""mem0's `MemoryClient`, in both colours: the platform's verbs, in this process or over HTTP."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ....memory.aio.door import AsyncMemory as AsyncDoor
from ..checks import ENTITIES
from ..checks import query as checked_query
from ..exceptions import MemoryNotFoundError, ValidationError
from ..shapes import Json
from .memories import AsyncMemories
from .platform import AsyncPlatform
from .wire import AsyncWire

NOT_SERVED = ("create_memory_export", "get_memory_export", "get_summary", "get_profile",
              "generate_profile", "get_profile_settings", "update_profile_settings",
              "sample_profiles", "get_profile_job", "get_project", "update_project",
              "get_webhooks", "create_webhook", "update_webhook", "delete_webhook", "feedback",
              "chat", "project")  # fmt: skip
"""What mem0's platform does beside keeping memories."""


class AsyncMemoryClient:
    """mem0's client. Without a host, or with the path or URL of a memory, it needs no server.

    `host` that begins with http:// or https:// is a server that speaks mem0's REST, such as
    recollect's own. `org_id`, `project_id` and `client` are taken and do nothing: a key says whose
    it is, and the connection is recollect's own.
    """

    def __init__(
        self,
        api_key: str | None = None,
        host: str | None = None,
        org_id: str | None = None,
        project_id: str | None = None,
        client: Any = None,
    ) -> None:
        self.api_key, self.host = api_key, host
        self.org_id, self.project_id = org_id, project_id
        self._platform: AsyncPlatform | AsyncWire
        if host is not None and host.startswith(("http://", "https://")):
            self._platform = AsyncWire(host, api_key)
        else:
            self._platform = AsyncPlatform(AsyncMemories(AsyncDoor(host)))

    async def add(self, messages: Any, options: Any = None, **more: Any) -> Json:
        """Add what was said: text, a message, or a list of them."""
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        elif isinstance(messages, dict):
            messages = [messages]
        elif not isinstance(messages, list):
            raise ValidationError(
                f"messages must be str, dict, or list[dict], got {messages!r:.40}"
            )
        return await self._platform.add({"messages": messages, **_given(options, more)})

    async def search(self, query: str, options: Any = None, **more: Any) -> Json:
        """The memories that fit a question; `filters` say whose."""
        asked = checked_query(query)
        return await self._platform.search({"query": asked, **_filtered(_given(options, more))})

    async def get_all(self, options: Any = None, **more: Any) -> Json:
        """A page of memories; `filters` say whose."""
        given = _filtered(_given(options, more))
        page, size = given.pop("page", None), given.pop("page_size", None)
        return await self._platform.all(given, page, size)

    async def get(self, memory_id: str) -> Json:
        """One memory by its id."""
        return await self._platform.get(memory_id)

    async def update(self, memory_id: str, options: Any = None, **more: Any) -> Json:
        """Change a memory: its text, metadata, timestamp or expiration_date."""
        given = {**_options(options), **more}
        body = {name: one for name, one in given.items() if one is not None or name == EXPIRES}
        return await self._platform.update(memory_id, body)

    async def delete(self, memory_id: str, delete_linked: bool = False) -> Json:
        """Delete a memory, with the older ones that it replaced: `delete_linked` or not."""
        return await self._platform.delete(memory_id)

    async def delete_all(self, options: Any = None, **more: Any) -> Json:
        """Delete the memories of a user, an agent, an app or a run."""
        given = _given(options, more)
        return await self._platform.delete_all({**given.pop("filters", {}), **given})

    async def history(self, memory_id: str) -> list[Json]:
        """Every version of a memory, oldest first."""
        return await self._platform.history(memory_id)

    async def users(self) -> Json:
        """Everybody who has memories."""
        return await self._platform.entities()

    async def delete_users(
        self,
        user_id: str | None = None,
        agent_id: str | None = None,
        app_id: str | None = None,
        run_id: str | None = None,
    ) -> Json:
        """Delete one of them, or everybody."""
        named = {"user": user_id, "agent": agent_id, "app": app_id, "run": run_id}
        chosen = [(kind, id) for kind, id in named.items() if id is not None][:1]
        if chosen:
            await self._platform.delete_entity(*chosen[0])
            return {"message": "Entity deleted successfully."}
        rows = (await self._platform.entities())["results"]
        if not rows:
            raise ValidationError("No entities to delete")
        while rows:
            for row in rows:
                with suppress(MemoryNotFoundError):  # what one had may have been another's, too
                    await self._platform.delete_entity(row["type"], row["name"])
            rows = (await self._platform.entities())["results"]
        return {"message": "All users, agents, apps and runs deleted."}

    async def reset(self) -> Json:
        """Delete everybody."""
        await self.delete_users()
        return {"message": "Client reset successful. All users and memories deleted."}

    async def batch_update(self, memories: list[dict[str, Any]]) -> Json:
        """Change several memories."""
        return await self._platform.batch_update(memories)

    async def batch_delete(self, memories: list[dict[str, Any]]) -> Json:
        """Delete several memories."""
        return await self._platform.batch_delete(memories)

    async def close(self) -> None:
        """Release the memory, if it is in this process."""
        await self._platform.close()

    async def __aenter__(self) -> AsyncMemoryClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __getattr__(self, name: str) -> Any:
        if name in NOT_SERVED:
            raise NotImplementedError(f"{name} belongs to mem0's platform; there is none here")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


EXPIRES = "expiration_date"


def _options(options: Any) -> dict[str, Any]:
    """mem0's typed options, or a dict of them."""
    if options is None:
        return {}
    return dict(
        options.model_dump(exclude_unset=True) if hasattr(options, "model_dump") else options
    )


def _given(options: Any, more: dict[str, Any]) -> dict[str, Any]:
    found = {**_options(options), **more}
    return {name: value for name, value in found.items() if value is not None}


def _filtered(given: dict[str, Any]) -> dict[str, Any]:
    """Ids that stand beside the filters join them, as older programs write it."""
    ids = {name: given.pop(name) for name in (*ENTITIES, "app_id") if name in given}
    return {**given, "filters": {**given.get("filters", {}), **ids}} if ids else given
