"""Corrections without a verb: "No, Thursday." after a sentence that named another day, or within
it."""

from __future__ import annotations

import re
from collections.abc import Callable

from .pieces import PIECES

_DAY = rf"(?:{PIECES['Weekday']}|today|tomorrow)"
_MONTH = PIECES["Month"]
_SORTS = tuple(
    re.compile(rf"(?<![\w'’-])(?:{sort})(?![\w'’-])", flags)
    for sort, flags in (
        (rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}", re.I),
        (_DAY, re.I),
        (r"\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight", re.I),
        (r"[$€£]?\d[\d,.]*\d|[$€£]?\d|two|three|four|five|six|seven|eight|nine|ten|twelve", re.I),
        (r"[A-Z][\w-]+(?: [A-Z][\w-]+){0,2}", 0),
    )
)
"""What may stand in the place of what: dates, days, times of day, numbers, names."""
_FIX = re.compile(
    r"(?:(?:oh|ah|er|uh|um|hm+),? )?(?:(?:no|nope|wait|sorry|actually|oops"
    r"|correction)\b[ ,.!:;–—-]*)+"
    r"(?:(?:it'?s|it is|that'?s|i meant?|i mean|make (?:it|that)|rather|on|at|in) )*"
    r"(?P<value>[^\s,.!?][^,!?]{0,40}?)(?:,? (?:not|instead of) [^,.!?]{1,30})?"
    r"(?:,? (?:sorry|my bad|my mistake|oops))?[.!]*",
    re.IGNORECASE,
)
_SURE = (
    r"no,? wait|wait,? no|no,? sorry|sorry,? no|or rather|make that|scratch that|oops|correction"
)
_SLIP = re.compile(
    r"[,;…(–—.-] ?(?:(?:oh|er|uh|um|ah),? )?"
    r"(?:(?P<back>(?:well|or|wait|no),? (?:(?:I|we|(?:my|our) \w+) )?(?:did|was|were|used to)\b)"
    rf"|(?:(?P<sure>{_SURE})|sorry|wait|no|i mean|i meant|actually|rather|well)\b(?:[,:]| ?[–—-])? "
    r"(?:(?:in|at|it's|i'm) )?(?P<value>[^,;.!?()]{1,40}?)"
    r"(?P<tail>(?:[,;.!?)]| (?:and|but|last|this|since|now|for|with|next)\b).*)?$)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\d)[^.!?\n]*)*")
_LEADS = re.compile(
    r"\s*(?:(?:got it|noted|ok|okay|great|perfect|sure|thanks|understood|alright|so|fine)\b"
    r"[ ,:;–—-]*)*",
    re.IGNORECASE,
)
_TURNED = {"your": "my", "you": "I", "yours": "mine", "you're": "I'm", "you've": "I've",
           "you'll": "I'll"}  # fmt: skip
_YOU = re.compile(r"\b(?:you(?:'re|'ve|'ll)?|yours?)\b", re.IGNORECASE)
_ARE = re.compile(r"\bI (are|were)\b")


def amended(said: str, before: str, by_other: bool) -> tuple[str, str] | None:
    """What was said before, as the speaker would say it, and the same with what is corrected."""
    fix = _FIX.fullmatch(said.strip())
    return fix and put_right(fix["value"].strip(), before, _own if by_other else None)


def meant(sentence: str) -> str:
    """A sentence in which somebody corrects himself, as he means it; "" if that is not clear."""
    slip = _SLIP.search(sentence)
    if slip is None:
        return sentence
    if slip["back"]:
        return ""
    if not valued(slip["value"]):
        return sentence[slip.start("value") :] if slip["sure"] else sentence
    before = sentence[: slip.start()].rstrip()
    right = put_right(slip["value"], before, None)
    said = right[1].removesuffix(".") if right else _last_put_right(slip["value"], before)
    return said and said + (slip["tail"] or "")


def _last_put_right(value: str, before: str) -> str:
    """What was said, ending in a value instead of another of its sort; "" if it does not."""
    sort = next(sort for sort in _SORTS if sort.fullmatch(value))
    named = list(sort.finditer(before))
    return before[: named[-1].start()] + value if named and named[-1].end() == len(before) else ""


def valued(words: str) -> bool:
    """Whether words are a value that may stand for another: a name, a number, a day."""
    return any(sort.fullmatch(words) for sort in _SORTS)


def put_right(value: str, before: str, own: Callable[[str], str] | None) -> tuple[str, str] | None:
    """What was said before, turned into the speaker's own words if another said it, and the same
    with a value in the place of what it may stand for."""
    for sort in _SORTS:
        if sort.fullmatch(value):
            return _put_right(value, sort, before, own)
    return None


def _put_right(
    value: str, sort: re.Pattern[str], before: str, own: Callable[[str], str] | None
) -> tuple[str, str] | None:
    """The last sentence that names one such thing, with the other in its place."""
    for sentence in reversed(_SENTENCE.findall(before)):
        stated = sentence[_LEADS.match(sentence).end() :].strip()  # type: ignore[union-attr]
        stated = own(stated) if own else stated
        named = [one for one in sort.finditer(stated) if one.start() or sort is not _SORTS[-1]]
        if len(named) == 1 and named[0][0].casefold() != value.casefold():
            start, end = named[0].span()
            return f"{stated}.", f"{stated[:start]}{value}{stated[end:]}."
        if named:
            return None
    return None


def _own(stated: str) -> str:
    """What somebody was told of himself, in his own words."""
    turned = _YOU.sub(lambda found: _TURNED[found[0].lower()], stated)
    turned = _ARE.sub(lambda found: "I am" if found[1] == "are" else "I was", turned)
    return turned[:1].upper() + turned[1:]
