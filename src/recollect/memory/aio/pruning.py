"""Pruning: what has ended is removed for good, some at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ... import text
from ...errors import Stale
from ...keep.erasure import needles
from ...keep.law import End
from ...keep.pruning import EXPIRED, Pruned, leaving, pruning, reasons, told
from ...keep.spans import span
from ...orders import Query
from ...receipts import Probe, Receipt, kind
from ...types import Owner, Record, Scope
from ...write import limits
from .forget import AsyncForget, written
from .shell import Progress, silent

CHUNK = 500
"""Records that go in one commit."""

Leaving = list[tuple[Record, End]]


class Others(NamedTuple):
    """Who may have concluded something from what goes, or quote it."""

    every: tuple[Owner, ...]
    agents: tuple[Owner, ...]


class AsyncPruning(AsyncForget):
    """Removing what policies and expiries say."""

    async def prune(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        closed: Any = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Pruned:
        """Remove what has expired or is kept too long, of one owner or of all, so that no byte
        is left.

        `closed`, such as "90 days", removes versions of notes that were closed longer ago, too.
        `dry_run` only says what would go, and why. Safe to interrupt: prune again to go on.
        """
        limits.flag(dry_run, "dry_run")
        older = None if closed is None else span(closed, "closed")
        scopes = await self._scopes(user_id, agent_id)
        asked = Scope() if self._owner_named(user_id, agent_id) is None else scopes[0]
        await self._prepare()
        found = {scope: await self._leaving(scope, older) for scope in scopes}
        every = [one for some in found.values() for one in some]
        if dry_run:
            counts = Counter(kind(record) for record, _ in every)
            receipt = Receipt(asked, counts, self._now(), done=False)
            return Pruned(receipt, reasons(every), told(every))
        tell, total = progress or silent, len(every)
        others = await self._others()
        gone: dict[Scope, Leaving] = {}
        removed: Counter[str] = Counter()
        done = 0
        for scope in scopes:
            gone[scope] = await self._pruned(
                scope, older, removed, lambda some, done=done: tell(done + some, total)
            )
            done += len(gone[scope])
            gone[scope] += await self._leaning_on(scope, gone[scope], removed, others)
        return await self._shown_gone(asked, gone, removed)

    async def _others(self) -> Others:
        """Listed once for all of them: who comes later is shown nothing of what has ended."""
        every = tuple(info.owner for info in await self._store.owners())
        return Others(every, tuple(owner for owner in every if owner.kind == "agent"))

    async def _leaving(self, scope: Scope, older: Any) -> Leaving:
        law = await self._living.law(scope.owner)
        return leaving(await self._records(scope), law, self._now(), older)

    async def _pruned(self, scope: Scope, older: Any, removed: Counter[str], tell: Any) -> Leaving:
        """Take out what has ended, commit by commit, till nothing has."""
        gone: Leaving = []
        while True:
            counted = await self._gone_by(scope.owner)
            if not (found := await self._leaving(scope, older)):
                return gone
            notes = await self._store.notes(Query(scope.owner.scope, closed=True))
            kept = {note.id: note for note in notes}
            for start in range(0, len(found), CHUNK):
                part = found[start : start + CHUNK]
                decided = pruning([record for record, _ in part], kept.values())
                try:
                    moves = (counted,)
                    removed.update(await self._take_out(decided.gone, decided.mended, (), moves))
                except Stale:
                    break  # somebody else wrote meanwhile: look again
                counted = replace(counted, after=counted.after + 1, position=counted.after + 2)
                gone += part
                for record in (*decided.gone, *(before for before, _ in decided.mended)):
                    kept.pop(record.id, None)
                kept |= {after.id: after for _, after in decided.mended}
                tell(len(gone))

    async def _leaning_on(
        self, scope: Scope, gone: Leaving, removed: Counter[str], others: Others
    ) -> Leaving:
        """What agents concluded for themselves from what expired goes, too."""
        expired = {record.id for record, end in gone if end.why == EXPIRED}
        among = others.every if scope.owner.kind == "agent" else others.agents
        end = End(self._now(), f"rests on what {EXPIRED}")
        found = await self._out_elsewhere(scope, expired, among, removed) if expired else []
        return [(record, end) for record in found]

    async def _shown_gone(
        self, asked: Scope, gone: Mapping[Scope, Leaving], removed: Counter[str]
    ) -> Pruned:
        """Overwrite what was removed, look for it everywhere, and write the receipt."""
        every = [one for some in gone.values() for one in some]
        records = [record for record, _ in every]
        problems = await self._cleaned([record.scope.owner for record in records])
        try:
            probes = await self._looked_for(gone)
            probes += await self._traced(needles(records, ())) if records else []
        finally:
            text.clear_cache()
        self._follow_up()
        receipt = written(asked, records, removed, self._now())
        receipt = replace(receipt, probes=tuple(probes), problems=tuple(problems))
        return Pruned(receipt, reasons(every))

    async def _looked_for(self, gone: Mapping[Scope, Leaving]) -> list[Probe]:
        """Every way of reading, of each owner that lost something; one line for all of them."""
        found: dict[str, list[Probe]] = {}
        owners = {info.owner for info in await self._store.owners()}
        for scope, some in gone.items():
            records: Sequence[Record] = [record for record, _ in some]
            for probe in await self._asked(scope, records, owners) if records else []:
                found.setdefault(probe.path, []).append(probe)
        return [
            probes[0]
            if len(probes) == 1
            else Probe(path, f"{len(probes)} owners", sum(probe.found for probe in probes))
            for path, probes in found.items()
        ]
