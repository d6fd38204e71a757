"""Every error as one shape: `{"error": {"code", "message", "hint"}}`."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .. import errors

log = logging.getLogger("recollect.server")


class Told(JSONResponse):
    """An answer in JSON; half a surrogate pair in it is spelled out, not a crash."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


class Problem(Exception):
    """An answer that is no success: what is wrong, and what to do about it."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        hint: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.hint = status, code, message, hint
        self.headers = dict(headers or {})

    def response(self) -> Response:
        """The answer."""
        told = {"code": self.code, "message": self.message, "hint": self.hint}
        return Told({"error": told}, self.status, headers=self.headers)


SOON = {"Retry-After": "1"}
MEANT: list[tuple[type[errors.RecollectError], int, str, str]] = [
    (errors.ScopeError, 400, "scope", "name a user_id, an agent_id or a session_id"),
    (errors.SecretFound, 422, "secret", "take the secret out, or let the server redact it"),
    (errors.InputError, 400, "bad_input", "correct the request; nothing was written"),
    (errors.NotFound, 404, "not_found", "look it up again; it may have been deleted"),
    (errors.IdConflict, 409, "id_conflict", "choose another id, or send the same words"),
    (errors.Stale, 409, "stale", "read it again, then retry"),
    (errors.Conflict, 409, "conflict", "read what is there, then decide"),
    (errors.MissingExtra, 501, "not_installed", "ask those who run the server"),
    (errors.ConfigError, 400, "bad_input", "correct the request; nothing was written"),
]
"""Errors whose words may be told: they say what is wrong with the request."""
HIDDEN: list[tuple[type[errors.RecollectError], int, str, str]] = [
    (errors.StoreBusy, 503, "busy", "the store is busy; try again"),
    (errors.StoreFull, 507, "store_full", "the store has no room left"),
    (errors.StoreReadOnly, 503, "read_only", "the store cannot be written now"),
    (errors.StoreClosed, 503, "closing", "the server is closing; try again"),
    (errors.OverBudget, 429, "over_budget", "the budget for language models is spent"),
    (errors.ModelError, 502, "model", "a model did not answer"),
    (errors.StoreError, 503, "store", "the store did not answer"),
]
"""Errors whose own words may name hosts and files: they are for the log alone."""


def problem(error: Exception) -> Problem:
    """What to answer to an error."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException):
        return _of_http(error)
    for kind, status, code, hint in MEANT:
        if isinstance(error, kind):
            return Problem(status, code, str(error), hint)
    for kind, status, code, message in HIDDEN:
        if isinstance(error, kind):
            log.warning("%s: %s", code, error)
            headers = SOON if status in (429, 503) else {}
            return Problem(status, code, message, "try again later", headers)
    log.error("a bug: %s", type(error).__name__, exc_info=error)
    return Problem(500, "bug", "this is a bug in recollect", "please report it")


def _of_http(error: HTTPException) -> Problem:
    codes = {404: "no_such_path", 405: "no_such_method"}
    hint = "see /openapi.json for what there is"
    return Problem(
        error.status_code,
        codes.get(error.status_code, "http"),
        error.detail,
        hint,
        error.headers,
    )


async def answer(request: Request, error: Exception) -> Response:
    """Starlette's way of asking for it."""
    return problem(error).response()


HANDLERS: dict[Any, Any] = dict.fromkeys(
    (Problem, HTTPException, errors.RecollectError, Exception), answer
)
