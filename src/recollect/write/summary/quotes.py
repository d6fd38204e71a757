"""Messages → points, without a model: what the rules take note of, and what it is all about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log

from ... import text
from ...types import Message
from ..extract import followed
from ..keys import key
from ..parts import SPELLED
from ..rules import Proposal, propose
from ..rules.sentences import sentences
from ..trust import outside, source_class, suspicion
from .points import ASKED, Point, quoted

TOPICS = {"decision": "decided", "preference": "preferred", "plan": "open", "date": "open"}
"""What the rules of a topic find; those of any other find what was said."""
OPEN = ("explicit.remind",)
DONE = ("plan.booked",)
OVER = ("end", "forget")
SPEAKERS = ("user", "assistant")
FEWEST = 4
"""Words that a sentence must have to stand for what was said; and turns, to have a topic at all."""
RULED = 0.5
"""What a rule adds to a weight: what it knows goes before what only sounds important."""
OWN, LIVELY, OPENING = 0.15, 0.1, 0.1
"""What it is worth to be a person's words, to have a name or a number, and to begin."""
FAR = 0.5
"""What is left of a weight of words from outside the conversation."""
CUE = 0.25
"""What a cue adds: less than a rule, which reads the sentence."""
CUES = (
    ("decided", r"\b(?:decided|agreed (?:to|on|that)|settled on|opted for|let'?s (?:use|go with)|"
                r"entschieden|beschlossen|vereinbart|décidé|convenu|decidido|acordado|deciso)\b"
                r"|决定|決定|決め|결정"),
    ("preferred", r"\b(?:prefer|favou?rite|rather have|bevorzuge|am liebsten|lieblings\w*|préfère|"
                  r"préférée?|prefiero|favorit[oa]|preferisco|prefiro)\b|更喜欢|喜欢|好き|선호"),
    ("open", r"\b(?:need to|have to|must|plan(?:ning)? to|going to|to-?do|next step|remind me|"
             r"still (?:open|waiting)|tomorrow|next (?:week|month|year)|deadline|due (?:on|by)|"
             r"noch offen|muss noch|morgen|demain|il faut|mañana|tengo que|devo)\b|明天|まだ|내일"),
)  # fmt: skip
"""Words by which a sentence shows what it is about, where no rule has read it."""
_CUES = [(about, re.compile(pattern, re.IGNORECASE)) for about, pattern in CUES]
_QUESTION = ("?", "？")


def talk(messages: Sequence[Message]) -> list[Message]:
    """What a summary may quote: people and the assistant, but nothing that looks like an attack,
    and nothing that is not to be learned from."""
    return [
        message
        for message in messages
        if message.role in SPEAKERS
        and message.metadata.get("learn") != "never"
        and not message.metadata.get("tool_results")
        and suspicion(message) is None
    ]


def points(messages: Sequence[Message], after: Message | None = None) -> list[Point]:
    """What messages say, weighed; `after` is what was said next, which may answer a question."""
    said = talk(messages)
    before = followed(messages)
    ruled = [one for message in said for one in _ruled(message, before.get(message.id))]
    taken = {one.text for one in ruled}
    others = [one for one in _salient(said) if one.text not in taken]
    if len(messages) < FEWEST:
        return [_weighed(one) for one in [*ruled, *others] if one in ruled or one.about != "said"]
    return [_weighed(one) for one in (*ruled, *others, *_asked(messages, after))]


def _weighed(one: Point) -> Point:
    """What people say themselves goes before what they only have before them."""
    return replace(one, weight=FAR * one.weight) if one.far else one


def ended(messages: Sequence[Message]) -> list[frozenset[str]]:
    """The terms of what messages say is over, or should be forgotten."""
    users = (message for message in talk(messages) if message.role == "user")  # no other rule ends
    found = (one for message in users for one in propose(message) if one.act in OVER)
    terms = (
        frozenset(text.terms(one.object or one.text).keys() - text.terms(one.subject or "user"))
        for one in found
    )
    return [some for some in terms if some]


def _ruled(message: Message, before: Message | None) -> Iterator[Point]:
    for found in propose(message, before):
        if found.act == "forget":
            continue
        start, end = found.span
        words = quoted(message.content[start:end])
        weight = RULED + found.importance * found.confidence
        yield Point(
            _about(found, words),
            words,
            (message.id,),
            message.at,
            who(message),
            key(found),
            weight,
            outside(message),
        )


def _about(found: Proposal, words: str) -> str:
    if found.rule in OPEN:
        return "open"
    if found.rule in DONE or found.relation == "HABIT":
        return "said"
    return TOPICS.get(found.rule.partition(".")[0]) or _cued(words)


def _cued(words: str) -> str:
    return next((about for about, cue in _CUES if cue.search(words)), "said")


def _salient(said: Sequence[Message]) -> Iterator[Point]:
    """Whole sentences with the words that the conversation comes back to."""
    cut = [
        (message, quoted(message.content[one.start : one.end]), text.terms(one.text))
        for message in said
        for one in sentences(message.content)
        if not one.listed and not one.text.startswith(SPELLED)
        if not one.text.rstrip('"”)').endswith(_QUESTION)
    ]
    counts = Counter(term for _, _, terms in cut for term in terms)
    first = said[0].id if said else ""
    most = log(1 + max(counts.values(), default=1))
    for message, words, terms in cut:
        about = _cued(words) if message.role == "user" else "said"
        if len(terms) < (FEWEST if about == "said" else 2):
            continue
        topic = sum(log(1 + counts[term]) for term in terms) / len(terms) / most
        own = OWN if message.role == "user" else 0.0
        lively = LIVELY if _has_name(words) else 0.0
        opening = OPENING if message.id == first else 0.0
        weight = 0.5 * (topic * min(1.0, len(terms) / 12) + own + lively + opening)
        weight += 0.0 if about == "said" else CUE
        far = outside(message)
        yield Point(about, words, (message.id,), message.at, who(message), "", weight, far)


def _asked(messages: Sequence[Message], after: Message | None) -> Iterator[Point]:
    """The question at the end, if nobody has answered it."""
    last = messages[-1]
    if last not in talk([last]) or (after is not None and after.role != last.role):
        return
    for one in list(sentences(last.content))[-1:]:
        if one.text.endswith(_QUESTION):
            words = quoted(last.content[one.start : one.end])
            far = outside(last)
            yield Point("open", words, (last.id,), last.at, who(last), ASKED, RULED, far)


def _has_name(words: str) -> bool:
    """Whether something inside a sentence is capitalised or a number."""
    return any(word[0].isupper() or word[0].isdigit() for word in words.split()[1:])


def who(message: Message) -> str:
    """Who said it; of what came from outside, where from."""
    return source_class(message) if outside(message) else message.name or message.role
