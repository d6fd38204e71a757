"""What models were shown lately: the same once more, as long as nothing of it is gone."""

from __future__ import annotations

import re
import threading

from ..types import Scope

SESSIONS = 512
"""So many of them are remembered, the latest."""
CITED = re.compile(r"^\[\d+\] ", re.MULTILINE)


class Lately:
    """What was recalled last for the newest words of each session.

    While tools answer, a model is asked again and again with the same words, and a provider finds
    what it has read in its cache only if no character is another. What was said meanwhile may
    change the order of what is recalled, and add to it.
    """

    def __init__(self) -> None:
        self._shown: dict[Scope, tuple[str, int, str]] = {}
        self._lock = threading.Lock()

    def again(self, session: Scope, words: str, budget: int, recalled: str) -> str:
        """What was shown for the same words, if every line of it would be shown now, too."""
        with self._lock:
            said, most, before = self._shown.pop(session, ("", 0, ""))
            same = (said, most) == (words, budget) and _lines(before) <= _lines(recalled)
            shown = before if same and before else recalled
            self._shown[session] = words, budget, shown
            if len(self._shown) > SESSIONS:
                del self._shown[next(iter(self._shown))]
        return shown


def _lines(text: str) -> set[str]:
    return set(CITED.sub("", text).splitlines())
