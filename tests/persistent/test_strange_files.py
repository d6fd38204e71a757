"""Files of agents in which something is of another kind than it should be: an agent comes of it, or
a typed error that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recollect import Memory, RecollectError
from recollect.agents import Agents
from recollect.agents.carried import of_plain
from recollect.agents.lettafile import from_af, is_af

HERE = Path(__file__).parent
WRONG = (None, 5, "x", [], {}, [1], [[]], {"a": 1}, True, float("inf"), [{}])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*path, key))


def is_told(value: Any) -> bool:
    """Whether there is a typed error; any other is not caught."""
    try:
        return not (from_af(value) if is_af(value) else of_plain(value))
    except RecollectError:
        return True


def test_whatever_is_of_another_kind_is_told():
    with Memory("memory://", embedder=None) as memory:
        agents = Agents(memory, llm=None)
        agents.import_(HERE / "dumped.af")
        files = [(HERE / name).read_text("utf-8") for name in ("dumped.af", "older.af")]
        files.append(agents.export("support_bot", "json"))
    told = tried = 0
    for text in files:
        for number, path in enumerate(places(json.loads(text))):
            made = inner = json.loads(text)
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = WRONG[number % len(WRONG)]
            told, tried = told + is_told(made), tried + 1
    assert 100 < told < tried
