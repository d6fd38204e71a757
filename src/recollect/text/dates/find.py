"""Finding the expressions in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from .calendar import Now, Window
from .marks import DIGIT, around, marked, possible
from .rules import Rule
from .words import DAYS, PAST, TO_COME

Towards = Literal["past", "future", "near"]
Side = Literal["in", "before", "after", "since", "until", "by"]
SHORT = 300  # characters; the whole is read sooner than places in it are found
STOP = re.compile(r"[.!?](?=\s|$)|\n")
SIDE = re.compile(
    r"\b(before|prior\s+to|after|since|until|till|by|up\s+to)\s+"
    r"(?:(?:about|around|the|at\s+least|early|late)\s+)?$",
    re.IGNORECASE,
)
SIDES: dict[str, Side] = {
    "in": "in", "before": "before", "prior": "before", "after": "after", "since": "since",
    "until": "until", "till": "until", "up": "until", "by": "by",
}  # fmt: skip
JOINT = re.compile(r"\s*(?:-|–|—|to|until|till|through|thru|and)\s*(?:the\s+)?", re.IGNORECASE)
RANGE = re.compile(r"\b(?:between|from)\s+(?:the\s+)?$", re.IGNORECASE)
YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
ONWARDS = re.compile(r"\s+(?:on|onwards?|forward)\b(?!\s+(?:the|my|a)\b)", re.IGNORECASE)


@dataclass(frozen=True)
class Span:
    """A time expression: where it stands, and the window it names.

    `side` says how the text stands to that window: "in" it, "before" or "after" it, "since" its
    beginning, "until" or "by" its end. `bounds` combines the two.
    """

    start: int
    end: int
    text: str
    since: datetime
    until: datetime
    grain: str
    side: Side = "in"
    vague: bool = False

    @property
    def bounds(self) -> tuple[datetime | None, datetime | None]:
        """The time that is meant, from (inclusive) and to (exclusive); None is open."""
        if self.side == "before":
            return None, self.since
        if self.side in ("until", "by"):
            return None, self.until
        if self.side == "after":
            return self.until, None
        return self.since, None if self.side == "since" else self.until


@dataclass(frozen=True)
class _Found:
    rule: Rule
    match: re.Match[str]
    start: int
    end: int
    window: Window


def spans(text: str, at: datetime, towards: Towards = "past") -> list[Span]:
    """The time expressions of an English text, in order and without overlaps.

    `at` is when it was said; days begin at midnight of its zone (UTC when it has none), weeks on
    Monday. `towards` says where an open expression points ("on Friday", "in March", "the 5th"):
    to the last one, to the next one, or ("near") where the tense of its sentence points, and
    failing that to the one that is nearer in time.
    """
    rules = possible(text)
    if not rules:
        return []
    now = Now(at if at.tzinfo else at.replace(tzinfo=UTC), towards == "future")
    found = _chosen(_candidates(text, rules, now, towards == "near"))
    return _joined(found, text, now)


def _candidates(text: str, rules: list[Rule], now: Now, near: bool) -> list[_Found]:
    out = []
    marks = marked(text) if len(text) > SHORT else None
    for rule in rules:
        for start, end in [(0, len(text))] if marks is None else around(text, marks, rule):
            for match in rule.pattern.finditer(text, start, end):
                window = _meant(rule, match, now, near)
                if window and _placeable(window, now):
                    out.append(_found(rule, match, window))
    return out


def _meant(rule: Rule, match: re.Match[str], now: Now, near: bool) -> Window | None:
    window = rule.read(match, now)
    other = rule.read(match, Now(now.at, True)) if near else None
    if other is None or window is None or other == window:
        return window or other
    text, start = match.string, match.start()
    around = text[max(0, start - 80) : start].rpartition("\n")[2]
    around = STOP.split(around)[-1] + STOP.split(text[start : match.end() + 40])[0]
    if TO_COME.search(around):
        return other
    if PAST.search(around):
        return window
    gone, ahead = now.at - now.aware(window.until), now.aware(other.since) - now.at
    return other if ahead < gone else window


def _found(rule: Rule, match: re.Match[str], window: Window) -> _Found:
    marked = "x" in match.re.groupindex and match.start("x") >= 0
    start = match.start("x") if marked else match.start()
    which = match.groupdict().get("which")
    if marked and which:
        start = match.start("which")
    return _Found(rule, match, start, match.end(), window)


def _placeable(window: Window, now: Now) -> bool:
    """Whether the window is inside the years that a moment in UTC can have."""
    try:
        first, last = now.aware(window.since), now.aware(window.until)
        return first.astimezone(UTC) < last.astimezone(UTC)
    except (ValueError, OverflowError):
        return False


def _chosen(found: list[_Found]) -> list[_Found]:
    """The first and longest of those that overlap."""
    out: list[_Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not out or one.start >= out[-1].end:
            out.append(one)
    return out


def _span(text: str, one: _Found, now: Now) -> Span:
    window, end = one.window, one.end
    since, until = now.aware(window.since), now.aware(window.until)
    before = SIDE.search(text, max(0, one.start - 30), one.start)
    word = before[1].lower().split()[0] if before else "in"
    side = SIDES[word]
    if ONWARDS.match(text, end):
        side = "since"
    return Span(
        one.start, end, text[one.start : end], since, until, window.grain, side, window.vague
    )


def _joined(found: list[_Found], text: str, now: Now) -> list[Span]:
    """The spans, with "from March to May" as one."""
    out: list[Span] = []
    previous: _Found | None = None
    for one in found:
        span = _span(text, one, now)
        if previous and JOINT.fullmatch(text, previous.end, one.start):
            if RANGE.search(text, max(0, previous.start - 14), previous.start) or _dates(
                out[-1], span, text[previous.end : one.start]
            ):
                out[-1], previous = _range(previous, span, text, now), None
                continue
            if _weekdays(out[-1], span) and "and" not in text[previous.end : one.start].lower():
                out, previous = out[:-1], None
                continue
        out.append(span)
        previous = one
    return out


def _dates(first: Span, last: Span, joint: str) -> bool:
    """Whether both are dates of the calendar: "May 4 – June 15"."""
    plain = first.grain == last.grain == "day" and "and" not in joint.lower()
    return plain and bool(DIGIT.search(first.text) and DIGIT.search(last.text))


def _weekdays(first: Span, last: Span) -> bool:
    """Whether both name just a weekday: "Monday to Friday" is a habit."""
    return first.text.lower() in DAYS and last.text.lower() in DAYS


def _range(first: _Found, last: Span, text: str, now: Now) -> Span:
    """Both ends as one; the first is read anew when the last one says of which year it is."""
    start = _span(text, first, now)
    if start.since >= last.until or (YEAR.search(last.text) and not YEAR.search(start.text)):
        window = first.rule.read(first.match, Now(last.since)) or first.window
        start = _span(text, replace(first, window=window), now)
    since, until = sorted((start.since, last.until))
    return replace(
        last, start=start.start, text=text[start.start : last.end], since=since, until=until,
        side="in", vague=start.vague or last.vague,
    )  # fmt: skip
