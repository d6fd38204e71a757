"""Quotation marks that stand for the words of others, and how those words cannot end them."""

from __future__ import annotations

import re

PLAIN = '"'
_MARKS = re.compile("[“”„‟«»❝❞〝〞＂]")


def bare(text: str) -> str:
    """A text whose own quotation marks are plain ones."""
    return _MARKS.sub(PLAIN, text)


def enclosed(text: str) -> str:
    """A text in quotation marks that it cannot close."""
    return f"“{bare(text)}”"
