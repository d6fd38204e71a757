"""What a live exchange with a model needs: words kept at once, and what to show beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ...errors import InputError, RecollectError
from ...orders import Batch, Query
from ...read.patterns import PATTERNS
from ...read.turns import Count
from ...types import Message, Note, Owner, Scope
from ...write import limits
from ...write.accept import accept
from ...write.extract import NEVER
from ...write.index import puts
from .prompting import AsyncPrompting
from .remember import AsyncRemember
from .session import AsyncSession
from .shell import log

HITS = 16
"""What is shown is chosen from so many: no more than a search looks at anyway."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Memory for one request: what stays from call to call, and what was recalled for this one."""

    steady: str = ""
    recalled: str = ""
    turns: tuple[Message, ...] = ()
    """The turns of the session that no summary stands for, if the pattern has one."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What is asked about a request: the newest words first, what it shows already, how many
    tokens there are for memory, and how sure what is recalled must be."""

    pattern: str
    said: Sequence[str]
    without: Collection[str]
    budget: int
    min_relevance: float = 0.0


def _rooms(talk: Talk) -> tuple[int, int, int]:
    """The tokens for what stays, for relations, and for what is recalled."""
    parts = PATTERNS[talk.pattern]
    shares = (parts.steady, parts.graph, parts.recalled)
    whole = sum(shares) if parts.recalled or parts.graph else 1.0
    steady, graph, recalled = (int(talk.budget * share / whole) for share in shares)
    return steady, graph, recalled


def _accepted(said: Mapping[str, Any], scope: Scope, now: datetime, marks: Any) -> Message:
    """One turn. It has been said, so a character that cannot be kept does not cost the others."""
    try:
        (message,) = accept(said, scope, now, marks)
    except InputError:
        (message,) = accept(limits.heard(said), scope, now, marks)
    return message


class AsyncTalking(AsyncPrompting, AsyncRemember):
    """Both sides of an exchange, as they happen."""

    def _as_said(self, said: Sequence[Mapping[str, Any]], scope: Scope) -> list[Message]:
        """Chat dicts as the messages that would be kept; what cannot be kept is left out."""
        now, made = self._now(), list[Message]()
        marks = NEVER if self._learning == "never" else None
        for one in said:
            try:
                message = _accepted(one, scope, now, marks)
                made.append(self._entering(message))
            except (InputError, RecursionError) as error:
                log.warning("a turn of the conversation is not kept: %s", error)
        return made

    async def _jot(self, messages: Sequence[Message]) -> None:
        """Keep words now, on the disk, and leave vectors and notes to `_talked`."""
        await self._prepare()
        await self._expecting(list(messages))
        await self._commit(Batch(puts=puts(list(messages), None)))
        self._untaken |= {message.scope.owner for message in messages}

    def _talked(self) -> None:
        """An exchange is over: its vectors and notes follow beside the caller's work."""
        self._background.start(self._talk_followed)

    async def _talk_followed(self) -> None:
        """What `add` does at once and `_jot` leaves for later."""
        try:
            while self._untaken and not self._background.stopping:
                owner = next(iter(self._untaken))
                await self._read_on_by_rules(owner)
                await self._keep_uses(owner)
                await self._study_on(owner)
            await self._catch_up()
        except RecollectError as error:
            log.warning("notes could not be taken now: %s", error)

    async def _talk_read(self) -> None:
        """On closing: the rules read what is left; vectors and a model's notes can wait."""
        try:
            for owner in list(self._untaken):
                await self._read_on_by_rules(owner)
        except RecollectError as error:
            log.warning("notes could not be taken now: %s", error)

    async def _read_on_by_rules(self, owner: Owner) -> None:
        self._untaken.discard(owner)  # before looking: what comes meanwhile is looked at again
        while self._learning == "now" and await self._learn_some(owner) is not None:
            pass

    async def _study_on(self, owner: Owner) -> None:
        resting = self._halt.lasts(self._now())
        if self._llm is None or self._learning != "now" or resting or self._background.stopping:
            return
        done = await self._study(owner)
        self._tell(done.stop)
        self._rest_after(done)

    async def _beside_talk(self, scope: Scope, talk: Talk, count: Count) -> Beside:
        """What helps with the newest of some words, and was not said in these messages."""
        steady, graph, recalled = _rooms(talk)
        whose = replace(scope, session_id=None)
        named = bool(whose.user_id or whose.agent_id)
        turns, told = await self._rolled(scope, talk, count)
        over = whose if talk.pattern == "hybrid" and named else None
        stays = await self._kept_in_view(over, told, steady, count) if steady else ""
        texts, seen = list[str](), set(talk.without) | ({told.id} if told is not None else set())
        if graph and named:
            text, notes = await self._named(whose, talk.said, graph, count)
            texts.append(text)
            seen |= {note.id for note in notes}
        if recalled and named and talk.said:
            asked = talk.said[0][: limits.MAX_QUERY]
            core = talk.pattern != "hybrid"
            shown = await self._fitting(
                asked, whose, recalled, count, seen, core, talk.min_relevance, HITS
            )
            texts.append(shown.text)
        return Beside(stays, "\n".join(text for text in texts if text), tuple(turns))

    async def _rolled(
        self, scope: Scope, talk: Talk, count: Count
    ) -> tuple[list[Message], Note | None]:
        """The summary that stands, if the pattern has one, and the turns shown behind it."""
        if not PATTERNS[talk.pattern].rolls:
            return [], None
        if talk.pattern == "summary":
            session = AsyncSession(self, scope, "summary", tokens=count)
            with suppress(InputError):  # the newest has no room, so there is none for turns
                return await session._in_view(talk.budget)
        return [], await self._standing(scope)

    async def _concluded(self, message: Message) -> list[Note]:
        """The notes that were taken of a message, closed ones too."""
        scope = message.scope.owner.scope
        return await self._living.notes(Query(scope, cites=message.id, closed=True))

    async def _of_keys(self, scope: Scope, keys: Collection[str]) -> list[Note]:
        """The notes that stand under some keys."""
        found = await self._living.notes(Query(scope, keys=tuple(keys)))
        return [note for note in found if note.open]
