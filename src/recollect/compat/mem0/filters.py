"""mem0's filters: conditions on a memory's fields and metadata, joined by AND, OR and NOT."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ...errors import InputError
from ...times import moment
from .checks import SCOPES, entity
from .exceptions import ValidationError

Test: TypeAlias = Callable[[Mapping[str, Any]], bool]
TIMES = ("created_at", "updated_at", "timestamp")
DEEPEST = 16
LOGIC = ("AND", "OR", "NOT")


class Filter:
    """A filter that was understood: what it admits, and whose memories it can only be about."""

    def __init__(self, conditions: Mapping[str, Any] | None) -> None:
        self._conditions = _named(conditions)
        self._test = _every(self._conditions, DEEPEST)

    def admits(self, fields: Mapping[str, Any]) -> bool:
        """Whether a memory of these fields passes."""
        return self._test(fields)

    def only(self, name: str) -> set[str] | None:
        """The values that a field must be one of; None if it may be anything."""
        return _only(self._conditions, name)

    def names(self, name: str) -> bool:
        """Whether the filter speaks of a field at all."""
        return _names(self._conditions, name)


def scoped(conditions: object, **given: object) -> Filter:
    """A filter with the ids that were given beside it; it must name somebody."""
    if conditions is not None and not isinstance(conditions, Mapping):
        raise ValidationError("filters must be a dict, such as {'user_id': 'alice'}")
    made = dict(conditions or {})
    made |= {name: value for name, value in given.items() if value is not None}
    found = Filter(made)
    if not any(found.names(name) for name in SCOPES):
        raise ValidationError(
            "filters must contain at least one of: user_id, agent_id, run_id. "
            "Example: filters={'user_id': 'u1'}"
        )
    return found


def _named(conditions: Mapping[str, Any] | None) -> dict[str, Any]:
    """Ids are trimmed and checked where they stand alone."""
    return {
        name: entity(value, name) if name in SCOPES and isinstance(value, str | int) else value
        for name, value in (conditions or {}).items()
    }


def _every(conditions: Mapping[str, Any], depth: int) -> Test:
    if depth < 0:
        raise ValidationError(f"filters are nested more than {DEEPEST} deep")
    tests = [_condition(name, value, depth) for name, value in conditions.items()]
    return lambda fields: all(test(fields) for test in tests)


def _condition(name: str, value: Any, depth: int) -> Test:
    if name in LOGIC:
        return _joined(name, value, depth)
    if name == "metadata" and isinstance(value, Mapping):
        return _every(value, depth - 1)
    if not isinstance(value, Mapping):
        return _comparison(name, "eq", value)
    tests = [_comparison(name, operator, one) for operator, one in value.items()]
    return lambda fields: all(test(fields) for test in tests)


def _joined(name: str, value: Any, depth: int) -> Test:
    parts = [value] if isinstance(value, Mapping) and name == "NOT" else value
    if not isinstance(parts, list) or not all(isinstance(part, Mapping) for part in parts):
        raise ValidationError(f"{name} operator requires a list of conditions")
    if not parts and name != "AND":
        raise ValidationError(f"{name} operator requires a non-empty list of conditions")
    tests = [_every(_named(part), depth - 1) for part in parts]
    if name == "AND":
        return lambda fields: all(test(fields) for test in tests)
    if name == "OR":
        return lambda fields: any(test(fields) for test in tests)
    return lambda fields: not any(test(fields) for test in tests)


def _comparison(name: str, operator: str, wanted: Any) -> Test:
    compare = OPERATORS.get(operator)
    if compare is None:
        raise ValidationError(
            f"Unsupported metadata filter operator: {operator}; there are {', '.join(OPERATORS)}"
        )
    if operator in ("in", "nin"):
        if not isinstance(wanted, list | tuple | set):
            raise ValidationError(f"{operator} takes a list of values")
        wanted = list(wanted)
    if name in SCOPES:
        wanted = [_id(one) for one in wanted] if isinstance(wanted, list) else _id(wanted)
    if name in TIMES and wanted != "*":
        wanted = [_time(one) for one in wanted] if isinstance(wanted, list) else _time(wanted)
        name = "created_at" if name == "timestamp" else name
        return lambda fields: compare([_time(fields.get(name))], wanted)
    return lambda fields: compare(_values(fields.get(name)), wanted)


def _id(value: Any) -> Any:
    """An id, which may have been given as a number."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _values(value: Any) -> list[Any]:
    """What a field holds: of a list, each of its members."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _time(value: Any) -> Any:
    try:
        return value if value is None else moment(value).timestamp()
    except InputError:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        raise ValidationError("a time in filters is ISO 8601 text, or seconds since 1970") from None


def _equal(value: Any, wanted: Any) -> bool:
    if isinstance(value, bool) != isinstance(wanted, bool):
        return False
    return bool(value == wanted)


def _eq(values: list[Any], wanted: Any) -> bool:
    if wanted == "*":
        return bool(values)
    return not values if wanted is None else any(_equal(value, wanted) for value in values)


def _in(values: list[Any], wanted: list[Any]) -> bool:
    return any(_eq(values, one) for one in wanted)


def _ordered(test: Callable[[Any, Any], bool]) -> Callable[[list[Any], Any], bool]:
    def compare(values: list[Any], wanted: Any) -> bool:
        try:
            return any(test(value, wanted) for value in values if value is not None)
        except TypeError:  # a text is not greater than a number
            return False

    return compare


def _contains(values: list[Any], wanted: Any) -> bool:
    return any(str(wanted) in value if isinstance(value, str) else _equal(value, wanted)
               for value in values)  # fmt: skip


def _icontains(values: list[Any], wanted: Any) -> bool:
    return any(str(wanted).casefold() in str(value).casefold() for value in values)


OPERATORS: dict[str, Callable[[list[Any], Any], bool]] = {
    "eq": _eq,
    "ne": lambda values, wanted: not _eq(values, wanted),
    "in": _in,
    "nin": lambda values, wanted: not _in(values, wanted),
    "gt": _ordered(lambda value, wanted: bool(value > wanted)),
    "gte": _ordered(lambda value, wanted: bool(value >= wanted)),
    "lt": _ordered(lambda value, wanted: bool(value < wanted)),
    "lte": _ordered(lambda value, wanted: bool(value <= wanted)),
    "contains": _contains,
    "icontains": _icontains,
}


def _only(conditions: Mapping[str, Any], name: str) -> set[str] | None:
    """What a field must be one of: every condition narrows it, an OR only if all its parts do."""
    found: list[set[str] | None] = []
    for key, value in conditions.items():
        if key == name:
            found += _one_of(value)
        elif key == "AND":
            found += [_only(_named(part), name) for part in value]
        elif key == "OR":
            parts = [_only(_named(part), name) for part in value]
            known = [part for part in parts if part is not None]
            found.append(set().union(*known) if len(known) == len(parts) else None)
    sets = [one for one in found if one is not None]
    return set.intersection(*sets) if sets else None


def _one_of(value: Any) -> list[set[str] | None]:
    if isinstance(value, Mapping):
        inner: list[set[str] | None] = []
        for operator, one in value.items():
            inner += _one_of(one) if operator == "eq" else []
            inner += [{str(each) for each in one}] if operator == "in" else []
        return inner
    return [None if value is None or value == "*" else {str(value)}]


def _names(conditions: Mapping[str, Any], name: str) -> bool:
    return name in conditions or any(
        _names(part, name) for logic in LOGIC for part in _parts(conditions.get(logic))
    )


def _parts(value: Any) -> list[Mapping[str, Any]]:
    found = [value] if isinstance(value, Mapping) else value
    return [part for part in found or [] if isinstance(part, Mapping)]
