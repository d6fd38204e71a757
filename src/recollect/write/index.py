"""The last step of the write path: what each record is indexed under."""

from __future__ import annotations

from collections.abc import Sequence

from .. import text
from ..orders import Change, Drop, Put, Vector
from ..text.bm25 import REPEATS
from ..types import Message, Note, Owner, Record

# Not strftime: a locale would name the months otherwise, and so move the vectors.
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")  # fmt: skip


def passage(record: Record, part: str | None = None) -> str:
    """What is embedded: the words (or a part of them), who said them, and the day, because
    questions name both."""
    words = record.text if part is None else part
    day = f"{record.at.day} {MONTHS[record.at.month - 1]} {record.at.year}"
    if is_by_rule(record):
        return f"({day}) {words}"  # which names whom it is about
    return f"({day}) {speaker(record)}: {words}"


def is_by_rule(record: Record) -> bool:
    """Whether a rule took it: a sentence that makes sense alone."""
    return isinstance(record, Note) and "rule" in record.metadata


def speaker(record: Record) -> str:
    """Who said it, or what kind of note it is."""
    if isinstance(record, Message):
        return record.name or record.role
    return record.subject or record.kind


def terms(record: Record) -> dict[str, int]:
    """What is matched word by word: the words, and the name of who said them or of the fact."""
    name = record.name if isinstance(record, Message) else _fact(record)
    found = text.terms(f"{name}: {record.text}" if name else record.text)
    return found | {REPEATS: 1} if is_by_rule(record) else found


def _fact(note: Note) -> str | None:
    """The key that people know; that of a relation or a rule is made of its words."""
    return None if note.relation is not None or is_by_rule(note) else note.key


def puts(records: Sequence[Record], vectors: Sequence[Vector] | None) -> tuple[Put, ...]:
    """Records with their terms and, when the embedder answered, their vectors."""
    if vectors is None:
        return tuple(Put(record, terms(record)) for record in records)
    return tuple(
        Put(record, terms(record), vector) for record, vector in zip(records, vectors, strict=True)
    )


def follow(held: dict[str, Put], owner: Owner, changes: Sequence[Change]) -> None:
    """Bring what an owner has up to date with what has changed since then, terms and all."""
    for change in changes:
        if change.op == "erase":
            for id in [id for id in held if change.erases(owner, id)]:
                del held[id]
        elif change.op == "drop":
            held.pop(change.id, None)
        elif change.op == "put" and change.put is not None:
            (held[change.id],) = puts([change.put.record], None)


def drops(records: Sequence[Record]) -> tuple[Drop, ...]:
    """Records to delete, with the terms they stand under."""
    return tuple(Drop(record, terms(record)) for record in records)
