"""mem0's errors by their names. Each is recollect's own error of the same meaning, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import InputError, NotFound, RecollectError, StoreError


class MemoryError(RecollectError):
    """The base of mem0's errors: a message, a code, and what to do."""

    code = "MEM_001"

    def __init__(
        self,
        message: str,
        error_code: str = "",
        details: Mapping[str, Any] | None = None,
        suggestion: str | None = None,
        debug_info: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.error_code = error_code or self.code
        self.details = dict(details or {})
        self.suggestion = suggestion
        self.debug_info = dict(debug_info or {})


class ValidationError(MemoryError, InputError):
    """A value is wrong. Nothing was written."""

    code = "VALIDATION_001"


class MemoryNotFoundError(MemoryError, NotFound, ValueError):
    """There is no memory of this id."""

    code = "MEM_404"


class AuthenticationError(MemoryError):
    """The key is missing, wrong, or may not do this."""

    code = "AUTH_001"


class RateLimitError(MemoryError):
    """Too many requests; `debug_info["retry_after"]` says for how many seconds to wait."""

    code = "RATE_001"


class MemoryQuotaExceededError(MemoryError):
    """More than the server takes at once."""

    code = "QUOTA_001"


class NetworkError(MemoryError, StoreError):
    """The server could not be reached, or did not answer."""

    code = "NET_001"


STATUS: dict[int, type[MemoryError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: AuthenticationError,
    404: MemoryNotFoundError,
    408: NetworkError,
    409: ValidationError,
    413: MemoryQuotaExceededError,
    422: ValidationError,
    429: RateLimitError,
    502: NetworkError,
    503: NetworkError,
    504: NetworkError,
}
"""What an answer of the server means, as mem0 has it."""


def of_status(status: int, message: str, debug: Mapping[str, Any]) -> MemoryError:
    """The error that an answer stands for."""
    return STATUS.get(status, MemoryError)(message, f"HTTP_{status}", debug_info=debug)
