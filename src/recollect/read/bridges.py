"""Notes that a rule took lead to the words they came from: one thing is shown once, as it was said.

A note is a sentence of a message put plainly, so it is often nearer to a question than the whole
message is. Where both are candidates, the note lifts the message and steps back. A note whose words
are not among the candidates stands for them, and seems no better than the best words do. A summary
speaks of much at once: it steps back for any words that it was made from, and lifts none.

Being short and naming who is meant, notes are a little nearer to every question. So a message is
lifted only by what its note gains beyond that; else those with a note would pass those without. A
gain that small wordings make is none, and neither is that of a note without a word of the question:
a short text is near to much. Notes may move what was said where they know better, and never
shuffle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..orders import Candidate
from ..text.names import folded
from ..types import Message, Note, Record
from ..write.summary.note import covers, is_summary

WORTH = 0.9
"""How much of that gain is the message's own: the rest is that a note leaves out all else."""
LEAST = 0.06
"""The gain below which a note says nothing: so far apart are two ways to put one thing."""
LED = 0.5
"""How well a note must fit what relations lead to, for its message to be led to as well: everything
about a person is near that person's name."""


def bridged(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, each with what its notes found, without the notes that led to one."""
    found = {one.record.id: one for one in candidates if isinstance(one.record, Message)}
    if len(found) == len(candidates):  # no note among them
        return list(candidates)
    words = list(found.values())
    usual = _usual(candidates, found)
    kept: list[Candidate] = []
    for one in candidates:
        if is_summary(one.record):
            kept += [] if _is_told(one.record, words) else [one]
            continue
        asked_for = one.key and not any(found[id].key for id in cited(one.record) if id in found)
        said = [] if asked_for else [found[id] for id in cited(one.record) if id in found]
        for message in said:
            found[message.record.id] = _lifted(message, one, usual)
        if not said and not isinstance(one.record, Message):
            kept.append(_standing(one, words) if cited(one.record) and not asked_for else one)
    return [*found.values(), *kept]


def cited(record: Record) -> tuple[str, ...]:
    """The messages of a note that a rule took; what was set by hand stands for itself."""
    return record.sources if isinstance(record, Note) and "rule" in record.metadata else ()


def stand_in(record: Record, others: Iterable[Record]) -> str | None:
    """The id of the first of some messages that are shown in the place of a note."""
    if not isinstance(record, Note):
        return None
    said = (one for one in others if isinstance(one, Message))
    if is_summary(record):
        return next((one.id for one in said if _tells_of(record, one)), None)
    return next((one.id for one in said if one.id in cited(record)), None)


def _is_told(summary: Record, said: Iterable[Candidate]) -> bool:
    """Whether some of what a summary tells is there in its own words."""
    return stand_in(summary, (one.record for one in said)) is not None


def _tells_of(summary: Note, message: Message) -> bool:
    """Whether a message is one of those that a summary tells of."""
    mine = covers(summary, message) or message.id in summary.sources
    return mine or summary.session_id is None


def _usual(candidates: Sequence[Candidate], found: Mapping[str, Candidate]) -> float:
    """How much nearer to the question notes are than their words, on average; one more note that
    gains nothing is counted, so that a single one still says something."""
    gains = [
        gain
        for note in candidates
        for id in cited(note.record)
        if id in found and (gain := _gain(found[id], note)) is not None
    ]
    return max(0.0, sum(gains) / (len(gains) + 1))


def _gain(message: Candidate, note: Candidate) -> float | None:
    if message.cosine is None or note.cosine is None:
        return None
    return note.cosine - message.cosine


def _lifted(message: Candidate, note: Candidate, usual: float) -> Candidate:
    """With what the note gains beyond the usual, and with what relations led to the note."""
    if note.lead >= LED and not _by_its_subject(message, note):
        message = message._replace(lead=max(message.lead, note.lead))
    gain = (_gain(message, note) or 0.0) - usual
    if gain <= LEAST or message.cosine is None or not note.share:
        return message
    return message._replace(cosine=message.cosine + WORTH * gain)


def _by_its_subject(message: Candidate, note: Candidate) -> bool:
    """Whether somebody speaks about himself: asking for his name finds his words anyhow."""
    said, taken = message.record, note.record
    assert isinstance(said, Message)
    assert isinstance(taken, Note)
    return said.name is not None and folded(said.name) == folded(taken.subject or "")


def _standing(note: Candidate, words: Sequence[Candidate]) -> Candidate:
    """A note in the place of its words: scored no higher than the best of what was said, for the
    scores of all are measured against the highest."""
    near = [one.cosine for one in words if one.cosine is not None]
    if not words:
        return note
    return note._replace(
        bm25=min(note.bm25, max(one.bm25 for one in words)),
        share=min(note.share, max(one.share for one in words)),
        cosine=min(note.cosine, max(near)) if near and note.cosine is not None else note.cosine,
    )
