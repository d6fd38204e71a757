"""Days, weeks, months, seasons and years as windows, and the moment they are counted from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = timedelta(days=1)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


@dataclass(frozen=True)
class Window:
    """From `since` (inclusive) to `until` (exclusive); a plain date means its midnight."""

    since: date
    until: date
    grain: str
    vague: bool = False


@dataclass(frozen=True)
class Now:
    """The moment that expressions are resolved against, and where an open one points."""

    at: datetime
    future: bool = False

    @property
    def today(self) -> date:
        """The day of the moment, in its own zone."""
        return self.at.date()

    @property
    def zone(self) -> tzinfo:
        """The zone whose midnights bound the days; UTC when the moment names none."""
        return self.at.tzinfo or UTC

    def aware(self, value: date) -> datetime:
        """A date as its midnight in the zone; a datetime in that zone."""
        if isinstance(value, datetime):
            return value.astimezone(self.zone) if value.tzinfo else value.replace(tzinfo=self.zone)
        return datetime.combine(value, time(), self.zone)


def later(day: date, months: int) -> date:
    """The same day of another month, or that month's last day: 31 March less one is 28 February."""
    count = day.year * 12 + day.month - 1 + months
    year, month = divmod(count, 12)
    return date(year, month + 1, min(day.day, _length(year, month + 1)))


def days(first: date, last: date | None = None) -> Window:
    """One day, or the days from first to last."""
    return Window(first, (last or first) + DAY, "day")


def week(day: date, offset: int = 0) -> Window:
    """The week from Monday to Sunday that holds the day, or one before or after it."""
    monday = day + DAY * (7 * offset - day.weekday())
    return Window(monday, monday + DAY * 7, "week")


def weekend(day: date, offset: int) -> Window:
    """Saturday and Sunday of the week that holds the day."""
    saturday = week(day, offset).since + DAY * 5
    return Window(saturday, saturday + DAY * 2, "weekend")


def month(year: int, number: int, offset: int = 0) -> Window:
    """A calendar month."""
    first = later(date(year, number, 1), offset)
    return Window(first, later(first, 1), "month")


def quarter(day: date, offset: int = 0) -> Window:
    """A quarter of the calendar year."""
    first = later(date(day.year, day.month - (day.month - 1) % 3, 1), 3 * offset)
    return Window(first, later(first, 3), "quarter")


def year(number: int) -> Window:
    """A calendar year."""
    return Window(date(number, 1, 1), date(number + 1, 1, 1), "year")


def season(name: str, number: int) -> Window:
    """Three whole months of the northern year; the winter of a year begins in its December."""
    first = date(number, SEASONS[name], 1)
    return Window(first, later(first, 3), "season")


def unit(name: str, day: date, offset: int = 0) -> Window:
    """The calendar unit that holds the day, or one before or after it."""
    if name == "day":
        return days(day + DAY * offset)
    if name == "week":
        return week(day, offset)
    if name == "weekend":
        return weekend(day, offset)
    if name == "month":
        return month(day.year, day.month, offset)
    if name == "quarter":
        return quarter(day, offset)
    if name == "decade":
        first = day.year - day.year % 10 + 10 * offset
        return Window(date(first, 1, 1), date(first + 10, 1, 1), "decade")
    return year(day.year + offset)


def moved(name: str, at: datetime, count: int) -> datetime:
    """A moment some units later, or earlier when the count is negative."""
    if name in ("minute", "hour", "day", "week"):
        return at + count * timedelta(**{name + "s": 1})
    size = {"month": 1, "quarter": 3, "year": 12, "decade": 120}[name]
    return datetime.combine(later(at.date(), count * size), at.timetz())


def away(name: str, at: datetime, low: int, high: int) -> Window:
    """What "two weeks ago" means: the day, or half a unit to either side; years by the calendar.

    Counts are negative for the past; low and high differ for "a few".
    """
    first, last = sorted((moved(name, at, low), moved(name, at, high)))
    if name in ("minute", "hour"):
        slack = timedelta(minutes=30 if name == "hour" else 5)
        return Window(first - slack, last + slack, "moment")
    slack = DAY * {"week": 3, "month": 15, "quarter": 45}.get(name, 0)
    if name in ("year", "decade"):
        return Window(date(first.year, 1, 1), date(last.year + 1, 1, 1), "year")
    return Window(first.date() - slack, last.date() + slack + DAY, name)


def _length(number: int, month: int) -> int:
    if month == 2:
        leap = number % 4 == 0 and (number % 100 != 0 or number % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31
