"""Which tests of a suite a class is offered: those that ask for nothing it does not give."""

from __future__ import annotations

import inspect
from typing import Any

GIVEN = ("reopen", "rivals")
"""Fixtures that a class gives if its store promises something: to be durable, to be shared."""
LEFT_OUT = object()
"""Stands in a class for a test that it is not offered; pytest passes it over."""


def offer(cls: type) -> None:
    """Leave out the tests that ask for one of these fixtures, unless the class gives it.

    A test that is left out is no test of the class at all, so that a skip always means that
    something was not proven.
    """
    missing = {name for name in GIVEN if not hasattr(cls, name)}
    for name in dir(cls):
        if name.startswith("test_"):
            test = _test(cls, name)
            wanted = LEFT_OUT if test and missing & _asked(test) else test
            if wanted is not getattr(cls, name):
                setattr(cls, name, wanted)


def giver(cls: type, name: str) -> type:
    """The class, of this one and its parents, that an attribute comes from."""
    return next(kind for kind in cls.__mro__ if name in vars(kind))


def _test(cls: type, name: str) -> Any:
    """A test as the suite has it, though a parent that gave less may have left it out."""
    found = (vars(kind)[name] for kind in cls.__mro__ if name in vars(kind))
    return next((test for test in found if test is not LEFT_OUT), LEFT_OUT)


def _asked(test: Any) -> set[str]:
    return set(inspect.signature(test).parameters) if callable(test) else set()
