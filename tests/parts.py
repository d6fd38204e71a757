"""The part of the tests that a plain run takes where the same code passes all of them elsewhere.

Our code is written in one colour, and the other is generated from it or works in a thread; some
stores differ in a file's form alone. Where that is so, a plain run takes the first and the last
example of each test, and what it leaves out is marked `rest`:

- in a class that says `part = True`; batches of thousands are left out of it altogether;
- in the generated twin of a test file, unless its topic is one of `WHOLE`;
- of a test that is given its colour, in sync;
- of a test above the stores that runs on SQLite, too, on the others but PostgreSQL;
- of a test that says so itself, with `part`: its examples take long and are much alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

REST = pytest.mark.rest
WHOLE = ("at_once", "erase", "lifecycle", "opening", "remember")
"""What a colour may get wrong in its own way: these run whole in both."""
LARGE = "test_one_large_batch"
ABOVE = {"agents", "compat", "door", "hosts", "persistent"}
OTHERS = {"http", "json", "markdown", "memory", "redis", "yaml"}
"""Each passes the suite of the stores, or stands before one that does."""


def part(test: Callable[..., Any]) -> Callable[..., Any]:
    """Say of a test that a plain run takes its first and its last example."""
    test.part = True  # type: ignore[attr-defined]
    return test


def spare(items: list[pytest.Item]) -> None:
    """Mark what a plain run leaves to `make test-rest`."""
    examples = defaultdict[tuple[object, str], list[pytest.Item]](list)
    for item in items:
        if _again(item) and not _long(item):
            examples[item.parent, getattr(item, "originalname", item.name)].append(item)
    for (_, name), each in examples.items():
        for item in each if name == LARGE else each[1:-1]:
            item.add_marker(REST)


def _again(item: pytest.Item) -> bool:
    """Whether a test is one that the same code passes elsewhere, too."""
    owner, test = getattr(item, "cls", None), getattr(item, "function", None)
    if getattr(owner, "part", False) or getattr(test, "part", False):
        return True
    if item.path.parent.name == "sync":
        return item.path.stem.removeprefix("test_") not in WHOLE
    call = getattr(item, "callspec", None)
    words = set() if call is None else set(call.id.split("-"))
    return "sync" in words or bool(words & OTHERS and ABOVE & set(item.path.parts))


def _long(item: pytest.Item) -> bool:
    """Whether it is left out already."""
    return any(mark.name in ("engines", "faults") for mark in item.iter_markers())
