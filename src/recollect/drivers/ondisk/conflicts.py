"""What git leaves in a file when two people changed the same lines."""

from __future__ import annotations

import re

MARKED = re.compile(r"^(?:<{7}|>{7})(?: .*)?\r?$", re.MULTILINE)
"""Not `=======`, which in Markdown makes a heading of the line above."""


def conflict(text: str) -> str | None:
    """Where a conflict stands that nobody has resolved, and what to do; None if nowhere.

    What is stored never looks like one: its lines are indented, or behind a bullet or a quote.
    """
    found = MARKED.search(text)
    if found is None:
        return None
    line = text.count("\n", 0, found.start()) + 1
    return f"line {line} is git's mark of a conflict; resolve the conflict first"
