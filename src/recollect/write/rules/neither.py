"""Two denials in one breath, read one by one: "I'm neither vegan nor vegetarian"."""

from __future__ import annotations

import re
from dataclasses import replace

from .sentences import Sentence

_NORS = (" neither ", "weder ", "Weder ", " ni ", "Ni ")
_ONE = r"(?P<one>[^,;.!?]{2,40}?)"
_TWO = (
    r"(?P<two>[^,;.!?]{2,40}?)(?=\s*(?:[,;.!?]|$)"
    r"| (?:but|and|because|so|aber|und|weil|pero|porque|mais|car)\b)"
)
_QUOTES = re.compile(r"[\"“”„«»]")

_FORMS = tuple(
    (re.compile(rf"\b{pattern.format(one=_ONE, two=_TWO)}", re.IGNORECASE), denial)
    for pattern, denial in (
        (r"(?P<who>I(?:'m|m| am)) neither {one} nor {two}", "{who} not {what}"),
        (
            r"(?P<who>I|we) (?P<verb>like|love|eat|drink|enjoy|have|use|own|live|work)"
            r" neither {one} nor {two}",
            "{who} don't {verb} {what}",
        ),
        (r"(?P<who>I|we) neither {one} nor {two}", "{who} don't {what}"),
        (
            r"(?P<who>ich (?:bin|\w+(?= weder (?:in|bei|gegen|auf|als)\b))) weder {one} noch {two}",
            "{who} nicht {what}",
        ),
        (
            r"(?P<who>ich (?:mag|esse|trinke|vertrage)) weder {one} noch {two}",
            "{who} kein {what}",
        ),
        (
            r"weder {one} noch (?P<two>[^,;.!?]{{2,40}}?) (?P<verb>mag|esse|trinke|vertrage) ich\b",
            "ich {verb} kein {what}",
        ),
        (r"(?P<who>no (?:me )?\w+) ni {one} ni {two}", "{who} {what}"),
        (
            r"(?P<who>no) (?P<one>\w+o(?: \w+){{0,2}}) ni (?P<two>(?:bebo|como|tomo) \w+)",
            "{who} {what}",
        ),
        (
            r"(?P<who>no (?:como|bebo|tomo|soporto|me gustan?)) {one} ni {two}",
            "{who} {what}",
        ),
        (
            r"(?P<who>je ne (?:mange|bois)) ni (?:de |d')?{one} ni (?:de |d')?{two}",
            "{who} pas de {what}",
        ),
        (r"(?P<who>je n(?:e |')\w+) ni {one} ni {two}", "{who} pas {what}"),
    )
)
"""How two things are denied in a language, and how one of them is."""


def apart(sentence: Sentence) -> list[Sentence]:
    """A sentence that denies two things as one sentence for each; any other as it is."""
    text = sentence.text
    if not any(nor in text for nor in _NORS) or _QUOTES.search(text):
        return [sentence]
    for form, denial in _FORMS:
        if found := form.search(text):
            said = found.groupdict()
            each = (denial.format(**said, what=what) for what in (said["one"], said["two"]))
            return [
                replace(sentence, text=f"{text[: found.start()]}{one}{text[found.end() :]}")
                for one in each
            ]
    return [sentence]
