"""Erasing: decide → remove in one transaction → overwrite → look for a rest → a receipt."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from ... import text
from ...errors import InputError, Stale
from ...keep.derivation import is_told_elsewhere
from ...keep.erasure import Erasure, elsewhere, erasure, needles
from ...orders import Batch, Cursor, Query
from ...read.findings import RECALLED, quotes
from ...receipts import Receipt, digest, kind
from ...types import Message, Note, Owner, Record, Scope, Where
from ...write import limits
from ...write.index import drops
from ..tries import Tries
from .probing import AsyncProbing
from .summing import AsyncSumming


@dataclass(frozen=True, slots=True)
class Decided:
    """What goes of the owner, what goes of agents that rests on it, and what takes its place."""

    own: Erasure
    others: Erasure
    made: tuple[Note, ...] = ()
    rederive: tuple[tuple[str, ...], ...] = ()
    counted: tuple[Cursor, ...] = ()
    """What is refused if more went or came meanwhile that rests on it."""

    @property
    def gone(self) -> tuple[Record, ...]:
        """Every record that goes."""
        return self.own.gone + self.others.gone


class AsyncForget(AsyncProbing, AsyncSumming):
    """Removing so that nothing is left."""

    async def erase(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase a user, an agent, a session, or the message or note of an id: everywhere.

        Every note that rests on it goes too, and no byte stays in the store. The receipt lists
        what went and what every way of reading found afterwards; look at its `ok`. `dry_run` only
        says what would go. Erasing twice is fine.
        """
        limits.flag(dry_run, "dry_run")
        scope = await self._target(user_id, agent_id, session_id, id)
        await self._prepare()
        tries = Tries()
        while True:
            decided = await self._choose(scope, id)
            if dry_run:
                counts = Counter(kind(record) for record in decided.gone)
                return Receipt(
                    scope, counts, self._now(), id, rederive=decided.rederive, done=False
                )
            try:
                removed, decided = await self._remove(scope, id, decided)
                break
            except Stale:
                tries.again()  # somebody else wrote meanwhile: decide again
        return await self._verified(scope, id, decided, removed)

    async def _target(
        self, user_id: str | None, agent_id: str | None, session_id: str | None, id: str | None
    ) -> Scope:
        """The scope that is meant; there is no "all"."""
        if id is None:
            return self._scope(user_id, agent_id, session_id)
        name = limits.identifier(id, "id")
        if session_id is not None:
            raise InputError("name a session or an id, not both")
        scopes = await self._holders(name, user_id, agent_id)
        return scopes[0] if scopes else Scope(tenant=self._tenant)

    async def _choose(self, scope: Scope, id: str | None) -> Decided:
        """Read what goes, and make anew what can be made from what stays."""
        if scope == Scope(tenant=self._tenant):
            return Decided(Erasure(), Erasure())  # of an id that is nowhere
        counted = await self._gone_by(scope.owner)
        named = await self._records(scope, None if id is None else [id])
        named += await (self._beside_all(scope) if id is None else self._pieces(named))
        if id is None and scope == scope.owner.scope:
            decided = Decided(Erasure(tuple(named)), Erasure())
        else:
            decided = await self._partly(scope, named, versions=id is not None)
        ids = {record.id for record in decided.own.gone}
        everybody = [info.owner for info in await self._store.owners()]
        others, moves = await self._elsewhere(scope, ids, everybody)
        return replace(decided, others=others, counted=(counted, *moves))

    async def _partly(self, scope: Scope, named: Sequence[Record], versions: bool) -> Decided:
        """What goes of an owner who stays, with what rests on it or quotes it."""
        owner, session = scope.owner, scope.session_id
        notes = await self._store.notes(Query(owner.scope, closed=True))
        counted = await self._counted(named, notes)
        citing = [note for note in notes if note.id in counted]
        own = erasure(named, notes, versions, citing, session)
        if quoting := await self._quoting(owner, {record.id for record in own.gone}):
            own = erasure([*named, *quoting], notes, versions, citing, session)
        made, left = await self._rederived(owner, own, notes, counted)
        made += await self._resummed({one.id: one for one in own.gone}, own.summaries)
        own = await self._lifted(own, notes, made)
        return Decided(own, Erasure(), tuple(made), tuple(dict.fromkeys(left)))

    async def _rederived(
        self, owner: Owner, own: Erasure, notes: Sequence[Note], counted: Counter[str]
    ) -> tuple[list[Note], list[tuple[str, ...]]]:
        """Notes that go though they rested on others too, as those say it; and the sources of which
        nothing could be made."""
        gone = {record.id for record in own.gone}
        words = [one for one in own.gone if isinstance(one, Message)]
        versions: dict[str | None, list[Note]] = {}
        for note in notes:
            versions.setdefault(note.key, []).append(note)
        made, left = list[Note](), list[tuple[str, ...]]()
        for note, sources in own.rederive:
            said = await self._store.messages(Query(owner.scope, ids=sources))
            if is_told_elsewhere(note, said, words, versions[note.key]):
                continue
            count = note.seen - (counted[note.id] or len(gone & {*note.sources}))
            concluded = await self._derive(note, said, gone, count)
            made += concluded
            left += [] if concluded else [sources]
        return made, left

    async def _quoting(self, owner: Owner, ids: Set[str]) -> list[Message]:
        """The results of memory's own tools, and answers without a model, in whatever conversation,
        that quote what goes."""
        answers = Where(role="assistant", metadata={RECALLED: True})
        found = await self._store.messages(Query(owner.scope, Where(role="tool")))
        found = [*found, *await self._store.messages(Query(owner.scope, answers))]
        return [one for one in found if one.id not in ids and not quotes(one).isdisjoint(ids)]

    async def _counted(self, named: Sequence[Record], notes: Sequence[Note]) -> Counter[str]:
        """Of notes that rest on what goes, some without listing it since they were said so often:
        on how much of it. Nothing where every note lists all."""
        found = Counter[str]()
        if any(note.seen > len(note.sources) for note in notes):
            for record in named:
                query = Query(record.scope.owner.scope, cites=record.id, closed=True)
                found.update(note.id for note in await self._store.notes(query))
        return found

    async def _elsewhere(
        self, scope: Scope, ids: Set[str], among: Iterable[Owner]
    ) -> tuple[Erasure, list[Cursor]]:
        """What agents concluded for themselves from what goes, and what was quoted of an agent's
        own notes to those whom it talks with; and the moves that tell their owners of it."""
        gone: list[Record] = []
        mended: list[tuple[Note, Note]] = []
        moves: list[Cursor] = []
        for owner in among if ids else ():
            if owner == scope.owner or owner.tenant != scope.tenant:
                continue
            if "agent" not in (owner.kind, scope.owner.kind):
                continue
            before = len(gone) + len(mended)
            counted = await self._gone_by(owner)
            if scope.owner.kind == "agent":
                gone += await self._quoting(owner, ids)
            if owner.kind == "agent":
                notes = await self._store.notes(Query(owner.scope, closed=True))
                found = elsewhere(notes, ids)
                found = await self._lifted(found, notes, ()) if found.gone else found
                gone += found.gone
                mended += found.mended
            moves += [counted] if len(gone) + len(mended) > before else []
        return Erasure(tuple(gone), tuple(mended)), moves

    async def _out_elsewhere(
        self, scope: Scope, ids: Set[str], among: Iterable[Owner], removed: Counter[str]
    ) -> list[Record]:
        """Take that out, and what comes meanwhile; counts it."""
        gone, tries = list[Record](), Tries()
        while True:
            found, moves = await self._elsewhere(scope, ids, among)
            if not found.gone:
                return gone
            try:
                removed.update(await self._take_out(found.gone, found.mended, (), moves))
            except Stale:
                tries.again()
                continue
            gone += found.gone

    async def _lifted(
        self, decided: Erasure, notes: Sequence[Note], made: Sequence[Note]
    ) -> Erasure:
        """The same, with the notes that only what goes had closed: they stand again."""
        gone = {record.id: record for record in decided.gone}
        changed = {note.id: after for note, after in decided.mended}
        found = await self._standing_again(notes, gone, changed, made)
        return replace(decided, mended=tuple(found.values()))

    async def _remove(
        self, scope: Scope, id: str | None, decided: Decided
    ) -> tuple[Counter[str], Decided]:
        """Both steps are whole or not at all; the second one alone is what erasing again does. Of a
        whole owner, what agents concluded meanwhile goes behind it: then nothing more can come."""
        whole = id is None and scope == scope.owner.scope
        steps = [decided.others] if whole else [decided.own, decided.others]
        removed: Counter[str] = Counter()
        gone = [record for step in steps for record in step.gone]
        mended = [pair for step in steps for pair in step.mended]
        if gone or mended:
            removed.update(await self._take_out(gone, mended, decided.made, decided.counted))
        if whole:
            removed.update(await self._store.erase(scope.owner))
            if self._index is not None:
                await self._index.erase(scope.owner)
            ids = {record.id for record in decided.gone}
            everybody = [info.owner for info in await self._store.owners()]
            late = await self._out_elsewhere(scope, ids, everybody, removed)
            others = replace(decided.others, gone=(*decided.others.gone, *late))
            decided = replace(decided, others=others)
        return removed, decided

    async def _forgotten(self) -> list[str]:
        """Have the indexes beside the store take the erasure; what hindered one."""
        found = [(one, await one.follow()) for one in self._followers]
        return [
            f"the {one.name} index at {one.url} could not be told ({trouble}); it forgets as soon "
            "as it is asked again"
            for one, trouble in found
            if trouble is not None
        ]

    async def _take_out(
        self,
        gone: Sequence[Record],
        mended: Sequence[tuple[Note, Note]],
        made: Sequence[Note] = (),
        counted: Iterable[Cursor] = (),
    ) -> Mapping[str, int]:
        """One commit that drops records and puts notes in the place of others."""
        anew = await self._puts([*(after for _, after in mended), *made])
        before = [note for note, _ in mended]
        done, _ = await self._commit(
            Batch(anew, drops=drops([*gone, *before]), erase=True, cursors=tuple(counted))
        )
        return done.removed

    async def _verified(
        self, scope: Scope, id: str | None, decided: Decided, removed: Counter[str]
    ) -> Receipt:
        """Overwrite what was removed, look for it everywhere, and write the receipt."""
        gone = decided.gone
        problems = await self._cleaned([scope.owner, *(one.scope.owner for one in gone)])
        names = () if id is not None else (scope.session_id or scope.agent_id or scope.user_id,)
        try:
            probes = await self._probes(scope, gone, needles(gone, names))
        finally:
            text.clear_cache()
        self._follow_up()
        made = written(scope, gone, removed, self._now())
        return replace(
            made, id=id, probes=tuple(probes), rederive=decided.rederive, problems=tuple(problems)
        )

    async def _cleaned(self, owners: Sequence[Owner]) -> list[str]:
        """Overwrite what was removed of some owners, in the store, the index and the cache; what
        hindered that."""
        problems = await self._store.scrub()
        if self._living.windows is not None:
            problems += await self._living.windows.forget(list(dict.fromkeys(owners)))
        await self._feed_index()
        return problems + await self._forgotten()


def written(
    scope: Scope, gone: Sequence[Record], removed: Mapping[str, int], now: datetime
) -> Receipt:
    """A receipt of what went, by kind and by hash, before anybody has looked for a rest."""
    salt, hashes = os.urandom(32).hex(), dict[str, list[str]]()
    for record in gone:
        hashes.setdefault(kind(record), []).append(digest(record, salt))
    # What a store counts of records includes those that it keeps for itself, and versions mended.
    counts = {"messages": 0, "notes": 0} | {name: len(made) for name, made in hashes.items()}
    counts |= {name: count for name, count in removed.items() if name not in counts}
    return Receipt(
        scope,
        {name: count for name, count in counts.items() if count},
        now,
        hashes={name: tuple(made) for name, made in hashes.items()},
        salt=salt,
    )
