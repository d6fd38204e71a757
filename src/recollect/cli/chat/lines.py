"""Where the lines of a conversation come from: somebody who types, or a pipe."""

from __future__ import annotations

import contextlib
import sys

PROMPT = "you> "


class Lines:
    """Lines that are typed at a prompt, with editing and history; or read from a pipe."""

    def __init__(self, shown: bool = True) -> None:
        self.typed = shown and sys.stdin.isatty() and sys.stdout.isatty()
        if self.typed:
            with contextlib.suppress(ImportError):  # Windows has none
                import readline  # noqa: F401

    def next(self, prompt: str = PROMPT) -> str | None:
        """The next line, without its end; None when there are no more."""
        if self.typed:
            try:
                return input(prompt)
            except EOFError:
                sys.stdout.write("\n")
                return None
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
