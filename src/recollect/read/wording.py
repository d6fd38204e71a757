"""What the form of some words tells, whatever they are about."""

from __future__ import annotations

import re

_ON = re.compile(
    r"\b(?:next steps?|what(?:['’]s| is) next|continu(?:e|ing)|resume|pick(?:ing)? up|left off"
    r"|last time|we (?:discussed|talked|agreed)|let['’]s|so far"
    r"|(?:i['’]m|i am|we['’]re) (?:back|ready|done)|proceed"
    r"|mov(?:e|ing) (?:on|forward|ahead)|follow(?:ing)? up)\b",
    re.IGNORECASE,
)


def goes_on(words: str) -> bool:
    """Whether some words go on with what was talked about lately."""
    return _ON.search(words) is not None
