"""Clauses that leave out who speaks: "I work at Acme and live in Porto" says "I" once."""

from __future__ import annotations

import re

from .places import KNOWN

MOST = 6
"""Nobody tells more of himself in one sentence."""

_HERE = r"(?:^|[,;:.!–—] |\b(?:and|but|so|because|hi|hey|btw|also|well) )"
_OFTEN = r"(?: (?:also|currently|now|still|really|just|mostly|originally))*"
_DO = (
    r"(?:live|work|study|have|own|drive|love|like|hate|prefer|enjoy|speak|play|moved|grew up"
    r"|was born|quit|left|lost|sold|got|started)"
)
_DO_TOO = (
    r"(?:live (?:in|with|near|alone)|work (?:(?:part|full)-time )?(?:at|for|as|in(?= [A-Z]))"
    r"|(?:(?<=, )|(?<=but ))(?:love|hate)"
    r" (?!in|for|of|to|and|with|is|from|at|on|as|or|it|that|this)|(?:love|hate) (?=\w+ing|my)"
    r"|prefer|speak(?= [A-Z])|(?:drive|own|have)"
    r"(?= (?:an?|two|three|four|\d) )|moved to(?= [A-Z])"
    r"|freelance|play the|don't (?:eat|drink|like)|can't (?:eat|stand)|am)\b"
)
_ARE_TOO = (
    r"(?:(?:allergic to|lactose intolerant|based in|living in|working (?:at|for|as))\b"
    r"|(?:vegan|vegetarian|pregnant|diabetic|married|single|divorced|engaged|retired|unemployed"
    r"|self-employed)(?=[,.;!]|$| and | with | to )|from [A-Z]\w+(?=[,.;!]|$| and ))"
)
# Where another may be the one who does it, or nobody: "people who …", "I want to …".
_ELSE = (
    r"\b(?:who|that|which|whose|where|when|while|if|not|never|longer|would|could|should|might|can"
    r"|will|let|makes?|helps?|they|he|she|we|you|people|used|both|either|neither)\b|n't"
    r"|(?<!allergic )(?<!married )(?<!engaged )\bto [a-z]"
)
_BETWEEN = rf"(?:(?!{_ELSE})[^;.!?:()\"“])*?(?:,? and|,? but|,)"
_A = r"(?:\d\d(?:,|\.?$| and )|an? )"
_JOINED = re.compile(rf"(?:\band|\bbut|,){_OFTEN} (?:{_DO_TOO}|{_ARE_TOO}|{_A})")
_LEFT_OUT = (
    (
        re.compile(
            r"\bI (?:don't live in|no longer live in|left) [A-Z][\w ]{1,30}?(?: any ?more)?,"
            r"(?= moved to [A-Z])"
        ),
        " I",
    ),
    (re.compile(rf"{_HERE}I(?:'m| am) (?:[A-Z][a-z]+|\d\d),(?= {_A})"), " I'm"),
    (re.compile(rf"{_HERE}I(?:'m| am)\b{_BETWEEN}(?={_OFTEN} {_ARE_TOO})"), " I'm"),
    (
        re.compile(rf"{_HERE}I(?:'m| am|(?:'ve)?{_OFTEN} {_DO})\b{_BETWEEN}(?={_OFTEN} {_DO_TOO})"),
        " I",
    ),
)
# "Got laid off yesterday": only where nobody else has been spoken of.
_BEGUN = re.compile(
    r"(?:(?:just|finally|recently) )?"
    r"(?:got (?:laid off|fired|let go|sacked|married|divorced|engaged)"
    r"|(?:sold|lost|quit|cancell?ed) my|cancell?ed(?= (?-i:[A-Z]))|traded (?:in )?(?:my|the)"
    r"|switched (?:from|to)|turned (?=\d\d? ?(?:today|yesterday|last|this|on|recently|!|$))"
    r"|broke up with my|started (?:a new job|working) (?:at|as)"
    r"|moved to (?=(?P<place>\w+(?: \w+){0,2})))\b",
    re.IGNORECASE,
)


def begun(text: str) -> str:
    """The first sentence of a message, with the "I" that it leaves out."""
    found = _BEGUN.match(text)
    if found is None or (found["place"] and not _known(found["place"])):
        return text
    return f"I {text[0].lower()}{text[1:]}"


def _known(words: str) -> bool:
    """Whether words begin with a place that is known."""
    each = words.lower().split()
    return any(" ".join(each[:count]) in KNOWN for count in range(1, len(each) + 1))


def whole(text: str) -> str:
    """A sentence that says in every clause that it is "I" who speaks."""
    if not _JOINED.search(text):
        return text
    for pattern, who in _LEFT_OUT:
        for _ in range(MOST):
            found = pattern.search(text)
            if found is None:
                break
            text = f"{text[: found.end()]}{who}{text[found.end() :]}"
    return text
