"""Messages, notes and hits, printed for people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ..types import Hit, Message, Note, Record
from .terminal import safe

if TYPE_CHECKING:
    from rich.console import Console

LONGEST = 800
"""Characters of one text in a list of results; `show` prints it whole."""


def day(moment: datetime) -> str:
    """A moment, to the minute, in UTC."""
    return f"{moment:%Y-%m-%d %H:%M}Z"


def head(record: Record) -> str:
    """When it was said, by whom, and where."""
    if isinstance(record, Message):
        who = record.role if record.name is None else f"{record.role} {record.name}"
        parts = [day(record.at), who]
    else:
        parts = [day(record.at), f"{record.kind} note"]
        if not record.open:
            parts.append(f"until {day(record.closed_at)}" if record.closed_at else "closed")
    if record.agent_id:
        parts.append(f"agent {record.agent_id}")
    if record.session_id:
        parts.append(f"session {record.session_id}")
    return " · ".join(parts)


def print_record(out: Console, record: Record) -> None:
    """One record: a line about it, its words, its id."""
    out.print(safe(head(record)), style="cyan")
    print_text(out, record.text)
    out.print(f"  id {safe(record.id)}", style="dim")


def print_note(out: Console, note: Note) -> None:
    """One note: the same, and its key."""
    print_record(out, note)
    if note.key:
        said = f", said {note.seen} times" if note.seen > 1 else ""
        out.print(f"  key {safe(note.key)}{said}", style="dim")


def print_hit(out: Console, number: int, hit: Hit, explain: bool) -> None:
    """One result: how well it fits, its words, and on request the reasons."""
    out.print(safe(f"{number}. {hit.relevance:.0%} relevant · {head(hit.record)}"), style="cyan")
    print_text(out, hit.text, LONGEST)
    if explain:
        out.print(f"  why {hit.score:.2f}: {safe('; '.join(hit.why) or 'nothing else fits')}")
    if hit.suspect:
        out.print(f"  quarantined: it reads like an instruction ({safe(', '.join(hit.suspect))})")
    out.print(f"  id {safe(hit.id)}{_cites(hit)}", style="dim")


def print_text(out: Console, text: str, most: int | None = None) -> None:
    """Stored words, indented, with what would act on a terminal spelled out."""
    shown = text if most is None or len(text) <= most else text[:most] + "…"
    made = safe(shown).expandtabs(4)
    if out.is_terminal:
        from rich.padding import Padding
        from rich.text import Text

        out.print(Padding(Text(made), (0, 0, 0, 2)), soft_wrap=False)
    else:
        out.print("\n".join(f"  {line}" for line in made.split("\n")))
    if shown is not text:
        out.print(f"  ({len(text):,} characters; `recollect show` prints them all)", style="dim")


def print_fields(out: Console, fields: Sequence[tuple[str, object]]) -> None:
    """Names and values, aligned; empty ones are left out."""
    given = [(name, value) for name, value in fields if value not in (None, "", (), {})]
    width = max((len(name) for name, _ in given), default=0)
    for name, value in given:
        shown = safe(str(value)).replace("\n", "\n" + " " * (width + 2))
        out.print(f"{name.ljust(width)}  {shown}")


def _cites(hit: Hit) -> str:
    if isinstance(hit.record, Note) and hit.sources:
        return safe(f", from {', '.join(hit.sources)}")
    return ""
