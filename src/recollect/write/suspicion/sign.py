"""One sign: what it looks like, and how much it adds to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_BEGINS = re.compile(r"(?:^|[.!?:;,\"'\]>] |[\"'>]|\band |\bthen |please |kindly )$")


_OWN = re.compile(r"(?:\b(?:our|its|their|your|my)(?: \w+)?|\b(?:as|am)(?: \w+)? an|'m an) $")
_REPORT = re.compile(
    r"\b(?:said|says|according to|researchers?|attackers?|stud(?:y|ies)|regulator|style guide)\b"
)
TIED = r"|\w*_(?:for|to)_(?:agent|model|llm|ai)\b"
"""A name in code for what is meant for a machine."""
_END = re.compile(r"[.!?](?= |$)")


def _told(text: str, place: int) -> bool:
    """Whether the sentence around a place reports what others say or found."""
    start = max(
        (found.end() for found in _END.finditer(text, max(0, place - 160), place)), default=0
    )
    end = _END.search(text, place, place + 160)
    return bool(_REPORT.search(text, start, end.end() if end else place + 160))


@dataclass(frozen=True)
class Sign:
    """One sign: what it looks like, and what it adds."""

    name: str
    source: str
    weight: float
    examples: tuple[str, ...]
    counter: tuple[str, ...]
    on: frozenset[str] = frozenset()
    """Words of which a text must have one; none for signs that are looked for near others."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when a text first needs it."""
        return self._compiled(self.source)

    @cached_property
    def untied(self) -> re.Pattern[str]:
        """The pattern for texts without "_", which may begin at fewer signs."""
        return self._compiled(self.source.replace(TIED, ""))

    def _compiled(self, source: str) -> re.Pattern[str]:
        return re.compile(rf"(?:{source})" + ("" if self.name == "flow" else r"(?!\w)"))

    def places(self, text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
        """Where it stands in a part of a folded text, at the beginning of words."""
        pattern = self.pattern if "_" in text else self.untied
        for found in pattern.finditer(text, start, end):
            place = found.start()
            before = text[max(0, place - 8) : place]
            if before and text[place - 1 : place + 1].isalnum():
                continue
            if self.name == "machine" and (
                _OWN.search(text[max(0, place - 24) : place]) or _told(text, place)
            ):
                continue  # it speaks of itself, of somebody's product, or reports
            if self.name == "order" and not _BEGINS.search(before):
                continue
            yield place, self.name
