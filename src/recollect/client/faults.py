"""A server's errors → recollect's own, with the same words."""

from __future__ import annotations

from typing import Any

from .. import errors

MEANT: dict[str, type[errors.RecollectError]] = {
    "scope": errors.ScopeError,
    "secret": errors.SecretFound,
    "bad_input": errors.InputError,
    "too_large": errors.InputError,
    "not_found": errors.NotFound,
    "id_conflict": errors.IdConflict,
    "stale": errors.Stale,
    "changed": errors.Stale,
    "conflict": errors.Conflict,
    "key_reused": errors.Conflict,
    "not_installed": errors.MissingExtra,
    "busy": errors.StoreBusy,
    "closing": errors.StoreBusy,
    "too_many": errors.StoreBusy,
    "too_slow": errors.StoreBusy,
    "store_full": errors.StoreFull,
    "read_only": errors.StoreReadOnly,
    "over_budget": errors.OverBudget,
    "model": errors.ModelError,
    "no_key": errors.ConfigError,
    "bad_key": errors.ConfigError,
    "forbidden": errors.ConfigError,
    "host": errors.ConfigError,
    "origin": errors.ConfigError,
    "no_such_path": errors.ConfigError,
    "no_such_method": errors.ConfigError,
}
REMEDY = {
    "no_key": "pass api_key=…, or set RECOLLECT_API_KEY",
    "bad_key": "pass another api_key=…, or set RECOLLECT_API_KEY",
    "no_such_path": "is this a recollect server, and of this release?",
    "no_such_method": "is this a recollect server, and of this release?",
}
PLAIN = (
    "no_key", "bad_key", "forbidden", "host", "origin", "no_such_path", "no_such_method",
    "too_large",
)  # fmt: skip
"""What is no verb's own error, so that its words alone would not say what to do."""
UNDONE = ("busy", "closing", "too_many")
"""What a server says before it has done anything."""


class Fault(Exception):
    """An answer that is no success: its code, the error it means, and how long to wait."""

    def __init__(self, status: int, told: Any, wait: str | None = None) -> None:
        told = told.get("error") if isinstance(told, dict) else None
        told = told if isinstance(told, dict) else {}
        self.status, self.code = status, str(told.get("code", ""))
        self.message, self.hint = str(told.get("message", "")), str(told.get("hint", ""))
        self.wait = float(wait) if wait is not None and wait.isdigit() else None
        super().__init__(self.code)

    @property
    def undone(self) -> bool:
        """Whether nothing was done, and it may be tried again."""
        return self.code in UNDONE

    @property
    def passing(self) -> bool:
        """Whether it may be gone the next time."""
        return self.undone or self.status in (502, 503, 504)

    @property
    def error(self) -> errors.RecollectError:
        """What to raise."""
        kind = MEANT.get(self.code, errors.StoreError)
        if not self.code:
            return errors.StoreError(
                f"the server answered {self.status}, and not as recollect does; is the URL right?"
            )
        if self.code in PLAIN:
            remedy = REMEDY.get(self.code, self.hint)
            return kind(f"{self.message}; {remedy}" if remedy else self.message)
        return kind(self.message)
