"""The write path's second half: what was said → claims → what is known."""

from __future__ import annotations

from collections.abc import Sequence

from ... import text
from ...errors import InputError, Stale
from ...keep.law import Law
from ...orders import Batch, Change, Cursor, Match, Query
from ...types import Message, Note, Owner, Scope
from ...write.echo import echoes, may_echo
from ...write.extract import Claim, extract, followed, may_answer
from ...write.reconcile import Decision, reconcile
from .guarding import AsyncGuarding
from .knowing import AsyncKnowing
from .shell import Learn

RULES = "rules"
"""The name of the cursor that says how far the rules have read."""
CHUNK = 200
ECHOES = 16
"""So many of the texts that share its words are held against what the assistant says."""
WHEN: tuple[Learn, ...] = ("now", "later", "never")


class AsyncLearning(AsyncKnowing, AsyncGuarding):
    """Notes: how they are taken."""

    async def _learn_some(self, owner: Owner) -> tuple[int, int] | None:
        """Learn from the next changes; counts messages and new notes, None at the end."""
        if not await self._next(owner, 1):
            return None
        still = await self._unmoved(owner)
        after = await self._store.cursor(owner, RULES)
        changes = await self._store.changes(after, CHUNK, owner)
        if not changes:
            return None
        said = await self._living.shown(owner.scope, _said(changes))
        decision = await self._decide(await self._claims(said, stored=True))
        move = Cursor(owner, RULES, changes[-1].seq, after)
        made = await self._puts(decision.puts)
        batch = Batch(made, decision.closes, decision.seen, cursors=(move, still))
        try:
            done, _ = await self._commit(batch)
        except Stale:
            return 0, 0  # somebody else was faster, or words are gone: look again
        return len(said), len(done.new)

    async def _next(self, owner: Owner, most: int) -> list[Change]:
        """The changes that the rules have not read."""
        return await self._store.changes(await self._store.cursor(owner, RULES), most, owner)

    async def _claims(self, messages: Sequence[Message], stored: bool = False) -> list[Claim]:
        """What messages claim that is news."""
        before = followed(messages)
        for message in messages:
            if message.id not in before and may_answer(message):
                turns = await (self._before(message) if stored else self._last(message.scope))
                before.update((message.id, turn) for turn in turns)
        claims = extract(messages, before, self._now())
        known = set() if stored else await self._stored(claims)
        fresh = [claim for claim in claims if claim.message.id not in known]
        return [c for c in fresh if not may_echo(c) or await self._is_news(c, messages)]

    async def _is_news(self, claim: Claim, among: Sequence[Message]) -> bool:
        """Whether nothing that was said before, here or ever, says the same words."""
        return not echoes(claim, await self._earlier(claim, among))

    async def _earlier(self, claim: Claim, among: Sequence[Message]) -> list[str]:
        """What was said before, here or ever, and shares its words."""
        message = claim.message
        match = Match(claim.scope, text.query_terms(claim.words), ECHOES)
        found = [hit.id for hit in await self._match(match)]
        records = [*await self._records(claim.scope, found), *among[: among.index(message)]]
        earlier = (one for one in records if one.id != message.id and one.at <= message.at)
        return [one.text for one in earlier]

    async def _stored(self, claims: Sequence[Claim]) -> set[str]:
        """The messages that were added before: adding them again says nothing new."""
        found: set[str] = set()
        for owner in {claim.scope.owner for claim in claims}:
            ids = tuple({claim.message.id for claim in claims if claim.scope.owner == owner})
            found |= {said.id for said in await self._store.messages(Query(owner.scope, ids=ids))}
        return found

    async def _last(self, session: Scope) -> list[Message]:
        return await self._store.messages(Query(session, last=1))

    async def _decide(self, claims: Sequence[Claim]) -> Decision:
        """Hold claims against what is known. Costs nothing where nothing is claimed."""
        by_scope: dict[Scope, list[Claim]] = {}
        for claim in claims:
            by_scope.setdefault(claim.scope, []).append(claim)
        decided = [await self._settle(scope, group) for scope, group in by_scope.items()]
        return Decision(
            tuple(note for one in decided for note in one.puts),
            tuple(close for one in decided for close in one.closes),
            tuple(seen for one in decided for seen in one.seen),
        )

    async def _settle(self, scope: Scope, claims: list[Claim]) -> Decision:
        keys = dict.fromkeys(key for claim in claims for key in claim.keys)
        found = await self._store.notes(Query(scope, keys=tuple(keys), closed=True))
        if any(claim.act != "state" for claim in claims):
            held = {note.id for note in found}
            every = await self._store.notes(Query(scope))
            found += [note for note in every if note.id not in held]
        law = await self._living.law(scope.owner) if found else Law()
        known = [law.stamped(note) for note in found if note.scope == scope]
        return reconcile(claims, known, await self._heard(known))

    async def _heard(self, notes: Sequence[Note]) -> dict[str, str | None]:
        """In which session each open note was said last."""
        last = {note.id: note.sources[-1] for note in notes if note.open and note.sources}
        if not last:
            return {}
        query = Query(notes[0].scope.owner.scope, ids=tuple(last.values()))
        sessions = {said.id: said.session_id for said in await self._store.messages(query)}
        return {note: sessions.get(source) for note, source in last.items()}


def checked(learn: object) -> Learn:
    """One of the three."""
    for when in WHEN:
        if learn == when:
            return when
    raise InputError(f"learn must be one of {', '.join(WHEN)}, not {str(learn)[:40]!r}")


def _said(changes: Sequence[Change]) -> list[Message]:
    records = (change.put.record for change in changes if change.op == "put" and change.put)
    found = {record.id: record for record in records if isinstance(record, Message)}
    return list(found.values())
