"""Asking a language model: patience with the service, one more try for an answer that does not
fit, and a meter for every request. Whatever goes wrong is a ModelError without a key in it."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ...errors import ModelError, RecollectError, Refused, TooLong, Unreadable
from ...ports import Chat, Reply, Schema, Usage
from ...text.tokens import estimate
from ..patience import LEAST, Fault, Patience
from ..remote import is_too_long
from ..spend import Meter
from ..spend.budget import Ask
from . import words
from .json_text import Found, fit, read, without_the_last
from .schema import Unfit
from .service import GRACE, Answer, Request, Service, cost, is_filtered
from .within import within

if TYPE_CHECKING:
    from ...ports.sync import LLM

log = logging.getLogger("recollect")

OUTPUT, SHORTEST = 8_192, 1_024
_FORM_UNKNOWN = {400, 415, 422, 501}


@dataclass(slots=True)
class _Job:
    """One answer to be had: for whom, in which form, how long at most, and what it cost so far."""

    user: str
    form: int
    output: int
    spelled: bool = False
    """The schema is written into the question, whatever the form."""
    usage: Usage = field(default_factory=Usage)


class Model:
    """A language model of a service, within a budget. It may be used by many threads at once."""

    def __init__(
        self, service: Service, meter: Meter | None = None, patience: Patience | None = None
    ) -> None:
        self.id = service.id
        self.meter = meter or Meter()
        self._service = service
        self._patience = patience or service.patience()
        self._form, self._output = 0, OUTPUT  # what the server is known to take
        self._closed = False

    def estimate(self, messages: Chat, schema: Schema | None = None) -> Usage:
        """What a call will cost: about that many tokens in, and at most that many out."""
        return Usage(calls=1, input=words.tokens(messages, schema), output=self._output)

    def complete(self, messages: Chat, schema: Schema | None = None, *, user: str = "") -> Reply:
        """The answer, and with a schema its data. One that does not fit is asked for once more."""
        chat = words.checked(messages)
        job = _Job(user, self._form, self._output)
        answer = self._ask(job, chat, schema)
        try:
            found = _read(answer, schema)
        except Unfit as unfit:
            job.spelled = True
            answer = self._ask(job, [*chat, *words.correction(answer, str(unfit))], schema)
            try:
                found = _read(answer, schema)
            except Unfit as unfit:
                raise Unreadable(f"{self.id} gave no usable answer, twice: {unfit}") from None
        return Reply(answer.text, found.data, job.usage, found.dropped, found.cut)

    def close(self) -> None:
        """Close the connections. What is under way is not tried again."""
        self._closed = True
        self._service.close()

    def _ask(self, job: _Job, chat: Chat, schema: Schema | None) -> Answer:
        try:
            answer = self._patience.run(lambda seconds: self._try(job, chat, schema, seconds))
        except Fault as fault:
            # The package's own error may hold the key, in a request or in the answer.
            raise self._error(fault) from fault.__cause__
        if answer.refused:
            raise Refused(f"{self.id} refuses to answer; leave these messages out")
        return answer

    def _try(self, job: _Job, chat: Chat, schema: Schema | None, seconds: float) -> Answer:
        """One try, in other forms if the server does not know the first."""
        forms, clock = self._service.forms, self._patience.clock
        end = clock() + seconds
        while True:
            form = forms[job.form]
            spelled = job.spelled or form in ("json", "plain")
            worded = words.with_schema(chat, schema) if spelled else chat
            left = max(end - clock(), min(LEAST, seconds))
            try:
                answer = self._send(job, Request(worded, schema, form, job.output, left))
            except Fault as fault:
                if not _step_down(job, fault, schema is not None and job.form + 1 < len(forms)):
                    raise
            else:
                self._learn(job, words.tokens(worded, schema))
                return answer

    def _learn(self, job: _Job, tokens: int) -> None:
        """Remember what the server took. A short answer says little of it if much was asked."""
        self._form = job.form
        if tokens <= SHORTEST:
            self._output = job.output

    def _send(self, job: _Job, request: Request) -> Answer:
        """One request, counted whatever comes of it."""
        if self._closed:
            raise Fault(None, "this model is closed", final=True)
        tokens = words.tokens(request.messages, request.schema)
        with self.meter.call(Ask(self.id, job.user, tokens, request.output)) as call:
            bounded = replace(request, output=call.output)
            call.used = call.entry.usage
            try:
                answer = within(request.seconds + GRACE, lambda: self._service.send(bounded))
                call.used = _used(answer, tokens)
            except Fault as fault:
                call.used = cost(fault, call.entry.usage)
                raise
            except RecollectError:
                raise
            except Exception as error:
                log.debug("%s: %s", self.id, type(error).__name__)
                raise Fault(200, "an answer that cannot be read", final=True) from None
            finally:
                job.usage += call.used
            return answer

    def _error(self, fault: Fault) -> ModelError:
        if is_filtered(fault):
            return Refused(f"{self.id} refuses to answer; leave these messages out")
        if is_too_long(fault):
            return TooLong(f"{self.id} reads less than this; send fewer messages at a time")
        return ModelError(f"{self._service.name}: {self._service.remedy(fault)}")


def _step_down(job: _Job, fault: Fault, has_other_forms: bool) -> bool:
    """Ask for less, if the server would not give that much: a shorter answer, or a plainer form."""
    if is_filtered(fault):
        return False
    if is_too_long(fault):
        job.output //= 2
        return job.output >= SHORTEST
    if has_other_forms and fault.status in _FORM_UNKNOWN:
        job.form += 1
        return True
    return False


def _read(answer: Answer, schema: Schema | None) -> Found:
    if schema is None:
        if not answer.text.strip():
            raise Unfit("the answer is empty")
        return Found(None, cut=answer.cut)
    if answer.data is not None:
        found = fit(without_the_last(answer.data) if answer.cut else answer.data, schema)
    elif answer.text.strip():
        found = read(answer.text, schema)
    else:
        raise Unfit("the answer was cut off; be brief" if answer.cut else "the answer is empty")
    cut = answer.cut or found.cut
    if cut and isinstance(found.data, dict | list) and not any(_values(found.data)):
        raise Unfit("the answer was cut off before anything was complete; be brief")
    return Found(found.data, found.dropped, cut)


def _values(data: object) -> list[object]:
    return list(data.values()) if isinstance(data, dict) else [data]


def _used(answer: Answer, tokens: int) -> Usage:
    """What the service says it counted; what it does not say, by estimate."""
    written = answer.text or ("" if answer.data is None else json.dumps(answer.data, default=str))
    output = estimate(written) if answer.output is None else answer.output
    return Usage(1, 0, tokens if answer.input is None else answer.input, output)


if TYPE_CHECKING:

    def _held_to_the_contract(model: Model) -> LLM:
        return model
