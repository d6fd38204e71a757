"""A live conversation: what is said in it is kept as it is said, and a prompt sees the rest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...errors import StoreReadOnly
from ...read.formats import Prompt
from ...read.formats import checked as formatted
from ...read.patterns import (
    LONG,
    PATTERNS,
    WINDOW,
    Material,
    Room,
    built,
    checked,
    in_view,
    room,
    spoken,
    stepped,
)
from ...read.turns import Turns, left_out, newest, units
from ...types import Message, Note, Record, Scope
from ...wiring import counter
from ...write import limits
from ...write.limits import share
from ...write.parts import dumped
from ...write.summary.note import covered

if TYPE_CHECKING:
    from .talking import AsyncTalking

BUDGET = 4000
FURTHER = 8
"""So many times further the user's newest words are looked for, if tools said all the last."""


class AsyncSession:
    """One session of one user. Everything said is stored at once; leaving the block ends it."""

    def __init__(
        self,
        memory: AsyncTalking,
        scope: Scope,
        pattern: str,
        window: int | None = None,
        *,
        system: str | None = None,
        tokens: Any = None,
    ) -> None:
        self._memory = memory
        self._scope = scope
        self.pattern = checked(pattern)
        usual = WINDOW if pattern == "window" else LONG
        self.window = usual if window is None else limits.count(window, "window", limits.MAX_LIST)
        self.system = "" if system is None else limits.text(system, "system")
        self._count = counter(tokens)
        self._latest: datetime | None = None
        """When the last that is known of its turns was said."""

    @property
    def session_id(self) -> str:
        """The session's id: pass it again to go on another day."""
        return self._scope.session_id or ""

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, failed: object, *_: object) -> None:
        if failed is None:
            await self.end()

    async def user(self, content: Any) -> Message:
        """Keep what the user said."""
        return await self._say("user", content)

    async def assistant(self, content: Any) -> Message:
        """Keep what the assistant said, tool calls too if it is a chat dict or a list of parts."""
        return await self._say("assistant", content)

    async def tool(self, content: Any, *, tool_call_id: str, name: str | None = None) -> Message:
        """Keep what a tool answered to a call of the assistant."""
        said = {"content": content, "tool_call_id": limits.identifier(tool_call_id, "tool_call_id")}
        return await self._say("tool", said | ({} if name is None else {"name": name}))

    async def turns(self) -> list[Message]:
        """The session so far: all of it for a `buffer`, else its last turns, and in any case those
        from the newest words of the user on."""
        return [*await self._turns()]

    async def _turns(self) -> Turns:
        last = None if self.pattern == "buffer" else self.window
        found = Turns(await self._memory.messages(last=last, **self._ids()))
        self._latest = found[-1].at if found else None
        asked, more = last or 0, found
        while 0 < len(more) == asked < limits.MAX_LIST and not spoken(more):
            asked = min(asked * FURTHER, limits.MAX_LIST)
            more = Turns(await self._memory.messages(last=asked, **self._ids()))
        return found if more is found else spoken(more) or found

    async def prompt(
        self, *, budget: int = BUDGET, format: str = "openai", min_relevance: float = 0.0
    ) -> Prompt:
        """The messages to send to a model, as `openai`, `anthropic` or `gemini` takes them.

        Never over budget, and the newest turn of the user is always there: an `InputError` if that
        alone is more. `min_relevance` leaves out what is recalled and less sure.
        """
        limits.count(budget, "budget", limits.MAX_BUDGET)
        share(min_relevance, "min_relevance")
        form = formatted(format)
        turns, told = await self._in_view(budget)
        if not turns:
            return built(Material((), self.system), budget, self._count, form)
        free = self._room(turns, budget)
        steady = await self._steady(told, free)
        released = await self._memory._released(self._scope) if left_out(turns) else ()
        every = units(turns, released)
        asked = every[newest(every)].messages[0].content if every else ""
        recalled, sources = await self._recalled(asked, turns, told, free, min_relevance)
        made = Material(turns, self.system, steady, recalled, sources, released)
        return built(made, budget, self._count, form)

    async def end(self) -> Note | None:
        """Keep a summary of the session, and bring that over all sessions up to date.

        Leaving the block does this. Ending twice makes one, and a session that ended may go on.
        """
        try:
            made = await self._memory._summed(self._scope)
            if made is not None and (self._scope.user_id or self._scope.agent_id):
                await self._memory._summed_up_if_many(self._whole())
        except StoreReadOnly:
            return None
        return made

    async def _in_view(self, budget: int) -> tuple[Turns, Note | None]:
        """The turns that a prompt shows, and the summary of what was said before them.

        What the summary lacks of that is folded into it; else nothing is written. Turns that it
        has nothing to tell of stay in view while there is room.
        """
        pattern, turns = PATTERNS[self.pattern], await self._turns()
        if not turns or not pattern.steps:
            return turns, None
        spare = self._room(turns, budget).turns
        if self.pattern != "buffer":
            turns = stepped(turns, self.window)
        turns = in_view(turns, spare, self._count)
        if not pattern.rolls:
            return turns, None
        told, first = await self._memory._standing(self._scope), turns[0].turn or 0
        if covered(told) < first - 1:
            with suppress(StoreReadOnly):
                told = await self._memory._summed(self._scope, first)
        if covered(told) < first - 1:
            more = await self._memory._unsummed(self._scope, covered(told))
            turns = in_view(more, spare, self._count) or turns
        return turns, told

    def _room(self, turns: Turns, budget: int) -> Room:
        return room(PATTERNS[self.pattern], turns, self.system, budget, self._count)

    async def _steady(self, told: Note | None, free: Room) -> str:
        if not PATTERNS[self.pattern].steady:
            return ""
        over = self.pattern == "hybrid" and (self._scope.user_id or self._scope.agent_id)
        whose = self._whole() if over else None
        return await self._memory._kept_in_view(whose, told, free.steady, self._count)

    async def _recalled(
        self, asked: str, turns: Turns, told: Note | None, free: Room, least: float
    ) -> tuple[str, tuple[Record, ...]]:
        """What is relevant to the newest words and not among these turns, and who is named."""
        whose, asked = self._whole(), asked[: limits.MAX_QUERY]
        if not (asked and (whose.user_id or whose.agent_id)):
            return "", ()
        seen = {turn.id for turn in turns} | ({told.id} if told is not None else set())
        parts, sources = [], list[Record]()
        if free.graph > 0:
            last = [turn.content for turn in turns[-3:]]
            text, named = await self._memory._named(whose, [asked, *last], free.graph, self._count)
            parts.append(text)
            sources += named
            seen |= {note.id for note in named}
        if free.recalled > 0:
            core = self.pattern != "hybrid"  # where they stand in the part that stays
            shown = await self._memory._fitting(
                asked, whose, free.recalled, self._count, seen, core, least
            )
            parts.append(shown.text)
            best = sorted(shown.hits, key=lambda hit: hit.score, reverse=True)
            sources = [*(hit.record for hit in best), *sources]
        return "\n".join(part for part in parts if part), tuple(sources)

    async def _say(self, role: str, content: Any) -> Message:
        chat = dumped(content)
        said = chat if isinstance(chat, dict) else {"content": content}
        added = await self._memory.add({**said, "role": role}, at=await self._when(), **self._ids())
        message = added.messages[0]
        self._latest = max(self._latest or message.at, message.at)
        return message

    async def _when(self) -> datetime | None:
        """When something is said now: after the turn before it, also if the clock was set back."""
        if self._latest is None:
            newest = await self._memory.messages(last=1, **self._ids())
            self._latest = newest[-1].at if newest else None
        behind = self._latest is not None and self._latest > self._memory._now()
        return self._latest if behind else None

    def _whole(self) -> Scope:
        """Everything that the session's owner has."""
        return replace(self._scope, session_id=None)

    def _ids(self) -> dict[str, Any]:
        return {
            "user_id": self._scope.user_id,
            "agent_id": self._scope.agent_id,
            "session_id": self._scope.session_id,
        }
