"""The tools by which an agent manages its own memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ...errors import InputError
from ...memory.aio.tools import AsyncToolset
from ...read.findings import Quote
from ...read.several import merged, questions, together
from ...types import Hit, Hits, Message, Note, Record, Where, utcnow
from ...write import limits
from ..archive import IN_ARCHIVE, hidden, listed, passage, since, tagged, until
from ..block import Block, appended, changed, replaced
from .blocks import AsyncBlocks

if TYPE_CHECKING:
    from collections.abc import Callable

FOUND, POOL = 10, 100
NOTHING = "nothing was found"
Label = Annotated[str, "The label of the block, such as persona or human."]
Start = Annotated[str | None, "Only from this day or moment on, such as 2026-01-31."]
End = Annotated[str | None, "Only up to this day or moment, which is taken in."]


class AsyncAgentTools(AsyncToolset):
    """Editing the blocks, searching the conversation, and the archive."""

    def __init__(
        self,
        core: AsyncBlocks,
        names: Sequence[str] = (),
        more: Sequence[Callable[..., Any]] = (),
    ) -> None:
        self._core, self._memory = core, core.memory
        own = [getattr(self, name) for name in names]
        super().__init__([*own, *more])

    async def core_memory_append(
        self, label: Label, content: Annotated[str, "The line to add, complete in itself."]
    ) -> str:
        """Add a line to a block of your core memory. It is in view from now on."""
        made = await self._core.edit(label, lambda old: appended(old, content))
        return _held(made)

    async def core_memory_replace(
        self,
        label: Label,
        old_content: Annotated[str, "The words to replace, exactly as they stand there."],
        new_content: Annotated[str, "The new words; empty to remove the old ones."],
    ) -> str:
        """Put other words in the place of some in a block of your core memory."""
        made = await self._core.edit(label, lambda old: replaced(old, old_content, new_content))
        return _held(made)

    async def conversation_search(
        self,
        query: Annotated[str | None, "What to look for; leave it out to list by date."] = None,
        start_date: Start = None,
        end_date: End = None,
        limit: Annotated[int, "At most so many messages."] = FOUND,
    ) -> str:
        """Search what was said in your conversation before, by meaning and words, and by date."""
        return listed(await self.said(query, start_date, end_date, limit), NOTHING)

    async def archival_memory_insert(
        self,
        content: Annotated[str, "A fact or event in sentences that stand alone."],
        tags: Annotated[list[str] | None, "Names to find it by."] = None,
    ) -> str:
        """Keep something for long that does not have to be in view."""
        note = await self.archive(content, tags)
        return f"kept as note {note.id}"

    async def archival_memory_search(
        self,
        query: Annotated[str, "What to look for, as a question or in key words."],
        tags: Annotated[list[str] | None, "Only notes that have one of these."] = None,
        tag_match_mode: Annotated[Literal["any", "all"], "Whether one tag is enough."] = "any",
        top_k: Annotated[int, "At most so many notes."] = FOUND,
        start_datetime: Start = None,
        end_datetime: End = None,
    ) -> str:
        """Search your long-term notes by meaning and words, best first."""
        found = await self.archived(
            query, tags, top_k, every=tag_match_mode == "all", start=start_datetime,
            end=end_datetime,
        )  # fmt: skip
        return listed(found, NOTHING)

    async def said(
        self, query: str | None, start: str | None, end: str | None, limit: int
    ) -> list[Message]:
        """What was said with this agent: the best for a question, or the newest."""
        where = Where(since(start), until(end), kind="message")
        most = limits.count(limit, "limit", POOL)
        if not query:
            every = await self._memory.messages(where=where, **self._ids(self._core.own))
            return [one for one in reversed(every) if not hidden(one)][:most]
        hits = await self._hits(query, self._core.own, where, POOL)
        found = _seen(hits)
        if len(found) < most and len(hits) == POOL:  # tools have said much about it
            hits = []
            for role in ("user", "assistant"):
                of = replace(where, role=role)
                hits += await self._hits(query, self._core.own, of, limits.MAX_LIMIT)
            # Scores order the hits of one search; relevance those of several.
            found = _seen(sorted(hits, key=lambda hit: -hit.relevance))
        return list(found.values())[:most]

    async def archive(self, content: str, tags: Sequence[str] | None = None) -> Note:
        """Keep a note in the archive: for the user if the agent is bound to one."""
        scope = self._memory._scope(**self._ids(self._core.own))
        return await self._memory._file(passage(content, tags, scope, utcnow()))

    async def archived(
        self,
        query: str | None = None,
        tags: Sequence[str] | None = None,
        limit: int = FOUND,
        *,
        every: bool = False,
        start: str | None = None,
        end: str | None = None,
    ) -> list[Note]:
        """Notes of the archive: the best for a question, or the newest; the agent's own and, if it
        is bound to a user, that user's."""
        wanted = list(tags or ())
        most = limits.count(limit, "limit", limits.MAX_LIMIT)
        where = Where(since(start), until(end), **IN_ARCHIVE)
        owners = {tuple(one.items()): one for one in ({"agent_id": self._core.agent_id},
                                                      self._core.own)}  # fmt: skip
        found: list[Record] = []
        if query:
            # What has a tag may be a long way down.
            depth = limits.MAX_LIMIT if wanted else max(POOL, most)
            best: list[Hits] = []
            for one in questions(query):
                each = [await self._hits(one, owner, where, depth) for owner in owners.values()]
                best.append(merged(each))
            hits = together(best, depth * len(owners))
            found = [hit.record for hit in hits if not hit.suspect]
        else:
            for owner in owners.values():
                found += await self._memory.notes(where=where, **self._ids(owner))
            found.sort(key=lambda note: note.at, reverse=True)
        return [one for one in found if isinstance(one, Note) and tagged(one, wanted, every)][:most]

    async def _hits(
        self, query: str, owner: dict[str, str], where: Where, limit: int
    ) -> Sequence[Hit]:
        return await self._memory.search(query, limit=limit, where=where, **self._ids(owner))

    def _ids(self, owner: dict[str, str]) -> dict[str, Any]:
        return {"user_id": owner.get("user_id"), "agent_id": owner.get("agent_id")}


def _seen(hits: Sequence[Hit]) -> dict[str, Message]:
    """What the user has seen of some messages, by id."""
    shown = [hit.record for hit in hits if not hit.suspect]
    return {one.id: one for one in shown if isinstance(one, Message) and not hidden(one)}


def _held(block: Block) -> Quote:
    """What a block holds now."""
    size = f"{block.label} now holds {len(block.value)} of {block.limit} characters"
    return Quote(f"{size}:\n{block.value}", [block.version])


class AsyncRestTools(AsyncAgentTools):
    """The tools of a rest: blocks may be written anew, from the versions it began with."""

    def __init__(self, core: AsyncBlocks, versions: dict[str, str]) -> None:
        self._versions = versions
        super().__init__(
            core, ("core_memory_append", "core_memory_replace", "rethink_memory",
                   "conversation_search", "archival_memory_insert", "archival_memory_search"),
        )  # fmt: skip

    async def rethink_memory(
        self,
        label: Label,
        new_memory: Annotated[str, "All that the block is to hold, shorter and in better order."],
    ) -> str:
        """Write a block of your core memory anew. Leave nothing out that is still true."""
        if not new_memory.strip():
            raise InputError("new_memory is empty; a block is not wiped in a rest")
        read = self._versions.get(label)
        made = await self._core.edit(
            label, lambda old: changed(old, value=new_memory), if_version=read
        )
        self._versions[label] = made.version
        return f"{label} now holds {len(made.value)} of {made.limit} characters"
