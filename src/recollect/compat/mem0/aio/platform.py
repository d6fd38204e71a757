"""mem0's platform on a recollect memory: each call with the JSON that its REST API takes and gives.

The client calls it in this process; the server calls it for those who come over HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....write.limits import digits
from .. import checks, shapes
from ..exceptions import MemoryNotFoundError, ValidationError
from ..filters import Filter, scoped
from ..item import Item
from ..shapes import Json
from .memories import UNCHANGED, AsyncMemories

PAGE = 100
TOP_K = 10
MOST_AT_ONCE = 1000
TYPES = {"user": "user_id", "agent": "agent_id", "app": "app_id", "run": "run_id"}


class AsyncPlatform:
    """The calls, by what they do."""

    def __init__(self, memories: AsyncMemories) -> None:
        self._memories = memories

    async def add(self, body: Mapping[str, Any]) -> Json:
        """Add what was said; the memories of it are there when this returns."""
        given = {**_mapping(body.get("filters"), "filters"), **body}
        own = {
            "metadata": checks.metadata(body.get("metadata")),
            "expiration_date": checks.day(body.get("expiration_date")),
        }
        infer = body.get("infer", True) is not False
        done = await self._memories.add(
            body.get("messages"),
            checks.entities(given),
            infer=infer,
            at=checks.stamp(body.get("timestamp")),
            own={name: value for name, value in own.items() if value},
        )
        return {"results": [shapes.done(one, raw=not infer) for one in done]}

    async def search(self, body: Mapping[str, Any]) -> Json:
        """The memories that fit a question, best first."""
        wanted = checks.fields(body.get("fields"))
        found = await self._memories.search(
            checks.query(body.get("query")),
            self._filter(body),
            checks.count(_or(body.get("top_k"), TOP_K)),
            checks.threshold(body.get("threshold")),
            at=checks.stamp(body.get("reference_date"), "reference_date"),
            show_expired=bool(body.get("show_expired")),
        )
        rows = [shapes.hosted(one.item, score=one.score) for one in found]
        if wanted:
            rows = [{name: row[name] for name in ("id", *wanted) if name in row} for row in rows]
        return {"results": rows}

    async def all(self, body: Mapping[str, Any], page: Any = 1, size: Any = PAGE) -> Json:
        """A page of the memories that a filter admits, the newest first."""
        number = max(1, checks.count(_number(_or(page, 1)), "page"))
        each = max(1, checks.count(_number(_or(size, PAGE)), "page_size"))
        found = await self._memories.all(self._filter(body), bool(body.get("show_expired")))
        start = (number - 1) * each
        more = start + each < len(found)
        return {
            "count": len(found),
            "next": f"/v3/memories/?page={number + 1}&page_size={each}" if more else None,
            "previous": f"/v3/memories/?page={number - 1}&page_size={each}" if number > 1 else None,
            "results": [shapes.hosted(one) for one in found[start : start + each]],
        }

    async def get(self, id: str) -> Json:
        """One memory."""
        return shapes.hosted(await self._memories.one(id))

    async def update(self, id: str, body: Mapping[str, Any]) -> Json:
        """Change a memory; what it said stays in its history."""
        changes = {"text", "metadata", "timestamp", "expiration_date"} & set(body)
        if not changes:
            raise ValidationError(
                "At least one of text, metadata, timestamp, or expiration_date must be provided."
            )
        made = await self._memories.update(
            id,
            text=body.get("text"),
            metadata=body.get("metadata"),
            expiration=body.get("expiration_date", UNCHANGED),
            at=checks.stamp(body.get("timestamp")),
        )
        return shapes.hosted(made, text=made.memory)

    async def delete(self, id: str) -> Json:
        """Delete one memory. The older ones that it took the place of go with it, always."""
        await self._memories.delete(id)
        return {"message": "Memory deleted successfully!"}

    async def delete_all(self, given: Mapping[str, Any]) -> Json:
        """Delete the memories of somebody; who it is must be said."""
        ids = {**_mapping(given.get("filters"), "filters"), **given}
        await self._memories.delete_all(checks.entities(ids))
        return {"message": "Memories deleted successfully!"}

    async def history(self, id: str) -> list[Json]:
        """Every version of a memory, oldest first."""
        rows = await self._memories.history(id)
        if not rows:
            raise MemoryNotFoundError(f"Memory with id {str(id)[:80]} not found.")
        return [{**row, "input": [], "metadata": None} for row in rows]

    async def entities(self) -> Json:
        """Everybody who has memories: users, agents, apps and runs, with how many they have."""
        rows: dict[tuple[str, str], Json] = {}
        for one in await self._memories.all(Filter({}), show_expired=True):
            for kind, name in TYPES.items():
                if (id := getattr(one, name)) is not None:
                    _count(rows.setdefault((kind, id), _entity(kind, id, one)), one)
        found = [rows[key] for key in sorted(rows)]
        return {"count": len(found), "next": None, "previous": None, "results": found}

    async def delete_entity(self, kind: str, id: str) -> Json:
        """Delete a user, an agent, an app or a run, with everything of theirs."""
        if kind not in TYPES:
            raise ValidationError(f"an entity is one of {', '.join(TYPES)}, not {kind[:40]!r}")
        ids = checks.entities({TYPES[kind]: id})
        if not await self._memories.all(Filter(ids), show_expired=True):
            raise MemoryNotFoundError(f"there is no {kind} of this id")
        await self._memories.delete_all(ids)
        return {"message": "Entity deleted successfully!"}

    async def batch_update(self, memories: Any) -> Json:
        """Change several memories; none if one of them is not there."""
        batch = await self._batch(memories)
        for one in batch:
            await self._memories.update(
                one["memory_id"], text=one.get("text"), metadata=one.get("metadata")
            )
        return {"message": f"Successfully updated {len(batch)} memories"}

    async def batch_delete(self, memories: Any) -> Json:
        """Delete several memories; none if one of them is not there."""
        batch = await self._batch(memories)
        for id in dict.fromkeys(one["memory_id"] for one in batch):
            await self._memories.delete(id)
        return {"message": f"Successfully deleted {len(batch)} memories"}

    async def close(self) -> None:
        """Release the memory."""
        await self._memories.memory.close()

    async def _batch(self, memories: Any) -> list[Mapping[str, Any]]:
        if not isinstance(memories, list) or not memories or len(memories) > MOST_AT_ONCE:
            raise ValidationError(f"memories is a list of 1 to {MOST_AT_ONCE} dicts")
        for one in memories:
            if not isinstance(one, Mapping) or not isinstance(one.get("memory_id"), str):
                raise ValidationError("each memory of a batch has a 'memory_id'")
            await self._memories.one(one["memory_id"])
        return memories

    def _filter(self, body: Mapping[str, Any]) -> Filter:
        """The filter of a request, with what stands beside it."""
        given: dict[str, Any] = dict(_mapping(body.get("filters"), "filters"))
        beside: list[Any] = [{"metadata": _mapping(body.get("metadata"), "metadata")}]
        if body.get("categories"):
            beside.append({"categories": {"in": body["categories"]}})
        for name, operator in (("start_date", "gte"), ("end_date", "lte")):
            if body.get(name):
                beside.append({"created_at": {operator: body[name]}})
        return scoped({"AND": [given, *beside]})


def _entity(kind: str, id: str, one: Item) -> Json:
    return {
        "id": id,
        "name": id,
        "type": kind,
        "total_memories": 0,
        "created_at": one.created_at.isoformat(),
        "updated_at": one.updated_at.isoformat(),
        "owner": None,
        "organization": None,
        "metadata": None,
    }


def _count(row: Json, one: Item) -> None:
    row["total_memories"] += 1
    row["created_at"] = min(row["created_at"], one.created_at.isoformat())
    row["updated_at"] = max(row["updated_at"], one.updated_at.isoformat())


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def _number(value: Any) -> Any:
    """A number of a query string is text."""
    return digits(value) if isinstance(value, str) else value


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValidationError(f"{name} must be a dict")
    return value
