"""Orders and records as JSON, field by field, without what is at its default.

How a field is written follows from its annotation, so a new field needs nothing here.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

from ... import orders, types
from ...orders import Batch, Drop, Put, Terms
from ...times import moment
from ...types import Message, Note, Record
from ...vectors import checked, pack, unpack

Json: TypeAlias = dict[str, Any]

CLASSES: dict[str, Any] = {
    name: thing
    for module in (types, orders)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and is_dataclass(thing)
}
RECORD, KIND = "Record", "is"
_plans: dict[type[Any], tuple[_Field, ...]] = {}


@dataclass(frozen=True, slots=True)
class _Field:
    """One field: its default, and the ways to JSON and back."""

    name: str
    default: Any
    to: Callable[[Any], Any]
    back: Callable[[Any], Any]


def encode(thing: Any) -> Json:
    """A frozen thing as a JSON object."""
    made: Json = {}
    for field in _plan(type(thing)):
        value = getattr(thing, field.name)
        if value is None and field.default is None:
            continue
        if field.default is MISSING or not _same(value, field.default):
            made[field.name] = field.to(value)
    return made


def decode(kind: Any, value: Mapping[str, Any]) -> Any:
    """The thing of a JSON object; what it does not say is at its default."""
    return kind(**{f.name: f.back(value[f.name]) for f in _plan(kind) if f.name in value})


def encode_record(record: Record) -> Json:
    """A message or note that says which of them it is."""
    return {KIND: type(record).__name__, **encode(record)}


def decode_record(value: Mapping[str, Any]) -> Record:
    """The record of such an object."""
    made: Record = decode(CLASSES[value[KIND]], value)
    return made


def bare(batch: Batch) -> Batch:
    """A batch without the words of what it drops or makes terms for: ids are enough to do it again.
    Whether a note was still open was looked at the first time."""
    drops = tuple(Drop(_bare(drop.record)) for drop in batch.drops)
    terms = tuple(
        Terms(one.owner, one.version, tuple(Put(_bare(p.record), p.terms) for p in one.puts))
        for one in batch.terms
    )
    return replace(batch, drops=drops, terms=terms)


def pack_vector(data: Any) -> str:
    """A vector as text: of unit length, one byte a dimension."""
    return base64.b64encode(pack(checked([data], 1))[0]).decode()


def unpack_vector(text: str) -> Any:
    """The vector of such a text."""
    raw = base64.b64decode(text)
    data = unpack([raw], len(raw) - 4)[0]
    data.setflags(write=False)
    return data


def _bare(record: Record) -> Record:
    if isinstance(record, Message):
        return replace(record, content="", name=None, metadata={}, turn=None)
    return Note(text="", id=record.id, learned_at=record.learned_at, closed_at=record.learned_at,
                recorded_at=record.recorded_at, user_id=record.user_id, agent_id=record.agent_id,
                session_id=record.session_id, tenant=record.tenant)  # fmt: skip


def _plan(kind: type[Any]) -> tuple[_Field, ...]:
    if kind not in _plans:
        _plans[kind] = tuple(_field(field) for field in fields(kind))
    return _plans[kind]


def _field(field: Any) -> _Field:
    default = field.default
    if field.default_factory in (dict, tuple):
        default = field.default_factory()
    return _Field(field.name, default, *_ways(field.type))


def _ways(annotation: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    plain = annotation.removesuffix(" | None")
    if plain == "datetime":
        return _to_time, _from_time
    if plain == "bytes":
        return bytes.hex, bytes.fromhex
    if plain == "Floats":
        return pack_vector, unpack_vector
    if plain == "dict[str, Floats]":
        return _each(pack_vector), _each(unpack_vector)
    if plain.startswith("tuple["):
        inner = re.match(r"tuple\[(\w+)", plain)
        assert inner is not None
        to, back = _nested(inner[1])
        return lambda many: [to(one) for one in many], lambda many: tuple(map(back, many))
    if plain.startswith("Mapping["):
        return dict, dict
    return _nested(plain)


def _nested(name: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    if name == RECORD:
        return encode_record, decode_record
    if name in CLASSES:
        return encode, lambda value: decode(CLASSES[name], value)
    return _as_it_is, _as_it_is


def _each(way: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda many: {name: way(one) for name, one in many.items()}


def _as_it_is(value: Any) -> Any:
    return value


def _to_time(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


def _from_time(value: Any) -> datetime | None:
    return None if value is None else moment(value)


def _same(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)
