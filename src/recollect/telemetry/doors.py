"""The one place where operations are told of: around the verbs of the front doors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import iscoroutinefunction
from typing import Any

from .operations import Teller
from .verbs import OPERATIONS

HERE = (
    ("..memory.aio.door", "AsyncMemory"),
    ("..memory.aio.time", "AsyncPast"),
    ("..memory.sync.door", "Memory"),
    ("..memory.sync.time", "Past"),
)
AWAY = (
    ("..client.aio.door", "AsyncRemoteMemory"),
    ("..client.aio.talking", "AsyncRemotePast"),
    ("..client.sync.door", "RemoteMemory"),
    ("..client.sync.talking", "RemotePast"),
)
"""Those of memories that a server keeps."""
_before: list[tuple[type, str, Any]] = []


def wrap(teller: Teller) -> None:
    """Tell of every verb that is called from now on."""
    unwrap()
    found = [(door, verb, getattr(door, verb, None)) for door in _doors() for verb in OPERATIONS]
    for door, verb, method in found:
        if method is not None:
            _before.append((door, verb, door.__dict__.get(verb)))
            setattr(door, verb, _told(teller, verb, method))


def unwrap() -> None:
    """Leave the doors as they were."""
    while _before:
        door, verb, method = _before.pop()
        if method is None:
            delattr(door, verb)
        else:
            setattr(door, verb, method)


def _doors() -> Iterator[type]:
    for module, name in (*HERE, *(AWAY if find_spec("httpx") else ())):
        yield getattr(import_module(module, __package__), name)


def _told(teller: Teller, verb: str, method: Callable[..., Any]) -> Callable[..., Any]:
    if iscoroutinefunction(method):

        @wraps(method)
        async def told(self: Any, *asked: Any, **more: Any) -> Any:
            if teller.silent:
                return await method(self, *asked, **more)
            with teller.telling(self, verb, asked, more) as outcome:
                outcome.result = await method(self, *asked, **more)
                outcome.done = True
            return outcome.result

        return told

    @wraps(method)
    def told_now(self: Any, *asked: Any, **more: Any) -> Any:
        if teller.silent:
            return method(self, *asked, **more)
        with teller.telling(self, verb, asked, more) as outcome:
            outcome.result = method(self, *asked, **more)
            outcome.done = True
        return outcome.result

    return told_now
