"""Gemini's part of Google Takeout: My Activity/Gemini Apps/MyActivity.json.

It is a list of activities, the newest first: a prompt stands in the title behind a verb, the answer
is HTML. Nothing says which prompts were one conversation, so those of a day (UTC) are one session;
whatever else an export holds, a prompt is then always in the same one.
"""

from __future__ import annotations

import re
from typing import Any

from ...times import moment
from ...types import Record
from .html import plain
from .taking import FILES, Taking, read_each, words

PROMPTED = re.compile(r"(?:Prompted(?: with:)?|Asked(?: Gemini:| Bard:)?|Said)\s+(?=\S)")
NOT_SAID = re.compile(r"(?:Prompted|Used|Created|Gave feedback|Selected|Shared|Deleted|Viewed)\b")
"""Other activities. The verbs of other languages are not known: what has an answer was a prompt."""
OTHER = "other activities"


def records(value: Any, taking: Taking) -> list[Record]:
    """Every prompt and its answer, the oldest first."""
    what = "activity of Gemini"
    found = read_each(value, what, lambda one, _: _activity(one, taking), "activity")
    return sorted(found, key=lambda one: one.at)


def is_activity(one: dict[str, Any]) -> bool:
    """Whether this is something that was done in Gemini, or in Bard, as it was called."""
    products = one.get("products")
    names = [one.get("header"), *(products if isinstance(products, list) else [])]
    named = " ".join(name for name in names if isinstance(name, str)).lower()
    return "time" in one and ("gemini" in named or "bard" in named)


def _activity(raw: dict[str, Any], taking: Taking) -> list[Record]:
    title, at = words([raw.get("title")]), moment(raw["time"], "time")
    answer = words([plain(one.get("html") or "") for one in raw.get("safeHtmlItem") or []])
    prompt = _prompt(title, bool(answer)) if is_activity(raw) else ""
    if not prompt:
        taking.left[OTHER] += 1
        return []
    taking.left[FILES] += len(raw.get("attachedFiles") or ()) or "imageFile" in raw
    session = f"gemini-{at.date()}"
    return [
        taking.message(text, role, at, taking.id(raw["time"], title, role), session)
        for role, text in (("user", prompt), ("assistant", answer))
        if text
    ]


def _prompt(title: str, answered: bool) -> str:
    found = PROMPTED.match(title)
    if found:
        return title[found.end() :]
    return title if answered and not NOT_SAID.match(title) else ""
