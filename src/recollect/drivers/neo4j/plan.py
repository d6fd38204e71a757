"""What some changes come to: the relations to keep and those to remove. No I/O."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from ...orders import Change
from ...text.names import folded
from ...types import Message, Note, Owner

LONGEST = 2000
"""Bytes of a key; an index of Neo4j takes some 8,000 for an owner and a name together."""

Row = dict[str, Any]


class Plan:
    """The last word on each note, in the order in which they came."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self._notes: dict[tuple[Owner, str], Row] = {}
        self._gone: dict[tuple[Owner, str], None] = {}

    def __bool__(self) -> bool:
        return bool(self._notes or self._gone)

    def take(self, change: Change) -> None:
        """Go on by one change, which is no erasure."""
        owner = change.scope.owner
        record = None if change.op == "drop" or change.put is None else change.put.record
        if isinstance(record, Message):
            return
        if record is None or not (record.subject or record.object):
            self.remove(owner, change.id)
            return
        first = self._notes.get((owner, record.id), {}).get("seq", change.seq)
        self._gone.pop((owner, record.id), None)
        self._notes[owner, record.id] = _row(record, self._memory, first)

    def remove(self, owner: Owner, id: str) -> None:
        """This is to go, if it is there."""
        self._notes.pop((owner, id), None)
        self._gone[owner, id] = None

    @property
    def notes(self) -> list[Row]:
        """Relations to write."""
        return list(self._notes.values())

    @property
    def gone(self) -> list[Row]:
        """Relations to remove."""
        return [{"owner": key(owner, self._memory), "id": id} for owner, id in self._gone]

    @property
    def owners(self) -> list[Row]:
        """Who has relations to write."""
        return [owned(owner, self._memory) for owner in {owner for owner, _ in self._notes}]

    @property
    def entities(self) -> list[Row]:
        """Whom they are about."""
        return ends(self._notes.values())


def ends(notes: Iterable[Row]) -> list[Row]:
    """Both ends of relations, each once."""
    named = {(note["owner"], note[end]) for note in notes for end in ("subject", "object")}
    return [{"owner": owner, "name": name} for owner, name in sorted(named)]


def owned(owner: Owner, memory: str) -> Row:
    """An owner by its key, and as it is called."""
    named = {"tenant": owner.tenant, "kind": owner.kind, "id": owner.id}
    return {"owner": key(owner, memory), **named}


def key(owner: Owner, memory: str) -> str:
    """What an owner's nodes bear, so that nobody meets another's."""
    named = [memory, owner.tenant, owner.kind, owner.id]
    return short(json.dumps(named, ensure_ascii=False, separators=(",", ":")))


def name(said: str) -> str:
    """A name as entities bear it."""
    return short(folded(said))


def short(text: str) -> str:
    """A text that an index can take: of a long one its beginning and a hash."""
    told = text.encode()
    if len(told) <= LONGEST:
        return text
    return f"{text[:100]}… {hashlib.blake2b(told, digest_size=16).hexdigest()}"


def _row(note: Note, memory: str, seq: int) -> Row:
    """A relation with one end alone is kept as a loop, which leads nowhere."""
    subject, of = note.subject or note.object or "", note.object or note.subject or ""
    return {
        "owner": key(note.scope.owner, memory),
        "id": note.id,
        "seq": seq,
        "subject": name(subject),
        "object": name(of),
        "said": note.subject,
        "of": note.object,
        "relation": note.relation,
        "agent": note.agent_id,
        "session": note.session_id,
        "valid_from": note.valid_from,
        "valid_to": note.valid_to,
        "learned_at": note.learned_at,
        "closed_at": note.closed_at,
    }
