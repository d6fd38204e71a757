"""What a coding agent calls at points of its session: it never fails, and never makes it wait.

Whatever happens the exit code is 0, and stdout has one whole JSON object or nothing. A thread ends
the process when its time is up, however deep in a store or a model it is; a write that was
acknowledged is there, one that was under way is there whole or not at all, and the next hook of the
session catches up.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass

SECONDS = 2.0
LEAST, MOST = 0.1, 600.0
INPUT = 16 << 20


@dataclass(frozen=True, slots=True)
class Options:
    """What follows the event on the command line."""

    event: str = ""
    db: str | None = None
    user: str | None = None
    agent: str | None = None
    seconds: float = SECONDS


def main(arguments: Sequence[str]) -> None:
    """Run one hook and end the process, with 0."""
    try:
        options = read(arguments)
        end_after(options.seconds)
        answer(options)
    except BaseException as error:
        told = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        _write(2, f"recollect hook: {told}\n")
    finally:
        os._exit(0)


def answer(options: Options) -> None:
    """Do what the event asks for, and print what the host should know."""
    raw = sys.stdin.buffer.read(INPUT)
    from .events import event
    from .work import done

    happened = event(raw, options.event)
    text = done(happened, options)
    if text:
        _write(1, text)


def end_after(seconds: float) -> None:
    """Let a thread end the process when time is up."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def read(arguments: Sequence[str]) -> Options:
    """The options. One that is not known is left out: a host must not stumble over it."""
    named: dict[str, str] = {}
    event, wanted = "", ""
    for one in arguments:
        if wanted:
            named[wanted], wanted = one, ""
        elif one.startswith("-"):
            name, equals, value = one.lstrip("-").partition("=")
            name = {"url": "db", "u": "user"}.get(name, name)
            if equals:
                named[name] = value
            else:
                wanted = name
        elif not event:
            event = one
    return Options(
        event,
        named.get("db"),
        named.get("user"),
        named.get("agent"),
        _seconds(named.get("seconds")),
    )


def _seconds(asked: str | None) -> float:
    try:
        return min(max(float(asked or SECONDS), LEAST), MOST)
    except ValueError:
        return SECONDS


def _write(number: int, text: str) -> None:
    """All of it, or as much as somebody reads."""
    left = text.encode("utf-8", "replace")
    try:
        while left:
            left = left[os.write(number, left) :]
    except OSError:
        pass
