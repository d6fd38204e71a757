"""What the exit codes mean, and which error ends in which."""

from __future__ import annotations

import json

from ..errors import ModelError, NotFound, RecollectError, StoreError
from .terminal import safe

OK, NOTHING, USAGE, STORE, BUG, INTERRUPTED, PIPE = 0, 1, 2, 3, 70, 130, 141

MEANING = """\b
Exit codes:
  0    done
  1    nothing was found, or a check failed
  2    the command or what it was given is wrong; nothing was changed
  3    the store, a file or the model failed
  130  interrupted"""


def code(error: BaseException) -> int:
    """The exit code of an error."""
    if isinstance(error, NotFound):
        return NOTHING
    if isinstance(error, StoreError | ModelError | OSError):
        return STORE
    if isinstance(error, RecollectError):
        return USAGE
    return STORE if isinstance(error, ModuleNotFoundError) else BUG


def told(name: str, message: str, as_json: bool, lead: str = "error") -> str:
    """How an error is told on stderr: one line, or one JSON object."""
    if as_json:
        return json.dumps({"error": {"type": name, "message": message}})
    return f"{lead}: {safe(message)}"
