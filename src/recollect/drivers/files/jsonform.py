"""The JSON file: a field a line, a record a block."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from .broken import Broken

NAME = "JSON"
UNFINISHED = re.compile(r"[\w.+\\-]*\s*")
"""A word, a number or an escape that may go on."""
SPACE = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()


def prepare() -> None:
    """Nothing is needed."""


def dump(version: int, lists: Mapping[str, Iterable[Mapping[str, Any]]]) -> bytes:
    """The whole file."""
    parts = [f'  "recollect": {version}']
    for name, records in lists.items():
        blocks = ",\n".join(map(_block, records))
        parts.append(f'  "{name}": [\n{blocks}\n  ]' if blocks else f'  "{name}": []')
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    return text.encode("utf-8", "surrogatepass")


def load(text: str) -> Any:
    """What a file says; Broken if it is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        torn = error.msg.startswith("Unterminated string")
        torn = torn or UNFINISHED.fullmatch(text, error.pos) is not None
        raise Broken(error.msg, error.lineno, torn=torn) from None
    except (ValueError, RecursionError) as error:
        raise Broken(str(error)) from None


def ended(text: str) -> bool:
    """Whether what could be read is all there was: of JSON, always."""
    return True


def own(text: str) -> bool:
    """Whether it is written as here: nobody needs to know."""
    return True


def readable(text: str) -> dict[str, Any]:
    """What stands whole in a file whose end is missing."""
    made: dict[str, Any] = {}
    with suppress(ValueError, RecursionError):
        place = _behind(text, 0, "{")
        while True:
            name, place = DECODER.raw_decode(text, place)
            place = _behind(text, place, ":")
            if text.startswith("[", place):
                made[name] = []
                place = _fill(made[name], text, place)
            else:
                made[name], place = DECODER.raw_decode(text, place)
            place = _behind(text, place, ",")
    return made


def _fill(values: list[Any], text: str, place: int) -> int:
    """Take what is there of a list; where it ends."""
    place = _behind(text, place, "[")
    while not text.startswith("]", place):
        value, place = DECODER.raw_decode(text, place)
        values.append(value)
        place = _space(text, place)
        place = _behind(text, place, "," if text.startswith(",", place) else "")
    return place + 1


def _behind(text: str, place: int, mark: str) -> int:
    """Behind a mark and the space around it."""
    place = _space(text, place)
    if not text.startswith(mark, place):
        raise ValueError(f"no {mark} there")
    return _space(text, place + len(mark))


def _space(text: str, place: int) -> int:
    found = SPACE.match(text, place)
    return found.end() if found else place


def _block(record: Mapping[str, Any]) -> str:
    lines = ",\n".join(f"      {_value(name)}: {_value(one)}" for name, one in record.items())
    return f"    {{\n{lines}\n    }}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
