"""The last look at what was read: what is there twice is taken once, what is too long in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b

from ...types import Message, Record
from ...write.limits import MAX_CONTENT


def settled(records: Iterable[Record]) -> list[Record]:
    """Records that can all be kept. Of the same words under one id, as where a conversation was
    copied, those that were said first; of other words under it, all."""
    found: dict[tuple[str, str], Record] = {}
    for record in (one for each in records for one in _parts(each)):
        key = (record.id, record.text)
        if key not in found or record.at < found[key].at:
            found[key] = record
    first: dict[str, Record] = {}
    for record in sorted(found.values(), key=lambda one: one.at):
        first.setdefault(record.id, record)
    return [one if first[one.id] is one else apart(one) for one in found.values()]


def apart(record: Record) -> Record:
    """A record under an id of its words, where its own is taken by others."""
    spelt = f"{record.id}\0{record.text}".encode("utf-8", "surrogatepass")
    return replace(record, id=blake2b(spelt, digest_size=16).hexdigest())


def _parts(record: Record) -> Iterator[Record]:
    """A message, in parts if it is longer than one may be."""
    if not isinstance(record, Message) or len(record.content) <= MAX_CONTENT:
        yield record
        return
    for start in range(0, len(record.content), MAX_CONTENT):
        id = f"{record.id}/{start // MAX_CONTENT + 1}" if start else record.id
        if part := record.content[start : start + MAX_CONTENT].strip():
            yield replace(record, content=part, id=id)
