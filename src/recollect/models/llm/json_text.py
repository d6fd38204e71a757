"""JSON out of whatever a model wrote: in fences, among prose, with commas too many, cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...ports import Schema
from .schema import Fit, Unfit
from .tolerant import Tolerant

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```\w*\s*\n(.*?)(?:```|\Z)", re.DOTALL)
_VALUE, _OBJECT = re.compile(r"[{\[]"), re.compile(r"\{")
_MOST_STARTS = 20


@dataclass(frozen=True, slots=True)
class Found:
    """What an answer holds that fits."""

    data: Any
    dropped: int = 0
    cut: bool = False


def read(text: str, schema: Schema) -> Found:
    """The first JSON in a text that fits a schema; Unfit says why there is none."""
    why = ""
    for data, bad, cut in _candidates(text):
        try:
            found = fit(data, schema)
        except Unfit as unfit:
            why = why or str(unfit)
        else:
            return Found(found.data, found.dropped + bad, cut)
    raise Unfit(why or "there is no JSON in the answer")


def fit(data: Any, schema: Schema) -> Found:
    """What fits of data. A bare list stands for the object whose one member is a list."""
    members = schema.get("properties", {})
    lists = [name for name, one in members.items() if one.get("type") == "array"]
    if isinstance(data, list) and schema.get("type") == "object" and len(lists) == 1:
        data = {lists[0]: data}
    made = Fit()
    try:
        value = made.value(data, schema)
    except RecursionError:
        raise Unfit("it is nested too deeply") from None
    kept = [value] if isinstance(value, list) else [value.get(name) for name in lists]
    if made.dropped and kept and not any(kept):
        raise Unfit(f"nothing fits; {made.first}")
    return Found(value, made.dropped)


def without_the_last(data: Any) -> Any:
    """Data of an answer that was cut off: the last item of its last list may be half of one."""
    if isinstance(data, dict):
        last = next((name for name in reversed(data) if isinstance(data[name], list)), None)
        return data if last is None else {**data, last: data[last][:-1]}
    return data


def _candidates(text: str) -> Iterator[tuple[Any, int, bool]]:
    """Every value that might be meant, with how many parts were broken and whether it was cut."""
    text = _THOUGHT.sub("", text).strip("\ufeff \t\r\n")
    try:
        yield json.loads(text, parse_constant=lambda _: None), 0, False
        return
    except (ValueError, RecursionError):
        pass
    for part in [*_FENCE.findall(text), text]:
        at, begins = 0, _VALUE
        for _ in range(_MOST_STARTS):
            start = begins.search(part, at)
            if start is None:
                break
            reader = Tolerant(part, start.start())
            try:
                value = reader.value()
            except ValueError:
                at, begins = start.end(), _OBJECT  # a list in there is not the whole answer
            else:
                yield value, reader.bad, reader.cut
                at = reader.at
