"""JSON of the API → recollect's types, read from the types themselves."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ..errors import StoreError
from ..keep.law import Policy
from ..keep.spans import span, span_or_ever
from ..orders import Change, Put
from ..types import Hit, Hits, Message, Note, Scope

T = TypeVar("T")
NAMED: dict[str, type] = {"message": Message, "note": Note}


def decoded(kind: type[T], value: Any) -> T:
    """A value of a type, of what a server answered."""
    made: T = read(kind, value)
    return made


def read(kind: Any, value: Any) -> Any:
    """A value of a type or an annotation."""
    try:
        return _read(kind, value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreError(
            f"the server's answer cannot be read ({type(error).__name__}); is it a recollect "
            "server, and of this release?"
        ) from error


def _read(kind: Any, value: Any) -> Any:
    if kind in SPECIAL:
        return SPECIAL[kind](value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints, names = _shape(kind)
        return kind(**{name: _read(hints[name], value[name]) for name in names if name in value})
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _union(inside, value)
    if origin is tuple:
        one = inside[0]
        return tuple(_read(one, item) for item in value)
    if origin is list:
        return [_read(inside[0], item) for item in value]
    if origin is not None and origin is not Literal and issubclass(origin, Mapping):
        return {key: _read(inside[1], item) for key, item in value.items()}
    return value


@cache
def _shape(kind: type) -> tuple[dict[str, Any], tuple[str, ...]]:
    return get_type_hints(kind), tuple(one.name for one in fields(kind))


def _union(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None:
        return None
    left = [kind for kind in kinds if kind is not type(None)]
    if set(left) == {Message, Note}:
        return _read(NAMED[value["type"]], value)
    return _read(left[0], value) if len(left) == 1 else value


def _hits(value: Any) -> Hits:
    return Hits([_read(Hit, hit) for hit in value["hits"]], tuple(value["degraded"]))


def _change(value: Any) -> Change:
    record = None if value["record"] is None else _read(Message | Note, value["record"])
    scope = Scope() if record is None else record.scope
    put = None if record is None else Put(record)
    return Change(value["seq"], value["op"], scope, value["id"] or "", put)


def _policy(value: Any) -> Policy:
    read = {kind: span_or_ever(length, kind) for kind, length in value["keep"].items()}
    keep = {kind: length for kind, length in read.items() if length is not None}
    return Policy(keep, span(value["half_life"], "half_life"))


SPECIAL: dict[Any, Any] = {
    Hits: _hits,
    Change: _change,
    Policy: _policy,
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    timedelta: lambda value: timedelta(seconds=value),
}
