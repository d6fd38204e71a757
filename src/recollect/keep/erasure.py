"""What goes when something is erased, and how one would recognise a rest of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from string import punctuation, whitespace
from typing import Any

from ..types import Message, Note, Record
from ..write.facts import LINKS, MERGED, chain, leads, merged_into, staying_before
from ..write.index import terms
from ..write.summary.note import is_summary, stale
from .law import is_hidden
from .rollback import MARK as ROLLED_BACK
from .ruling import without

SAMPLE = 16
"""Records whose words are looked for; all of them are looked for by id."""
SHORTEST = 6
"""Bytes of a needle: shorter ones turn up by chance in a large file."""
NEEDLES = 24
EDGES = punctuation + whitespace
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
"""A day is no rest of anything: others name it, too, and so does what counts by the day."""
BEGINNING = 32


@dataclass(frozen=True, slots=True)
class Erasure:
    """A decision: which records go, which notes must be written anew, what may be concluded anew.

    `mended` are notes that stay, before and after, whose link to a version that goes is redirected.
    `rederive` are notes that go though they rested on others too, with those that are left.
    `summaries` are open ones that go and can be made anew.
    """

    gone: tuple[Record, ...] = ()
    mended: tuple[tuple[Note, Note], ...] = ()
    rederive: tuple[tuple[Note, tuple[str, ...]], ...] = ()
    summaries: tuple[Note, ...] = ()


def erasure(
    named: Sequence[Record],
    notes: Sequence[Note],
    versions: bool = False,
    citing: Sequence[Note] = (),
    session: str | None = None,
) -> Erasure:
    """Decide, given what was named and all notes of its owner, closed ones too.

    A note concluded from words that go may quote them, so it goes as well, though it rests on
    others too. `versions` takes a named note with its whole history. `citing` are notes that rest
    on what was named, though they may not list it: of many messages, a note lists a few. `session`
    is the name of one that goes as a whole.
    """
    gone = {record.id: record for record in named}
    if versions:
        gone |= {note.id: note for record in named for note in chain(notes, record.id)}
    derived = [note for note in citing if note.id not in gone]
    gone |= {note.id: note for note in derived}
    derived += resting(notes, gone)
    gone |= {note.id: note for note in derived}
    others = [note for note in derived if not is_summary(note)]
    stay = tuple(mended(notes, gone, session))
    return Erasure(
        tuple(gone.values()),
        stay,
        tuple(_rederived(others, gone, [after for _, after in stay])),
        tuple(note for note in derived if note.open and is_summary(note)),
    )


def elsewhere(notes: Sequence[Note], ids: Iterable[str]) -> Erasure:
    """The same for another owner's notes, such as an agent's, that rest on what goes."""
    found = resting(notes, dict.fromkeys(ids))
    return Erasure(gone=tuple(found), mended=tuple(mended(notes, {n.id: n for n in found})))


def resting(notes: Sequence[Note], gone: Mapping[str, Record | None]) -> list[Note]:
    """The notes that rest on what goes, and those that rest on them, or were merged of them."""
    ids, found = dict(gone), list[Note]()
    while True:
        left = [note for note in notes if note.id not in ids]
        bases = ((note, (*note.sources, *merged_into(note))) for note in left)
        more = [note for note, rests_on in bases if not ids.keys().isdisjoint(rests_on)]
        known = {note.id for note in more}
        more += [note for note in stale(left, ids) if note.id not in known]
        if not more:
            return found
        found += more
        ids |= {note.id: note for note in more}


def mended(
    notes: Iterable[Note], gone: Mapping[str, Any], session: str | None = None
) -> Iterator[tuple[Note, Note]]:
    """Notes that stay, before and after: none names what goes, be it a session as a whole.

    A version that replaced one that goes follows the one before it. What was merged into a note
    that goes stands for itself again, unless that was undone and it does so already.
    """
    kept = [note for note in notes if note.id not in gone]
    taken = {(note.key, note.scope) for note in kept if note.open and note.key is not None}
    again = leads(kept)
    merged = {id: note for note in gone.values() for id in merged_into(note)}
    parted = {id: note for id, note in merged.items() if id not in again}
    sources = {*gone, *(f"message:{id}" for id in gone)}
    sources |= set() if session is None else {f"session:{session}"}
    for note in kept:
        made = without(note, gone) if is_hidden(note) else _unnamed(note, gone)
        if made.metadata.get(ROLLED_BACK) in sources:
            left = {name: value for name, value in made.metadata.items() if name != ROLLED_BACK}
            made = replace(made, metadata=left)
        whole = parted.get(note.id)
        if whole is not None and note.closed_at == whole.at and (note.key, note.scope) not in taken:
            made = replace(made, closed_at=None)
            taken |= {(note.key, note.scope)} if note.key is not None else set()
        if made != note:
            yield note, made


def _unnamed(note: Note, gone: Mapping[str, Any]) -> Note:
    before = staying_before(note, gone)
    parts = merged_into(note)
    left = [id for id in parts if id not in gone]
    if before == note.replaces and len(left) == len(parts):
        return note
    others = {name: value for name, value in note.metadata.items() if name != MERGED}
    return replace(note, replaces=before, metadata=others | ({MERGED: left} if left else {}))


def _rederived(
    others: Sequence[Note], gone: Mapping[str, Record], stay: Sequence[Note]
) -> Iterator[tuple[Note, tuple[str, ...]]]:
    """Notes that go though they rested on others too, each with those that are left.

    What was merged into one that goes stands for itself again, and in the place of the whole.
    """
    parted = {id: note for note in gone.values() for id in merged_into(note)}
    taken = {(note.key, note.scope) for note in stay if note.open}
    for note in sorted(others, key=lambda one: bool(merged_into(one))):
        left = tuple(id for id in note.sources if id not in gone)
        whole = parted.get(note.id)
        if whole is not None and note.closed_at == whole.at:
            note = replace(note, closed_at=None)
        fact = (note.key, note.scope)
        if not left or (note.open and note.key is not None and fact in taken):
            continue
        if note.open:
            taken.add(fact)
        yield note, left


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
        yield from record.metadata.values()
    else:
        yield from (record.key, record.value, record.subject, record.object)
        # A note that was deleted before has left its id in the feed, by design.
        yield from (value for name, value in record.metadata.items() if name not in LINKS)
    yield record.id
    yield max(record.text.split(), key=len)


def _encoded(text: Any) -> Iterator[bytes]:
    """Text as UTF-8; an id of recollect's own as the bytes it is short for, too.

    Without the marks around it: in a file, a "?" behind a word may as well be the next number.
    """
    text = text.strip(EDGES) if isinstance(text, str) else ""
    if len(text.encode()) < SHORTEST or _DATE.fullmatch(text):
        return
    yield text.encode()
    if len(text) == 32 and not set(text) - set("0123456789abcdef"):
        yield bytes.fromhex(text)
