"""OpenTelemetry, if it is asked for: spans and metrics of memory operations.

from recollect import telemetry

telemetry.instrument()

They go by the conventions for generative AI: `search_memory`, `create_memory` and so on. Nothing of
what is remembered or asked is told, unless `content` says so. Without `instrument()` nothing of
this is loaded, and nothing is measured. Needs `pip install 'recollect[otel]'`.
"""

from __future__ import annotations

from typing import Any

from .. import settings
from ..wiring import require

__all__ = ["instrument", "uninstrument"]


def instrument(
    *, content: bool | None = None, tracer_provider: Any = None, meter_provider: Any = None
) -> None:
    """Tell of every memory of this process from now on, in both colours. Twice is once.

    `content` adds questions and records to the spans; without it,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT decides. The providers are the global ones,
    unless others are given.
    """
    require("opentelemetry.trace", "otel")
    from . import doors, operations

    shown = settings.telemetry_content() if content is None else content
    doors.wrap(operations.Teller(tracer_provider, meter_provider, shown))


def uninstrument() -> None:
    """End it."""
    from . import doors

    doors.unwrap()
