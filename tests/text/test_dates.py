"""Time expressions: what is found, what it means at a moment, and what is left alone."""

from datetime import UTC, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.text.dates import asked, spans

AT = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)  # a Wednesday

# text, and for each expression: its words, since, until, side, and whether it is vague
PAST = [
    ("What did I do today?", "today: 2026-03-18 2026-03-19 in"),
    ("I slept badly last night", "last night: 2026-03-17 2026-03-18T06:00 in"),
    ("see you tonight", "tonight: 2026-03-18 2026-03-19 in"),
    ("I met Ana yesterday", "yesterday: 2026-03-17 2026-03-18 in"),
    ("yesterday morning we left", "yesterday morning: 2026-03-17 2026-03-18 in"),
    ("yesterday at 3pm", "yesterday at 3pm: 2026-03-17T15:00 2026-03-17T16:00 in"),
    ("yesterday at 3:30 pm", "yesterday at 3:30 pm: 2026-03-17T15:30 2026-03-17T15:31 in"),
    ("today at noon", "today at noon: 2026-03-18T12:00 2026-03-18T13:00 in"),
    ("the day before yesterday", "the day before yesterday: 2026-03-16 2026-03-17 in"),
    ("the day after tomorrow", "the day after tomorrow: 2026-03-20 2026-03-21 in"),
    ("this morning I ran", "this morning: 2026-03-18 2026-03-19 in"),
    ("this week", "this week: 2026-03-16 2026-03-23 in"),
    ("last week", "last week: 2026-03-09 2026-03-16 in"),
    ("next week", "next week: 2026-03-23 2026-03-30 in"),
    ("the past week", "past week: 2026-03-11 2026-03-19 in"),
    ("in the last week", "last week: 2026-03-11 2026-03-19 in"),
    ("the coming week", "coming week: 2026-03-18 2026-03-26 in"),
    ("this month", "this month: 2026-03-01 2026-04-01 in"),
    ("last month", "last month: 2026-02-01 2026-03-01 in"),
    ("next month", "next month: 2026-04-01 2026-05-01 in"),
    ("over the past month", "past month: 2026-02-18 2026-03-19 in"),
    ("this year", "this year: 2026-01-01 2027-01-01 in"),
    ("last year", "last year: 2025-01-01 2026-01-01 in"),
    ("next year", "next year: 2027-01-01 2028-01-01 in"),
    ("this quarter", "this quarter: 2026-01-01 2026-04-01 in"),
    ("last quarter", "last quarter: 2025-10-01 2026-01-01 in"),
    ("next quarter", "next quarter: 2026-04-01 2026-07-01 in"),
    ("last weekend", "last weekend: 2026-03-14 2026-03-16 in"),
    ("this weekend", "this weekend: 2026-03-21 2026-03-23 in"),
    ("next weekend", "next weekend: 2026-03-28 2026-03-30 in"),
    ("this past weekend", "this past weekend: 2026-03-14 2026-03-16 in"),
    ("over the weekend", "the weekend: 2026-03-14 2026-03-16 in"),
    ("the week before last", "the week before last: 2026-03-02 2026-03-09 in"),
    ("the month before last", "the month before last: 2026-01-01 2026-02-01 in"),
    ("the week after next", "the week after next: 2026-03-30 2026-04-06 in"),
    ("the year before last", "the year before last: 2024-01-01 2025-01-01 in"),
    ("earlier this week", "earlier this week: 2026-03-16 2026-03-19 in"),
    ("later this month", "later this month: 2026-03-18 2026-04-01 in"),
    ("earlier today", "earlier today: 2026-03-18 2026-03-19 in"),
    ("the beginning of this year", "the beginning of this year: 2026-01-01 2026-03-15 in"),
    ("by the end of the month", "the end of the month: 2026-03-26 2026-04-01 by"),
    ("at the end of last year", "the end of last year: 2025-10-20 2026-01-01 in"),
    ("the last week of February", "the last week of February: 2026-02-22 2026-03-01 in"),
    ("the first week of January 2025", "the first week of January 2025: 2025-01-01 2025-01-08 in"),
    ("2 days ago", "2 days ago: 2026-03-16 2026-03-17 in"),
    ("three days ago", "three days ago: 2026-03-15 2026-03-16 in"),
    ("a day ago", "a day ago: 2026-03-17 2026-03-18 in"),
    ("a week ago", "a week ago: 2026-03-08 2026-03-15 in"),
    ("two weeks ago", "two weeks ago: 2026-03-01 2026-03-08 in"),
    ("a couple of weeks ago", "a couple of weeks ago: 2026-02-22 2026-03-08 in"),
    ("a few days ago", "a few days ago: 2026-03-13 2026-03-17 in vague"),
    ("several months ago", "several months ago: 2025-08-03 2026-01-03 in vague"),
    ("a month ago", "a month ago: 2026-02-03 2026-03-06 in"),
    ("6 months ago", "6 months ago: 2025-09-03 2025-10-04 in"),
    ("a year ago", "a year ago: 2025-01-01 2026-01-01 in"),
    ("two years ago", "two years ago: 2024-01-01 2025-01-01 in"),
    ("2-3 weeks ago", "2-3 weeks ago: 2026-02-22 2026-03-08 in"),
    ("two or three days ago", "two or three days ago: 2026-03-15 2026-03-17 in"),
    ("a few weeks back", "a few weeks back: 2026-02-08 2026-03-08 in vague"),
    ("years ago", "years ago: 2016-01-01 2025-01-01 in vague"),
    ("an hour ago", "an hour ago: 2026-03-18T14:00 2026-03-18T15:00 in"),
    ("20 minutes ago", "20 minutes ago: 2026-03-18T15:05 2026-03-18T15:15 in"),
    ("I'm leaving in two days", "two days: 2026-03-20 2026-03-21 in"),
    ("The lease will end in three weeks", "three weeks: 2026-04-05 2026-04-12 in"),
    ("a week from now", "a week from now: 2026-03-22 2026-03-29 in"),
    ("in the last 3 days", "the last 3 days: 2026-03-15 2026-03-19 in"),
    ("in the past two weeks", "the past two weeks: 2026-03-04 2026-03-19 in"),
    ("over the last few months", "the last few months: 2025-10-18 2026-03-19 in vague"),
    ("the last 5 years", "the last 5 years: 2021-03-18 2026-03-19 in"),
    ("during the next two weeks", "the next two weeks: 2026-03-18 2026-04-02 in"),
    ("the last 24 hours", "the last 24 hours: 2026-03-17T15:30 2026-03-18T15:30 in"),
    ("on Friday", "Friday: 2026-03-13 2026-03-14 in"),
    ("on Wednesday", "Wednesday: 2026-03-11 2026-03-12 in"),
    ("last Friday", "last Friday: 2026-03-13 2026-03-14 in"),
    ("this Friday", "this Friday: 2026-03-20 2026-03-21 in"),
    ("next Friday", "next Friday: 2026-03-27 2026-03-28 in"),
    ("this coming Friday", "this coming Friday: 2026-03-20 2026-03-21 in"),
    ("this past Tuesday", "this past Tuesday: 2026-03-17 2026-03-18 in"),
    ("Friday night", "Friday night: 2026-03-13 2026-03-14 in"),
    ("Friday at 9 am", "Friday at 9 am: 2026-03-13T09:00 2026-03-13T10:00 in"),
    ("Tuesday of last week", "Tuesday of last week: 2026-03-10 2026-03-11 in"),
    ("Thursday last week", "Thursday last week: 2026-03-12 2026-03-13 in"),
    ("on Sat we hiked", "Sat: 2026-03-14 2026-03-15 in"),
    ("next Mon", "next Mon: 2026-03-23 2026-03-24 in"),
    ("in March", "March: 2026-03-01 2026-04-01 in"),
    ("in may", "may: 2025-05-01 2025-06-01 in"),
    ("In May we moved", "May: 2025-05-01 2025-06-01 in"),
    ("in November", "November: 2025-11-01 2025-12-01 in"),
    ("last March", "last March: 2025-03-01 2025-04-01 in"),
    ("last November", "last November: 2025-11-01 2025-12-01 in"),
    ("next May", "next May: 2026-05-01 2026-06-01 in"),
    ("this June", "this June: 2026-06-01 2026-07-01 in"),
    ("since April", "April: 2025-04-01 2025-05-01 since"),
    ("during July", "July: 2025-07-01 2025-08-01 in"),
    ("January was cold", "January: 2026-01-01 2026-02-01 in"),
    ("in Feb", "Feb: 2026-02-01 2026-03-01 in"),
    ("mid-March", "mid-March: 2026-03-11 2026-03-22 in"),
    ("early January", "early January: 2026-01-01 2026-01-11 in"),
    ("late-November", "late-November: 2025-11-21 2025-12-01 in"),
    ("in early February", "early February: 2026-02-01 2026-02-10 in"),
    ("the beginning of February", "the beginning of February: 2026-02-01 2026-02-06 in"),
    ("March 2024", "March 2024: 2024-03-01 2024-04-01 in"),
    ("in Sept. 2025", "Sept. 2025: 2025-09-01 2025-10-01 in"),
    ("Dec '24", "Dec '24: 2024-12-01 2025-01-01 in"),
    ("late March 2025", "late March 2025: 2025-03-22 2025-04-01 in"),
    ("5 May", "5 May: 2025-05-05 2025-05-06 in"),
    ("5 May 2025", "5 May 2025: 2025-05-05 2025-05-06 in"),
    ("May 5", "May 5: 2025-05-05 2025-05-06 in"),
    ("May 5th, 2026", "May 5th, 2026: 2026-05-05 2026-05-06 in"),
    ("May 5, 2026", "May 5, 2026: 2026-05-05 2026-05-06 in"),
    ("may 5th", "may 5th: 2025-05-05 2025-05-06 in"),
    ("5th of may", "5th of may: 2025-05-05 2025-05-06 in"),
    ("the 3rd of June", "the 3rd of June: 2025-06-03 2025-06-04 in"),
    ("on the third of June", "the third of June: 2025-06-03 2025-06-04 in"),
    ("June third", "June third: 2025-06-03 2025-06-04 in"),
    ("Friday, June 6th", "Friday, June 6th: 2025-06-06 2025-06-07 in"),
    ("Mar 3", "Mar 3: 2026-03-03 2026-03-04 in"),
    ("Feb 29", "Feb 29: 2024-02-29 2024-03-01 in"),
    ("February 29, 2023 does not exist", ""),
    ("March 10-12", "March 10-12: 2026-03-10 2026-03-13 in"),
    ("12–14 January 2026", "12–14 January 2026: 2026-01-12 2026-01-15 in"),
    ("on the 5th", "the 5th: 2026-03-05 2026-03-06 in"),
    ("until the 20th", "the 20th: 2026-02-20 2026-02-21 until"),
    ("the 10th of last month", "the 10th of last month: 2026-02-10 2026-02-11 in"),
    ("the week of March 2nd", "the week of March 2nd: 2026-03-02 2026-03-09 in"),
    ("5/12/2026", "5/12/2026: 2026-05-12 2026-05-13 in"),
    ("25/12/2025", "25/12/2025: 2025-12-25 2025-12-26 in"),
    ("1/2/26", "1/2/26: 2026-01-02 2026-01-03 in"),
    ("5.12.2025", "5.12.2025: 2025-12-05 2025-12-06 in"),
    ("2026-05-12", "2026-05-12: 2026-05-12 2026-05-13 in"),
    ("2026/01/31", "2026/01/31: 2026-01-31 2026-02-01 in"),
    ("2026-05-12T10:00Z", "2026-05-12T10:00Z: 2026-05-12T10:00 2026-05-12T10:01 in"),
    (
        "2026-05-12 10:00:30+02:00",
        "2026-05-12 10:00:30+02:00: 2026-05-12T08:00 2026-05-12T08:01 in",
    ),
    ("on 3/14", "3/14: 2026-03-14 2026-03-15 in"),
    ("in 2023", "2023: 2023-01-01 2024-01-01 in"),
    ("since 2019", "2019: 2019-01-01 2020-01-01 since"),
    ("before 2020", "2020: 2020-01-01 2021-01-01 before"),
    ("early 2025", "early 2025: 2025-01-01 2025-05-02 in"),
    ("mid-2024", "mid-2024: 2024-05-02 2024-09-01 in"),
    ("late 2025", "late 2025: 2025-09-02 2026-01-01 in"),
    ("the end of 2024", "the end of 2024: 2024-10-20 2025-01-01 in"),
    ("in the 1990s", "the 1990s: 1990-01-01 2000-01-01 in"),
    ("back in 1896", "1896: 1896-01-01 1897-01-01 in"),
    ("Q3 2025", "Q3 2025: 2025-07-01 2025-10-01 in"),
    ("in Q1", "Q1: 2026-01-01 2026-04-01 in"),
    ("last summer", "last summer: 2025-06-01 2025-09-01 in"),
    ("this summer", "this summer: 2026-06-01 2026-09-01 in"),
    ("next summer", "next summer: 2026-06-01 2026-09-01 in"),
    ("last winter", "last winter: 2025-12-01 2026-03-01 in"),
    ("this winter", "this winter: 2025-12-01 2026-03-01 in"),
    ("summer 2024", "summer 2024: 2024-06-01 2024-09-01 in"),
    ("the winter of 2024", "winter of 2024: 2024-12-01 2025-03-01 in"),
    ("in the spring of 2023", "spring of 2023: 2023-03-01 2023-06-01 in"),
    ("in the autumn", "the autumn: 2025-09-01 2025-12-01 in vague"),
    ("at Christmas", "Christmas: 2025-12-25 2025-12-26 in"),
    ("last Christmas", "last Christmas: 2025-12-25 2025-12-26 in"),
    ("next Christmas", "next Christmas: 2026-12-25 2026-12-26 in"),
    ("on Christmas Eve", "Christmas Eve: 2025-12-24 2025-12-25 in"),
    ("Christmas 2024", "Christmas 2024: 2024-12-25 2024-12-26 in"),
    ("on New Year's Eve", "New Year's Eve: 2025-12-31 2026-01-01 in"),
    ("since New Year's Day", "New Year's Day: 2026-01-01 2026-01-02 since"),
    ("on Halloween", "Halloween: 2025-10-31 2025-11-01 in"),
    ("on Valentine’s Day", "Valentine’s Day: 2026-02-14 2026-02-15 in"),
    ("I read a lot lately", "lately: 2026-01-18 2026-03-19 in vague"),
    ("I recently moved", "recently: 2026-01-18 2026-03-19 in vague"),
    ("the other day", "the other day: 2026-03-04 2026-03-18 in vague"),
    ("a while ago", "a while ago: 2024-09-18 2026-03-15 in vague"),
    ("a long time ago", "a long time ago: 2006-03-18 2025-09-18 in vague"),
    ("before March", "March: 2026-03-01 2026-04-01 before"),
    ("prior to March 2025", "March 2025: 2025-03-01 2025-04-01 before"),
    ("after last week", "last week: 2026-03-09 2026-03-16 after"),
    ("since last Friday", "last Friday: 2026-03-13 2026-03-14 since"),
    ("until yesterday", "yesterday: 2026-03-17 2026-03-18 until"),
    ("by Friday", "Friday: 2026-03-13 2026-03-14 by"),
    ("from March onwards", "March: 2026-03-01 2026-04-01 since"),
    ("between March and May 2024", "March and May 2024: 2024-03-01 2024-06-01 in"),
    ("from Monday to Friday", "Monday to Friday: 2026-03-09 2026-03-14 in"),
    ("from January to March", "January to March: 2026-01-01 2026-04-01 in"),
    ("from 2019 to 2021", "2019 to 2021: 2019-01-01 2022-01-01 in"),
    ("between 2019 and 2021", "2019 and 2021: 2019-01-01 2022-01-01 in"),
    ("Sunday, March 22nd", "Sunday, March 22nd: 2026-03-22 2026-03-23 in"),
    ("the end of 2024 was hard", "the end of 2024: 2024-10-20 2025-01-01 in"),
    ("between 5 May and 7 June", "5 May and 7 June: 2025-05-05 2025-06-08 in"),
    ("May 4 - June 15", "May 4 - June 15: 2025-05-04 2025-06-16 in"),
    ("January and March", "January: 2026-01-01 2026-02-01 in; March: 2026-03-01 2026-04-01 in"),
    (
        "yesterday and last week",
        "yesterday: 2026-03-17 2026-03-18 in; last week: 2026-03-09 2026-03-16 in",
    ),
    ("YESTERDAY", "YESTERDAY: 2026-03-17 2026-03-18 in"),
    ("Last Week!", "Last Week: 2026-03-09 2026-03-16 in"),
]
PAST += [
    ("What have you been up to lately?", "lately: 2026-01-18 2026-03-19 in vague"),
    ("Since today is quiet, I read", "today: 2026-03-18 2026-03-19 in"),
    ("today, Wednesday, we left", "today: 2026-03-18 2026-03-19 in"),
    ("Jan 2017 - Dec 2021", "Jan 2017 - Dec 2021: 2017-01-01 2022-01-01 in"),
    ("Monday, March 16: tests", "Monday, March 16: 2026-03-16 2026-03-17 in"),
    ("January 15th to 27th", "January 15th to 27th: 2026-01-15 2026-01-28 in"),
    ("from 10 to 21 January", "10 to 21 January: 2026-01-10 2026-01-22 in"),
    ("from the 3rd until 7 June", "the 3rd until 7 June: 2025-06-03 2025-06-08 in"),
    ("by the end of the month is fine", "the end of the month: 2026-03-26 2026-04-01 by"),
    ("in October.", "October: 2025-10-01 2025-11-01 in"),
    ("Monday of last week at 9 am", "Monday of last week: 2026-03-09 2026-03-10 in"),
]
FUTURE = [
    ("on Friday", "Friday: 2026-03-20 2026-03-21 in"),
    ("on Wednesday", "Wednesday: 2026-03-25 2026-03-26 in"),
    ("this Monday", "this Monday: 2026-03-23 2026-03-24 in"),
    ("by Friday", "Friday: 2026-03-20 2026-03-21 by"),
    ("in March", "March: 2026-03-01 2026-04-01 in"),
    ("in February", "February: 2027-02-01 2027-03-01 in"),
    ("in April", "April: 2026-04-01 2026-05-01 in"),
    ("5 May", "5 May: 2026-05-05 2026-05-06 in"),
    ("March 3", "March 3: 2027-03-03 2027-03-04 in"),
    ("on the 5th", "the 5th: 2026-04-05 2026-04-06 in"),
    ("on the 31st", "the 31st: 2026-03-31 2026-04-01 in"),
    ("by the 20th", "the 20th: 2026-03-20 2026-03-21 by"),
    ("at Christmas", "Christmas: 2026-12-25 2026-12-26 in"),
    ("over the weekend", "the weekend: 2026-03-21 2026-03-23 in"),
    ("in the summer", "the summer: 2026-06-01 2026-09-01 in vague"),
    ("in Q1", "Q1: 2026-01-01 2026-04-01 in"),
    ("this Friday", "this Friday: 2026-03-20 2026-03-21 in"),
    ("last Friday", "last Friday: 2026-03-13 2026-03-14 in"),
    ("since 2019", "2019: 2019-01-01 2020-01-01 since"),
    ("Feb 29", "Feb 29: 2028-02-29 2028-03-01 in"),
]
NEAR = [
    ("Due: February 25", "February 25: 2026-02-25 2026-02-26 in"),
    ("By the way, I got it on February 20th", "February 20th: 2026-02-20 2026-02-21 in"),
    ("The workshop is scheduled for March 25", "March 25: 2026-03-25 2026-03-26 in"),
    ("We met on March 25", "March 25: 2026-03-25 2026-03-26 in"),
    ("We met on August 25", "August 25: 2025-08-25 2025-08-26 in"),
    ("August 25", "August 25: 2026-08-25 2026-08-26 in"),
    ("March 25", "March 25: 2026-03-25 2026-03-26 in"),
    ("the party on October 3rd was fun", "October 3rd: 2025-10-03 2025-10-04 in"),
    ("Friday I will call", "Friday: 2026-03-20 2026-03-21 in"),
    ("on Friday we talked", "Friday: 2026-03-13 2026-03-14 in"),
    ("on 5 April", "5 April: 2026-04-05 2026-04-06 in"),
]
NOTHING = [
    "the temple was built 5000 years ago",
    "dinosaurs died out millions of years ago",
    "on Saturday mornings",
    "scheduled for Tuesday, Thursday, and Sunday evenings",
    "It's my first swim, the first time in two years",
    "it will last 60 minutes",
    "a board on Monday.com",
    "a pattern by June Tailor",
    "every Monday, Wednesday, and Friday at 6:30 am",
    "the first Saturday of every month",
    "an entire Saturday afternoon",
    "how many weeks ago",
    "2 weeks of rain",
    "The 5th",
    "I may march in the second row",
    "he sat in the sun",
    "prices fall and spring back",
    "the fall of Rome",
    "this may be wrong",
    "version 3.5.2 of the library",
    "2/3 of the people",
    "call 555-1234 or 555-123-2026",
    "it costs $2023",
    "for two weeks",
    "it took three days",
    "I read it in two days",
    "on Fridays",
    "every Friday",
    "Black Friday deals",
    "Monday to Friday",
    "**Monday**: legs",
    "on a Friday",
    "the 5th floor",
    "on the 5th floor",
    "Christmas tree",
    "the Halloween costume",
    "How many days ago did I call?",
    "a two-week trip",
    "May I come in?",
    "the last time we met",
    "the last three meetings",
    "next to the bank",
    "room 2023",
    "after 2000 steps",
    "within 30 days",
    "24/7 support",
    "31/31/2026",
    "2026-13-45",
    "99.99.2026",
    "once a week",
    "4 years old",
    "the next day",
    "April said hello",
    "June and I",
    "my sister April",
    "Psychology Today",
    "the first two weeks",
    "10.0.0.1",
    "1:30 ratio",
    "3-5-2",
    "2026",
    "the second of many",
    "Augustus",
    "marched",
]
ASKED = [
    ("What is the order of the trips I took in March?", "March in"),
    ("What is the total I spent in the past few months?", "the past few months in"),
    ("What was said at the 10 AM meeting on March 5?", "March 5 in"),
    ("What was the trouble last week, as told on 6 March 2026?", "6 March 2026 in"),
    ("What did I do last week?", "last week in"),
    ("what did we decide in March?", "March in"),
    ("What have I been reading in the last two weeks?", "the last two weeks in"),
    ("Which books did I finish before February?", "February before"),
    ("What has Ana said since last Friday?", "last Friday since"),
    ("How many times did I bake in the past two weeks?", "the past two weeks in"),
    ("How many hours of yoga did I do last week?", "last week in"),
    ("What did she give him when they met on March 5th?", "March 5th in"),
    ("Remind me what we discussed yesterday", "yesterday in"),
    ("Show me the notes from January", "January in"),
    ("meetings in February", "February in"),
    ("In January, who came to dinner?", "January in"),
    ("I mentioned a book last week. Which one was it?", "last week in"),
    ("What is Joanna making on 9 November 2025?", "9 November 2025 in"),
    ("What did I do on Tuesday last week?", "Tuesday last week in"),
    ("What did he bake recently in February?", "February in"),
    ("What did I spend between January and March?", "January and March in"),
    ("Did I call the bank today?", "today in"),
    ("What was I reading last summer?", "last summer in"),
    ("Where did I go in 2023?", "2023 in"),
]
NOT_ASKED = [
    "What do you need from me today?",
    "What do I have today?",
    "Could we look at that this week, as planned?",
    "When did I go last week?",
    "How long before the launch did we meet last week?",
    "How many days passed between 5 March and 9 March?",
    "How many weeks ago did I call?",
    "What should I wear today?",
    "What is the plan for tomorrow?",
    "What's on this week?",
    "What will I do next week?",
    "I went home last week.",
    "I've been tired lately. Any tips?",
    "What did I do?",
    "Which did I read in January and March?",
    "What day was it last week?",
    "What is my cat called?",
    "Who is coming on Friday?",
]


def shown(found):
    """Spans as the tables write them."""
    return "; ".join(
        f"{one.text}: {short(one.since)} {short(one.until)} {one.side}" + " vague" * one.vague
        for one in found
    )


def short(moment):
    return f"{moment:%Y-%m-%d}" if moment.time() == time() else f"{moment:%Y-%m-%dT%H:%M}"


@pytest.mark.parametrize(("text", "expected"), PAST)
def test_it_is_found_and_placed(text, expected):
    assert shown(spans(text, AT)) == expected


@pytest.mark.parametrize(("text", "expected"), FUTURE)
def test_plans_point_ahead(text, expected):
    assert shown(spans(text, AT, "future")) == expected


@pytest.mark.parametrize(("text", "expected"), NEAR)
def test_the_tense_or_the_distance_decides(text, expected):
    assert shown(spans(text, AT, "near")) == expected


@pytest.mark.parametrize("text", NOTHING)
@pytest.mark.parametrize("towards", ["past", "future"])
def test_ordinary_words_are_left_alone(text, towards):
    assert spans(text, AT, towards) == []


@pytest.mark.parametrize(("text", "expected"), ASKED)
def test_a_question_restricts_the_time(text, expected):
    found = asked(text, AT)
    assert found
    assert f"{found.text} {found.side}" == expected


@pytest.mark.parametrize("text", NOT_ASKED)
def test_a_question_that_asks_for_a_time_or_for_none(text):
    assert asked(text, AT) is None


@pytest.mark.parametrize(
    ("at", "text", "expected"),
    [
        ("2026-03-31", "a month ago", "2026-02-13 2026-03-16"),
        ("2024-03-31", "a month ago", "2024-02-14 2024-03-16"),
        ("2026-01-01", "yesterday", "2025-12-31 2026-01-01"),
        ("2025-12-31", "tomorrow", "2026-01-01 2026-01-02"),
        ("2026-01-01", "last week", "2025-12-22 2025-12-29"),
        ("2026-01-15", "last month", "2025-12-01 2026-01-01"),
        ("2025-12-15", "next month", "2026-01-01 2026-02-01"),
        ("2026-02-10", "last quarter", "2025-10-01 2026-01-01"),
        ("2024-02-29", "last year", "2023-01-01 2024-01-01"),
        ("2024-02-29", "in the last 12 months", "2023-02-28 2024-03-01"),
        ("2026-03-31", "on the 31st", "2026-03-31 2026-04-01"),
        ("2026-04-30", "on the 31st", "2026-03-31 2026-04-01"),
        ("2026-01-10", "this winter", "2025-12-01 2026-03-01"),
        ("2026-11-10", "this winter", "2026-12-01 2027-03-01"),
        ("2026-11-10", "this summer", "2026-06-01 2026-09-01"),
        ("2026-01-10", "last winter", "2024-12-01 2025-03-01"),
        ("2026-03-21", "this weekend", "2026-03-21 2026-03-23"),
        ("2026-03-22", "last weekend", "2026-03-14 2026-03-16"),
        ("2026-03-22", "next week", "2026-03-23 2026-03-30"),
        ("2026-03-22", "over the weekend", "2026-03-21 2026-03-23"),
        ("2026-12-25", "at Christmas", "2026-12-25 2026-12-26"),
    ],
)
def test_the_edges_of_months_and_years(at, text, expected):
    [found] = spans(text, datetime.fromisoformat(at).replace(tzinfo=UTC))
    assert f"{short(found.since)} {short(found.until)}" == expected


def test_days_begin_in_the_zone_of_the_moment():
    at = datetime(2026, 3, 18, 1, 0, tzinfo=timezone(timedelta(hours=9)))
    [found] = spans("yesterday", at)
    assert found.since == datetime(2026, 3, 16, 15, 0, tzinfo=UTC)
    assert found.until - found.since == timedelta(days=1)


def test_a_day_may_have_23_hours():
    berlin = ZoneInfo("Europe/Berlin")
    [found] = spans("yesterday", datetime(2026, 3, 30, 12, tzinfo=berlin))
    assert found.until.astimezone(UTC) - found.since.astimezone(UTC) == timedelta(hours=23)


def test_a_naive_moment_is_utc():
    [found] = spans("yesterday", datetime(2026, 3, 18, 15, 30))
    assert found.since == datetime(2026, 3, 17, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("in March 2025", "2025-03-01", "2025-04-01"),
        ("before March 2025", None, "2025-03-01"),
        ("until March 2025", None, "2025-04-01"),
        ("by March 2025", None, "2025-04-01"),
        ("after March 2025", "2025-04-01", None),
        ("since March 2025", "2025-03-01", None),
    ],
)
def test_bounds_say_which_side_is_meant(text, since, until):
    [found] = spans(text, AT)
    assert tuple(edge and short(edge) for edge in found.bounds) == (since, until)


def test_offsets_point_into_the_text():
    text = "İstanbul’da, on 5 May 2025 – and again last week."
    assert [text[one.start : one.end] for one in spans(text, AT)] == ["5 May 2025", "last week"]


def test_a_long_text_is_read_like_its_sentences():
    filler = "Nothing of note was said about the garden or the house. " * 20
    text = filler.join(f"{text}. " for text, _ in PAST[:60])
    alone = [one.text for text, _ in PAST[:60] for one in spans(f"{text}. ", AT)]
    assert [one.text for one in spans(text, AT)] == alone


WORDS = (
    "the last next this past coming before after since until by in on of from to between and ago "
    "may march friday monday week weeks month year day days two a few couple 5 5th 31 2026 1999 "
    "29 feb february q3 christmas summer fall second 3pm at noon - / . , 12/25/2026 2026-02-30"
).split(" ")
MOMENTS = st.datetimes(timezones=st.sampled_from([UTC, None, timezone(timedelta(hours=14))]))


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join), MOMENTS)
def test_any_order_of_its_words_is_read(text, at):
    for towards in ("past", "future", "near"):
        end = 0
        for one in spans(text, at, towards):
            assert end <= one.start < one.end <= len(text)
            assert one.text == text[one.start : one.end]
            assert one.since < one.until
            assert one.since.tzinfo is not None
            end = one.end
    asked(text, at)


@given(st.text(max_size=200), MOMENTS)
def test_any_text_is_read(text, at):
    spans(text, at)
    asked(text + "?", at)


@pytest.mark.parametrize("at", [datetime.min, datetime.max])
@pytest.mark.parametrize("text", [text for text, _ in PAST])
def test_the_ends_of_time_are_no_error(text, at):
    spans(text, at.replace(tzinfo=timezone(timedelta(hours=5))), "near")
    asked(text, at)
