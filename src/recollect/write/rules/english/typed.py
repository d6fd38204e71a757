"""What was typed in haste, read as it is spelled: "im" is "I'm", "i live in berlin" means Berlin.

Only for reading: what was said is kept as it was said. What is a word of its own ("were", "its",
"well") is read as something else only where it cannot be that word.
"""

from __future__ import annotations

import re
from functools import partial

from ..given import GIVEN
from .names import ASKS, introduced, named
from .pieces import CIRCLE, FAMILY, PET

_ALWAYS = {
    meant.replace("'", "").lower(): meant
    for meant in (
        "I'm", "I've", "we've", "you're", "you've", "they're", "they've", "he's", "she's",
        "don't", "doesn't", "didn't", "can't", "isn't", "aren't", "wasn't", "weren't", "hasn't",
        "haven't", "hadn't", "couldn't", "wouldn't", "shouldn't", "that's", "what's", "where's",
        "who's", "how's", "there's", "here's",
    )
}  # fmt: skip
_MEANT = _ALWAYS | {
    "i": "I", "id": "I'd", "ill": "I'll", "lets": "let's", "its": "it's", "us": "US",
    "bf": "boyfriend", "gf": "girlfriend", "bday": "birthday", "fav": "favourite",
    "fave": "favourite",
}  # fmt: skip
# Where these are no words of their own.
_SOMETIMES = (
    r"id(?= (?:like|love|rather|prefer|hate|say|appreciate)\b)"
    r"|(?:^|(?<=, )|(?<=and )|(?<=but )|(?<=so ))ill"
    r"(?= (?:be|have|go|get|need|take|try|likely|probably|definitely)\b)"
    r"|lets(?= (?:say|imagine|pretend|suppose|assume)\b)"
    r"|its(?= (?:an?|the|my|so|not|very|too|been|really|just)\b)"
    r"|(?<=the )us|(?<=[Mm]y )(?:bf|gf|bday|fave?)"
)
_SINGLE = (
    rf"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|father|dad|{PET})"
)
_OWNED = (
    rf"(?<=my )(?:\w+ )?(?:(?:{FAMILY}|{CIRCLE}|{PET})s(?= (?:name|birthday|favou?rite)\b)"
    rf"|{_SINGLE}s(?= called\b))"
    r"|(?<!the next )(?<!the last )(?:(?<=next )|(?<=last ))(?:year|month|week)s(?= [a-z])"
)
_MONTHS = (
    r"january|february|april|june|july|august|september|october|november|december"
    r"|(?:march|may)(?= \d)"
    r"|(?:(?<=in )|(?<=since )|(?<=next )|(?<=last )|(?<=early )|(?<=late )|(?<=\dth )"
    r"|(?<=\dst )|(?<=\dnd )|(?<=\drd )|(?<=of )|(?<=until ))(?:march|may)"
)
_HERE = r"(?<![\w'’@./#&+-])"
_DONE = r"(?![\w@/#&+-]|['’](?!(?:m|ve|d|ll)\b)|\.\w)"
_TYPED = re.compile(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”"
    rf"|{_HERE}(?:(?P<short>i|{_SOMETIMES}"
    rf"|{'|'.join(f'[{short[0]}{short[0].upper()}]{short[1:]}' for short in _ALWAYS)})"
    rf"|(?P<owned>{_OWNED})|(?P<month>{_MONTHS})){_DONE}"
)
_I = re.compile(r"\bi\b")
_GERMAN = re.compile(
    r"\b(?:ich|wir|mein\w*|der|das|ist|nicht|eine?|und|bin|hab\w?)\b|\b[Ii]m [A-Z]"
)
# Without one of these there is nothing to spell: most sentences are done with at once.
_HASTY = (_MEANT.keys() - {"i"}) | frozenset(
    "january february march april may june july august september october november december"
    " name birthday favorite favourite called years months weeks".split()
)


def read(text: str, words: set[str], small: bool) -> str:
    """A text as its writer would spell it with care; `small` says that he uses no capitals."""
    if small or not _HASTY.isdisjoint(words) or ("i" in words and _I.search(text)):
        text = spelled(text)
    if small or not ASKS.isdisjoint(words):
        text = named(text, small)
    return text if GIVEN.isdisjoint(words) else introduced(text)


def spelled(text: str) -> str:
    """Apostrophes and capitals where they are left out, but for names."""
    return _TYPED.sub(partial(_spelled, german=_GERMAN.search(text) is not None), text)


def _spelled(found: re.Match[str], german: bool) -> str:
    said, group = found[0], found.lastgroup
    if group is None:  # quoted
        return said
    if group == "owned":
        return f"{said[:-1]}'s"
    if group == "month":
        return said.capitalize()
    if german and said in ("im", "Im"):  # "im Sommer"
        return said
    meant = _MEANT[said.lower()]
    return meant[0].upper() + meant[1:] if said[0].isupper() else meant
