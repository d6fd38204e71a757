"""What recollect accepts. One place checks it, for reads, writes and deletes alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import InputError, ScopeError
from ..types import Scope

MAX_CONTENT = 1_000_000
"""Characters in one message or note; longer text is refused, whole."""
MAX_METADATA = 65_536
"""Characters of JSON in one record's metadata or value."""
MAX_DEPTH = 250
"""Lists and objects within each other in one of those: what is deeper could be written from one
place in a program and be too deep to be read from another."""
MAX_ID = 256
MAX_QUERY = 100_000
MAX_LIMIT = 1_000
MAX_LIST = 100_000
MAX_SEEN = 2**53
MAX_BUDGET = 10_000_000
MAX_HOPS = 6
MAX_EDGES = 10_000
"""Relations that one question to the graph looks at."""
RESERVED = ("spend",)
"""Tenants whose names are recollect's own, beside those that begin with a colon."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON spells it; "\\u0000" is just text


def text(value: object, name: str, most: int = MAX_CONTENT) -> str:
    """Words that can be kept: text, not empty, not too long, no NUL, no lone surrogate."""
    if not isinstance(value, str):
        raise InputError(f"{name} must be text, not {type(value).__name__}")
    if not value.strip():
        raise InputError(f"{name} is empty; there is nothing to remember or look for")
    if len(value) > most:
        raise InputError(f"{name} has {len(value):,} characters, the most is {most:,}; split it")
    bad = UNSTORABLE.search(value)
    if bad:
        what = "a NUL character" if bad[0] == "\0" else "half of a surrogate pair"
        raise InputError(f"{name} holds {what} at position {bad.start()}; remove it")
    return value


def storable(value: str) -> str:
    """Words of others with U+FFFD in the place of what cannot be kept. Two halves of a pair that
    came one by one, as in a stream, are the pair."""
    if UNSTORABLE.search(value) is None:
        return value
    whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "\ufffd")


def heard(said: Any) -> Any:
    """What a model or a tool said, with no character in it that cannot be kept: neither can be
    asked to say it otherwise."""
    if isinstance(said, str):
        return storable(said)
    if isinstance(said, Mapping):
        return {key: heard(value) for key, value in said.items()}
    return [heard(one) for one in said] if isinstance(said, list) else said


def identifier(value: object, name: str) -> str:
    """A name for a user, agent, session, record or key."""
    if not isinstance(value, str):
        raise InputError(f"{name} must be text, not {type(value).__name__}")
    if not value or value != value.strip() or len(value) > MAX_ID or _CONTROL.search(value):
        raise InputError(
            f"{name} must have 1 to {MAX_ID} characters, no control characters, "
            "and no space at either end"
        )
    return value


def name(value: object, what: str) -> str:
    """The name of somebody or something, with single spaces."""
    return identifier(" ".join(value.split()) if isinstance(value, str) else value, what)


def scope(
    user_id: object, agent_id: object = None, session_id: object = None, tenant: str = ""
) -> Scope:
    """Whose memory a call means; it must say."""
    given = {"user_id": user_id, "agent_id": agent_id, "session_id": session_id}
    if all(value is None for value in given.values()):
        raise ScopeError("say whose memory: pass user_id=… (or agent_id=… for an agent's own)")
    try:
        named = {n: identifier(v, n) for n, v in given.items() if v is not None}
        return Scope(**named, tenant=tenant)
    except ScopeError:
        raise
    except InputError as error:
        raise ScopeError(str(error)) from None


def tenant(value: object) -> str:
    """The name of a tenant; "" is whoever uses the memory without one."""
    name = value if value == "" else identifier(value, "tenant")
    if name in RESERVED or str(name).startswith(":"):
        raise InputError("this tenant's name is recollect's own; choose another")
    return str(name)


def count(value: object, name: str, most: int = MAX_LIMIT) -> int:
    """A number of things to return: at least one, at most what is sensible."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{name} must be a whole number, not {type(value).__name__}")
    if not 1 <= value <= most:
        raise InputError(f"{name} must be between 1 and {most:,}, not {value}")
    return value


def share(value: object, name: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(f"{name} must be a number from 0 to 1")
    return float(value)


def digits(value: str) -> int | None:
    """The number that a text spells; None if it spells none, or none that anybody means."""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else None


def flag(value: object, name: str) -> bool:
    """True or False, and nothing that merely looks like it."""
    if not isinstance(value, bool):
        raise InputError(f"{name} must be True or False, not {type(value).__name__}")
    return value


def json_value(value: object, name: str) -> Any:
    """A value that JSON can hold, exactly as JSON will give it back."""
    try:
        made = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except RecursionError:
        raise _too_deep(name) from None
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} must be JSON: {error}") from None
    if len(made) > MAX_METADATA:
        raise InputError(f"{name} has {len(made):,} characters of JSON, at most {MAX_METADATA:,}")
    if UNSTORABLE.search(made) or _NUL.search(made):
        raise InputError(f"{name} holds a NUL character or half of a surrogate pair; remove it")
    try:
        kept = json.loads(made)
    except RecursionError:
        raise _too_deep(name) from None
    if made.count("[") + made.count("{") > MAX_DEPTH and _is_deep(kept):
        raise _too_deep(name)
    if "{" in made and not _has_text_keys(value):
        raise InputError(f"{name} has a key that is no text, and JSON has no others; make it one")
    return kept


def _has_text_keys(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _has_text_keys(one) for key, one in value.items())
    return not isinstance(value, list | tuple) or all(map(_has_text_keys, value))


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for one in level for inner in _inside(one)]
    return any(isinstance(one, dict | list) for one in level)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep(name: str) -> InputError:
    return InputError(f"{name} is nested more than {MAX_DEPTH} levels deep; make it flatter")


def metadata(value: object, name: str = "metadata") -> Mapping[str, Any]:
    """A JSON object."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{name} must be a dict with text keys")
    return json_value(dict(value), name) if value else {}
