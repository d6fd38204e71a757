"""Asking a language model within the budget, and keeping what it costs in the store."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from ...concurrency import AsyncLock
from ...errors import RecollectError, Stale, StoreBusy
from ...orders import Batch, Cursor, Query
from ...ports import Chat, Reply, Schema, Spend, Spent, Usage
from ...text.tokens import estimate
from ...types import Owner
from .guarding import AsyncGuarding
from .shell import log

EVERYBODY = Owner("session", "everybody", tenant="spend")
"""Whose cursors hold the sums of all: a name that is nobody's, so erasing somebody leaves them."""
PREFIX = "spent/"
PARTS = ("calls", "failed", "input", "output")
TRIES = 100
EACH = 4
"""Tokens around a message."""
Line: TypeAlias = tuple[date, str, str, Usage]
Places: TypeAlias = dict[tuple[Owner, str], int]
"""Where cursors are, or by how much they move."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the store says of a day, with what is set aside: by cursor and by model."""

    day: date
    places: Places
    everybody: Mapping[str, Usage]
    own: Mapping[str, Usage]


class AsyncSpending(AsyncGuarding):
    """Every request is counted in the store: for everybody, and for whom it was made."""

    _holds: list[Line]
    """Set aside for calls under way."""
    _undo: deque[Line]
    """Set aside for calls that have ended."""
    _counting: AsyncLock
    """One call of this process at a time writes down what it costs: they share the sums."""

    async def spend(self, *, user_id: str | None = None, agent_id: str | None = None) -> Spend:
        """What language models have cost: of all, or of one user or agent."""
        owner = self._owner_named(user_id, agent_id)
        if owner is not None:
            return Spend(tuple(_lines(owner, await self._spent(owner))))
        lines = [
            line
            for info in await self._everybody()
            for line in _lines(info.owner, await self._spent(info.owner))
        ]
        gone = await self._spent_by_others(lines)
        return Spend(tuple(sorted([*lines, *gone], key=lambda line: line.day)))

    async def _spent_by_others(self, lines: list[Spent]) -> list[Spent]:
        """What those have spent who are no longer here."""
        return _rest(await self._spent(EVERYBODY), lines)

    async def _complete(self, owner: Owner, chat: Chat, schema: Schema | None) -> Reply:
        """A model's answer, paid from an owner's budget; a ModelError if there is none.

        Before it is asked, the store holds what it may cost at most: so processes cannot overspend
        together, and what is killed on the way is counted.
        """
        assert self._llm is not None, "only a memory with a model asks one"
        async with self._paying(owner, self._llm.id, _tokens(chat, schema)) as user:
            return await self._llm.complete(chat, schema, user=user)

    @asynccontextmanager
    async def _paying(self, owner: Owner, model: str, tokens: int) -> AsyncIterator[str]:
        """While a model is asked: what it may cost is set aside, and then what it did is kept.
        Gives the name of who pays."""
        async with self._counting:
            held = await self._hold(owner, model, tokens)
        try:
            yield payer(owner)
        finally:
            self._holds.remove(held)
            self._undo.append(held)
            async with self._counting:
                await self._keep_spending()

    async def _hold(self, owner: Owner, model: str, tokens: int) -> Line:
        """Set aside what a call may cost; OverBudget if a cap forbids it."""
        for _ in range(TRIES):
            known = await self._recall_spending(owner)
            most = self._purse.most(model, tokens, known.everybody, known.own)
            line = (known.day, payer(owner), model, most)
            try:
                moves = _moves(await self._added([line], ()), known.places)
                await self._store.commit(Batch(cursors=moves))
            except Stale:
                continue  # somebody else spent meanwhile: look again
            self._holds.append(line)
            return line
        raise StoreBusy("too many spend at once; try again")

    async def _recall_spending(self, owner: Owner) -> Recalled:
        """Read what everybody has spent, and what is set aside. The meter here hears it without
        what this process has set aside, for it counts its own calls itself."""
        day = self._purse.today()
        prefix = f"{PREFIX}{day.isoformat()}/"
        found = {whose: await self._store.cursors(whose, prefix) for whose in (EVERYBODY, owner)}
        places = {(whose, name): at for whose, all in found.items() for name, at in all.items()}
        known = Recalled(day, places, _by_model(found[EVERYBODY]), _by_model(found[owner]))
        everybody, own = dict(known.everybody), dict(known.own)
        for when, who, model, usage in (*self._holds, *self._undo):
            for sums in (everybody, own) if who == payer(owner) else (everybody,):
                if when == day and model in sums:
                    sums[model] -= usage
        self._purse.told(day, everybody, payer(owner), own)
        return known

    async def _keep_spending(self) -> None:
        """Write down what was spent, instead of what was set aside. If that fails, both wait for
        the next time."""
        lines, undone, stored = self._purse.take(), _taken(self._undo), False
        try:
            for _ in range(TRIES if lines or undone else 0):
                added = await self._added(lines, undone)
                places = {
                    (owner, name): at
                    for owner in {owner for owner, _ in added}
                    for name, at in (await self._store.cursors(owner, PREFIX)).items()
                }
                try:
                    await self._store.commit(Batch(cursors=_moves(added, places)))
                    stored = True
                    break
                except Stale:
                    continue  # somebody else spent meanwhile
        except RecollectError as error:
            log.warning("spending is not written down yet: %s", error)
        finally:
            self._purse.kept(lines, stored)
            self._undo.extend(() if stored else undone)

    async def _added(self, lines: Iterable[Line], held: Iterable[Line]) -> Places:
        """By how much each sum grows, or shrinks."""
        added: Places = {}
        for sign, some in ((1, lines), (-1, held)):
            for day, who, model, usage in some:
                for owner in (EVERYBODY, *await self._here(Owner(*json.loads(who)))):
                    for part in PARTS:
                        key = owner, f"{PREFIX}{day.isoformat()}/{part}/{model}"
                        added[key] = added.get(key, 0) + sign * getattr(usage, part)
        return {key: count for key, count in added.items() if count}

    async def _here(self, owner: Owner) -> list[Owner]:
        """An owner, if he is still here: one who was erased is not written down again."""
        return [owner] if await self._store.messages(Query(owner.scope, last=1)) else []

    async def _spent(self, owner: Owner) -> dict[tuple[date, str], Usage]:
        """What an owner spent, by day and model."""
        return _usages(await self._store.cursors(owner, PREFIX))


def payer(owner: Owner) -> str:
    return json.dumps([owner.kind, owner.id, owner.tenant])


def _tokens(chat: Chat, schema: Schema | None) -> int:
    said = sum(estimate(message["content"]) + EACH for message in chat)
    return said + (0 if schema is None else estimate(json.dumps(schema)))


def _taken(lines: deque[Line]) -> list[Line]:
    """All of them, though another thread may be taking some."""
    taken = []
    with suppress(IndexError):
        while True:
            taken.append(lines.popleft())
    return taken


def _by_model(found: Mapping[str, int]) -> dict[str, Usage]:
    return {model: usage for (_, model), usage in _usages(found).items()}


def _moves(added: Places, places: Places) -> tuple[Cursor, ...]:
    return tuple(
        Cursor(*key, max(0, places.get(key, 0) + more), places.get(key, 0))
        for key, more in added.items()
    )


def _usages(found: Mapping[str, int]) -> dict[tuple[date, str], Usage]:
    """Cursors read as sums, by day and model."""
    made: dict[tuple[date, str], dict[str, int]] = {}
    for name, count in found.items():
        when, part, model = name.removeprefix(PREFIX).split("/", 2)
        made.setdefault((date.fromisoformat(when), model), {})[part] = count
    return {key: Usage(**parts) for key, parts in made.items()}


def _lines(owner: Owner | None, spent: Mapping[tuple[date, str], Usage]) -> list[Spent]:
    return [Spent(day, owner, model, usage) for (day, model), usage in sorted(spent.items())]


def _rest(whole: Mapping[tuple[date, str], Usage], lines: Iterable[Spent]) -> list[Spent]:
    """What is left of all when these are taken off."""
    left = dict(whole)
    for line in lines:
        if (known := left.get(key := (line.day, line.model))) is not None:
            left[key] = known - line.usage
    return [line for line in _lines(None, left) if line.usage.calls > 0]
