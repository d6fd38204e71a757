"""The words of time, and the pieces that patterns are written with."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from .calendar import Now, Window

NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
    "thirty": 30,
}  # fmt: skip
LOOSE = {"couple": (2, 3), "few": (2, 5), "several": (3, 7)}
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = (
    "january february march april may june july august september october november december"
).split()
HOLIDAYS = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "boxing day": (12, 26), "new year's eve": (12, 31), "new year's day": (1, 1),
    "new year's": (1, 1), "new year": (1, 1), "halloween": (10, 31),
    "valentine's day": (2, 14), "valentine's": (2, 14), "independence day": (7, 4),
}  # fmt: skip

PIECES = {
    "unit": "(?P<unit>minute|hour|day|week|month|quarter|year|decade)s?",
    "amount": (
        r"(?:(?P<least>\d{1,2}|one|two|three|four|five|six) ?(?:-|–|to|or) ?)?"
        r"(?P<amount>\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
        "fifteen|twenty|thirty|(?:a )?couple(?: of)?|(?:a |quite a )?few|several)"
    ),
    "weekday": "(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
    "shortday": r"(?P<weekday>(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun))\b\.?",
    # Written small, "may" and "march" are ordinary words.
    "month": (
        "(?P<month>january|february|april|june|july|august|september|october|november|december|"
        r"(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?|"
        r"(?-i:March|MARCH|May|MAY|(?:Mar|MAR)\b\.?))(?!\w)"
    ),
    "ordinal": (
        r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|"
        "tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|"
        "nineteenth|twentieth)"
    ),
    "year": r"(?P<year>(?:1[89]|20)\d\d)(?![\d%]|[.,:/-]\d|s\b)",
    "dayname": (
        r"(?:(?P<weekof>(?:the )?week of) )?(?:(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)"
        r"day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b\.?(?: the|,)? )?"
    ),
    "through": (
        r"(?:(?: ?[-–] ?| (?:to|through)(?: the)? (?=\d{1,2}(?:st|nd|rd|th)\b))"
        r"(?P<to>\d{1,2})(?:st|nd|rd|th)?\b)?"
    ),
    # Before a month, a plain number can only be a day.
    "until": (
        r"(?:(?: ?[-–] ?| (?:to|through|until|till)(?: the)? )"
        r"(?P<to>\d{1,2})(?:st|nd|rd|th)?\b)?"
    ),
    "season": "(?P<season>spring|summer|autumn|fall|winter)",
    # What may follow an expression that would be an adjective before a noun ("the 5th floor").
    "alone": (
        r"(?=[^\w\s'’-]|\s*$|\s+(?:and|or|but|at|in|of|on|for|from|with|to|by|when|where|we|i|"
        "you|he|she|they|it|my|our|his|her|their|the|this|last|next|is|was|were|are|will|if|so|"
        r"as|since|because|before|after|that|which|who|did|do|does|too|instead|then|a|an)\b)"
    ),
    "clock": (
        r"(?:,?(?: (?:in the|at))? (?P<part>morning|afternoon|evening|night)\b)?"
        r"(?:,?(?: (?:at|around|by))? (?P<clock>\d{1,2}(?::\d\d)? ?(?:[ap]m\b|[ap]\.m\.)|"
        r"\d{1,2}:\d\d\b|noon\b|midnight\b))?"
    ),
}
PAST = re.compile(
    r"\b(?:did|didn['’]?t|was|were|wasn['’]?t|weren['’]?t|had|has|have|[a-z]+['’]ve|been|said|told|"
    r"went|made|got|bought|saw|met|took|gave|came|wrote|read|spent|ate|found|left|lost|won|sent|"
    r"began|became|chose|ran|sold|taught|thought|spoke|heard|kept|paid|felt|(?!need|feed|seed|speed|indeed|hundred|wed\b)[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
TO_COME = re.compile(
    r"\b(?:will|won['’]t|[a-z]+['’]ll|going\s+to|gonna|shall|plan|plans|planning|planned|due|upcoming|"
    r"tomorrow|deadline|(?:re)?schedul\w+|postpone\w*|next|hope|hoping|let['’]s|looking\s+forward|starting|"
    r"start\s+on|starts|begins|begin|arriv(?:es|ing)|leav(?:e|es|ing))\b",
    re.IGNORECASE,
)
SPACE = "[\\s\u00a0]{1,3}"


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern with `<piece>`s filled in; a space stands for a little white space."""
    filled = re.sub(r"(?<!P)<(\w+)>", _piece, pattern)
    filled = filled.replace(" ?", "[\\s\u00a0]?").replace(" ", SPACE)
    return re.compile(rf"(?<![\w$£€.#/-])(?:{filled})(?![\w])", re.IGNORECASE | re.ASCII)


def _piece(found: re.Match[str]) -> str:
    return PIECES.get(found[1], found[0])


def amount(found: re.Match[str]) -> tuple[int, int]:
    """The least and the most that the number in a match may mean."""
    low, high = _bounds(found["amount"])
    return (min(low, _bounds(found["least"])[0]) if found["least"] else low), high


def _bounds(word: str) -> tuple[int, int]:
    last = word.lower().replace("\u00a0", " ").split()
    for loose, bounds in LOOSE.items():
        if loose in last:
            return bounds
    value = int(last[-1]) if last[-1].isdigit() else NUMBERS[last[-1]]
    return value, value


def ordinal(word: str) -> int:
    """ "5th" or "fifth" as 5."""
    word = word.lower()
    return ORDINALS.index(word) + 1 if word in ORDINALS else int(word.rstrip("sthnrd"))


def month_number(word: str) -> int:
    """The number of a month by its first three letters."""
    return next(n for n, name in enumerate(MONTHS, 1) if name[:3] == word[:3].lower())


def day_number(word: str) -> int:
    """The number of a weekday by its first three letters; Monday is 0."""
    return next(n for n, name in enumerate(DAYS) if name[:3] == word[:3].lower())


def at_clock(found: re.Match[str], window: Window, now: Now) -> Window:
    """A day narrowed to the time that stands after it, when one does."""
    clock = found["clock"]
    if not clock:
        return window
    hour, minute = _clock(clock.lower())
    start = now.aware(datetime.combine(window.since, time(hour, minute)))
    return Window(start, start + timedelta(minutes=1 if minute else 60), "moment")


def _clock(clock: str) -> tuple[int, int]:
    if clock in ("noon", "midnight"):
        return (12 if clock == "noon" else 0), 0
    hour, _, minute = re.sub(r"[^\d:]", "", clock).partition(":")
    if "m" not in clock:
        return int(hour), int(minute or 0)
    return int(hour) % 12 + (12 if "p" in clock else 0), int(minute or 0)
