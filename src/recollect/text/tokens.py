"""How many tokens a text takes, without a tokenizer: close, and rather too many than too few.

Each character has a weight by its script, so that the weights of two texts add up exactly. They
were set against real tokenizers, which cut a language the finer the less of it they have seen:
`docs/sessions.md` has the error by language.
"""

from __future__ import annotations

import re
from bisect import bisect

WHOLE = 8
"""Weights are in eighths of a token."""
LIGHTEST = 2
"""That of a letter or a space: four of them are a token."""
DIGIT, MARK = 4, 3
SCRIPTS = (
    (0x0080, 11),  # Latin with accents: words that are not English
    (0x0370, 7),  # Greek
    (0x0400, 4),  # Cyrillic
    (0x0530, 15),  # Armenian
    (0x0590, 8),  # Hebrew
    (0x0600, 6),  # Arabic
    (0x0780, 15),
    (0x0900, 11),  # the scripts of India
    (0x0E00, 9),  # Thai and Lao
    (0x0F00, 15),
    (0x1E00, 11),
    (0x1F00, 7),
    (0x2000, 16),  # symbols
    (0x2C00, 15),
    (0x3000, 8),  # what Chinese and Japanese put between words
    (0x3040, 6),  # kana
    (0x3100, 9),  # Chinese characters
    (0xA000, 15),
    (0xAC00, 7),  # Korean
    (0xD7B0, 15),
    (0xF900, 9),
    (0xFB00, 6),
    (0xFE00, 16),
    (0xFF00, 8),
    (0x10000, 20),  # emoji, and what hardly anybody writes
    (0x20000, 16),
)
"""Where a script begins, and what each of its characters weighs."""

_STARTS = [start for start, _ in SCRIPTS]
_DIGITS = b"0123456789"
_MARKS = bytes(sign for sign in range(33, 127) if not chr(sign).isalnum())
_OTHERS = re.compile(r"[^\x00-\x7f]+")


class _Weights(dict[str, int]):
    """Looked up once for each character."""

    def __missing__(self, sign: str) -> int:
        made = SCRIPTS[bisect(_STARTS, ord(sign)) - 1][1]
        self[sign] = made
        return made


_WEIGHTS = _Weights()


def estimate(text: str) -> int:
    """The tokens of a text, by estimate."""
    return -(-weight(text) // WHOLE)


def weight(text: str) -> int:
    """The same in eighths of a token, not rounded: those of two texts add up exactly."""
    if text.isascii():
        return _plain(text)
    others = "".join(_OTHERS.findall(text))
    return _plain(_OTHERS.sub("", text)) + sum(map(_WEIGHTS.__getitem__, others))


def _plain(text: str) -> int:
    data = text.encode("ascii")
    rest = data.translate(None, _DIGITS)
    digits, marks = len(data) - len(rest), len(rest) - len(rest.translate(None, _MARKS))
    return LIGHTEST * len(data) + (DIGIT - LIGHTEST) * digits + (MARK - LIGHTEST) * marks
