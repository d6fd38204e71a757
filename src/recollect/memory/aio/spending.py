"""Asking a language model within the budget, and keeping what it costs in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date

from ...errors import RecollectError, Stale
from ...orders import Batch, Cursor, Query
from ...ports import Chat, Reply, Schema, Spend, Spent, Usage
from ...types import Owner
from ...write import limits
from .shell import AsyncShell, log

EVERYBODY = Owner("session", "everybody", tenant="spend")
"""Whose cursors hold the sums of all: a name that is nobody's, so erasing somebody leaves them."""
PREFIX = "spent/"
PARTS = ("calls", "failed", "input", "output")
TRIES = 100


class AsyncSpending(AsyncShell):
    """Every request is counted in the store: for everybody, and for whom it was made."""

    async def spend(self, *, user_id: str | None = None, agent_id: str | None = None) -> Spend:
        """What language models have cost: of all, or of one user or agent."""
        if user_id is not None or agent_id is not None:
            owner = limits.scope(user_id, agent_id).owner
            return Spend(tuple(_lines(owner, await self._spent(owner))))
        whole = await self._spent(EVERYBODY)
        lines = [
            line
            for info in await self._store.owners()
            for line in _lines(info.owner, await self._spent(info.owner))
        ]
        gone = _rest(whole, lines)
        return Spend(tuple(sorted([*lines, *gone], key=lambda line: line.day)))

    async def _complete(self, owner: Owner, chat: Chat, schema: Schema | None) -> Reply:
        """A model's answer, paid from an owner's budget; a ModelError if there is none."""
        assert self._llm is not None, "only a memory with a model asks one"
        await self._recall_spending(owner)
        try:
            return await self._llm.complete(chat, schema, user=payer(owner))
        finally:
            await self._keep_spending()

    async def _recall_spending(self, owner: Owner) -> None:
        """Read what other processes have spent."""
        day = self._purse.today()
        whole = _by_model(await self._spent(EVERYBODY, day), day)
        own = _by_model(await self._spent(owner, day), day)
        self._purse.told(day, whole, payer(owner), own)

    async def _keep_spending(self) -> None:
        """Write down what was spent. If that fails, it is held and written with the next."""
        lines = self._purse.take()
        stored = not lines
        try:
            for _ in range(TRIES if lines else 0):
                try:
                    await self._store.commit(Batch(cursors=await self._moves(lines)))
                    stored = True
                    break
                except Stale:
                    continue  # somebody else spent meanwhile
        except RecollectError as error:
            log.warning("spending is not written down yet: %s", error)
        finally:
            self._purse.kept(lines, stored)

    async def _moves(self, lines: Iterable[tuple[date, str, str, Usage]]) -> tuple[Cursor, ...]:
        added: dict[tuple[Owner, str], int] = {}
        for day, payer, model, usage in lines:
            for owner in (EVERYBODY, *await self._here(Owner(*json.loads(payer)))):
                for part in PARTS:
                    if count := getattr(usage, part):
                        key = owner, f"{PREFIX}{day.isoformat()}/{part}/{model}"
                        added[key] = added.get(key, 0) + count
        places = {
            (owner, name): at
            for owner in {owner for owner, _ in added}
            for name, at in (await self._store.cursors(owner, PREFIX)).items()
        }
        return tuple(
            Cursor(owner, name, places.get((owner, name), 0) + more, places.get((owner, name), 0))
            for (owner, name), more in added.items()
        )

    async def _here(self, owner: Owner) -> list[Owner]:
        """An owner, if he is still here: one who was erased is not written down again."""
        return [owner] if await self._store.messages(Query(owner.scope, last=1)) else []

    async def _spent(self, owner: Owner, day: date | None = None) -> dict[tuple[date, str], Usage]:
        """What an owner spent, by day and model."""
        prefix = PREFIX if day is None else f"{PREFIX}{day.isoformat()}/"
        made: dict[tuple[date, str], dict[str, int]] = {}
        for name, count in (await self._store.cursors(owner, prefix)).items():
            when, part, model = name.removeprefix(PREFIX).split("/", 2)
            made.setdefault((date.fromisoformat(when), model), {})[part] = count
        return {key: Usage(**parts) for key, parts in made.items()}


def payer(owner: Owner) -> str:
    return json.dumps([owner.kind, owner.id, owner.tenant])


def _by_model(spent: Mapping[tuple[date, str], Usage], day: date) -> dict[str, Usage]:
    return {model: usage for (when, model), usage in spent.items() if when == day}


def _lines(owner: Owner | None, spent: Mapping[tuple[date, str], Usage]) -> list[Spent]:
    return [Spent(day, owner, model, usage) for (day, model), usage in sorted(spent.items())]


def _rest(whole: Mapping[tuple[date, str], Usage], lines: Iterable[Spent]) -> list[Spent]:
    """What those have spent who are no longer here."""
    left = dict(whole)
    for line in lines:
        if (known := left.get(key := (line.day, line.model))) is not None:
            left[key] = known - line.usage
    return [line for line in _lines(None, left) if line.usage.calls > 0]
