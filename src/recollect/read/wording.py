"""What the form of some words tells, whatever they are about."""

from __future__ import annotations

import re

from ..types import Message, Record

BEGINNING = 160
"""Characters in which a standing wish says that it is one."""
ALWAYS = ("always ", "please always ")
WHENEVER = ("from now on", "when i ask", "whenever i ask")

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


def is_standing(record: Record) -> bool:
    """Whether it is a user's wish about all answers to come: "Always …", "… when I ask …"."""
    if not isinstance(record, Message) or record.role != "user" or record.name is not None:
        return False
    beginning = record.text[:BEGINNING].lower()
    return beginning.startswith(ALWAYS) or any(words in beginning for words in WHENEVER)
