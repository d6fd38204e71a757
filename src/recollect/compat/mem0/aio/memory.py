"""mem0's `Memory` and `AsyncMemory`: the same verbs, parameters and result shapes."""

from __future__ import annotations

from typing import Any

from ....memory.aio.door import AsyncMemory as AsyncDoor
from .. import checks, shapes
from ..config import opened
from ..exceptions import MemoryNotFoundError, ValidationError
from ..filters import scoped
from ..moving import taken
from ..shapes import Json
from .memories import UNCHANGED, AsyncMemories


class AsyncMemory:
    """A recollect memory that answers as mem0's does.

    `config` is mem0's dict of settings, or simply the URL or path of the memory; nothing stands for
    RECOLLECT_URL, else `recollect.db` here. No key, no model and no network are needed.
    """

    def __init__(self, config: Any = None) -> None:
        url, options = opened(config)
        self._memories = AsyncMemories(AsyncDoor(url, **options))

    @classmethod
    def from_config(cls, config_dict: dict[str, Any]) -> AsyncMemory:
        """A memory of mem0's settings."""
        return cls(config_dict)

    @classmethod
    def over(cls, memory: AsyncDoor) -> AsyncMemory:
        """The same verbs on a recollect memory that is open already."""
        made = cls.__new__(cls)
        made._memories = AsyncMemories(memory)
        return made

    @property
    def recollect(self) -> AsyncDoor:
        """The recollect memory behind it: everything that mem0 has no verb for."""
        return self._memories.memory

    async def add(
        self,
        messages: Any,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        timestamp: Any = None,
        expiration_date: Any = None,
        infer: bool = True,
        memory_type: str | None = None,
        prompt: str | None = None,
        llm: Any = None,
    ) -> Json:
        """Keep what was said, and say which memories came of it.

        With `infer` these are notes, and in its own words what no note says; without it every
        message word for word. `timestamp` is when it was said. `prompt` and `llm` do nothing: how
        notes are taken is said when the memory is opened.
        """
        ids = checks.entities({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        own = {
            "metadata": checks.metadata(metadata),
            "expiration_date": checks.day(expiration_date),
        }
        done = await self._memories.add(
            messages,
            ids,
            infer=bool(infer),
            procedural=checks.memory_type(memory_type) and "agent_id" in ids,
            at=checks.stamp(timestamp),
            own={name: value for name, value in own.items() if value},
        )
        return {"results": [shapes.done(one, raw=not infer) for one in done]}

    async def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: dict[str, Any] | None = None,
        threshold: float | None = 0.1,
        rerank: bool = False,
        explain: bool = False,
        reference_date: Any = None,
        show_expired: bool = False,
        limit: int | None = None,
        **ids: Any,
    ) -> Json:
        """The memories that fit a question, best first.

        `filters` name a user, an agent or a run, and what else must hold; user_id, agent_id and
        run_id may also be given by themselves, and `limit` is another name of `top_k`.
        `reference_date` is the moment of asking. `rerank` changes nothing: ranking is always whole.
        """
        found = await self._memories.search(
            checks.query(query),
            scoped(filters, **_only_ids(ids)),
            checks.count(top_k if limit is None else limit),
            checks.threshold(threshold),
            at=checks.stamp(reference_date, "reference_date"),
            show_expired=show_expired,
        )
        return {"results": [shapes.found(one, explain) for one in found]}

    async def get(self, memory_id: str) -> Json | None:
        """The memory of an id, or None."""
        try:
            return shapes.stored(await self._memories.one(memory_id), score=None)
        except MemoryNotFoundError:
            return None

    async def get_all(
        self,
        *,
        filters: dict[str, Any] | None = None,
        top_k: int = 20,
        show_expired: bool = False,
        limit: int | None = None,
        **ids: Any,
    ) -> Json:
        """The memories of somebody, the newest first."""
        most = checks.count(top_k if limit is None else limit)
        found = await self._memories.all(scoped(filters, **_only_ids(ids)), show_expired)
        return {"results": [shapes.stored(one) for one in found[:most]]}

    async def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: dict[str, Any] | None = None,
        expiration_date: Any = UNCHANGED,
        data: str | None = None,
    ) -> Json:
        """Change what a memory says, or what is kept with it; `history` keeps what it said."""
        text = data if text is None else text
        if text is None and metadata is None and expiration_date is UNCHANGED:
            raise ValidationError("At least one of text, metadata, or expiration_date is needed.")
        await self._memories.update(
            memory_id, text=text, metadata=metadata, expiration=expiration_date
        )
        return {"message": "Memory updated successfully!"}

    async def delete(self, memory_id: str) -> Json:
        """Delete a memory, and the words that it alone rests on."""
        await self._memories.delete(memory_id)
        return {"message": "Memory deleted successfully!"}

    async def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> Json:
        """Erase everything of a user, an agent or a run; one of them must be named."""
        given = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
        if all(value is None for value in given.values()):
            raise ValidationError(
                "At least one filter is required to delete all memories. If you want to delete all "
                "memories, use the `reset()` method."
            )
        await self._memories.delete_all(checks.entities(given))
        return {"message": "Memories deleted successfully!"}

    async def history(self, memory_id: str) -> list[Json]:
        """Every version of a memory, oldest first."""
        return await self._memories.history(memory_id)

    async def reset(self) -> None:
        """Erase everything of everybody."""
        await self._memories.reset()

    async def import_from(self, found: Any) -> int:
        """Take over memories of mem0: what its `get_all` gave, as it is or as a file of JSON.

        They keep their ids, times, metadata and scopes, so importing twice is importing once.
        Counts those that were new.
        """
        notes = taken(found)
        known = [await self._memories.knows(note.id) for note in notes]
        fresh = [note for note, there in zip(notes, known, strict=True) if not there]
        await self._memories.keep(fresh)
        return len(fresh)

    async def chat(self, query: str) -> None:
        """Not there in mem0 either."""
        raise NotImplementedError("Chat function not implemented yet.")

    async def close(self) -> None:
        """Finish what is under way and release the store."""
        await self.recollect.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _only_ids(given: dict[str, Any]) -> dict[str, Any]:
    """The ids among further parameters; nothing else is taken there."""
    unknown = sorted(set(given) - set(checks.ENTITIES))
    if unknown:
        raise ValidationError(f"unknown parameters: {', '.join(unknown)}")
    return given
