"""The JSON file: a field a line, a record a block."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .broken import Broken

NAME = "JSON"


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


def load(data: bytes) -> Any:
    """What a file says; Broken if it is not JSON."""
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Broken(str(error)) from None


def salvage(data: bytes) -> Iterator[tuple[dict[str, Any], bool]]:
    """Every object that can still be read and may be a record; it is there whole or not at all."""
    text = data.decode("utf-8", "replace")
    decoder, place = json.JSONDecoder(), text.find("{", 1)
    while place >= 0:
        end = place + 1
        try:
            value, end = decoder.raw_decode(text, place)
            yield value, True
        except (ValueError, RecursionError):
            pass
        place = text.find("{", end)


def _block(record: Mapping[str, Any]) -> str:
    lines = ",\n".join(f"      {_value(name)}: {_value(one)}" for name, one in record.items())
    return f"    {{\n{lines}\n    }}"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
