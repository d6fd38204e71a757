"""What is answered without a model: memory, quoted. Pure: what was found comes as an argument."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import category

from ..text import terms
from ..types import Hit, Message, Note, Record

OFFLINE = "offline"
"""The mark of what was answered so: it repeats what is known, and is not quoted again."""
NOTHING = "I have nothing about that in memory."
NOTED = "Noted."
UNABLE = "Noted. I only answer from memory: there is no model here to do that."
KEPT = (
    "Nothing was forgotten: that takes /forget in the terminal, or memory.delete or memory.erase."
)
MOST = 3
SURE, NEAR, SHARING = 0.15, 0.13, 0.1
"""How relevant a memory is that answers, one that may, and one that answers since it has some of
the question's words; what is less so is not shown."""
BEHIND = 0.5
"""What is less relevant than the best by this share is left out."""
LONG = 240
"""Characters of a message that is quoted whole; of a longer one, the sentence that fits best."""

Turn = Literal[
    "greeting", "thanks", "farewell", "forget", "request",
    "overview", "recap", "question", "statement",
]  # fmt: skip

_GREETING = re.compile(
    r"(hi|hello|hey|howdy|greetings|good (morning|afternoon|evening|day)|hallo|hola|"
    r"bonjour|olá|ciao)( there| again| everyone)?(,? \w+)?[.!]*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"((ok|okay|great|good|perfect|nice|cool|alright|all right|super|no),? )?(many )?"
    r"(thanks|thank you|thx|cheers|danke|merci|gracias|obrigad[oa])\b[^?]*"
    r"|(ok|okay|great|perfect|nice|cool|alright|all right|got it|i see)[.!]*",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"(bye|goodbye|good night|see you|farewell|good ?bye|ciao|tschüss)\b[^?]*", re.I
)
_ASKED_TO = r"(please |can you |could you |would you |now )*"
_FORGET = re.compile(
    rf"{_ASKED_TO}(forget|delete|erase|remove|wipe) (about |all |everything|it\b|that\b|this\b|"
    r"what|my |me\b|the |our )[^?]*\??",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"({_ASKED_TO}(write|draw|translate|calculate|compute|generate|explain|summari[sz]e|"
    r"rewrite|draft|compose|sing|paint|solve|google|search)|"
    rf"{_ASKED_TO}(help|make|give|get|send|book|order|buy|play|suggest|recommend) (me )?"
    r"(a|an|some|with|to|plan|write|find)|tell me an? (joke|story|riddle)|"
    r"(can|could|would) you (please )?help( me)?)\b[^?]*\??",
    re.IGNORECASE,
)
_TOLD: dict[Turn, re.Pattern[str]] = {
    "greeting": _GREETING,
    "thanks": _THANKS,
    "farewell": _FAREWELL,
    "forget": _FORGET,
    "request": _REQUEST,
}
_OWNER = re.compile(
    r"(?!(?:what|who|where|when|how|that|it|there|here|let)['’]s)\b(\w+)['’]s\b", re.IGNORECASE
)
_OVERVIEW = re.compile(
    r"\b(what|tell me what|show me what|everything|anything) ?(else )?(do |did )?(you|we|i) "
    r"(know|remember|have|recall|learned|told|tell|said|say)( you)?"
    r"( about)?( me| us| so far| about me)?\W*$",
    re.IGNORECASE,
)
_RECAP = re.compile(
    r"\bwhat (did|have|were) (we|i) (just )?(talk|talked|talking|speak|spoken|discuss|discussed|"
    r"discussing|chat|chatted)( about)?( last time| before| so far| earlier| yesterday| today)?"
    r"\W*$",
    re.IGNORECASE,
)
_WH = re.compile(r"(what|who|whom|whose|when|where|why|which|how)('s|\b)", re.IGNORECASE)
_ASKS = re.compile(
    r"(do|does|did|is|are|am|was|were|can|could|will|would|should|shall|may|have|has|had) "
    r"(i|you|we|he|she|it|they|my|our|your|the|there|this|that|any|anyone)\b",
    re.IGNORECASE,
)
_TELL = re.compile(
    r"(please |can you |could you )*(tell me|remind me (?!to\b)|show me|recall|list|look up|"
    r"find out|do you)\b",
    re.IGNORECASE,
)
_MARKS = ("?", "？", "؟", ";?")
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


@dataclass(frozen=True, slots=True)
class Found:
    """What memory has for a question: what to quote, best first, and whether that answers it."""

    records: tuple[Record, ...] = ()
    sure: bool = True
    more: int = 0
    """How many there are besides."""
    past: frozenset[str] = frozenset()
    """The ids of those whose place another one took."""


def turn(text: str) -> Turn:
    """What kind of thing was said."""
    said = " ".join(text.split())
    for kind, pattern in _TOLD.items():
        if pattern.fullmatch(said):
            return kind
    if not asks(said):
        return "statement"
    if _OVERVIEW.search(said):
        return "overview"
    return "recap" if _RECAP.search(said) else "question"


def asks(text: str) -> bool:
    """Whether a text ends in a question, or asks to be told something."""
    said = text.strip().rstrip("\"')”")
    return said.endswith(_MARKS) or bool(_WH.match(said) or _ASKS.match(said) or _TELL.match(said))


def tells(record: Record) -> bool:
    """Whether a record says something: a question that was asked before answers nothing."""
    if isinstance(record, Note):
        return record.kind != "summary"
    if record.role not in ("user", "assistant") or record.metadata.get(OFFLINE):
        return False
    return any(not asks(part) and turn(part) == "statement" for part in sentences(record.content))


def grounds(record: Record) -> bool:
    """Whether an answer may rest on a record: on whatever says something."""
    return not isinstance(record, Message) or record.role == "tool" or tells(record)


def sentences(text: str) -> list[str]:
    """A text's sentences, roughly: a name such as Fly.io is not split."""
    flat = re.sub(r"(?<=\S)[.](?=\w)", "\0", text)
    return [found.replace("\0", ".").strip() for found in _SENTENCE.findall(flat) if found.strip()]


def relevant(hits: Iterable[Hit], question: str) -> list[Hit]:
    """The hits that may answer: relevant enough, and no instruction of others."""
    whose = _whose(question)
    kept = [hit for hit in hits if _may_answer(hit, whose) and not hit.suspect]
    if not any(sign.isalnum() for sign in question):  # nothing is near to what has no word
        shown = {sign for sign in question if category(sign) == "So"}
        kept = [hit for hit in kept if not shown.isdisjoint(hit.text)]
    # What is asked for by its key is known beforehand, and no measure for the others.
    best = max((hit.relevance for hit in kept if not hit.parts.get("key")), default=0.0)
    return [hit for hit in kept if hit.relevance >= BEHIND * best]


def _may_answer(hit: Hit, whose: set[str]) -> bool:
    """Whether a hit is near enough. One that shares words with a question about somebody's, and not
    the word of whose, is about another."""
    if not hit.parts.get("share"):
        return hit.relevance >= NEAR
    return hit.relevance >= SHARING and _is_theirs(hit, whose)


def _whose(question: str) -> set[str]:
    """The words of those whose something is asked for: "my wife's name"."""
    return {term for name in _OWNER.findall(question) for term in terms(name)}


def _is_theirs(hit: Hit, whose: set[str]) -> bool:
    return not whose or not whose.isdisjoint(terms(hit.text))


def found(hits: Sequence[Hit], question: str, newer: Sequence[tuple[Record, Record]] = ()) -> Found:
    """What to quote of hits, the present before the past: `newer` has pairs of a record and what
    took its place."""
    instead = {old.id: new for old, new in newer}
    records: list[Record] = []
    for hit in hits:
        new = instead.get(hit.id)
        records += [hit.record] if new is None else [new, hit.record]
    whose = _whose(question)
    sure = any((hit.relevance >= SURE or hit.parts.get("share")) and _is_theirs(hit, whose)
               for hit in hits)  # fmt: skip
    distinct: dict[str, Record] = {}
    for record in records:
        distinct.setdefault(_plain(record.text), record)
    ordered = list(distinct.values())
    most = MOST if sure else 1 + any(hit.id in instead for hit in hits[:1])
    return Found(tuple(ordered[:most]), sure, past=frozenset(instead))


def answer(found: Found, question: str) -> str:
    """Memory, quoted, with who said it and when; and that it is no more than that."""
    if not found.records:
        return NOTHING
    lead = "From memory:" if found.sure else "The nearest I have in memory:"
    lines = [
        ("before: " if record.id in found.past else "") + quote(record, question)
        for record in found.records
    ]
    if found.more:
        lines.append(f"… and {found.more} more.")
    if len(lines) == 1:
        return f"{lead} {lines[0]}"
    return "\n".join([lead, *(f"- {line}" for line in lines)])


def quote(record: Record, question: str = "") -> str:
    """One memory: its words, who said them, and the day."""
    text = " ".join(record.text.split())
    if len(text) > LONG:
        text = _fitting(text, question)
    if isinstance(record, Note):
        return f"{text} ({record.at:%Y-%m-%d})"
    who = "you" if record.role == "user" and record.name is None else record.name or record.role
    return f'"{text}" ({who}, {record.at:%Y-%m-%d})'


def unable(text: str) -> str:
    """What is said to somebody who asks for something to be done."""
    return NOTHING if text.strip().endswith(_MARKS) else UNABLE


def greeting(name: object) -> str:
    """A word of welcome, by name if that is known."""
    return f"Hello, {name}." if isinstance(name, str) and name else "Hello."


def spoken(messages: Sequence[Message], session_id: str) -> Found:
    """What was said last in other sessions."""
    said = [m for m in messages if m.session_id != session_id and m.role == "user" and tells(m)]
    return Found(tuple(reversed(said[-MOST:])), more=max(0, len(said) - MOST))


def known(notes: Sequence[Note]) -> Found:
    """What is known now, the newest first."""
    open_ = sorted((note for note in notes if tells(note)), key=lambda note: note.at, reverse=True)
    return Found(tuple(open_[:MOST]), more=max(0, len(open_) - MOST))


def _fitting(text: str, question: str) -> str:
    """The sentence of a long text that has most of a question's words."""
    asked = terms(question).keys()
    best = max(sentences(text), key=lambda one: len(asked & terms(one).keys()), default=text)
    short = best if len(best) <= LONG else best[: LONG - 1] + "…"
    return short if short == text else f"… {short} …"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!")
