"""Time expressions in English text, resolved against the moment they were said.

    >>> from datetime import UTC, datetime
    >>> [span] = spans("What did we decide last week?", datetime(2026, 3, 18, tzinfo=UTC))
    >>> span.text, f"{span.since:%d %b}", f"{span.until:%d %b}"
    ('last week', '09 Mar', '16 Mar')

What the words are taken to mean, where people differ:

- Weeks begin on Monday; "last week" is the calendar week before this one, "the past week" and
  "the last week" are the seven days up to today. The same for months, quarters and years.
- "Two weeks ago" is that day with three days to either side, "two months ago" with fifteen, "two
  years ago" the calendar year. "Three days ago" is that day.
- "Last Friday" is the latest one before today, "next Friday" the one of next week. "On Friday",
  "in March" and "5 May" point where `towards` says.
- 5/12/2026 is 12 May, unless the first number cannot be a month; 5.12.2026 is 5 December.
- Seasons are whole months of the northern half, spring from March; the winter of 2025 begins in
  December 2025.
- A morning or a night belongs to its day; "last night" reaches to six in the morning.
- "Early" and "late" are thirds; the start and the end of a month or a year are fifths of it.
- "Recently" is two months, and `vague`, like "a few weeks ago" and "the other day".

A length of time ("for two weeks") is no expression of when, nor is what recurs ("on Fridays").
"""

from .ask import asked, looks_back
from .find import Span, spans

__all__ = ["Span", "asked", "looks_back", "spans"]
