"""A span for each request to the server, in the trace that the client began."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from opentelemetry import metrics, propagate, trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from .operations import SCOPE

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[None]]
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
"""The bounds that the conventions ask for."""
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})


class Traced:
    """An ASGI middleware. Paths are told as their patterns: no id, no key of a fact."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tracer = trace.get_tracer(SCOPE)
        self._took = metrics.get_meter(SCOPE).create_histogram(
            "http.server.request.duration",
            unit="s",
            description="Duration of HTTP server requests.",
            explicit_bucket_boundaries_advisory=SECONDS,
        )

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "_OTHER"
        carrier = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        told: dict[str, Any] = {"http.request.method": method, "url.scheme": scope["scheme"]}
        start = time.perf_counter()

        async def heard(message: Any) -> None:
            if message["type"] == "http.response.start":
                told["http.response.status_code"] = message["status"]
            await send(message)

        with self._tracer.start_as_current_span(
            method,
            context=propagate.extract(carrier),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                await self._app(scope, receive, heard)
            finally:
                self._ended(span, told, pattern(scope), time.perf_counter() - start)

    def _ended(self, span: Span, told: dict[str, Any], route: str | None, seconds: float) -> None:
        """Tell how a request went."""
        if route is not None:
            told["http.route"] = route
            span.update_name(f"{told['http.request.method']} {route}")
        if told.get("http.response.status_code", 500) >= 500:
            told["error.type"] = str(told.get("http.response.status_code", "_OTHER"))
            span.set_status(Status(StatusCode.ERROR))
        self._took.record(seconds, told)
        span.set_attributes({**told, "url.path": route or "/"})


def pattern(scope: Scope) -> str | None:
    """The path that was asked for, with names in the place of what was filled in; None if there is
    no such path."""
    if "endpoint" not in scope:
        return None
    path = str(scope["path"])
    for name, value in scope.get("path_params", {}).items():
        before, found, after = path.rpartition(str(value))
        path = f"{before}{{{name}}}{after}" if found else path
    return path
