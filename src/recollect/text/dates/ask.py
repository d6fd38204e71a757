"""The window that a question asks about."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from .find import Span, spans

SENTENCE = re.compile(r"[^.!?\n]+(?:[.](?=\w)[^.!?\n]*)*[.!?]*")
OPENS = re.compile(
    r"\W*(?:(?:and|but|so|also|ok|okay|please|hey|hi|now|then|well|from|in|on|during|over|back)\b"
    r"[^?]{0,30}?)?\b(?:what|which|who|whom|whose|where|why|how|did|was|were|have|has|had|do|does|is|are|"
    r"can|could|would|remind|show|list|find|tell|give|search|recall|summari[sz]e|look|any)\b",
    re.IGNORECASE,
)
# Such a question asks for a time; the one that it names is not where to look for the answer.
ASKS_WHEN = re.compile(
    r"\b(?:when|how\s+(?:long|old|soon|often)|(?:what|which)\s+(?:day|date|time|week|month|year)|"
    r"how\s+many\s+(?:minutes|hours|days|weeks|months|years)|since\s+when|until\s+when)\b",
    re.IGNORECASE,
)
PAST = re.compile(
    r"\b(?:did|didn['’]?t|was|were|wasn['’]?t|weren['’]?t|had|has|have|[a-z]+['’]ve|been|said|told|"
    r"went|made|got|bought|saw|met|took|gave|came|wrote|read|spent|ate|found|left|lost|won|sent|"
    r"began|became|chose|ran|sold|taught|thought|spoke|heard|kept|paid|felt|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
PRESENT = re.compile(
    r"\b(?:is|are|am|do|does|can|could|should|will|would|shall|must|might|need|[a-z]+['’](?:ll|re|m))\b",
    re.IGNORECASE,
)
SPEAKER = re.compile(r"\b(?:i|we|i['’]\w+|we['’]\w+)\b", re.IGNORECASE)


def asked(text: str, at: datetime) -> Span | None:
    """The one window to which a question restricts what was said or happened, when it is clear.

    None for a question that asks for a time ("when did I …"), that speaks of the present or of
    what is to come, or that names several times.
    """
    found = [span for span in spans(text, at) if _restricts(text, span, at)]
    if len(found) == 2:
        found = [span for span in found if _inside(span, found)] or found
    return found[0] if len(found) == 1 else None


def _restricts(text: str, span: Span, at: datetime) -> bool:
    moment = at if at.tzinfo else at.replace(tzinfo=UTC)
    sentence = _sentence(text, span)
    if span.since > moment or ASKS_WHEN.search(sentence):
        return False
    if not PAST.search(sentence) and PRESENT.search(sentence):
        return False
    if "?" in sentence or OPENS.match(sentence):
        return True
    return sentence.strip() == text.strip() and not SPEAKER.search(sentence)


def _sentence(text: str, span: Span) -> str:
    for found in SENTENCE.finditer(text):
        if found.end() >= span.end:
            return found[0]
    return text


def _inside(span: Span, found: list[Span]) -> bool:
    other = found[0] if found[1] is span else found[1]
    return other.since <= span.since and span.until <= other.until
