"""Python functions as tools: their JSON Schemas from their type hints, and their arguments checked.

Pure: who calls them, and in which colour, is decided elsewhere.
"""

from __future__ import annotations

import inspect
import json
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from ..errors import InputError, RecollectError
from ..ports import Tool
from ..write.limits import MAX_CONTENT
from ..write.parts import NOTHING

Function = Callable[..., Any]
_PLAIN: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
LONGEST = 300
"""Characters of an error that a model is told."""


@dataclass(frozen=True, slots=True)
class Box:
    """Some functions, by name, and how a model is told of them."""

    functions: Mapping[str, Function]
    tools: tuple[Tool, ...]

    def ready(self, name: object, arguments: object) -> tuple[Function, dict[str, Any]]:
        """The function that is meant and its arguments; InputError in words for the model."""
        function = self.functions.get(name) if isinstance(name, str) else None
        if function is None:
            known = ", ".join(self.functions) or "none"
            raise InputError(f"there is no tool {str(name)[:80]!r}; there are: {known}")
        schema = next(tool.parameters for tool in self.tools if tool.name == name)
        return function, fitted(arguments, schema)


def box(functions: Iterable[Function]) -> Box:
    """Functions as tools; InputError if one cannot be told to a model."""
    made: dict[str, Function] = {}
    tools = []
    for function in functions:
        told = tool(function)
        if told.name in made:
            raise InputError(f"two tools are called {told.name!r}; rename one")
        made[told.name] = function
        tools.append(told)
    return Box(made, tuple(tools))


def tool(function: Function) -> Tool:
    """A function with type hints and a docstring, as a tool."""
    name = getattr(function, "__name__", "")
    if not callable(function) or not name or not name.isidentifier():
        raise InputError("a tool is a Python function with a name, type hints and a docstring")
    about = inspect.getdoc(function)
    if not about:
        taken = "; -OO takes them all away, so run Python with -O" if sys.flags.optimize > 1 else ""
        raise InputError(
            f"the tool {name!r} needs a docstring: it tells the model when to use it{taken}"
        )
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except Exception as error:
        raise InputError(f"the type hints of the tool {name!r} cannot be read: {error}") from None
    members, required = {}, []
    for one in inspect.signature(function).parameters.values():
        if one.kind not in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY):
            raise InputError(f"the tool {name!r} has a parameter without a name of its own")
        members[one.name] = schema(hints.get(one.name, str), f"{name}({one.name})")
        if one.default is one.empty:
            required.append(one.name)
    shape = {"type": "object", "properties": members, "required": required}
    return Tool(name, about, {**shape, "additionalProperties": False})


def schema(hint: Any, where: str = "it") -> dict[str, Any]:
    """The JSON Schema of a type hint; `Annotated[str, "…"]` describes what it is for."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is typing.Annotated:
        told = " ".join(note for note in inner[1:] if isinstance(note, str))
        return {**schema(inner[0], where), **({"description": told} if told else {})}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint is Any or hint is inspect.Parameter.empty:
        return {}
    if origin is Literal:
        return {"type": schema(type(inner[0]), where)["type"], "enum": list(inner)}
    if origin in (Union, types.UnionType):
        some = [schema(one, where) for one in inner if one is not type(None)]
        return some[0] if len(some) == 1 else {"anyOf": some}
    if hint is list or origin is list:
        return {"type": "array", "items": schema(inner[0], where) if inner else {}}
    if hint is dict or origin is dict:
        return {"type": "object"}
    raise InputError(f"{where}: a tool takes text, numbers, booleans, lists and dicts, not {hint}")


def fitted(arguments: object, shape: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as a model gave them, JSON or read already; InputError if they do not fit."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            raise InputError("the arguments are not JSON; write one JSON object") from None
    if not isinstance(arguments, Mapping):
        raise InputError("the arguments must be one JSON object")
    members, required = shape["properties"], shape["required"]
    given = {
        key: _whole(val, members.get(key, {}))
        for key, val in arguments.items()
        if val is not None or key in required
    }
    if unknown := [str(key) for key in given if key not in members]:
        raise InputError(f"no argument {unknown[0][:80]!r}; it takes: {', '.join(members)}")
    if missing := [key for key in required if key not in given]:
        raise InputError(f"the argument {missing[0]!r} is missing")
    for key, value in given.items():
        if wanted := _misfit(value, members[key]):
            raise InputError(f"the argument {key!r} must be {wanted}")
    return {str(key): value for key, value in given.items()}


def _whole(value: Any, shape: Mapping[str, Any]) -> Any:
    """A whole number as one: in JSON 5.0 is 5, and some providers write all numbers so."""
    wanted = shape.get("type") == "integer" and isinstance(value, float) and value.is_integer()
    return int(value) if wanted else value


def told(result: object) -> str:
    """What a tool returned, as a model reads it; what is too long to be kept is cut."""
    if result is None:
        return "done"
    if isinstance(result, str) and len(result) <= MAX_CONTENT:
        return result if result.strip() else NOTHING  # as it is: it may know what it quotes
    made = (
        result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)
    )
    return made[:MAX_CONTENT]


def failed(error: BaseException) -> str:
    """A tool's error in words that a model can act on."""
    what = str(error) if isinstance(error, RecollectError) else f"{type(error).__name__}: {error}"
    return f"error: {' '.join(what.split())[:LONGEST]}"


def _misfit(value: object, shape: Mapping[str, Any]) -> str:
    """What a value should have been; nothing if it fits."""
    if "anyOf" in shape:
        misfits = [_misfit(value, one) for one in shape["anyOf"]]
        return " or ".join(misfits) if all(misfits) else ""
    if "enum" in shape:
        known = any(type(value) is type(one) and value == one for one in shape["enum"])
        return "" if known else "one of " + ", ".join(repr(one) for one in shape["enum"])
    number = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {
        "string": isinstance(value, str),
        "integer": number and isinstance(value, int),
        "number": number,
        "boolean": isinstance(value, bool),
        "array": isinstance(value, list),
        "object": isinstance(value, Mapping),
    }
    kind = shape.get("type")
    if kind is None:
        return ""
    if kind == "array" and isinstance(value, list):
        misfit = next((bad for one in value if (bad := _misfit(one, shape["items"]))), "")
        return f"a list, each {misfit}" if misfit else ""
    names = {"integer": "a whole number", "array": "a list", "object": "an object"}
    return "" if fits[kind] else names.get(kind, f"a {kind}".replace("a string", "text"))
