"""What goes when something is erased, and how one would recognise a rest of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from ..types import Message, Note, Record
from ..write.facts import MERGED, chain, merged_into
from ..write.index import terms
from .law import is_hidden
from .ruling import without

SAMPLE = 16
"""Records whose words are looked for; all of them are looked for by id."""
SHORTEST = 6
"""Bytes of a needle: shorter ones turn up by chance in a large file."""
NEEDLES = 24
BEGINNING = 32


@dataclass(frozen=True, slots=True)
class Erasure:
    """A decision: which records go, which notes must be written anew, what may be concluded anew.

    `mended` are notes that stay, before and after, whose link to a version that goes is redirected.
    `rederive` are the messages that are left of notes that go though they rested on others too.
    """

    gone: tuple[Record, ...] = ()
    mended: tuple[tuple[Note, Note], ...] = ()
    rederive: tuple[tuple[str, ...], ...] = ()


def erasure(
    named: Sequence[Record],
    notes: Sequence[Note],
    versions: bool = False,
    citing: Sequence[Note] = (),
) -> Erasure:
    """Decide, given what was named and all notes of its owner, closed ones too.

    A note concluded from words that go may quote them, so it goes as well, though it rests on
    others too. `versions` takes a named note with its whole history. `citing` are notes that rest
    on what was named, though they may not list it: of many messages, a note lists a few.
    """
    gone = {record.id: record for record in named}
    if versions:
        gone |= {note.id: note for record in named for note in chain(notes, record.id)}
    resting = [note for note in citing if note.id not in gone]
    gone |= {note.id: note for note in resting}
    resting += _resting(notes, gone)
    gone |= {note.id: note for note in resting}
    left = (tuple(id for id in note.sources if id not in gone) for note in resting)
    return Erasure(
        tuple(gone.values()),
        tuple(mended(notes, gone)),
        tuple(dict.fromkeys(sources for sources in left if sources)),
    )


def elsewhere(notes: Sequence[Note], ids: Iterable[str]) -> Erasure:
    """The same for another owner's notes, such as an agent's, that rest on what goes."""
    gone = dict.fromkeys(ids)
    resting = _resting(notes, gone)
    return Erasure(gone=tuple(resting), mended=tuple(mended(notes, {n.id: n for n in resting})))


def _resting(notes: Sequence[Note], gone: Iterable[str]) -> list[Note]:
    """The notes that rest on what goes, and those that rest on them, or were merged of them."""
    ids, found = set(gone), list[Note]()
    while True:
        rest = ((note, (*note.sources, *merged_into(note))) for note in notes if note.id not in ids)
        more = [note for note, bases in rest if not ids.isdisjoint(bases)]
        if not more:
            return found
        found += more
        ids |= {note.id for note in more}


def mended(notes: Iterable[Note], gone: Mapping[str, Any]) -> Iterator[tuple[Note, Note]]:
    """Notes that stay, before and after: none names what goes.

    A version that replaced one that goes follows the one before it. What was merged into a note
    that goes stands for itself again.
    """
    kept = [note for note in notes if note.id not in gone]
    taken = {(note.key, note.scope) for note in kept if note.open and note.key is not None}
    parted = {id: note for note in gone.values() for id in merged_into(note)}
    for note in kept:
        made = without(note, gone) if is_hidden(note) else _unnamed(note, gone)
        whole = parted.get(note.id)
        if whole is not None and note.closed_at == whole.at and (note.key, note.scope) not in taken:
            made = replace(made, closed_at=None)
            taken |= {(note.key, note.scope)} if note.key is not None else set()
        if made != note:
            yield note, made


def _unnamed(note: Note, gone: Mapping[str, Any]) -> Note:
    before = note.replaces
    while before is not None and before in gone:
        before = getattr(gone[before], "replaces", None)
    parts = merged_into(note)
    left = [id for id in parts if id not in gone]
    if before == note.replaces and len(left) == len(parts):
        return note
    others = {name: value for name, value in note.metadata.items() if name != MERGED}
    return replace(note, replaces=before, metadata=others | ({MERGED: left} if left else {}))


def sampled(records: Sequence[Record], most: int = SAMPLE) -> list[Record]:
    """Some of many, evenly."""
    step = max(1, -(-len(records) // most))
    return list(records[::step])


def needles(records: Sequence[Record], names: Iterable[str | None]) -> list[bytes]:
    """Bytes by which a rest would be recognised: names, first words, rare terms, ids and so on.

    So many, because each costs a search through the whole file; the most telling come first.
    """
    found = {needle: None for text in names for needle in _encoded(text)}
    for texts in zip_longest(*map(_telling, sampled(records))):
        found |= {needle: None for text in texts for needle in _encoded(text)}
    return list(found)[:NEEDLES]


def _telling(record: Record) -> Iterator[Any]:
    yield record.text[:BEGINNING]
    yield max(terms(record), key=len, default=None)
    if isinstance(record, Message):
        yield record.name
    else:
        yield from (record.key, record.value, record.subject, record.object)
    yield from record.metadata.values()
    yield record.id
    yield max(record.text.split(), key=len)


def _encoded(text: Any) -> Iterator[bytes]:
    """Text as UTF-8; an id of recollect's own as the bytes it is short for, too."""
    if not isinstance(text, str) or len(text.encode()) < SHORTEST:
        return
    yield text.encode()
    if len(text) == 32 and not set(text) - set("0123456789abcdef"):
        yield bytes.fromhex(text)
