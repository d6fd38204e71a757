"""Names of things that a note says somebody uses or has: "Datadog" in "uses Datadog for logs"."""

from __future__ import annotations

import re

from .. import text
from ..types import Note
from .keys import plain
from .partings import NO_LONGER, STOPPED

REPLACED = "REPLACED"
_LIMIT = re.compile(r" (?:for|to|as|on|in|at|with|from|since)\b")
_SEVERAL = re.compile(r",| and | or |/|&|\+")
_ANOTHER = re.compile(r"(?:,| and| or) [A-Z]")  # "Zabbix for alerts and Ansible for hosts"
_VERB = re.compile(r"(?:uses|drives|rides|has|owns) ")
_KIND = re.compile(r" (?:subscription|account|membership|plan|licen[cs]e|app)$")
HABITS = ("HABIT", "TAKES")
_OFTEN = re.compile(
    r" (?:(?:on|every|each|at|in the|most|once|twice"
    r"|(?:three|four|five|\d+) times)\b|daily|weekly).*"
)
_DOSE = re.compile(r"\b\d[\d.,]* ?(?:mg|mcg|µg|g|ml|units|IU)\b")
_DOING = text.terms("go do take play attend").keys()
_VERSION = re.compile(r"(?:_v?\d[\d.]*)?")


def named_last(said: Note, note: Note) -> bool:
    """Whether what is over is what a note says somebody uses or has, by the last of its name:
    "Transit" for "a Ford Transit", but not "Google" for "Google Docs"."""
    over = said.relation in (REPLACED, STOPPED, NO_LONGER)
    if not over or note.relation not in ("USES", "HAS"):
        return False
    name = _VERB.sub("", said.object or "").removeprefix("their ").removeprefix("the ")
    thing = head(note)
    return name[:1].isupper() and bool(thing) and f"_{thing}".endswith(f"_{plain(name)}")


def habit_stopped(said: Note, note: Note) -> bool:
    """Whether what is over is a habit, without its times and doses: "the gym" of "goes to the gym
    on Mondays"."""
    if said.relation not in (STOPPED, NO_LONGER) or note.relation not in HABITS:
        return False
    done = _DOSE.sub("", _OFTEN.sub("", note.object or ""))
    over = text.terms(said.object or "").keys() - _DOING
    return bool(over) and over == text.terms(done).keys() - _DOING


def head(note: Note) -> str:
    """What a note says somebody uses, without what for; "" if it is several things."""
    thing = _LIMIT.split(note.object or "", maxsplit=1)[0]
    thing = _KIND.sub("", thing.removeprefix("their "))
    several = _SEVERAL.search(thing) or _ANOTHER.search(note.object or "")
    return "" if several else plain(thing)


def is_of_thing(note: Note, said: Note) -> bool:
    """Whether a note tells the version of the thing that another note says has a newer one."""
    named = (said.object or "").removeprefix("their ").removeprefix("the ")
    thing = plain(named)
    if note.relation == "USES":
        whose = plain(note.subject or "") == plain(said.subject or "")
        after = head(note).removeprefix(thing)
        return whose and head(note).startswith(thing) and _VERSION.fullmatch(after) is not None
    return plain(note.subject or "") == plain(f"{said.subject}'s {named}")
