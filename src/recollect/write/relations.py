"""Relations as notes: made, joined with what is known of them, ended; none is overwritten."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..errors import InputError
from ..orders import Close
from ..text.names import ALIAS, folded, relation
from ..times import moment
from ..types import Note, Scope
from . import limits
from .facts import no_sooner

MAX_SOURCES = 1_000


@dataclass(frozen=True, slots=True)
class Triple:
    """Who is related, how, to whom: checked, the relation under its one name."""

    subject: str
    relation: str
    object: str

    @property
    def key(self) -> str:
        """The same for every spelling; of two names for one, in either order."""
        ends = [folded(self.subject), folded(self.object)]
        if self.relation == ALIAS:
            ends.sort()
        spelled = "\0".join([self.relation, *ends])
        return "edge:" + hashlib.blake2b(spelled.encode(), digest_size=16).hexdigest()

    @property
    def text(self) -> str:
        """A sentence that search and models read."""
        if self.relation == ALIAS:
            return f"{self.subject} is another name of {self.object}."
        said = f"{self.subject} {self.relation.replace('_', ' ').lower()} {self.object}"
        return said if said.endswith((".", "!", "?", "。")) else f"{said}."

    def note(self, scope: Scope, times: Times) -> Note:
        """The note of it."""
        return Note(
            text=self.text,
            key=self.key,
            subject=self.subject,
            relation=self.relation,
            object=self.object,
            valid_from=times.since,
            valid_to=times.ended,
            learned_at=times.said,
            recorded_at=times.now,
            user_id=scope.user_id,
            agent_id=scope.agent_id,
            session_id=scope.session_id,
            tenant=scope.tenant,
        )


@dataclass(frozen=True, slots=True)
class Times:
    """When it was said and stored and, if that was said too, from when until when it holds."""

    said: datetime
    now: datetime
    began: datetime | None = None
    ended: datetime | None = None

    @property
    def since(self) -> datetime | None:
        """When it began to hold; not known of what had ended before it was said."""
        over = self.ended is not None and self.ended <= self.said
        return self.began or (None if over else self.said)


def triple(subject: object, kind: object, object: object) -> Triple:
    """Check a relation and spell it the one way."""
    made = Triple(
        limits.name(subject, "subject"), relation_name(kind), limits.name(object, "object")
    )
    if made.relation == ALIAS and folded(made.subject) == folded(made.object):
        raise InputError(f"{made.subject[:80]!r} and {made.object[:80]!r} are one name already")
    return made


def relation_name(kind: object) -> str:
    """The one spelling of a kind of relation."""
    name = relation(limits.name(kind, "relation"))
    if not name:
        raise InputError("relation must have letters or digits, such as MANAGES or 'works at'")
    return limits.identifier(name, "relation")


def relation_names(kinds: object) -> tuple[str, ...]:
    """Those of one kind, or of some."""
    if isinstance(kinds, list | tuple):
        if not kinds:
            raise InputError("relation names no kind; leave it out to follow all")
        return tuple(relation_name(one) for one in kinds)
    return (relation_name(kinds),)


def times(said: datetime, now: datetime, began: object, ended: object) -> Times:
    """Check the times of a relation: it must not end before it begins."""
    first = None if began is None else moment(began, "valid_from")
    last = None if ended is None else moment(ended, "valid_to")
    if first is not None and last is not None and last <= first:
        raise InputError(f"valid_to ({last:%Y-%m-%d}) must be after valid_from ({first:%Y-%m-%d})")
    return Times(said, now, first, last)


def source_ids(sources: object) -> tuple[str, ...]:
    """The ids of the messages that a relation rests on, each once."""
    if isinstance(sources, str) or not isinstance(sources, Sequence):
        raise InputError("sources must be a list of message ids")
    if len(sources) > MAX_SOURCES:
        raise InputError(f"sources has {len(sources):,} ids, the most is {MAX_SOURCES:,}")
    return tuple(dict.fromkeys(limits.identifier(id, "source") for id in sources))


def joined(old: Note, new: Note, times: Times) -> Note | None:
    """An open relation that was said again, with what is new about it; None if nothing is."""
    again = old.valid_to is not None and old.valid_to <= times.said and times.ended is None
    began = times.began or (times.said if again else old.valid_from)
    ended = times.ended or (None if again else old.valid_to)
    if began and ended and ended <= began:  # what is said now counts, not what it contradicts
        began, ended = times.began, times.ended
    sources = tuple(dict.fromkeys((*old.sources, *new.sources)))
    if (began, ended, sources) == (old.valid_from, old.valid_to, old.sources):
        return None
    return replace(new, valid_from=began, valid_to=ended, sources=sources)


def known_at(versions: Sequence[Note], said: datetime) -> Note | None:
    """The version that was open at a moment."""
    for note in versions:
        if note.learned_at <= said and (note.closed_at is None or said < note.closed_at):
            return note
    return None


def ending(note: Note, said: datetime, until: object) -> Close:
    """The order that ends an open relation."""
    if said < note.learned_at:
        raise InputError(
            f"at is before this relation was learned ({note.learned_at.isoformat()}); "
            "say when it ended with valid_to"
        )
    ended = said if until is None else moment(until, "valid_to")
    began = note.valid_from
    if until is not None and began and ended < began and began != note.learned_at:
        raise InputError(
            f"valid_to ({ended.isoformat()}) must not be before valid_from ({began.isoformat()}); "
            "relate it again with the right times"
        )
    last = min(filter(None, (ended, note.valid_to)))
    return Close(note.scope, note.id, said, no_sooner(last, note))
