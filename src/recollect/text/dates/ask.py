"""The window that a question asks about."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from .find import YEAR, Span, spans
from .words import PAST

LONGEST, MOST = 2000, 4  # characters and expressions; with more, no question is clear
SENTENCE = re.compile(r"[^.!?\n]+(?:[.](?=\w)[^.!?\n]*)*[.!?]*")
OPENS = re.compile(
    r"\W*(?:(?:and|but|so|also|ok|okay|please|hey|hi|now|then|well)\W+)*(?:what|which|who|whom|whose|"
    r"where|why|how|remind|show|list|find|tell|give|search|recall|summari[sz]e|look)\b",
    re.IGNORECASE,
)
# Such a question asks for a time; the one that it names is not where to look for the answer.
ASKS_WHEN = re.compile(
    r"^\W*(?:(?:and|but|so|also|do\s+you\s+\w+|tell\s+me|remind\s+me)\W+)*when\b|"
    r"\bwhen\s+(?:did|was|were|is|are|do|does|will|have|has|had|am|should|can)\b|"
    r"\b(?:know|remember|recall|said|say)\s+when\b|\bhow\s+(?:long|old|soon|often)\b|"
    r"\b(?:what|which)\s+(?:day|date|time|week|month|year)\b|\b(?:since|until)\s+when\b|"
    r"\bhow\s+many\s+(?:minutes|hours|days|weeks|months|years)\b[^?]{0,200}?\b(?:ago|pass|passed|"
    r"between|before|after|since|until|elapsed|take|took)\b",
    re.IGNORECASE,
)
PRESENT = re.compile(
    r"\b(?:(?:do|does|to|can|should|will)\s+(?:\w+\s+)?have|is|are|i\s+am|do|does|can|could|should|will|would|shall|must|might|need|[a-z]+['’](?:ll|re|m)|"
    r"(?:what|who|where|how|it|that|there)['’]s)\b",
    re.IGNORECASE,
)
DID = re.compile(r"\bdid(?:n['’]?t)?\s+(?:\w+\s+){1,3}\Z", re.IGNORECASE)  # "did I do"
SPEAKER = re.compile(r"\b(?:i|we|i['’]\w+|we['’]\w+)\b", re.IGNORECASE)


def asked(text: str, at: datetime) -> Span | None:
    """The one window to which a question restricts what was said or happened, when it is clear.

    None for a question that asks for a time ("when did I …"), that speaks of the present or of
    what is to come, or that names several times.
    """
    moment = at if at.tzinfo else at.replace(tzinfo=UTC)
    if len(text) > LONGEST:
        return None
    sentences = SENTENCE.findall(text)
    if len(sentences) > 3:
        return None
    found = spans(text, at)
    if len(found) > MOST:
        return None
    found = [span for span in found if _restricts(text, sentences, span, moment)]
    for better in (lambda span: not span.vague, lambda span: YEAR.search(span.text)):
        if len(found) > 1:
            found = [span for span in found if better(span)] or found
    if len(found) == 2:
        found = [span for span in found if _inside(span, found)] or found
    return found[0] if len(found) == 1 else None


def looks_back(text: str, place: int) -> bool:
    """Whether a question is about the past where something stands in it, and not about when."""
    if len(text) > LONGEST or len(SENTENCE.findall(text)) > 3:
        return False
    for found in SENTENCE.finditer(text):
        if found.end() > place:
            asks = "?" in found[0] or OPENS.match(found[0])
            return (
                bool(asks)
                and not ASKS_WHEN.search(found[0])
                and bool(PAST.search(found[0]))
                and _looks_back(found[0], place - found.start())
            )
    return False


def _restricts(text: str, sentences: list[str], span: Span, at: datetime) -> bool:
    start, sentence = _sentence(text, span)
    if span.since > at or ASKS_WHEN.search(sentence):
        return False
    over = span.until <= at
    if not _looks_back(sentence, span.start - start) and not (over and _fixed(text, span, at)):
        return False
    if "?" in sentence:
        return True
    if len(sentences) == 1:
        return bool(OPENS.match(sentence)) or not SPEAKER.search(sentence)
    # "I mentioned a book last week. Which was it?"
    last = sentences[-1]
    return len(sentences) == 2 and "?" in last and bool(PAST.search(last)) and over


def _looks_back(sentence: str, place: int) -> bool:
    """Whether the verb nearest before the place, or else the first one, is of the past."""
    verbs = [(found.end(), False) for found in PAST.finditer(sentence)]
    verbs += [
        (found.end(), True)
        for found in PRESENT.finditer(sentence)
        if not DID.search(sentence, 0, found.start())
    ]
    before = [verb for verb in verbs if verb[0] <= place]
    present = max(before) if before else min(verbs, default=(0, False))
    return not present[1]


def _fixed(text: str, span: Span, at: datetime) -> bool:
    """Whether it names that time whatever the tense; "who is coming on Friday" does not."""
    return span in spans(text, at, "future")


def _sentence(text: str, span: Span) -> tuple[int, str]:
    for found in SENTENCE.finditer(text):
        if found.end() >= span.end:
            return found.start(), found[0]
    return 0, text


def _inside(span: Span, found: list[Span]) -> bool:
    other = found[0] if found[1] is span else found[1]
    return other.since <= span.since and span.until <= other.until
