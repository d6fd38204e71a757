"""Turns that only ask what is remembered: they say nothing, so they answer nothing.

An agent keeps the questions that it is asked, too, and "Which editor do I use?" is nearer to "What
do I write code with?" than the words that answer both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import text
from ..orders import Candidate
from ..types import Message
from .question import Question

ASKED = ("?", "？")
LONGEST = 160
"""Characters: who asks in more of them tells something, too."""
TELLS = re.compile(r"[.!…]\s|[。！\n]")
"""The end of a sentence that is no question, with another one behind it."""

# Who asks what to do, or what would be, tells what is going on.
_NO_ADVICE = (
    r"(?!.*\b(?:should|can|could|would|need|might|may|will|add|want|make|have to|ways? to|about"
    r"|you think|you like|your|soll(?:te)?|kann|k[öo]nnte|muss|wenn|dois|peux|pourrais|si|debo"
    r"|deber[ií]a|puedo)\b)"
)
_SO = r"\W*(?:(?:hi|hey|hello|ok(?:ay)?|so|and|also|well|now|sorry|please|btw|by the way)\b\W*)*"
_KNOW = (
    r"(?:can|could|do|would) you (?:still |please )*(?:remember|recall|know|remind me|tell me)"
    r"(?: again)?(?: of| about)?\W+"
)
_WHAT = (
    r"(?:what|which|where|when|who|whom|whose|how (?:many|much|long|old|often|far|tall|big))"
    r"(?: (?!(?:i|my)\b)[\w'’-]+){0,5}?"
)
_ENGLISH = (
    rf"{_SO}(?:(?:{_KNOW})?{_NO_ADVICE}(?:{_WHAT}(?:['’]s| is| are| was| were| do| did| does| am"
    r"| have| had) (?:i|my)|(?:do|am|have) i)"
    rf"|{_KNOW}{_NO_ADVICE}(?:if|{_WHAT}) (?:i|my))\b"
)
_GERMAN = (
    rf"{_NO_ADVICE}(?:(?:und|also|hey|hallo)\W+)*(?:wei(?:ß|ss)t du(?: noch)?\W+)?(?:was"
    r"|welche[rsmn]?|wo|wohin|woher|wann|wer|wem|wen|wie(?: (?:viele?|lange|alt|oft))?)\b"
    r"(?: (?!(?:ich|mein))[\w-]+){0,5}? (?:ich|mein(?:e[rsmn]?)?)\b"
)
_FRENCH = (
    rf"{_NO_ADVICE}(?:(?:et|alors|dis)\W+)*(?:qu['’]|que|quoi|quel(?:le)?s?|o[ùu]|quand|qui"
    r"|combien|comment s['’]appelle)\b(?:(?: |-)?(?!(?:je|mon|ma|mes)\b)[\w'’-]+){0,5}?"
    r"[ -](?:je\b|j['’]|mon\b|ma\b|mes\b)"
)
_SPANISH = (
    rf"{_NO_ADVICE}\W*(?:(?:y|oye|hola)\W+)*(?:qu[eé]|cu[aá]l(?:es)?|d[oó]nde|cu[aá]ndo|qui[eé]n"
    r"|cu[aá]nt[oa]s?|c[oó]mo se llama)\b(?: (?!(?:yo|mi|mis)\b)\w+){0,5}? (?:yo|mis?)\b"
)
_OF_ONESELF = re.compile(rf"(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH})[^.!?;:,\n]*[?？]+\W*")
_FIRST_PERSON = (" i ", " my ", " ich ", " mein", " je ", "-je ", " j'", " j’", " mon ", " ma ",
                 " mes ", " yo ", " mi ", " mis ", " i?", " ich?")  # fmt: skip
"""Looked for first: most questions have none of it, and many are looked at for one."""
_ABOUT_ASKING = re.compile(r"\b(?:ask(?:ed|ing)?|questions?)\b", re.IGNORECASE)


def asks_only(said: str) -> bool:
    """Whether some words are no more than a question."""
    return len(said) <= LONGEST and said.endswith(ASKED) and TELLS.search(said) is None


def asks_memory(said: str) -> bool:
    """Whether some words ask what is known of the one who says them, and say nothing else."""
    if len(said) > LONGEST or not said.endswith(ASKED):
        return False
    words = said.lower()
    if not any(word in words for word in _FIRST_PERSON):
        return False
    return _OF_ONESELF.fullmatch(words) is not None


def is_echo(asked: Question, one: Candidate) -> bool:
    """Whether it asks what is asked, and says nothing else; what the assistant asks is answered."""
    said = one.record.text
    if not one.share or not said.endswith(ASKED) or len(said) > 2 * len(asked.words):
        return False
    if not isinstance(one.record, Message) or one.record.role == "assistant":
        return False
    return text.terms(said).keys() <= asked.terms.keys()


def echoes(asked: Question, found: Sequence[Candidate]) -> int:
    """How many repeat the question, if most of them ask something."""
    questions = [one for one in found if one.record.text.endswith(ASKED)]
    if 2 * len(questions) <= len(found):
        return 0
    return sum(is_echo(asked, one) for one in questions)


def only_asks(asked: Question, one: Candidate) -> bool:
    """Whether it is no answer whatever is asked, unless that is what somebody asked."""
    if not isinstance(one.record, Message) or not asks_memory(one.record.text):
        return False
    return _ABOUT_ASKING.search(asked.words) is None
