"""What requests may hold: schemas that both describe and check."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from ...errors import InputError
from ...keep.law import KEPT
from ...read.formats import FORMATS
from ...read.patterns import PATTERNS
from ...types import KINDS, ROLES
from ...write import limits

Schema = dict[str, Any]
NO_CONTROL = r"^[^\u0000-\u001f\u007f-\u009f]+$"


def text(about: str, most: int = limits.MAX_CONTENT, least: int = 1) -> Schema:
    """Words."""
    return {"type": "string", "minLength": least, "maxLength": most, "description": about}


def name(about: str) -> Schema:
    """An id or a key."""
    made = text(about, limits.MAX_ID)
    return made | {"pattern": NO_CONTROL}


def moment(about: str) -> Schema:
    """A time, as ISO 8601 has it."""
    return text(about + " (ISO 8601)", 64) | {"examples": ["2026-03-01T10:00:00Z"]}


def count(about: str, most: int = limits.MAX_LIMIT, default: int | None = None) -> Schema:
    """How many."""
    made: Schema = {"type": "integer", "minimum": 1, "maximum": most, "description": about}
    return made if default is None else made | {"default": default}


def flag(about: str, default: bool = False) -> Schema:
    """Yes or no."""
    return {"type": "boolean", "default": default, "description": about}


def one_of(about: str, *names: str) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(names), "description": about}


def many(about: str, item: Schema, most: int = limits.MAX_LIMIT) -> Schema:
    """A list."""
    return {"type": "array", "items": item, "minItems": 1, "maxItems": most, "description": about}


def closed(properties: Mapping[str, Schema], *required: str) -> Schema:
    """An object that holds these and nothing else."""
    made = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return made | {"required": list(required)} if required else made


ANYTHING: Schema = {"description": "Any JSON value."}
METADATA: Schema = {"type": "object", "description": "What else is to be kept with it, as JSON."}
USER = name("Whose memory; a key that is bound to a user fills it in.")
AGENT = name("The agent: beside a user what they share, alone the agent's own.")
WHOSE: dict[str, Schema] = {"user_id": USER, "agent_id": AGENT}
SESSION: dict[str, Schema] = {"session_id": name("The conversation.")}
AT = moment("When it was said; now by default")
AS_OF: dict[str, Schema] = {
    "as_of": moment("Answer as the memory stood then, by what had been said"),
    "recorded": flag("With as_of: go by what the store had committed."),
}
PAGE: dict[str, Schema] = {
    "limit": count("How many at most.", default=100),
    "cursor": text("Where to go on: the `next` of the page before.", 1024),
}
BETWEEN: dict[str, Schema] = {
    "after": moment("Not before this moment"),
    "before": moment("Before this moment"),
}
WHERE: Schema = closed(
    {
        **BETWEEN,
        "role": one_of("Only what was said so.", *ROLES),
        "kind": one_of("Only these.", "message", "note", *KINDS),
        **SESSION,
        "metadata": METADATA,
    }
)
KIND = one_of("The kind of note.", *KINDS)
PATTERN = one_of("How the prompt is made.", *PATTERNS)
FORMAT = one_of("Whose form the messages have.", *FORMATS)
SPAN = text('A length of time, such as "180 days".', 64)
KEEP = closed({kind: {"anyOf": [SPAN, {"type": "null"}]} for kind in KEPT})
SAID: Schema = {
    "type": "object",
    "description": "A chat message, in the form of the usual providers.",
    "properties": {
        "role": one_of("Who said it.", *ROLES),
        "content": {"description": "The words, or parts of them."},
        "tool_calls": {"description": "The tools it calls; then it may have no words."},
        "name": name("The speaker."),
        "id": name("An id of your own: stored once, however often it is sent."),
        "at": AT,
        "metadata": METADATA,
    },
}

REQUEST_KEY: Schema = {
    "type": "string",
    "pattern": "^[!-~]{1,256}$",
    "description": "The request is done once, however often it is sent with the same.",
}
AUTHOR: Schema = {
    "type": "string",
    "pattern": "^([A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2}){1,3072}$",
    "description": "Who writes, percent-encoded: the author of what this request keeps.",
}
VERSION: Schema = {"type": "string", "description": "The ETag of the version that was read."}
NONE_YET: Schema = {"type": "string", "enum": ["*"], "description": "Only if there is none yet."}


def check(value: Any, schema: Schema, where: str = "the request") -> None:
    """Refuse what a schema does not allow, saying where."""
    if "anyOf" in schema:
        _check_forms(value, schema["anyOf"], where)
        return
    kind = schema.get("type")
    if kind is not None and not _is(value, kind):
        raise InputError(f"{where} must be {_spelled(kind)}")
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(f"{where} must be one of {', '.join(map(str, schema['enum']))}")
    if isinstance(value, str):
        _check_text(value, schema, where)
    elif isinstance(value, list):
        _check_list(value, schema, where)
    elif isinstance(value, dict):
        _check_object(value, schema, where)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(value, schema, where)


def _check_forms(value: Any, forms: list[Schema], where: str) -> None:
    """Hold a value against the form that it has, each of them being of another kind."""
    for form in forms:
        if _is(value, form["type"]):
            check(value, form, where)
            return
    raise InputError(f"{where} must be {_spelled([form['type'] for form in forms])}")


def _check_text(value: str, schema: Schema, where: str) -> None:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        raise InputError(f"{where} must have {least} to {most:,} characters")
    if "pattern" in schema and re.search(schema["pattern"], value) is None:
        raise InputError(f"{where} holds characters that it may not")


def _check_list(value: list[Any], schema: Schema, where: str) -> None:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        raise InputError(f"{where} must have {least} to {most} items")
    if "items" in schema:
        for place, item in enumerate(value):
            check(item, schema["items"], f"{where}[{place}]")


def _check_object(value: dict[str, Any], schema: Schema, where: str) -> None:
    known = schema.get("properties", {})
    for needed in schema.get("required", ()):
        if needed not in value:
            raise InputError(f"{where} lacks {needed!r}")
    for key, item in value.items():
        if key in known:
            check(item, known[key], key if where == "the request" else f"{where}.{key}")
        elif schema.get("additionalProperties") is False:
            names = ", ".join(known) or "nothing"
            raise InputError(f"{where} may not hold {key[:40]!r}; it holds {names}")


def _check_number(value: float, schema: Schema, where: str) -> None:
    if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        least, most = schema.get("minimum"), schema.get("maximum")
        raise InputError(f"{where} must be between {least} and {most}")


KINDS_OF_JSON: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip
SPELLED = {
    "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "array": "a list", "object": "an object", "null": "null",
}  # fmt: skip


def _is(value: Any, kind: str | list[str]) -> bool:
    if isinstance(kind, list):
        return any(_is(value, one) for one in kind)
    if isinstance(value, bool) and kind in ("integer", "number"):
        return False
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, KINDS_OF_JSON[kind])


def _spelled(kind: str | list[str]) -> str:
    return " or ".join(SPELLED[one] for one in ([kind] if isinstance(kind, str) else kind))
