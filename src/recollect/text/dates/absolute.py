"""Expressions of the calendar: in March, 5 May 2026, the 5th, 2026-05-12, in 2023, Christmas."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from . import calendar as cal
from .calendar import DAY, Now, Window
from .rules import Rules
from .words import MONTHS, at_clock, day_number, month_number, ordinal

Match = re.Match[str]
RULES = Rules()
MONTH_WORDS = "january february ^march april ^may june july august september october november "
MONTH_WORDS += "december jan feb ^mar apr jun jul aug sep sept oct nov dec"
SIDES = "in|since|until|till|by|before|after|during|from|through|around|between|of|to|for"


@RULES.add(
    "#date",
    r"(?P<y>\d{4})(?P<mark>[-/])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})(?![-/]?\d)"
    r"(?:(?:T| )(?P<time>\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?P<zone>Z|[+-]\d\d:?\d\d)?)?",
)
def _iso(found: Match, now: Now) -> Window:
    day = date(int(found["y"]), int(found["m"]), int(found["d"]))
    if not found["time"]:
        return cal.days(day)
    start = now.aware(datetime.fromisoformat(f"{day}T{found['time']}{found['zone'] or ''}".upper()))
    return Window(start, start + timedelta(minutes=1), "moment")


@RULES.add(
    "#date",
    r"(?P<a>\d{1,2})(?P<mark>[/.-])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{4}|\d\d)(?![-/.]?\d)<clock>",
)
def _slashed(found: Match, now: Now) -> Window | None:
    # Month first, as in the United States, unless that cannot be; day first with dots.
    first, second, year = int(found["a"]), int(found["b"]), int(found["y"])
    if len(found["y"]) == 2:
        if found["mark"] != "/":
            return None
        year += 2000 if year < 70 else 1900
    if found["mark"] == "." or first > 12:
        first, second = second, first
    if not 1900 <= year < 2200:
        return None
    return at_clock(found, cal.days(date(year, first, second)), now)


@RULES.add(
    "#date",
    r"(?:on|by|before|after|since|until|till|due) (?P<x>(?P<a>\d{1,2})/(?P<b>\d{1,2}))"
    r"(?![/\d])<alone>",
)
def _short_slashed(found: Match, now: Now) -> Window | None:
    first, second = int(found["a"]), int(found["b"])
    if re.match(r"\s+of\b", found.string[found.end() : found.end() + 6]):
        return None
    return cal.days(nearest(*((second, first) if first > 12 else (first, second)), now))


# A number that can only be a day makes a month of "may" and "march" even when written small.
@RULES.add(
    "#nth & may march",
    r"<dayname>(?:the )?(?P<d>\d{1,2}(?:st|nd|rd|th))(?P<to>(?!))? (?:of )?(?P<month>may|march)"
    r"(?:,? ?<year>)?<clock>",
)
@RULES.add(
    "#nth & may march",
    r"<dayname>(?P<month>may|march) (?:the )?(?P<d>\d{1,2}(?:st|nd|rd|th))"
    r"<through>(?:,? ?<year>)?<clock>",
)
@RULES.add(
    MONTH_WORDS,
    r"<dayname>(?:the )?(?P<d>\d{1,2}(?:st|nd|rd|th)?|<ordinal>)"
    r"<until> (?:of )?<month>(?:,? ?<year>)?<clock>",
)
@RULES.add(
    MONTH_WORDS,
    r"<dayname><month> ?(?:the )?(?P<d>\d{1,2}(?:st|nd|rd|th)?|<ordinal>)(?![\d%/]|[.:]\d)"
    r"<through>(?:,? ?<year>)?<clock>",
)
def _dated(found: Match, now: Now) -> Window:
    number, first = month_number(found["month"]), ordinal(found["d"])
    year = found["year"]
    day = date(int(year), number, first) if year else nearest(number, first, now)
    if found["weekday"] and not year:
        day = _fitting(day, day_number(found["weekday"]), now)
    if found["weekof"]:
        return Window(day, day + DAY * 7, "week")
    last = day.replace(day=int(found["to"])) if found["to"] else day
    return at_clock(found, cal.days(day, last), now)


def _fitting(day: date, weekday: int, now: Now) -> date:
    """ "Friday, June 7th": of this year, the one before and the next, the one that is a Friday."""
    if (day.month, day.day) == (2, 29):
        return day
    near = [day.replace(year=now.today.year + step) for step in (-1, 0, 1)]
    fit = [other for other in near if other.weekday() == weekday]
    return min(fit, key=lambda other: abs(other - now.today)) if fit else day


def nearest(month: int, day: int, now: Now) -> date:
    """The last such date up to today, or the next one; a leap day waits for its year."""
    years = range(
        now.today.year, now.today.year + (9 if now.future else -9), 1 if now.future else -1
    )
    for year in years:
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= now.today if now.future else found <= now.today:
            return found
    raise ValueError


PART = "(?P<part>early|mid|late|(?:the )?(?:start|beginning|middle|end) of)(?: |-)"


@RULES.add(MONTH_WORDS, rf"(?:{PART})?<month>,? (?:of )?(?:<year>|['’](?P<short>\d\d))")
def _month_year(found: Match, now: Now) -> Window:
    year = int(found["year"] or "20" + found["short"])
    return part_of(found["part"], cal.month(year, month_number(found["month"])))


# "A pattern by June Tailor", "for April Jones"
NAMED = re.compile(r"(?:by|for|of|from|to)\s+(?:April|June|August|May|Jan)\s+[A-Z]")


@RULES.add(
    MONTH_WORDS,
    rf"(?:(?:{SIDES}) |(?P<which>last|next|this(?: past| coming)?) )"
    rf"(?P<x>(?:{PART})?<month>)(?! ?['’]?\d)",
)
def _month_alone(found: Match, now: Now) -> Window | None:
    if NAMED.match(found.string, found.start()):
        return None
    return _bare_month(found, now)


NAMES = "|".join(name.capitalize() for name in MONTHS)


@RULES.add(MONTH_WORDS, rf"(?-i:{NAMES}),? (?:and|or) (?P<x><month>)(?! ?['’]?\d)")
def _second_month(found: Match, now: Now) -> Window | None:
    return _bare_month(found, now)


@RULES.add(MONTH_WORDS, rf"{PART}<month>(?! ?['’]?\d)")
def _part_of_month(found: Match, now: Now) -> Window | None:
    return _bare_month(found, now)


@RULES.add(
    "in since until till last next during early mid late by & march may",
    "(?:in|since|until|till|last|next|during|early|mid|late|by)(?: |-)"
    "(?P<x>(?P<month>march|may))(?! [0-9])",
)
def _small_month(found: Match, now: Now) -> Window | None:
    return _bare_month(found, now)


@RULES.add(
    "january february july september october november december",
    "(?P<month>(?-i:January|February|July|September|October|November|December))"
    "(?! ?['’]?[0-9])<alone>",
)
def _plain_month(found: Match, now: Now) -> Window | None:
    return _bare_month(found, now)


def _bare_month(found: Match, now: Now) -> Window | None:
    groups = found.groupdict()
    number, today = month_number(found["month"]), now.today
    which = re.split(r"[\s\u00a0-]+", (groups.get("which") or found[0]).lower())
    if which[0] == "last" or which[:2] == ["this", "past"]:
        year = today.year - (number >= today.month)
    elif which[0] == "next" or which[:2] == ["this", "coming"]:
        year = today.year + (number <= today.month)
    elif which[0] == "this":
        year = today.year
    elif now.future:
        year = today.year + (number < today.month)
    else:
        year = today.year - (number > today.month)
    return part_of(groups.get("part"), cal.month(year, number))


def part_of(part: str | None, whole: Window) -> Window:
    """The early, middle or late third of a window; its start or its end is a fifth."""
    if not part:
        return whole
    length = (whole.until - whole.since).days
    third, fifth = max(1, length // 3), max(1, length // 5)
    word = part.lower().removeprefix("the").split()[0]
    if word in ("early", "start", "beginning"):
        return Window(
            whole.since, whole.since + DAY * (third if word == "early" else fifth), whole.grain
        )
    if word in ("late", "end"):
        return Window(
            whole.until - DAY * (third if word == "late" else fifth), whole.until, whole.grain
        )
    return Window(whole.since + DAY * third, whole.until - DAY * third, whole.grain)
