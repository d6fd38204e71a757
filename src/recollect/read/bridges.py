"""Notes that a rule took lead to the words they came from: one thing is shown once, as it was said.

A note is a sentence of a message put plainly, so it is often nearer to a question than the whole
message is. Where both are candidates, the note lifts the message and steps back. A note whose words
are not among the candidates stands for them. A summary speaks of much at once: it steps back for
any words that it was made from, and lifts none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..orders import Candidate
from ..types import Message, Note, Record
from ..write.summary.note import covers, is_summary

LIFT = 0.5
"""How much of the way to its note's cosine a message is lifted. All of it finds a little more among
ten and a little less among five: `make bench-recall`."""


LED = 0.5
"""How well a note must fit what relations lead to, for its message to be led to as well: everything
about a person is near that person's name."""


def bridged(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, each with what its notes found, without the notes that led to one."""
    found = {one.record.id: one for one in candidates if isinstance(one.record, Message)}
    kept: list[Candidate] = []
    for one in candidates:
        if is_summary(one.record):
            kept += [] if _is_told(one.record, found.values()) else [one]
            continue
        asked_for = one.key  # by its own name, so it answers itself
        said = [] if asked_for else [found[id] for id in cited(one.record) if id in found]
        for message in said:
            found[message.record.id] = _lifted(message, one)
        if not said and not isinstance(one.record, Message):
            kept.append(one)
    return [*found.values(), *kept]


def cited(record: Record) -> tuple[str, ...]:
    """The messages of a note that a rule took; what was set by hand stands for itself."""
    return record.sources if isinstance(record, Note) and "rule" in record.metadata else ()


def _is_told(summary: Record, said: Iterable[Candidate]) -> bool:
    """Whether some of what a summary tells is there in its own words."""
    assert isinstance(summary, Note)
    messages = (one.record for one in said if isinstance(one.record, Message))
    return any(
        covers(summary, message) or message.id in summary.sources or summary.session_id is None
        for message in messages
    )


def _lifted(message: Candidate, note: Candidate) -> Candidate:
    """With the note's cosine, half the way, and with what relations led to the note."""
    if note.lead >= LED:
        message = replace(message, lead=max(message.lead, note.lead))
    if message.cosine is None or note.cosine is None or note.cosine <= message.cosine:
        return message
    return replace(message, cosine=message.cosine + LIFT * (note.cosine - message.cosine))
