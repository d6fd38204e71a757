"""A span and two measurements for each operation, by the conventions for generative AI."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

from opentelemetry import metrics, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from . import verbs

SCOPE = "recollect"
SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
"""The bounds that the conventions ask for."""
_inside: ContextVar[bool] = ContextVar("recollect-telemetry", default=False)


class Outcome:
    """Where an operation leaves what came of it."""

    result: Any = None
    done = False


class Teller:
    """Tells of operations, to the tracer and the meter of some providers."""

    def __init__(self, tracers: Any, meters: Any, content: bool) -> None:
        self._tracer = trace.get_tracer(SCOPE, tracer_provider=tracers)
        meter = metrics.get_meter(SCOPE, meter_provider=meters)
        self._took = meter.create_histogram(
            "gen_ai.client.operation.duration",
            unit="s",
            description="GenAI operation duration.",
            explicit_bucket_boundaries_advisory=SECONDS,
        )
        self._records = meter.create_counter(
            "recollect.memory.records",
            unit="{record}",
            description="Records found, written or removed.",
        )
        self._content = content

    @property
    def silent(self) -> bool:
        """Whether this is a step of an operation that is told of already."""
        return _inside.get()

    @contextmanager
    def telling(
        self, door: Any, verb: str, asked: tuple[Any, ...], more: Mapping[str, Any]
    ) -> Iterator[Outcome]:
        """Around one call of a verb."""
        name = verbs.OPERATIONS[verb]
        told = {"gen_ai.operation.name": name, "recollect.verb": verbs.NAMES.get(verb, verb)}
        away = _away(door)
        kind = SpanKind.CLIENT if away else SpanKind.INTERNAL
        outcome, mark, start = Outcome(), _inside.set(True), time.perf_counter()
        with self._tracer.start_as_current_span(
            name, kind=kind, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield outcome
            except BaseException as error:
                told["error.type"] = type(error).__name__
                span.set_status(Status(StatusCode.ERROR))  # its words may be somebody's
                raise
            finally:
                _inside.reset(mark)
                self._took.record(time.perf_counter() - start, told)
                number = verbs.count(verb, asked, outcome.result) if outcome.done else None
                if number:
                    self._records.add(number, told)
                if span.is_recording():
                    span.set_attributes({**told, **away, **_about(door, verb, asked, more)})
                    if number is not None:
                        span.set_attribute("gen_ai.memory.record.count", number)
                    if self._content:
                        span.set_attributes(_words(verb, asked, more, outcome.result))


def _about(door: Any, verb: str, asked: tuple[Any, ...], more: Mapping[str, Any]) -> dict[str, str]:
    """Whose memory and which record: names and ids, no words."""
    made = {
        "gen_ai.memory.store.id": getattr(door, "_tenant", None),
        "gen_ai.memory.record.id": verbs.record_id(verb, asked, more),
        "gen_ai.agent.id": more.get("agent_id"),
        "gen_ai.conversation.id": more.get("session_id"),
    }
    return {name: value for name, value in made.items() if isinstance(value, str) and value}


def _words(
    verb: str, asked: tuple[Any, ...], more: Mapping[str, Any], result: Any
) -> dict[str, str]:
    made = {
        "gen_ai.memory.query.text": verbs.query(verb, asked, more),
        "gen_ai.memory.records": verbs.records(asked[0] if verb == "_jot" else result),
    }
    return {name: value for name, value in made.items() if value}


def _away(door: Any) -> dict[str, Any]:
    """Where the server of a memory is, if it has one that speaks HTTP."""
    url = str(getattr(door, "url", ""))
    if not url.startswith(("http://", "https://")):
        return {}
    parts = urlsplit(url)
    port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    return {"server.address": parts.hostname or "", "server.port": port}
