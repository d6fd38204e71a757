"""The verbs that look after a memory as a whole."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from os import PathLike
from typing import IO, Any

from ...keep.consolidation import Merge
from ...keep.holding import MOST as DECISIONS
from ...keep.holding import Held
from ...keep.law import Policy
from ...keep.pruning import Pruned
from ...keep.ruling import changed
from ...keep.spans import span, spelled
from ...memory.aio.shell import Progress, silent
from ...memory.partly import IMPORTED, SoFar, kept
from ...orders import Change
from ...ports import Spend, Spent, Waiting
from ...read.changes import Difference
from ...receipts import Receipt, RolledBack
from ...times import Moment, moment
from ...transfer.jsonl import Reading, Writing, line, whole
from ...types import Note, OwnerInfo, Record, Report, Scope, Stats
from ...write import limits
from ..asking import given, when, whose
from ..decoding import decoded, read
from .reading import PAGE
from .writing import AsyncRemoteWrites

SOME, MOST = 256, 16 << 20
"""Records that are looked at together, and bytes that an import sends together: a server takes four
times as many."""


class AsyncRemoteKeeps(AsyncRemoteWrites):
    """What a server is asked to do with all of somebody's memory."""

    async def learn(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Take notes of what was added and not learned yet; counts them. It tells no progress."""
        ids = whose(user_id, agent_id)
        done = await self._wire.send("POST", "/v1/learn", ids, work=True)
        return int(done["notes"])

    async def waiting(self, *, user_id: str | None = None, agent_id: str | None = None) -> Waiting:
        """What the model has not read yet, and about what `learn` would spend on it."""
        return decoded(Waiting, await self._wire.get("/v1/waiting", whose(user_id, agent_id)))

    async def spend(self, *, user_id: str | None = None, agent_id: str | None = None) -> Spend:
        """What language models have cost: of all, or of one user or agent."""
        found = await self._wire.get("/v1/spend", whose(user_id, agent_id))
        return Spend(tuple(read(list[Spent], found.get("lines"))))

    async def summary(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
    ) -> Note | None:
        """A session in short, or without one all of a user's; None if there is nothing to say."""
        ids = whose(user_id, agent_id, session_id)
        made = await self._wire.send("POST", "/v1/summary", ids, work=True)
        note: Note | None = read(Note | None, made.get("note"))
        return note

    async def pins(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[Record]:
        """What is pinned."""
        return await self._whole_list("/v1/pins", whose(user_id, agent_id), Record)

    async def held(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        released: bool = False,
        limit: int = 100,
    ) -> list[Held]:
        """What is held back since it reads like an instruction of others to a model, newest first;
        `released=True` lists what somebody has released instead."""
        asked = whose(user_id, agent_id) | {"released": limits.flag(released, "released")}
        most = limits.count(limit, "limit", limits.MAX_LIST)
        return await self._paged("/v1/held", asked, Held, most=most)

    async def _released(self, scope: Scope) -> frozenset[str]:
        found = await self.held(
            user_id=scope.user_id, agent_id=scope.agent_id, released=True, limit=DECISIONS
        )
        return frozenset(one.record.id for one in found)

    async def policy(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        keep: Mapping[str, Any] | None = None,
        half_life: Any = None,
    ) -> Policy:
        """How long memories are kept: shown, and changed where something is given."""
        ids = whose(user_id, agent_id)
        changed({}, keep, half_life)  # says what is wrong with them
        if keep is None and half_life is None:
            return decoded(Policy, await self._wire.get("/v1/policy", ids))
        if half_life is not None:
            ids["half_life"] = _length(half_life, "half_life")
        if keep is not None:
            ids["keep"] = {kind: _length(value, kind) for kind, value in keep.items()}
        return decoded(Policy, await self._wire.send("PUT", "/v1/policy", ids))

    async def diff(
        self,
        since: Moment,
        until: Moment | None = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        recorded: bool = False,
    ) -> Difference:
        """What was said, learned, closed and replaced after one moment, up to another or to now."""
        asked = given(since=moment(since, "since").isoformat(), until=when(until, "until"))
        asked |= whose(user_id, agent_id) | {"recorded": limits.flag(recorded, "recorded")}
        return decoded(Difference, await self._wire.get("/v1/diff", asked))

    async def erase(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase a user, an agent, a session, or the message or note of an id: everywhere."""
        asked = whose(user_id, agent_id, session_id) | given(id=id, dry_run=dry_run)
        made = await self._wire.send("POST", "/v1/erase", asked, once=True, work=True)
        return decoded(Receipt, made)

    async def prune(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        closed: Any = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Pruned:
        """Remove what has expired or is kept too long. It tells no progress."""
        asked = whose(user_id, agent_id) | {"dry_run": dry_run}
        if closed is not None:
            asked["closed"] = _length(closed, "closed")
        made = await self._wire.send("POST", "/v1/prune", asked, once=True, work=True)
        return decoded(Pruned, made)

    async def consolidate(
        self, *, user_id: str | None = None, agent_id: str | None = None, dry_run: bool = False
    ) -> list[Merge]:
        """Merge notes that say the same in other words; says what became one."""
        asked = whose(user_id, agent_id) | {"dry_run": dry_run}
        done = await self._wire.send("POST", "/v1/consolidate", asked, once=True, work=True)
        made: list[Merge] = read(list[Merge], done.get("items"))
        return made

    async def roll_back(
        self,
        source: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        dry_run: bool = False,
    ) -> RolledBack:
        """Take back everything that was learned from one source; its words stay."""
        asked = {"source": source, "dry_run": dry_run} | whose(user_id, agent_id)
        made = await self._wire.send("POST", "/v1/roll-back", asked, once=True, work=True)
        return decoded(RolledBack, made)

    async def stats(self, *, user_id: str | None = None, agent_id: str | None = None) -> Stats:
        """How much is kept: in all, or of one user or agent."""
        found = decoded(Stats, await self._wire.get("/v1/stats", whose(user_id, agent_id)))
        return replace(found, url=self._wire.url)

    async def owners(self) -> list[OwnerInfo]:
        """The users, agents and loose sessions that own memory here."""
        return await self._paged("/v1/owners", {}, OwnerInfo)

    async def verify(self) -> Report:
        """Check the store, every record, and that each index agrees with them."""
        return decoded(Report, await self._wire.get("/v1/verify", {}))

    async def changes(
        self,
        after: int = 0,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 1000,
    ) -> list[Change]:
        """What changed behind a place of the feed, of one owner or of all; [] at its end."""
        most = limits.count(limit, "limit", limits.MAX_LIST)
        asked, found = {"after": after} | whose(user_id, agent_id), list[Change]()
        while len(found) < most:
            asked["limit"] = min(most - len(found), PAGE)
            page = await self._wire.get("/v1/changes", asked)
            found += read(list[Change], page.get("items"))
            if len(page["items"]) < asked["limit"]:
                break
            asked["after"] = page["next"]
        return found

    async def export_to(
        self,
        target: str | PathLike[str] | IO[str],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write every message and note as versioned JSON lines; counts them."""
        text = await self._wire.download("/v1/export", whose(user_id, agent_id))
        with Reading(io.StringIO(text)) as came, Writing(target, came.total) as writing:
            for chunk in came.chunks(SOME):
                for record in chunk:
                    writing.write(record)
                (progress or silent)(writing.done, writing.total)
        return writing.done

    async def import_from(
        self, source: str | PathLike[str] | IO[str], *, progress: Progress | None = None
    ) -> int:
        """Read what `export_to` wrote; counts what was new. Every line is checked first."""
        new, size, part, so_far = 0, 0, list[str](), SoFar(progress)
        with Reading(source) as reading, kept(so_far, IMPORTED):
            for (record,) in reading.chunks(1):
                part.append(line(record))
                size += len(part[-1].encode())
                if size >= MOST or reading.done == reading.total:
                    new, size = new + await self._imported(part), 0
                    part.clear()
                    so_far(reading.done, reading.total)
        return new

    async def _imported(self, records: list[str]) -> int:
        sent = await self._wire.upload("/v1/import", whole(records))
        return int(sent["new"])


def _length(value: Any, name: str) -> str | None:
    """A length of time in words."""
    if isinstance(value, timedelta) or (isinstance(value, int | float) and value is not True):
        return spelled(span(value, name))
    return None if value is None else str(value)
