"""Asking a model that talks: patience with the service, and a meter for every request."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING

from ....errors import ModelError, RecollectError, Refused, TooLong
from ....ports import Asked, Said, Usage
from ...llm.service import GRACE, cost, is_filtered
from ...patience import Fault
from ...remote import is_too_long
from ...spend import Meter
from ...spend.budget import Ask
from ...spend.meter import Call
from ..colours import AsyncWait
from ..tries import Tries
from ..voice import OUTPUT, Draft, Request, Voice, unfinished

if TYPE_CHECKING:
    from ....ports.aio import AsyncChatModel

log = logging.getLogger("recollect")


class AsyncTalker:
    """A model of a service, within a budget. Many conversations may use it at once."""

    def __init__(self, voice: Voice, meter: Meter) -> None:
        self.id, self.format = voice.id, voice.format
        self._voice = voice
        self._meter = meter
        self._patience = voice.patience()
        self._closed = False

    async def chat(self, asked: Asked, *, user: str = "") -> Said:
        """What it says, whole. A service that is busy is asked again for a while."""
        tries = Tries(self._patience)
        while True:
            try:
                return await self._whole(asked, user, tries.seconds)
            except Fault as fault:
                await AsyncWait.sleep(self._pause(tries, fault))

    async def stream(self, asked: Asked, *, user: str = "") -> AsyncGenerator[str | Said, None]:
        """The same in pieces, and all of it at the end. Once some came, it is not asked again."""
        tries, begun = Tries(self._patience), False
        while True:
            try:
                async with aclosing(self._pieces(asked, user, tries.seconds)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
                return
            except Fault as fault:
                if begun:
                    raise self._error(fault) from fault.__cause__
                await AsyncWait.sleep(self._pause(tries, fault))

    async def close(self) -> None:
        """Close the connections. Closing twice is fine."""
        if not self._closed:
            self._closed = True
            await self._voice.closing()

    async def _whole(self, asked: Asked, user: str, seconds: float) -> Said:
        voice = self._voice
        with self._counted(asked, user) as call:
            request = _request(asked, seconds, call)
            made = await AsyncWait.bounded(seconds + GRACE, lambda: voice.ask(request, False))
            said = voice.whole(made).said(asked.tokens)
            call.used = said.usage
            return said

    async def _pieces(
        self, asked: Asked, user: str, seconds: float
    ) -> AsyncGenerator[str | Said, None]:
        """A stream that ends before its time is a fault."""
        draft = Draft()
        with self._counted(asked, user, draft) as call:
            events = await self._voice.ask(_request(asked, seconds, call), True)
            try:
                async for event in events:
                    if new := self._voice.take(draft, event):
                        yield new
            finally:
                await self._voice.hang_up(events)
            if not draft.end and self._voice.marks_the_end:
                raise unfinished()
            said = draft.said(asked.tokens)
            call.used = said.usage
            yield said

    @contextmanager
    def _counted(self, asked: Asked, user: str, draft: Draft | None = None) -> Iterator[Call]:
        """One request, counted whatever comes of it; every error of the service is a Fault."""
        if self._closed:
            raise ModelError("this model was closed with its memory; open that again")
        with self._meter.call(Ask(self.id, user, asked.tokens, OUTPUT)) as call:
            call.used = call.entry.usage
            try:
                yield call
            except (Fault, Exception) as error:
                if isinstance(error, RecollectError):
                    raise
                fault = error if isinstance(error, Fault) else self._fault(error)
                call.used = _cost(fault, call.entry.usage, draft)
                raise fault from fault.__cause__
            except BaseException:  # given up half way: what was written until then
                if draft is not None:
                    call.used = draft.said(asked.tokens).usage
                raise

    def _fault(self, error: Exception) -> Fault:
        fault = self._voice.fault(error)
        if fault is None:
            log.debug("%s: %s", self.id, type(error).__name__)
            return Fault(200, "an answer that cannot be read", final=True)
        return fault

    def _pause(self, tries: Tries, fault: Fault) -> float:
        try:
            return tries.pause(fault)
        except Fault:
            # The package's own error may hold the key, in a request or in the answer.
            raise self._error(fault) from None

    def _error(self, fault: Fault) -> ModelError:
        if is_filtered(fault):
            return Refused(f"{self.id} refuses to answer this")
        if is_too_long(fault):
            return TooLong(f"{self.id} reads less than this; lower the budget of the prompt")
        return ModelError(f"{self._voice.name}: {self._voice.remedy(fault)}")


def _request(asked: Asked, seconds: float, call: Call) -> Request:
    return Request(asked, seconds, call.output, bounded=call.output < OUTPUT)


def _cost(fault: Fault, most: Usage, draft: Draft | None) -> Usage:
    """What a request that failed may have cost; where some of the answer had come, that much."""
    if draft is None or not draft.text:
        return cost(fault, most)
    written = draft.said(most.input).usage
    return Usage(1, 1, written.input, written.output)


if TYPE_CHECKING:

    def _held_to_the_contract(model: AsyncTalker) -> AsyncChatModel:
        return model
