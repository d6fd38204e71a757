"""Cut a message into sentences, leaving out what nobody says in earnest: code, quotes, tables."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 600
"""A sentence of more characters is no sentence; this also bounds the time of every pattern."""
MOST = 40_000
"""Where reading stops; nobody says so much at once."""

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s)|[。！？]|\s*\n\s*|->->")
_SHORT = re.compile(
    r"(?:\b(?:[Mm]rs?|Ms|[Dd]r|Sgt|Capt|Mt|[Ss]t|[Pp]rof|Sr|Jr|vs|etc|e\.g|i\.e|No|approx"
    r"|a\.m|p\.m|Ave|Inc|Ltd|Co)"
    r"|\b[A-Z])\.$"
)
# "am 3. Mai": the full stop of a German date.
_ORDINAL = re.compile(r"(?<![Ii] )\b(?:am|dem|vom|zum|seit) [\d.]{1,5}\.$")
_ORDERED = re.compile(
    r"\. (?:Januar|Jänner|Februar|März|Maerz|April|Mai|Juni|Juli|August|September|Oktober|November"
    r"|Dezember|Geburtstag|geboren)\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"\s*(?:#{1,6}\s|<|\d{1,2}:\d\d)")
_SHOWN = re.compile(r"^[ \t]*(?:>|\||\[\d{1,2}:\d\d).*$", re.MULTILINE)
_BULLET = re.compile(r"\s*(?:[-*•+–]|\(?\d{1,3}[.):]|[a-z]\))\s+")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
# Up to the mark that closes it, or to the end if none does; "'cause" and "the boys'" open nothing.
_SINGLE = r"(?<![\w'])'(?!(?:cause|em|til|till|bout|tis|twas)\b)(?:[^'\n]|(?<=\w)'(?=\w))"
_QUOTE = re.compile(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»"
    r"|„[^“”\"\n]{1,400}[“”\"]|»[^«\n]{1,400}«|‚[^‘’\n]{1,400}[‘’]"
    rf"|{_SINGLE}{{12,300}}'(?!\w)|(?:(?<!\w)\"(?=\w)|“|«|„)[^\"“”«»\n]+$"
)
# What is quoted at greater length: several sentences, several lines.
_PASSAGE = re.compile(
    r"(?<!\w)\"(?=\S)[^\"]+(?:\"|\Z)|„[^“”\"]+(?:[“”\"]|\Z)|“[^”]+(?:”|\Z)|«[^»]+(?:»|\Z)"
    r"|»(?=\S)[^«]{1,2000}«|‘(?:[^‘’]|(?<=\w)’(?=\w)){1,2000}’(?!\w)"
    rf"|{_SINGLE}{{12,2000}}[.!?]'(?!\w)"
)
# A laugh or a smile, as a word of its own.
_SMILE = re.compile(
    r"(?:lol|lmao|rofl|xd+|(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}j?|mdr+|ptdr+|[:;=]-?[)(DP/]+|<3"
    r"|[\u2600-\u27bf\ufe0f\u200d\U0001f000-\U0001faff]+)[.!]*",
    re.IGNORECASE,
)
_OPENS = ('"', "“", "„", "«", "»", "‘")
_APOSTROPHE = re.compile(r"'(?<![\w']')(?=\w)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in plain characters, where it stood, and whether it is an item of a list."""

    text: str
    start: int
    end: int
    listed: bool = False

    def quoted(self, start: int) -> bool:
        """Whether the words at this place are somebody else's."""
        return any(found.start() <= start < found.end() for found in _QUOTE.finditer(self.text))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a message, in order."""
    text = text[:MOST]
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_blank, text)
    text = _SHOWN.sub(_blank, text)
    passages = _PASSAGE.finditer(text) if _quotes(text) else ()
    quotes = deque(one.span() for one in passages)
    start = 0
    fresh = True
    for end in _END.finditer(text):
        broken = "\n" in end[0]
        if not broken and _inner(text, start, end):
            continue
        if (found := _sentence(text, start, end.end(), fresh)) and not _within(found, quotes):
            yield found
        start, fresh = end.end(), broken
    if (found := _sentence(text, start, len(text), fresh)) and not _within(found, quotes):
        yield found


def _blank(shown: re.Match[str]) -> str:
    """As many empty lines, so that what follows stays where it stood."""
    return "\n" * len(shown[0])


def _quotes(text: str) -> bool:
    """Whether something in a text may be quoted."""
    return any(mark in text for mark in _OPENS) or _APOSTROPHE.search(text) is not None


def _within(sentence: Sentence, quotes: deque[tuple[int, int]]) -> bool:
    """Whether a sentence is all quoted, or begins within what is; quotes before it are dropped."""
    while quotes and quotes[0][1] <= sentence.start:
        quotes.popleft()
    if not quotes:
        return False
    first, last = quotes[0]
    return first < sentence.start or (first == sentence.start and sentence.end <= last)


def _inner(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether a full stop belongs to a word ("Dr.") or to the number of an item ("1.")."""
    if _SHORT.search(text, max(start, end.start() - 6), end.start() + 1):
        return True
    if _ORDERED.match(text, end.start()) and _ORDINAL.search(text, start, end.start() + 1):
        return True
    return end.start() - start < 5 and text[start : end.start()].strip().isdigit()


def _sentence(text: str, start: int, end: int, fresh: bool) -> Sentence | None:
    raw = text[start:end]
    if not raw.strip() or len(raw) > LONGEST or (fresh and _LINE.match(raw)):
        return None
    bullet = _BULLET.match(raw) if fresh else None
    body = raw[bullet.end() :] if bullet else raw
    plain = _MARKS.sub("", body) if "*" in body or "_" in body or "`" in body else body
    plain = " ".join(plain.replace("’", "'").replace("->->", "").split())
    left = start + len(raw) - len(raw.lstrip())
    return Sentence(_unsmiling(plain), left, start + len(raw.rstrip()), bullet is not None)


def _unsmiling(text: str) -> str:
    """A sentence without the smiles at its end, which are no words of it."""
    head, _, last = text.rpartition(" ")
    while head and _SMILE.fullmatch(last):
        text = head
        head, _, last = text.rpartition(" ")
    return text
