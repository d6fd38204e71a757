"""Learning with a model: what was said → a page → what the model proposes → what is known.

The words are in the store before. The model's own cursor moves in the same commit as the notes
that it led to, so what is killed on the way is done again, and nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from ... import text
from ...errors import (
    ModelError,
    OverBudget,
    Refused,
    Stale,
    StoreReadOnly,
    TooLong,
    Unreadable,
)
from ...orders import Batch, Cursor, Match, Nearest, Query
from ...ports import Reply
from ...text.tokens import estimate
from ...types import Message, Note, Owner, Scope, Where
from ...write.echo import repeats
from ...write.extract import NEVER, whose
from ...write.index import passage
from ...write.keys import RIVAL
from ...write.offers import Offer, last_cited, offers, only_repeated, settle
from ...write.page import LONGEST, SCHEMA, Page
from ...write.reconcile import Decision
from ...write.screen import screened
from .claims import AsyncClaim
from .learning import CHUNK, AsyncLearning
from .shell import log
from .spending import AsyncSpending

MODEL, CLAIM, FAILED = "model", "model/claim", "model/failed"
"""Cursors: how far the model has read, until when somebody is at it, what it could not read."""
LEASE = timedelta(seconds=60)
"""So long nobody else asks about the same, though whoever is at it may have been killed."""
SPAN, TOKENS = 16, 4_000
"""The most messages, and about the most tokens of them, on one page."""
SHOWN, EACH, EARLIER = 24, 5, 4
"""The most notes on one page, found for each message, and turns before it."""
TRIES = 5


@dataclass(frozen=True, slots=True)
class Window:
    """The next messages for the model, by their places in the feed."""

    messages: tuple[Message, ...]
    seqs: tuple[int, ...]
    after: int
    until: int
    """Where the cursor stands when all of them are read."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one page."""

    messages: int = 0
    notes: tuple[Note, ...] = ()
    smaller: bool = False
    """It was too much at once."""
    busy: bool = False
    """Somebody else is at it."""
    stop: str = ""
    """Why it is no use to go on now."""
    fault: bool = False
    """That is the model's own fault, so others need not ask it either."""


class AsyncStudy(AsyncLearning, AsyncSpending):
    """Notes that a language model takes."""

    async def _window(self, owner: Owner, after: int, span: int) -> Window | None:
        """The next messages of one scope; None if none waits."""
        start, found = after, list[tuple[int, Message]]()
        law, now = await self._living.law(owner), self._now()
        while changes := await self._store.changes(start, CHUNK, owner):
            for change in changes:
                record = change.put.record if change.op == "put" and change.put else None
                if not isinstance(record, Message) or not law.shows(record, now):
                    continue
                if _is_for_models(record):
                    if found and not _fits(found, record, span):
                        return _window(found, after, change.seq - 1)
                    found.append((change.seq, record))
            start = changes[-1].seq
            if not found and len(changes) == CHUNK:
                after = await self._pass_over(owner, after, start)
        return _window(found, after, start) if found else None

    async def _pass_over(self, owner: Owner, after: int, until: int) -> int:
        """Move over a long stretch in which nothing was said, so that it is not read each time."""
        try:
            await self._store.commit(Batch(cursors=(Cursor(owner, MODEL, until, after),)))
        except (Stale, StoreReadOnly):
            return after
        return until

    async def _read_on(self, owner: Owner, window: Window) -> Step:
        """Ask the model about some messages, and keep what holds."""
        claim = AsyncClaim(self, owner, CLAIM, LEASE)
        still = Cursor(owner, MODEL, window.after, window.after)
        if not await claim.take(still=(still,)):
            return Step(busy=True)
        free = claim.freed
        try:
            page = await self._page(window)
            reply = await self._complete(owner, page.chat(), SCHEMA)
        except (Refused, TooLong, Unreadable) as error:
            return await self._unread(owner, window, free, error)
        except ModelError as error:
            await self._leave(free)
            return Step(stop=str(error), fault=not isinstance(error, OverBudget))
        except BaseException:
            await self._leave(free)
            raise
        return await self._take_in(owner, window, page, reply, free)

    async def _take_in(
        self, owner: Owner, window: Window, page: Page, reply: Reply, free: Cursor
    ) -> Step:
        """Hold an answer against what is known, and commit it with the cursor."""
        assert self._llm is not None
        offered, bad = offers(reply.data, page, self._llm.id, self._now())
        if dropped := reply.dropped + bad:
            log.warning("%s: %d of its proposals were left out", self._llm.id, dropped)
        move, read = _moved(owner, window, page, offered, reply.cut)
        news = [offer for offer in offered if await self._is_fresh(offer, page)]
        for _ in range(TRIES):
            still = await self._still_here(owner, window.messages)
            if still is None:
                break  # erased meanwhile: nothing of it may come back
            decision = await self._weighed(news)
            made = await self._puts(decision.puts)
            batch = Batch(made, decision.closes, decision.seen, cursors=(move, free, still))
            try:
                await self._commit(batch)
                return Step(read, decision.puts)
            except Stale:
                if await self._store.cursor(owner, CLAIM) != free.after:
                    return Step(busy=True)  # somebody else took over
        await self._leave(free)
        return Step(stop="others keep changing the same notes; learn() goes on")

    async def _unread(self, owner: Owner, window: Window, free: Cursor, error: ModelError) -> Step:
        """What the model would not read: fewer at a time, and in the end without one."""
        if len(window.messages) > 1:
            await self._leave(free)
            return Step(smaller=True)
        (place,) = window.seqs
        before = await self._store.cursor(owner, FAILED)
        if isinstance(error, Unreadable) and before != place:
            # The model may be having a bad day: the next time is the last.
            await self._leave(free, Cursor(owner, FAILED, place, before))
            return Step(stop=str(error), fault=True)
        log.warning("a message is passed over, its words are kept: %s", error)
        await self._leave(free, Cursor(owner, MODEL, window.until, window.after))
        return Step(1)

    async def _leave(self, *moves: Cursor) -> None:
        """Let others have it."""
        try:
            await self._store.commit(Batch(cursors=moves))
        except Stale:
            log.debug("somebody else took over")

    async def _page(self, window: Window) -> Page:
        first = window.messages[0]
        before = list[Message]()
        if first.session_id is not None:
            query = Query(first.scope, Where(before=first.at), last=EARLIER)
            before = await self._living.messages(query)
        notes = await self._touched(window.messages)
        return Page(window.messages, tuple(notes), tuple(before))

    async def _touched(self, messages: Sequence[Message]) -> list[Note]:
        """The open notes that messages may be about, by their words and by their meaning."""
        scope, notes = whose(messages[0].scope), Where(kind="note")
        said = [message.content[:LONGEST] for message in messages]
        found: dict[str, int] = {}
        vectors = await self._embed([passage(message) for message in messages])
        for place, words in enumerate(said):
            match = Match(scope, text.query_terms(words), EACH, notes)
            hits = await self._match(match) if match.terms else []
            if vectors is not None:
                hits += await self._nearest(Nearest(scope, vectors[place], EACH, notes))
            for rank, hit in enumerate(hits):
                found[hit.id] = min(rank % EACH, found.get(hit.id, EACH))
        best = tuple(sorted(found, key=found.__getitem__)[:SHOWN])
        kept = await self._living.notes(Query(scope, ids=best)) if best else []
        shown = [note for note in kept if note.scope == scope and note.kind in _KINDS]
        return sorted(shown, key=lambda note: note.learned_at)

    async def _is_fresh(self, offer: Offer, page: Page) -> bool:
        """Whether it is more than the assistant's echo of what was known."""
        if not only_repeated(offer, page):
            return True
        claim = offer.claim
        return not repeats(claim, await self._earlier(claim, page.messages)) and (
            await self._is_news(claim, page.messages)
        )

    async def _weighed(self, news: Sequence[Offer]) -> Decision:
        """Decide by what is known now."""
        if not news:
            return Decision()
        scope = news[0].claim.scope
        safe = [offer for offer in news if self._is_safe(offer)]
        ids = tuple({offer.about for offer in safe if offer.about})
        shown = await self._store.notes(Query(scope, ids=ids, closed=True)) if ids else []
        keys = dict.fromkeys(offer.claim.key for offer in safe)
        keys |= dict.fromkeys(key for note in shown if (key := note.key))
        wanted = (*keys, *(f"{key}{RIVAL}" for key in keys))
        others = await self._store.notes(Query(scope, keys=wanted, closed=True))
        twins = await self._alike(scope, safe)
        known = {note.id: note for note in (*shown, *others, *twins) if note.scope == scope}
        return settle(safe, known.values(), await self._heard(list(known.values())))

    async def _alike(self, scope: Scope, news: Sequence[Offer]) -> list[Note]:
        """Notes that may say the same in the same words, whatever their keys."""
        ids: set[str] = set()
        for offer in news:
            match = Match(scope, text.query_terms(offer.claim.words), EACH, Where(kind="note"))
            ids |= {hit.id for hit in await self._match(match)} if match.terms else set()
        return await self._store.notes(Query(scope, ids=tuple(ids))) if ids else []

    def _is_safe(self, offer: Offer) -> bool:
        """Whether it holds no secret that the memory was opened to keep out."""
        note = offer.claim.note
        return self._secrets == "keep" or screened(note, "redact") == note


_KINDS = ("semantic", "episodic", "procedural")
_ROLES = ("user", "assistant", "tool")


def _is_for_models(message: Message) -> bool:
    return message.role in _ROLES and message.metadata.get("learn") != NEVER["learn"]


def _fits(found: list[tuple[int, Message]], message: Message, span: int) -> bool:
    """Whether a message can go on the same page as those before it."""
    shown = sum(estimate(one.content[:LONGEST]) for _, one in found)
    return (
        len(found) < span
        and whose(found[0][1].scope) == whose(message.scope)
        and shown + estimate(message.content[:LONGEST]) <= TOKENS
    )


def _window(found: list[tuple[int, Message]], after: int, until: int) -> Window:
    seqs, messages = zip(*found, strict=True)
    return Window(messages, seqs, after, until)


def _moved(
    owner: Owner, window: Window, page: Page, offered: Sequence[Offer], cut: bool
) -> tuple[Cursor, int]:
    """The cursor behind what was read, and how many messages that is: of an answer that was cut
    off, those up to the last that it speaks of; the others are asked about again."""
    last = last_cited(offered, page) if cut else None
    if last is None or last == window.messages[-1]:
        return Cursor(owner, MODEL, window.until, window.after), len(window.messages)
    place = window.messages.index(last)
    return Cursor(owner, MODEL, window.seqs[place], window.after), place + 1
