"""A record as what a file says of it, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

from ...types import Message, Record
from .blocks import Block, item, parse
from .names import day
from .spelling import read, spelt, spelt_name

WHO = r"\*\*([^ *\n]+)(?: ([^*\n]+))?\*\*:"
LINE = re.compile(rf"((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?) {WHO}(?: (.*))?\Z", re.DOTALL)
MISTIMED = re.compile(rf"(\d\d:\d\d(?::\d\d)?) {WHO}")
"""What would be a message, if there were such a time."""
SESSION = re.compile(r"(?:Session: (.*?)|No session)(?: · agent: (.*))?\Z")


@dataclass(frozen=True, slots=True)
class Unit:
    """A note, or with a time a message: what of it can be seen in a file."""

    text: str
    time: str | None = None
    role: str = ""
    name: str | None = None
    session_id: str | None = None
    agent_id: str | None = None


def unit(record: Record) -> Unit:
    """What can be seen of a record."""
    if not isinstance(record, Message):
        return Unit(record.text)
    return Unit(
        record.content,
        record.at.astimezone(UTC).strftime("%H:%M:%S"),
        record.role,
        record.name,
        record.session_id,
        record.agent_id,
    )


def blocks_of(text: str, page: str) -> list[Block]:
    """The blocks of a file. In a day's log a line that is not indented is not of the one above."""
    return parse(text, lazy=day(page) is None)


def read_unit(block: Block, page: str) -> Unit:
    """What a block says."""
    text = block.text or ""
    line = LINE.match(text) if day(page) is not None else None
    if line is None:
        return Unit(read(text))
    session, agent = whose(block.under)
    name = None if line[3] is None else read(line[3])
    time = line[1] if len(line[1]) == 8 else f"{line[1]}:00"
    return Unit(read(line[4] or ""), time, read(line[2]), name, session, agent)


def mistimed(block: Block, page: str) -> str | None:
    """The time of a message that cannot be one; None if there is nothing of the kind."""
    text = block.text or ""
    if day(page) is None or LINE.match(text):
        return None
    found = MISTIMED.match(text)
    return found[1] if found else None


def lines(record: Record) -> list[str]:
    """The lines that say a record."""
    seen = unit(record)
    if seen.time is None:
        return item(spelt(seen.text))
    who = spelt_name(seen.role, "* ")
    if seen.name is not None:
        who = f"{who} {spelt_name(seen.name, '*')}"
    return item(f"{seen.time} **{who}**: {spelt(seen.text)}")


def heading(seen: Unit) -> str:
    """The heading under which a message stands."""
    made = "No session"
    if seen.session_id is not None:
        made = f"Session: {spelt_name(seen.session_id, '·#')}"
    if seen.agent_id is not None:
        made += f" · agent: {spelt_name(seen.agent_id, '·#')}"
    return made


def whose(under: Sequence[str]) -> tuple[str | None, str | None]:
    """The session and the agent that some headings name."""
    for one in reversed(under):
        found = SESSION.match(one)
        if found:
            session, agent = (None if part is None else read(part) for part in found.groups())
            return session, agent
    return None, None
