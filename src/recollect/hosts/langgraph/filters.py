"""Which items and namespaces a search or a listing means, as LangGraph's own stores read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.store.base import MatchCondition

from ...errors import InputError

ORDERED = ("$gt", "$gte", "$lt", "$lte")
OPERATORS = ("$eq", "$ne", *ORDERED)


def check(filter: object) -> None:
    """Refuse a filter that nothing could be held against."""
    if isinstance(filter, Mapping):
        named = any(str(name).startswith("$") for name in filter)
        for name, wanted in filter.items():
            if not named:
                check(wanted)
            elif name not in OPERATORS:
                raise InputError(f"a filter compares by {', '.join(OPERATORS)}, not {name!r:.40}")
            elif name in ORDERED and _number(wanted) is None:
                raise InputError(f"{name} compares numbers, not {type(wanted).__name__}")
    elif isinstance(filter, list | tuple):
        for one in filter:
            check(one)


def holds(value: Any, wanted: Any) -> bool:
    """Whether a value is as a filter wants it: operators, nested objects and lists too."""
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_compares(value, by, than) for by, than in wanted.items())
        return isinstance(value, Mapping) and all(
            holds(value.get(name), part) for name, part in wanted.items()
        )
    if isinstance(wanted, list | tuple):
        return (
            isinstance(value, list)
            and len(value) == len(wanted)
            and all(holds(one, part) for one, part in zip(value, wanted, strict=True))
        )
    return bool(value == wanted)


def _compares(value: Any, by: str, than: Any) -> bool:
    if by == "$eq":
        return bool(value == than)
    if by == "$ne":
        return bool(value != than)
    one, other = _number(value), _number(than)
    if one is None or other is None:
        return False  # what is no number, or not there, is neither more nor less
    return {"$gt": one > other, "$gte": one >= other, "$lt": one < other, "$lte": one <= other}[by]


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def matches(namespace: Sequence[str], condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends like a path, in which "*" stands for any label."""
    path = condition.path
    if len(namespace) < len(path):
        return False
    first = 0 if condition.match_type == "prefix" else len(namespace) - len(path)
    return all(
        wanted in ("*", label) for wanted, label in zip(path, namespace[first:], strict=False)
    )


def known_labels(conditions: Sequence[MatchCondition]) -> dict[int, str]:
    """The labels that some conditions name, by their place in the namespace."""
    return {
        place: label
        for condition in conditions
        if condition.match_type == "prefix"
        for place, label in enumerate(condition.path)
        if label != "*"
    }
