"""The one border where Qdrant's errors become ours."""

from __future__ import annotations

import sqlite3
from functools import partial

from pydantic import ValidationError
from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from ...errors import RecollectError
from ..beside import failures as ours
from ..ondisk.failures import of_system


def _translate(error: Exception, place: str) -> RecollectError:
    if isinstance(error, ResponseHandlingException) and not isinstance(
        error.source, ValidationError
    ):
        return ours.unreachable(error.source, place)
    if isinstance(error, ResourceExhaustedResponse):
        return ours.refused(429, place)
    if isinstance(error, UnexpectedResponse):
        return _answered(error.status_code or 0, error.content, place)
    if isinstance(error, sqlite3.Error):
        return ours.in_file(getattr(error, "sqlite_errorcode", 0), place)
    if isinstance(error, OSError):
        return of_system(error, place)
    said = str(error)
    if isinstance(error, RuntimeError) and "already accessed" in said:
        return ours.held(place)
    if isinstance(error, ValueError) and "not found" in said:
        return ours.gone(place)
    return ours.foreign(place, error)


def _answered(status: int, body: bytes, place: str) -> RecollectError:
    if status == 404 and b"ollection" in body:
        return ours.gone(place)
    if status == 400 and b"dimension" in body:
        return ours.misfit(place)
    return ours.refused(status, place)


translated = partial(ours.border, _translate)
"""The border of what is at a place."""
