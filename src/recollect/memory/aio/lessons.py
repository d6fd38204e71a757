"""When notes are taken: at once, or when `learn` is called; by the rules, then by a model."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ...concurrency import AsyncClock
from ...errors import ConfigError, OverBudget, RecollectError
from ...ports import Waiting
from ...text.tokens import estimate
from ...types import Added, Note, Owner, OwnerInfo
from ...write.page import SCHEMA, Page
from ..halt import Halt
from ..partly import SoFar, kept
from .shell import Progress, log
from .study import MODEL, SHOWN, SPAN, AsyncStudy, Step

POLL = 0.1
CALLS = 4
"""So many questions more than its own messages need may `add` ask, to catch up."""
BUSY = "somebody else learns for the same owner, and goes on with this"
LEARNED = "what {done} messages taught is kept, and learning again goes on"
A_NOTE, A_SCHEMA, OUTPUT = 40, estimate(str(SCHEMA)), 8_192


class AsyncLessons(AsyncStudy):
    """The write path's second half, as people call it."""

    _halt: Halt

    async def learn(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Take notes of what was added and not learned yet, of one owner or of all; counts them.

        It goes on where it stopped, whoever stopped it: what was learned is not learned again. With
        a model, what the rules and then the model make of it; see `waiting` for what that costs. If
        the model fails or a cap is reached, that is logged, and `waiting` says so. A memory that
        was opened with learn="never" is a `ConfigError`.
        """
        if self._learning == "never":
            raise ConfigError('this memory was opened with learn="never"; open it with "later"')
        await self._prepare()
        infos = await self._infos(user_id, agent_id)
        tell, new = SoFar(progress), 0
        total = sum(info.messages for info in infos)
        tell(0, total)
        with kept(tell, LEARNED):
            for info in infos:
                while (step := await self._learn_some(info.owner)) is not None:
                    tell(tell.done + step[0], total)
                    new += step[1]
            new += await self._study_all(infos)
        tell(total, total)
        self._follow_up()
        return new

    async def waiting(self, *, user_id: str | None = None, agent_id: str | None = None) -> Waiting:
        """What the model has not read yet, and about what `learn` would spend on it."""
        made = Waiting(stopped=self._halt.why)
        if self._llm is None:
            return made
        for info in await self._infos(user_id, agent_id):
            own = await self._waits(info)
            if own.calls and not made.stopped:
                made = replace(made, stopped=await self._refusal(info.owner, own))
            made = Waiting(
                made.messages + own.messages,
                made.calls + own.calls,
                made.input + own.input,
                made.output + own.output,
                made.stopped,
            )
        return made

    async def _refusal(self, owner: Owner, own: Waiting) -> str:
        """The cap that stands in the way, if one does."""
        assert self._llm is not None
        recalled = await self._recall_spending(owner)
        try:
            self._purse.most(self._llm.id, own.input // own.calls, recalled.everybody, recalled.own)
        except OverBudget as over:
            return str(over)
        return ""

    async def _waits(self, info: OwnerInfo) -> Waiting:
        """One owner's share of what waits."""
        after = await self._store.cursor(info.owner, MODEL)
        known = min(info.notes, SHOWN) * A_NOTE
        messages, calls, tokens = 0, 0, 0
        while (window := await self._window(info.owner, after, SPAN)) is not None:
            shown = sum(estimate(one["content"]) for one in Page(window.messages).chat())
            messages, calls = messages + len(window.messages), calls + 1
            tokens, after = tokens + shown + known + A_SCHEMA, window.until
        return Waiting(messages, calls, tokens, calls * OUTPUT)

    async def _study_all(self, infos: list[OwnerInfo]) -> int:
        """Let the model read all that waits; counts its notes."""
        if self._llm is None:
            return 0
        new, self._halt.why = 0, ""
        for info in infos:
            done = await self._study(info.owner)
            new += len(done.notes)
            self._tell(done.stop)
            if done.fault:
                self._halt.why = done.stop
                break
        return new

    async def _study_now(self, added: Added) -> Added:
        """Let the model read what was just stored. Whatever goes wrong, `learn` goes on later."""
        if self._llm is None or not added.new:
            return added
        if self._halt.lasts(self._now()):
            return replace(added, unlearned=self._halt.why)
        done = Step()
        mine = set(added.new)
        try:
            for owner in dict.fromkeys(message.scope.owner for message in added.messages):
                one = await self._study(owner, mine)
                done = replace(one, notes=(*done.notes, *one.notes))
                if done.stop:
                    break
        except RecollectError as error:
            done = replace(done, stop=str(error), fault=True)
        self._tell(done.stop)
        self._rest_after(done)
        return replace(added, notes=(*added.notes, *done.notes), unlearned=done.stop)

    def _tell(self, why: str) -> None:
        """Warn of what stands in the way, once until that changes."""
        if why and why not in (BUSY, self._halt.told):
            log.warning("the model does not learn for now, the words are kept: %s", why)
        self._halt.told = why

    def _rest_after(self, done: Step) -> None:
        if done.fault:
            self._halt.begin(done.stop, self._now())
        else:
            self._halt.end()

    async def _study(self, owner: Owner, mine: Set[str] | None = None) -> Step:
        """Read on until nothing waits: the new notes, and why it stopped before that.

        With `mine`, as long as it takes to read these messages and a little more.
        """
        span, notes = SPAN, tuple[Note, ...]()
        calls = None if mine is None else -(-len(mine) // SPAN) + CALLS
        while calls is None or calls > 0:
            after = await self._store.cursor(owner, MODEL)
            window = await self._window(owner, after, span)
            if window is None:
                break
            first = span == SPAN and not notes
            if mine is not None and first and mine.isdisjoint(m.id for m in window.messages):
                return Step(stop="more messages wait than one question holds: run learn()")
            step = await self._read_on(owner, window)
            if step.busy and mine is None:
                await AsyncClock.sleep(POLL)
                continue
            notes += step.notes
            if step.busy:
                return Step(notes=notes, stop=BUSY)
            if step.stop:
                return replace(step, notes=notes)
            span = max(1, span // 2) if step.smaller else min(SPAN, 2 * span)
            calls = None if calls is None else calls - 1
        return Step(notes=notes)
