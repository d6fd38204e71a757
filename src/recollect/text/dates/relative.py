"""Expressions counted from the moment: yesterday, last week, two months ago, on Friday."""

from __future__ import annotations

import re
from datetime import date, timedelta

from . import calendar as cal
from .calendar import DAY, Now, Window
from .rules import Rules
from .words import amount, at_clock, day_number

Match = re.Match[str]
RULES = Rules()
UNIT_WORDS = "minute hour day week month quarter year decade "
UNIT_WORDS += " ".join(word + "s" for word in UNIT_WORDS.split())
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
SHORT_DAYS = "mon tue tues wed thu thur thurs fri sat sun"
SEASONS = "spring summer autumn fall winter"
TITLE = re.compile(r"\b[A-Z]\w+ $")  # Psychology Today
NAMED = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}


@RULES.add("today tonight yesterday tomorrow", "(?P<day>today|tonight|yesterday|tomorrow)<clock>")
def _named(found: Match, now: Now) -> Window | None:
    if found["day"] == "Today" and TITLE.search(
        found.string, max(0, found.start() - 20), found.start()
    ):
        return None
    return at_clock(found, cal.days(now.today + DAY * NAMED[found["day"].lower()]), now)


@RULES.add("yesterday tomorrow", "(?:the )?day (?P<way>before yesterday|after tomorrow)<clock>")
def _two_away(found: Match, now: Now) -> Window:
    offset = -2 if found["way"].lower().startswith("before") else 2
    return at_clock(found, cal.days(now.today + DAY * offset), now)


@RULES.add(
    "this & morning afternoon evening",
    "(?:early |late )?this (?:very )?(?:morning|afternoon|evening)",
)
def _this_part(found: Match, now: Now) -> Window:
    return cal.days(now.today)


@RULES.add("last & night", "(?:late )?last night<clock>")
def _last_night(found: Match, now: Now) -> Window:
    small_hours = now.aware(now.today) + timedelta(hours=6)
    return Window(now.today - DAY, small_hours, "day")


@RULES.add(
    "today this & earlier later",
    "(?P<when>earlier|later) (?P<unit>today|this (?:week|month|year|quarter))",
)
def _part_of_this(found: Match, now: Now) -> Window:
    name = found["unit"].lower().split()[-1]
    whole = cal.unit("day" if name == "today" else name, now.today)
    if found["when"].lower() == "later":
        return Window(now.today, whole.until, whole.grain)
    return Window(whole.since, now.today + DAY, whole.grain)


@RULES.add(
    "this last next past coming previous current & week weekend month quarter year decade",
    "(?P<which>this past|this coming|this|last|next|past|coming|previous|current) "
    "(?P<unit>week|weekend|month|quarter|year|decade)(?!-)"
    "(?! (?:of|before|after)\\b)",
)
def _calendar_unit(found: Match, now: Now) -> Window:
    which, name = found["which"].lower().split()[-1], found["unit"].lower()
    if name == "weekend":
        return _weekend(which, now)
    before = found.string[max(0, found.start() - 4) : found.start()].lower().split()
    if which == "past" or (which == "last" and before[-1:] == ["the"]):
        return Window(_back(name, now, 1), now.today + DAY, name)
    if which == "coming":
        return Window(now.today, cal.moved(name, now.at, 1).date() + DAY, name)
    return cal.unit(name, now.today, {"last": -1, "previous": -1, "next": 1}.get(which, 0))


def _weekend(which: str, now: Now) -> Window:
    if which in ("last", "past", "previous"):
        return cal.weekend(now.today, -1)
    if which == "coming":
        return cal.weekend(now.today, 1 if now.today.weekday() >= 5 else 0)
    return cal.weekend(now.today, 1 if which == "next" else 0)


@RULES.add(
    "weekend",
    "(?:over|on|at|during|for|by|before|after|since|until|till) (?P<x>the weekend)(?! of)",
)
def _the_weekend(found: Match, now: Now) -> Window:
    begun = now.today.weekday() >= 5
    return cal.weekend(now.today, 0 if begun or now.future else -1)


@RULES.add(
    "last next & before after",
    "(?:the )?(?P<unit>week|weekend|month|year|night) (?P<way>before last|after next)",
)
def _second(found: Match, now: Now) -> Window:
    name, offset = found["unit"].lower(), -2 if found["way"].lower().startswith("before") else 2
    return cal.unit("day" if name == "night" else name, now.today, offset)


@RULES.add(f"{UNIT_WORDS} & ago back", "<amount> <unit> (?:ago|back)(?! to)")
def _ago(found: Match, now: Now) -> Window:
    low, high = amount(found)
    window = cal.away(found["unit"].lower(), now.at, -low, -high)
    return _marked(window, low, high)


# How many are not just some: nobody tells, or it is before the calendar.
COUNTED = re.compile(
    r"(?:\bhow many|\d|hundreds?|thousands?|millions?|billions?)(?: of)?\s*$", re.IGNORECASE
)


@RULES.add("ago", "(?P<unit>days|weeks|months|years|decades) ago")
def _some_ago(found: Match, now: Now) -> Window | None:
    if COUNTED.search(found.string, max(0, found.start() - 12), found.start()):
        return None
    window = cal.away(found["unit"].lower()[:-1], now.at, -2, -10)
    return Window(window.since, window.until, window.grain, True)


@RULES.add(f"from & {UNIT_WORDS} & now today", "<amount> <unit> from (?:now|today)")
def _from_now(found: Match, now: Now) -> Window:
    low, high = amount(found)
    return _marked(cal.away(found["unit"].lower(), now.at, low, high), low, high)


TIME_IN = re.compile(r"\btime $", re.IGNORECASE)  # the first time in two years
TO_LAST = re.compile(r"\b(?:will|to|can|should|may|might|could|would) $", re.IGNORECASE)
SOON = re.compile(
    r"\b(?:will|won['’]t|going to|gonna|shall|plan\w*|due|is|are|am|upcoming|back|start\w*|"
    r"leav\w+|see you|[a-z]+['’](?:ll|m|re|s))\b[^.!?\n]{0,60}$",
    re.IGNORECASE,
)


@RULES.add(
    f"in & {UNIT_WORDS}",
    "in (?:about |around )?(?P<x><amount> <unit>)(?! (?:or|of|ago|and)\\b)(?!['’-])",
)
def _in_units(found: Match, now: Now) -> Window | None:
    # "I read it in two days" says how long, "I leave in two days" says when.
    if TIME_IN.search(found.string, max(0, found.start() - 8), found.start()):
        return None
    if not SOON.search(found.string, max(0, found.start() - 90), found.start()):
        return None
    low, high = amount(found)
    return _marked(cal.away(found["unit"].lower(), now.at, low, high), low, high)


@RULES.add(
    f"{UNIT_WORDS} & last past previous next coming",
    "(?:the |these |this |my |our )?(?P<way>last|past|previous|next|coming) (?:<amount> )?"
    "(?P<units>minutes|hours|days|weeks|months|quarters|years|decades)(?! of)",
)
def _last_some(found: Match, now: Now) -> Window | None:
    if TO_LAST.search(found.string, max(0, found.start() - 8), found.start()):
        return None
    name = found["units"].lower()[:-1]
    low, high = amount(found) if found["amount"] else (2, 5)
    if found["way"].lower() in ("next", "coming"):
        return _marked(Window(now.today, _ahead(name, now, high), name), low, high)
    if name in ("minute", "hour"):
        window = Window(
            cal.moved(name, now.at, -high), now.at + timedelta(microseconds=1), "moment"
        )
        return _marked(window, low, high)
    return _marked(Window(_back(name, now, high), now.today + DAY, name), low, high)


@RULES.add("last past & day hour", "(?:the )?(?:last|past) (?P<unit>day|hour)(?! of)")
def _past_day(found: Match, now: Now) -> Window | None:
    if found[0].lower().endswith("last day"):
        return None
    return Window(
        cal.moved(found["unit"].lower(), now.at, -1), now.at + timedelta(microseconds=1), "moment"
    )


def _back(name: str, now: Now, count: int) -> date:
    return cal.moved(name, now.at, -count).date()


def _ahead(name: str, now: Now, count: int) -> date:
    return cal.moved(name, now.at, count).date() + DAY


def _marked(window: Window, low: int, high: int) -> Window:
    return Window(window.since, window.until, window.grain, low != high and high - low > 1)


@RULES.add(
    WEEKDAYS,
    "(?:(?P<which>this past|this coming|last|next|this|past|coming) )?<weekday>"
    "(?! (?:mornings|afternoons|evenings|nights))<clock>"
    "(?: (?:of )?(?P<week>last|this|next) week)?",
)
def _weekday(found: Match, now: Now) -> Window | None:
    bare = not (found["which"] or found["week"])
    return (
        None
        if bare and _no_day(found.string, found.start(), found.end())
        else _that_day(found, now)
    )


@RULES.add(
    f"on by before after since until till last next this & {SHORT_DAYS}",
    "(?:on|by|before|after|since|until|till|(?P<which>last|next|this)) (?P<x><shortday>)<clock>",
)
def _short_weekday(found: Match, now: Now) -> Window | None:
    return _that_day(found, now)


NOT_A_DAY = re.compile(
    r"\b(?:every|each|black|good|ash|palm|easter|cyber|taco|focus|casual|entire|whole|first|second|third|fourth|any|most|other|alternate|"
    r"an?|the|my|your|our|his|her|their)\s+$|[*#|•:(&[]\s*$|^\s*[-+]\s+$",
    re.IGNORECASE,
)
EVERY = re.compile(
    r"\b(?:every|each|on)\s+(?:\w{3,6}days?(?:,\s*|\s+)(?:and\s+|or\s+)?){2,6}$|"
    r"\b(?:every|each)\s+\w{3,6}day(?:,\s*|\s+)(?:and\s+|or\s+)?$|"
    r"[a-z]day,\s+(?:and\s+|or\s+)?$|\btoday\s+is\s+$|\bit['’]s\s+$|"
    r"\b(?:today|tonight|tomorrow|yesterday)[,(\s]{1,3}$",
    re.IGNORECASE,
)
HEADING = re.compile(
    r"\s{0,3}(?:[:*|]|\.\w|of\s+(?:every|each)\b|[-–—,]\s*(?:and\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
    re.IGNORECASE,
)


def _no_day(text: str, start: int, end: int) -> bool:
    """Whether a weekday recurs, heads a list, or repeats what was said just before it."""
    if NOT_A_DAY.search(text, max(0, start - 24), start) or HEADING.match(text, end):
        return True
    return bool(EVERY.search(text, max(0, start - 90), start))


def _that_day(found: Match, now: Now) -> Window:
    groups = found.groupdict()
    which = (groups["which"] or "").lower().split()[-1:]
    number, today = day_number(found["weekday"]), now.today
    if groups.get("week"):
        offset = {"last": -1, "next": 1}.get(groups["week"].lower(), 0)
        day = cal.week(today, offset).since + DAY * number
    elif which == ["next"]:
        day = cal.week(today, 1).since + DAY * number
    elif which == ["this"]:
        day = cal.week(today).since + DAY * number
        day += DAY * 7 if now.future and day < today else DAY * 0
    elif which == ["coming"] or (now.future and which not in (["last"], ["past"])):
        day = today + DAY * ((number - today.weekday() - 1) % 7 + 1)
    else:
        day = today - DAY * ((today.weekday() - number - 1) % 7 + 1)
    return at_clock(found, cal.days(day), now)


@RULES.add(
    f"last this next past coming & {SEASONS}",
    "(?P<which>last|this past|this|next|past|coming) <season>(?!-)",
)
def _near_season(found: Match, now: Now) -> Window:
    which, name = found["which"].lower().split()[-1], found["season"].lower()
    near = [cal.season(name, now.today.year + step) for step in (-2, -1, 0, 1)]
    if which in ("last", "past"):
        return [w for w in near if w.until <= now.today][-1]
    if which in ("next", "coming"):
        return next(w for w in near if w.since > now.today)
    if name == "winter" and now.today.month < (3 if now.future else 7):
        return near[1]
    return near[2]


@RULES.add(
    "recently lately these other ago back",
    "recently|lately|these days|(?P<other>the other (?:day|night|week))|"
    "(?P<while>a (?:little |short )?while (?:ago|back)|some ?time ago)|"
    "(?P<long>a long time ago|a long while (?:ago|back)|ages ago)",
)
def _vague(found: Match, now: Now) -> Window:
    if found["other"]:
        size = 21 if found["other"].lower().endswith("week") else 14
        return Window(now.today - DAY * size, now.today, "day", True)
    if found["while"]:
        return Window(cal.later(now.today, -18), now.today - DAY * 3, "month", True)
    if found["long"]:
        return Window(cal.later(now.today, -240), cal.later(now.today, -6), "year", True)
    return Window(cal.later(now.today, -2), now.today + DAY, "week", True)
