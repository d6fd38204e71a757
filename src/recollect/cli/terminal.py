"""Writing for people: stored text made harmless, colour only where it is wanted."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# Everything that moves a cursor, changes colours, turns text around or hides it: C0 (but not tab
# and newline), DEL, C1, marks and overrides of direction, line and paragraph separators, zero-width
# spaces, interlinear marks, halves of surrogate pairs, tags. Joiners stay: real writing needs them.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
WIDTH = 80


def safe(text: str) -> str:
    """Text that a terminal only shows: whatever would act is spelled out, such as \\x1b."""
    return _HARMFUL.sub(_spelled, text.replace("\r\n", "\n"))


def one_line(text: str, most: int = 200) -> str:
    """The beginning of a text, on one line, safe to show."""
    short = " ".join(text[: most + 1].split())
    return safe(short if len(text) <= most else short[: most - 1] + "…")


def console(stderr: bool = False) -> Console:
    """A console that takes text literally: no markup, no emoji codes, nothing highlighted."""
    from rich.console import Console

    made = Console(
        stderr=stderr,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=True,
        legacy_windows=False,
    )
    if not made.width:  # COLUMNS=0, as some shells and editors have it, would print nothing
        made.width = WIDTH
    return made


def exact_stdout() -> TextIO:
    """The standard output, in UTF-8 and with plain newlines whatever the machine prefers."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    return sys.stdout


def say(text: str) -> None:
    """A line for people on stdout, made safe."""
    sys.stdout.write(safe(text) + "\n")


def note(text: str) -> None:
    """A line beside the result, on stderr, made safe."""
    sys.stderr.write(safe(text) + "\n")


def _spelled(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
