"""Turns that make no sense alone: "Yes, blue." needs the question before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.tokens import estimate
from ..types import Hit, Message, Record
from .frame import CUT

MOST = 5
"""Of the best hits only: the turn before a lesser one costs more than it tells."""
SHORT, BRIEF = 4, 30
"""Tokens: what is shorter leans by its length alone; what is brief, if it begins as answers do."""
TAIL = 48
"""Tokens of the turn before that are shown: of a longer one, its end, where the question is."""
_SENTENCE = re.compile(r"[.!?…]\s+|[。！？\n]")
_ANSWER = re.compile(
    r"\W*(yes|yeah|yep|yup|no|nope|nah|not|sure|ok|okay|right|exactly|correct|true|false|both|neither"
    r"|it|its|it's|that|that's|this|these|those|they|they're|them|he|he's|she|she's|him|her|mine|same"
    r"|ja|nein|doch|oui|non|si|sí|sì|sim|não|да|нет|是|不|对|好|はい|いいえ|네|아니)\b",
    re.IGNORECASE,
)


def leans(record: Record) -> bool:
    """Whether a turn needs the one before it to be understood."""
    if not isinstance(record, Message) or record.session_id is None or not record.turn:
        return False
    size = estimate(record.content)
    return size <= SHORT or (size <= BRIEF and _ANSWER.match(record.content) is not None)


def lacking(hits: Sequence[Hit]) -> list[Message]:
    """Of the best hits, those that lean on a turn which is not a hit itself."""
    found = {place(hit.record) for hit in hits}
    return [
        hit.record
        for hit in hits[:MOST]
        if isinstance(hit.record, Message)
        and leans(hit.record)
        and place(hit.record, -1) not in found
    ]


def place(record: Record, step: int = 0) -> tuple[str, int] | None:
    """The session and the turn of a message, or of the one so many steps from it."""
    if not isinstance(record, Message) or record.session_id is None or record.turn is None:
        return None
    return record.session_id, record.turn + step


def ending(text: str) -> str | None:
    """A text, or as many of its last sentences as are short enough; None if the last is not."""
    if estimate(text) <= TAIL:
        return text
    ends = [found.end() for found in _SENTENCE.finditer(text, max(0, len(text) - 4 * TAIL))]
    tails = (text[end:].strip() for end in ends)
    return next((CUT + tail for tail in tails if tail and estimate(CUT + tail) <= TAIL), None)
