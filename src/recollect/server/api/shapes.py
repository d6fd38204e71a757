"""recollect's types as JSON, and the JSON Schema of each, both read from the types themselves."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ...agents.block import Block
from ...agents.settings import Settings
from ...keep.law import Policy
from ...orders import Change
from ...receipts import Receipt
from ...types import Context, Hit, Hits, Message, Note, Report

Schema = dict[str, Any]

HIDDEN = ("tenant", "url", "bytes")
"""A caller has one tenant and need not know of others, nor where the store is."""
KEPT_BACK: dict[type, tuple[str, ...]] = {
    Block: ("key", "user_id", "agent_id"),
    Settings: ("llm", "attached"),
}
"""Fields of some types that are for those who run the server, or tell whom else it serves."""
NAMED: dict[type, str] = {Message: "message", Note: "note"}
"""Types that say in `type` what they are."""
BESIDE: dict[type, tuple[str, ...]] = {
    Hit: ("id", "text", "kind", "at", "session_id", "sources"),
    Note: ("open",),
    Receipt: ("ok",),
    Report: ("ok",),
    Context: ("messages",),
}
"""Properties that are shown beside the fields."""
EXACT: dict[tuple[type, str], Any] = {(Context, "messages"): list[dict[str, str]]}
"""What is typed more loosely for Python, where clients of providers ask for types of their own."""


def spelled(value: Any) -> str:
    """A value as JSON; half a surrogate pair stays one."""
    return json.dumps(_step(value) if isinstance(value, Hits) else value,
                      ensure_ascii=False, default=_step)  # fmt: skip


def _step(value: Any) -> Any:
    """What JSON does not have, as something that is nearer to it: `json` asks again for what is in
    there, and goes through lists and dicts by itself, which is most of the way."""
    kind = type(value)
    if kind not in STEPS:  # found out once, for an answer holds hundreds
        STEPS[kind] = _way(kind)
    return STEPS[kind](value)


STEPS: dict[type, Callable[[Any], Any]] = {}


def _way(kind: type) -> Callable[[Any], Any]:
    """How values of a type come nearer to JSON."""
    if issubclass(kind, date):
        return kind.isoformat
    if issubclass(kind, timedelta):
        return timedelta.total_seconds
    if issubclass(kind, Hits):
        return lambda hits: {"hits": list(hits), "degraded": hits.degraded}
    if issubclass(kind, Policy):
        return Policy.as_dict
    if issubclass(kind, Change):
        return change
    if is_dataclass(kind):
        return _object(kind)
    if issubclass(kind, Mapping):
        return dict
    if issubclass(kind, set | frozenset):
        return list
    raise TypeError(f"{kind.__name__} cannot be told as JSON")


def change(one: Change) -> dict[str, Any]:
    """A step of the feed."""
    record = None if one.put is None else one.put.record
    return {"seq": one.seq, "op": one.op, "id": one.id or None, "record": record}


def _object(kind: type) -> Callable[[Any], dict[str, Any]]:
    said, names = ({"type": NAMED[kind]} if kind in NAMED else {}), _shown(kind)
    if len(names) == 1:  # `attrgetter` of one gives it bare
        return lambda value: {**said, names[0]: getattr(value, names[0])}
    values = attrgetter(*names)
    return lambda value: {**said, **dict(zip(names, values(value), strict=True))}


def _shown(kind: type) -> list[str]:
    hidden = (*HIDDEN, *KEPT_BACK.get(kind, ()))
    return [one.name for one in fields(kind) if one.name not in hidden] + [*BESIDE.get(kind, ())]


class Schemas:
    """The schemas of types, each described once and referred to by name."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type, or of an annotation."""
        if isinstance(kind, dict):  # a schema already
            return kind
        if kind in SPECIAL:
            return self._refer(*SPECIAL[kind](self))
        if isinstance(kind, type) and is_dataclass(kind):
            if kind.__name__ not in self.named:
                self.named[kind.__name__] = {}  # it may contain itself
                self.named[kind.__name__] = self._object(kind)
            return {"$ref": f"#/components/schemas/{kind.__name__}"}
        return self._plain(kind)

    def page(self, kind: Any) -> Schema:
        """Some of a list, and where to go on."""
        return {
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": self.of(kind)},
                "next": {"type": ["string", "null"], "description": "The cursor of the next page."},
            },
            "required": ["items", "next"],
            "additionalProperties": False,
        }

    def _refer(self, name: str, made: Schema) -> Schema:
        self.named[name] = made
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, kind: type) -> Schema:
        hints = get_type_hints(kind)
        for name in BESIDE.get(kind, ()):
            loose = get_type_hints(getattr(kind, name).fget)["return"]
            hints[name] = EXACT.get((kind, name), loose)
        made = {name: self.of(hints[name]) for name in _shown(kind)}
        if kind in NAMED:
            made = {"type": {"const": NAMED[kind]}, **made}
        return {
            "type": "object",
            "description": (kind.__doc__ or "").partition("\n\n")[0].replace("\n    ", " "),
            "properties": made,
            "required": list(made),
            "additionalProperties": False,
        }

    def _plain(self, kind: Any) -> Schema:
        origin, inside = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self._union(inside)
        if origin is Literal:
            return {"enum": list(inside)}
        if origin is tuple:
            return self._tuple(inside)
        if origin in (list, set, frozenset):
            return {"type": "array", "items": self.of(inside[0])}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        return dict(PLAIN[kind])

    def _union(self, kinds: tuple[Any, ...]) -> Schema:
        made = [self.of(kind) for kind in kinds]
        if all(list(one) == ["type"] and isinstance(one["type"], str) for one in made):
            return {"type": [one["type"] for one in made]}
        return {"anyOf": made}

    def _tuple(self, inside: tuple[Any, ...]) -> Schema:
        if inside[-1] is Ellipsis:
            return {"type": "array", "items": self.of(inside[0])}
        assert len(set(inside)) == 1, "a pair has two of a kind"
        size = len(inside)
        return {"type": "array", "items": self.of(inside[0]), "minItems": size, "maxItems": size}


PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    timedelta: {"type": "number"},
    Any: {},
}


def _hits(schemas: Schemas) -> tuple[str, Schema]:
    made = {
        "hits": {"type": "array", "items": schemas.of(Hit)},
        "degraded": {"type": "array", "items": {"type": "string"}},
    }
    return "Hits", _closed(made)


def _change(schemas: Schemas) -> tuple[str, Schema]:
    made = {
        "seq": {"type": "integer"},
        "op": {"enum": ["put", "close", "drop", "erase"]},
        "id": {"type": ["string", "null"]},
        "record": {"anyOf": [schemas.of(Message), schemas.of(Note), {"type": "null"}]},
    }
    return "Change", _closed(made)


def _policy(schemas: Schemas) -> tuple[str, Schema]:
    spelled: Schema = {"type": ["string", "null"]}
    keep = {"type": "object", "additionalProperties": spelled}
    return "Policy", _closed({"keep": keep, "half_life": {"type": "string"}})


def _closed(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SPECIAL: dict[Any, Any] = {Hits: _hits, Change: _change, Policy: _policy}
