"""Longer stretches and feasts: in 2023, the end of last month, summer 2024, at Christmas."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from . import calendar as cal
from .absolute import PART, SIDES, nearest, part_of
from .calendar import DAY, Now, Window
from .rules import Rules
from .words import HOLIDAYS, at_clock, month_number

Match = re.Match[str]
RULES = Rules()
COUNTED = (
    "(?! (?:people|words|steps|miles|meters|metres|dollars|euros|calories|users|lines|square|"
    "years|hours|days|pounds|kg|km|ml|mg|points|units|characters|tokens|rows|items|times|to)\\b)"
)
PLACE = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


@RULES.add("#year", rf"(?:{SIDES}|and|year|year of|back in|the) (?P<x><year>){COUNTED}")
def _year_alone(found: Match, now: Now) -> Window | None:
    before = found[0].lower().split()[0]
    if before in ("of", "for", "to", "and", "the", "around"):
        return None
    return cal.year(int(found["year"]))


@RULES.add(
    "#year",
    r"(?:from|between) (?P<x><year> (?:to|and|until|till|through) (?P<last>(?:1[89]|20)\d\d))",
)
def _years(found: Match, now: Now) -> Window:
    return Window(cal.year(int(found["year"])).since, cal.year(int(found["last"])).until, "year")


@RULES.add("#year & start beginning middle end early mid late", rf"{PART}<year>")
def _part_of_year(found: Match, now: Now) -> Window:
    return part_of(found["part"], cal.year(int(found["year"])))


@RULES.add(
    "#decade",
    r"(?:in|during|from|of|since|until|before|after|late|early) "
    r"(?P<x>the (?P<year>(?:19|20)\d)0['’]?s)",
)
def _decade(found: Match, now: Now) -> Window:
    return cal.unit("decade", date(int(found["year"] + "0"), 1, 1))


@RULES.add("q", r"Q(?P<q>[1-4]) ?(?:of )?(?:<year>)?")
def _quarter(found: Match, now: Now) -> Window:
    number = 3 * int(found["q"]) - 2
    if found["year"]:
        return cal.quarter(date(int(found["year"]), number, 1))
    own = cal.quarter(date(now.today.year, number, 1))
    if now.future and own.until <= now.today:
        return cal.quarter(own.since, 4)
    if not now.future and own.since > now.today:
        return cal.quarter(own.since, -4)
    return own


@RULES.add(
    "start beginning middle end early mid late & week month quarter year decade",
    rf"{PART}(?P<which>the|this|last|next) (?P<unit>week|month|quarter|year|decade)\b",
)
def _part_of_unit(found: Match, now: Now) -> Window:
    offset = {"last": -1, "next": 1}.get(found["which"].lower(), 0)
    return part_of(found["part"], cal.unit(found["unit"].lower(), now.today, offset))


@RULES.add(
    "first second third fourth last & week weekend",
    "(?:the )?(?P<place>first|second|third|fourth|last) (?P<unit>week|weekend) (?:of|in) "
    "(?:(?P<which>this|last|next) month|<month>(?:,? <year>)?)",
)
def _week_of_month(found: Match, now: Now) -> Window:
    if found["which"]:
        offset = {"last": -1, "next": 1}.get(found["which"].lower(), 0)
        whole = cal.unit("month", now.today, offset)
    else:
        number = month_number(found["month"])
        first = nearest(number, 1, now)
        whole = cal.month(int(found["year"] or first.year), number)
    place = PLACE[found["place"].lower()]
    if found["unit"].lower() == "weekend":
        saturdays = [d for d in _days(whole) if d.weekday() == 5]
        return Window(saturdays[place], saturdays[place] + DAY * 2, "weekend")
    if place < 0:
        return Window(whole.until - DAY * 7, whole.until, "week")
    return Window(whole.since + DAY * 7 * place, whole.since + DAY * 7 * (place + 1), "week")


def _days(whole: Window) -> list[date]:
    return [whole.since + DAY * n for n in range((whole.until - whole.since).days)]


@RULES.add("#year & spring summer autumn fall winter", rf"(?:{PART})?<season>(?: of|,)? <year>")
def _season_year(found: Match, now: Now) -> Window:
    return part_of(found["part"], cal.season(found["season"].lower(), int(found["year"])))


@RULES.add(
    "the & spring summer autumn fall winter",
    "(?:in|over|during|since|until|till|by|before|after) (?P<x>the (?:early |late )?<season>)"
    "(?! of)<alone>",
)
def _the_season(found: Match, now: Now) -> Window:
    name, year = found["season"].lower(), now.today.year
    near = [cal.season(name, year + step) for step in (-1, 0, 1)]
    if now.future:
        one = next(w for w in near if w.until > now.today)
    else:
        one = [w for w in near if w.since <= now.today][-1]
    return replace(one, vague=True)  # "I swim in the summer" is a habit


@RULES.add(
    "new christmas halloween valentine valentines boxing independence"
    " & year years christmas halloween valentine valentines boxing independence",
    "(?:(?:at|on|over|for|before|after|since|until|till|by|around|during|from|in)(?: the)? |"
    "(?P<which>last|this past|this|next|past) |)"
    "(?P<x>(?P<day>christmas(?: eve| day)?|boxing day|new year(?:['’]?s)?(?: eve| day)?|halloween|"
    "valentine['’]?s(?: day)?|independence day)(?:(?: of|,)? <year>)?)<clock><alone>",
)
def _holiday(found: Match, now: Now) -> Window | None:
    prefix = found.string[found.start() : found.start("x")]
    if not prefix and not found["year"]:
        return None
    name = re.sub(r"\s+", " ", found["day"].lower().replace("’", "'"))
    name = re.sub(r"^(new year|valentine)'?s\b", r"\1's", name)
    month, day = HOLIDAYS[name]
    if found["year"]:
        return cal.days(date(int(found["year"]), month, day))
    which = (found["which"] or "").lower().split()[-1:]
    future = which == ["next"] or (now.future and which not in (["last"], ["past"]))
    if which == ["this"]:
        return cal.days(date(now.today.year, month, day))
    return at_clock(found, cal.days(nearest(month, day, Now(now.at, future))), now)


@RULES.add(
    "#nth & month",
    r"(?:the )?(?P<d>\d{1,2}(?:st|nd|rd|th)) (?:of )?(?P<which>this|last|next) month<clock>",
)
def _day_of_that_month(found: Match, now: Now) -> Window:
    offset = {"last": -1, "next": 1}.get(found["which"].lower(), 0)
    whole = cal.unit("month", now.today, offset)
    return at_clock(found, cal.days(whole.since.replace(day=int(found["d"][:-2]))), now)


@RULES.add(
    "#nth",
    r"(?:on|by|until|till|before|after|since|from) (?P<x>the (?P<d>\d{1,2}(?:st|nd|rd|th)))"
    r"<clock><alone>(?! of [a-z])",
)
def _day_of_month(found: Match, now: Now) -> Window | None:
    number = int(found["d"][:-2])
    for step in range(4):
        whole = cal.month(now.today.year, now.today.month, step if now.future else -step)
        day = whole.since + DAY * (number - 1)
        if day < whole.until and (day >= now.today if now.future else day <= now.today):
            return at_clock(found, cal.days(day), now)
    return None
