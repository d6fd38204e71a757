"""Where the lines of a conversation come from: somebody who types, or a pipe."""

from __future__ import annotations

import contextlib
import sys

from ...errors import InputError

PROMPT = "you> "


class Lines:
    """Lines that are typed at a prompt, with editing and history; or read from a pipe."""

    def __init__(self, shown: bool = True) -> None:
        self.typed = shown and sys.stdin.isatty() and sys.stdout.isatty()
        self._read = 0
        if self.typed:
            with contextlib.suppress(ImportError):  # Windows has none
                import readline  # noqa: F401

    def next(self, prompt: str = PROMPT) -> str | None:
        """The next line, without its end; None when there are no more. InputError if it is no
        text."""
        return self._typed(prompt) if self.typed else self._piped()

    def _typed(self, prompt: str) -> str | None:
        try:
            # In some locales Python passes bytes on as halves of surrogate pairs.
            return input(prompt).encode(errors="surrogateescape").decode()
        except EOFError:
            sys.stdout.write("\n")
            return None
        except UnicodeError:
            raise InputError("what was typed is not UTF-8 text; nothing was said") from None

    def _piped(self) -> str | None:
        """In UTF-8, whatever the locale: so are all files that the command reads."""
        raw = sys.stdin.buffer.readline()
        self._read += 1
        try:
            line = raw.decode("utf-8-sig" if self._read == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"line {self._read} on stdin is not UTF-8 text (byte {error.start}); convert it, "
                "then say it and what follows again"
            ) from None
        return line.rstrip("\r\n") if raw else None
