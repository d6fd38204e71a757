"""Holding an answer against a JSON Schema: what fits is kept, what does not is left out.

Of JSON Schema this knows type, enum, anyOf, properties, required, additionalProperties, items,
maxItems, minLength, maxLength, minimum and maximum. Other words are advice to the model alone.
"""

from __future__ import annotations

import math
from typing import Any

from ...ports import Schema

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
BOUNDS = {"maxItems", "minLength", "maxLength", "minimum", "maximum"}


def unbounded(schema: Schema) -> dict[str, Any]:
    """The schema without its bounds, which some services refuse; answers are held to them here."""
    made = {word: value for word, value in schema.items() if word not in BOUNDS}
    if "properties" in made:
        made["properties"] = {name: unbounded(one) for name, one in made["properties"].items()}
    if "items" in made:
        made["items"] = unbounded(made["items"])
    if "anyOf" in made:
        made["anyOf"] = [unbounded(one) for one in made["anyOf"]]
    return made


class Unfit(ValueError):
    """Where an answer does not fit, and why: words for the model, none of them its own."""


class Fit:
    """One answer held against one schema. An item of a list, or a member that need not be there,
    is left out if it does not fit; one that has to be there and may be null is null. `dropped`
    counts them, and `first` says what was wrong."""

    def __init__(self) -> None:
        self.dropped = 0
        self.first = ""

    def value(self, data: Any, schema: Schema, path: str = "the answer") -> Any:
        """What fits of the data, or Unfit."""
        if "anyOf" in schema:
            return self._any(data, schema["anyOf"], path)
        if "enum" in schema and data not in schema["enum"]:
            raise Unfit(f"{path} is none of the values it may have")
        wanted = schema.get("type")
        if wanted is not None:
            names = [wanted] if isinstance(wanted, str) else wanted
            if not any(_is(data, name) for name in names):
                raise Unfit(f"{path} should be of type {' or '.join(names)}")
        if isinstance(data, dict):
            return self._object(data, schema, path)
        if isinstance(data, list):
            return self._list(data, schema, path)
        if isinstance(data, str):
            return _string(data, schema, path)
        return _number(data, schema, path)

    def _any(self, data: Any, schemas: list[Schema], path: str) -> Any:
        why = f"{path} fits nothing"
        for schema in schemas:
            try:
                return self.value(data, schema, path)
            except Unfit as unfit:
                why = str(unfit)
        raise Unfit(why)

    def _object(self, data: dict[str, Any], schema: Schema, path: str) -> dict[str, Any]:
        known = schema.get("properties")
        if known is None:
            return {name: self.value(one, {}, f"{path}.{name}") for name, one in data.items()}
        required = schema.get("required", ())
        absent = [name for name in required if name not in data]
        for name in absent:
            if not _may_be_null(known.get(name, {})):
                raise Unfit(f"{path} has no {name!r}")
        data = {**data, **dict.fromkeys(absent)}
        made = {} if not schema.get("additionalProperties") else dict(data)
        for name in [one for one in known if one in data]:
            try:
                made[name] = self.value(data[name], known[name], f"{path}.{name}")
            except Unfit as unfit:
                made.pop(name, None)
                if name in required:
                    if not _may_be_null(known[name]):
                        raise
                    made[name] = None
                self._drop(str(unfit))
        return {name: made[name] for name in data if name in made}

    def _list(self, data: list[Any], schema: Schema, path: str) -> list[Any]:
        most = schema.get("maxItems", math.inf)
        made: list[Any] = []
        for place, item in enumerate(data):
            if len(made) >= most:
                self._drop(f"{path} has more than {most} items", len(data) - place)
                break
            try:
                made.append(self.value(item, schema.get("items", {}), f"{path}[{place}]"))
            except Unfit as unfit:
                self._drop(str(unfit))
        return made

    def _drop(self, why: str, count: int = 1) -> None:
        self.dropped += count
        self.first = self.first or why


def _may_be_null(schema: Schema) -> bool:
    wanted = schema.get("type")
    return wanted is not None and not isinstance(wanted, str) and "null" in wanted


def _is(data: Any, name: str) -> bool:
    if isinstance(data, bool):  # which Python counts among the numbers
        return name == "boolean"
    if isinstance(data, float) and name == "integer" and not data.is_integer():
        return False
    return isinstance(data, TYPES[name])


def _string(data: str, schema: Schema, path: str) -> str:
    if not schema.get("minLength", 0) <= len(data) <= schema.get("maxLength", math.inf):
        raise Unfit(f"{path} is too short or too long")
    return data.encode("utf-8", "replace").decode()  # half a character cannot be stored


def _number(data: Any, schema: Schema, path: str) -> Any:
    if data is None or isinstance(data, bool):
        return data
    if not schema.get("minimum", -1e308) <= data <= schema.get("maximum", 1e308):
        raise Unfit(f"{path} is too small or too large")
    return int(data) if schema.get("type") == "integer" else data
