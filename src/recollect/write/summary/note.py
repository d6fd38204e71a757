"""A summary as a note: what it says, what it rests on, and what it covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ...types import Message, Note, Owner, Record, Scope
from ..trust import derived
from .folding import fold, rendered
from .points import ASKED, Point, point, quoted
from .quotes import ended, points

KEY = "summary:session"
"""The key of a session's summary, in the scope of the session."""
OVER = "summary:sessions"
"""The key of the summary over all sessions, in the scope of the user."""
COVERS = ("first", "last", "messages")
"""What the summary of a session says of the turns that it was made from."""
BY_RULES, BY_MODEL = "summary.quotes", "summary.model"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some messages of a session that its summary does not cover yet."""

    messages: tuple[Message, ...]
    after: Message | None = None
    """What was said next."""


def quotes(old: Note | None, new: Stretch) -> list[Point]:
    """The points of a session so far, without a model."""
    return fold(kept_points(old), points(new.messages, new.after), ended(new.messages))


def every_point(sessions: Sequence[Note], loose: Sequence[Message]) -> list[Point]:
    """What a summary over sessions chooses from, oldest first: theirs, and quotes of what was said
    outside of any."""
    found = [one for note in sessions for one in kept_points(note)]
    found += fold((), points(loose))
    return sorted((one for one in found if one.key != ASKED), key=lambda one: one.at)


def quoted_in(points: Sequence[Point], messages: Iterable[Message]) -> list[Message]:
    """The messages that some points rest on."""
    ids = {id for one in points for id in one.sources}
    return [message for message in messages if message.id in ids]


def of_session(
    scope: Scope,
    old: Note | None,
    new: Stretch,
    points: Sequence[Point],
    now: datetime,
    model: str = "",
) -> Note:
    """The summary of a session, in the place of the one before it."""
    turns = [said.turn for said in new.messages if said.turn is not None]
    began, known = _range(old)
    covers = {
        "first": min(turns) if began is None else min(began, *turns),
        "last": max(*turns, known),
        "messages": counted(old) + len(new.messages),
    }
    last = max(said.at for said in new.messages)
    made = _note(KEY, scope, points, last, now, {"covers": covers}, model)
    before = 1.0 if old is None else old.trust
    return replace(made, trust=min(before, derived(quoted_in(points, new.messages))))


def of_user(
    scope: Scope,
    made_from: Sequence[Record],
    points: Sequence[Point],
    now: datetime,
    model: str = "",
) -> Note:
    """The summary over all sessions of a user, from their summaries and from loose messages."""
    last = max(record.at for record in made_from)
    about = {"of": [record.id for record in made_from]}
    made = _note(OVER, scope, points, last, now, about, model)
    return replace(made, trust=derived(made_from))


def kept_points(note: Note | None) -> list[Point]:
    """The points of a summary; of one that somebody has changed by hand, its lines."""
    if note is None:
        return []
    if "rule" in note.metadata:
        return [one for kept in _listed(note, "points") if (one := point(kept)) is not None]
    lines = [line.strip("- ") for line in note.text.splitlines() if not line.endswith(":")]
    return [
        Point("said", quoted(line), note.sources, note.learned_at, weight=1.0) for line in lines
    ]


def is_summary(record: Record) -> bool:
    """Whether a record is a summary of these, not a note that somebody calls so."""
    return isinstance(record, Note) and record.kind == "summary" and "points" in record.metadata


def covered(note: Note | None) -> int:
    """The last turn of its session that a summary covers; -1 for none."""
    return _range(note)[1]


def counted(note: Note | None) -> int:
    """How many messages a session's summary was made from."""
    return _covered(note).get("messages", 0)


def covers(note: Note, message: Message) -> bool:
    """Whether a message is one of those that a session's summary was made from."""
    began, last = _range(note)
    return (
        began is not None
        and message.turn is not None
        and began <= message.turn <= last
        and (note.session_id, note.scope.owner) == (message.session_id, message.scope.owner)
    )


def stale(notes: Iterable[Note], gone: Mapping[str, Record | None]) -> list[Note]:
    """The summaries that were made from something that goes, though they may not quote it."""
    turns: dict[tuple[Owner, str | None], list[int]] = {}
    for record in gone.values():
        if isinstance(record, Message) and record.turn is not None:
            place = (record.scope.owner, record.session_id)
            turns.setdefault(place, []).append(record.turn)
    return [note for note in notes if is_summary(note) and _is_stale(note, gone, turns)]


def _is_stale(
    note: Note,
    gone: Mapping[str, Record | None],
    turns: Mapping[tuple[Owner, str | None], Sequence[int]],
) -> bool:
    made_from = [*_listed(note, "of"), *note.sources, note.replaces]
    if any(isinstance(id, str) and id in gone for id in made_from):
        return True
    began, last = _range(note)
    there = turns.get((note.scope.owner, note.session_id), ())
    return began is not None and any(began <= turn <= last for turn in there)


def _note(
    key: str,
    scope: Scope,
    points: Sequence[Point],
    at: datetime,
    now: datetime,
    about: Mapping[str, Any],
    model: str,
) -> Note:
    made_by = {"rule": BY_MODEL, "model": model} if model else {"rule": BY_RULES}
    return Note(
        text=rendered(points),
        kind="summary",
        key=key,
        learned_at=at,
        recorded_at=now,
        sources=tuple(dict.fromkeys(id for one in points for id in one.sources)),
        metadata={**made_by, **about, "points": [one.as_json() for one in points]},
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        session_id=scope.session_id,
        tenant=scope.tenant,
    )


def _range(note: Note | None) -> tuple[int | None, int]:
    told = _covered(note)
    return (told["first"], told["last"]) if told else (None, -1)


def _covered(note: Note | None) -> Mapping[str, int]:
    """What a summary says of that, if it can be read: somebody may have imported anything."""
    told = None if note is None else note.metadata.get("covers")
    whole = isinstance(told, Mapping) and all(isinstance(told.get(name), int) for name in COVERS)
    return told if told is not None and whole else {}


def _listed(note: Note, name: str) -> list[Any]:
    found = note.metadata.get(name)
    return found if isinstance(found, list) else []
