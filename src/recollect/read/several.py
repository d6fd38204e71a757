"""Several questions asked at once: each is looked for by itself, and none crowds out the others.

One vector for "What is my sister's name? Where did I park?" is near to neither answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from heapq import merge
from itertools import accumulate, zip_longest

from .. import text
from ..types import Hit, Hits, Scope
from .asking import ASKED, TELLS
from .question import Question, question

MOST = 5
"""Questions: who asks more at once wants an overview."""

_BREAK = re.compile(r"(?<=[?？!！\"”’»)])\s+|(?<=？)")
_MARKS = '!！"”’»)'
_BEGIN = re.compile(
    r"\A(?:(?:\d+[.)]|[-*•])\s+|(?:and|also|plus|und|et|y)\b(?: also\b)?,?\s+|(?:另外|还有)[，,]?)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=\s)[A-ZÀ-Ý]\w")
_BACK = re.compile(
    r"\b(?:he|she|it|its|they|him|his|hers?|them|theirs?|this|that|these|those|there|then|ones?"
    r"|same|ils?|elles?|lui|leurs?|[çc]a|él|ellas?|ellos|sus?|eso|es[ae]|ahí)\b",
    re.IGNORECASE,
)
_BACK_GERMAN = re.compile(r"\b(?:er|sie|ih[nmr]|ihre[rsmn]?|seine?[rsmn]?|dort|damals)\b")


def several(asked: Question) -> list[Question]:
    """A question as those that it asks, each taken apart by itself."""
    words = questions(asked.words)
    if len(words) == 1:
        return [asked]
    limit, least, where = asked.limit, asked.min_relevance, asked.where
    return [question(one, asked.at, limit, least, where) for one in words]


def questions(words: str) -> tuple[str, ...]:
    """The questions that some words ask, each with those that only make sense after it; the words
    themselves if they ask one, or tell something besides."""
    parts = [_BEGIN.sub("", part) for part in _BREAK.split(words.strip()) if part]
    if not 2 <= len(parts) <= MOST or not all(_asks(part) for part in parts):
        return (words,)
    asked = [parts[0]]
    for part in parts[1:]:
        if _leans(part) or not text.query_terms(asked[-1]):
            asked[-1] += f" {part}"
        else:
            asked.append(part)
    return tuple(asked) if len(asked) > 1 else (words,)


def merged(found: Sequence[Sequence[Hit]]) -> Hits:
    """What several owners have for one question, by how probably it helps: a score says how one
    stands among the others of its owner. What one of them has stays in the order of its search."""
    each = [zip(lifted([hit.relevance for hit in hits]), hits, strict=True) for hits in found]
    return Hits([hit for _, hit in merge(*each, key=lambda one: -one[0])])


def lifted(values: Sequence[float]) -> list[float]:
    """Values of what stands in an order: none is below those behind it."""
    return [*accumulate(reversed(values), max)][::-1]


def together(found: Sequence[Hits], limit: int) -> Hits:
    """The best for each question, then the second best for each, and so on; each record once."""
    hits: dict[tuple[Scope, str], Hit] = {}
    for rank in zip_longest(*found):
        for hit in filter(None, rank):
            known = hits.get((hit.record.scope, hit.id))
            if known is None or known.relevance < hit.relevance:
                hits[hit.record.scope, hit.id] = hit
    degraded = dict.fromkeys(name for one in found for name in one.degraded)
    return Hits(list(hits.values())[:limit], tuple(degraded))


def _asks(part: str) -> bool:
    """Whether it is a question and tells nothing before."""
    return part.rstrip(_MARKS).endswith(ASKED) and TELLS.search(part) is None


def _leans(part: str) -> bool:
    """Whether a question needs the one before it: it says nothing by itself, or means somebody
    and names nobody. In German every noun looks like a name."""
    back = _BACK.search(part) is not None and _NAME.search(part) is None
    return back or _BACK_GERMAN.search(part) is not None or not text.query_terms(part)
