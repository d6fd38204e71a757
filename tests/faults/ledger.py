"""What a walk expects of a memory: every message, every fact and its versions, in plain dicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from recollect import Message, Note

Whose = tuple[str, str | None]
"""A user, and the agent that shares the memory, if any."""


@dataclass(slots=True)
class Said:
    """A message that was acknowledged."""

    message: Message
    word: str
    """A word that stands in no other record."""


@dataclass(slots=True)
class Version:
    """One value that a key was set to."""

    id: str
    whose: Whose
    key: str
    value: object
    replaces: str | None
    closed_at: datetime | None = None


@dataclass(slots=True)
class Ledger:
    """The whole of it."""

    said: dict[str, Said] = field(default_factory=dict)
    versions: dict[str, Version] = field(default_factory=dict)
    pins: set[str] = field(default_factory=set)
    bared: bool = False
    """Whether a pin that held an end off went over to another version: the past lacks this one."""
    ends: dict[str, datetime] = field(default_factory=dict)

    def shows(self, id: str, now: datetime) -> bool:
        """Whether a record has not ended."""
        return id in self.pins or id not in self.ends or self.ends[id] > now

    def messages(self, whose: Whose, now: datetime) -> list[str]:
        """The ids of what was said, oldest first; among equals the later one comes later."""
        user, agent = whose
        found = [
            one.message
            for one in self.said.values()
            if one.message.user_id == user and agent in (None, one.message.agent_id)
        ]
        return [m.id for m in sorted(found, key=lambda m: m.at) if self.shows(m.id, now)]

    def days(self) -> set[str]:
        """The days on which something was said that is still kept."""
        return {one.message.at.date().isoformat() for one in self.said.values()}

    def open(self, whose: Whose, key: str) -> Version | None:
        """The version of a fact that stands, ended or not."""
        found = [v for v in self.versions.values() if (v.whose, v.key) == (whose, key)]
        return next((v for v in found if v.closed_at is None), None)

    def value(self, whose: Whose, key: str, now: datetime) -> object:
        """What a key's value is."""
        stands = self.open(whose, key)
        return stands.value if stands is not None and self.shows(stands.id, now) else None

    def put(self, whose: Whose, note: Note) -> None:
        """A new version of a fact took the place of the one that stood."""
        before = self.open(whose, note.key or "")
        if before is not None:
            before.closed_at = note.learned_at
            self._hand_on(before.id, note.id)
        self._add(whose, note, before.id if before is not None else None)

    def undo(self, version: Version, closed: Note | None, restored: tuple[Note, ...]) -> None:
        """A version was closed or not, and another, or it itself, stands again."""
        was_open = version.closed_at is None
        assert (closed is not None) == was_open, "undo closes what stands, and nothing else"
        before = self.versions.get(version.replaces or "") if was_open else version
        wanted = [] if before is None else [before.value]
        assert [note.value for note in restored] == wanted, "undo brings back the one before"
        if closed is not None:
            version.closed_at = closed.closed_at
        for note in restored:
            assert before is not None
            self._add(version.whose, note, version.id)
            if before.id in self.ends and before.id not in self.pins:
                self.ends[note.id] = self.ends[before.id]
            self._hand_on(version.id, note.id)

    def _hand_on(self, old: str, new: str) -> None:
        if old in self.pins:
            self.pins.remove(old)
            self.pins.add(new)
            self.bared |= old in self.ends

    def forget(self, id: str) -> None:
        """A record is gone; links to it stay, and lead nowhere."""
        for held in (self.said, self.versions, self.ends):
            held.pop(id, None)
        self.pins.discard(id)

    def forget_linked(self, gone: set[str]) -> None:
        """Records are gone; versions that stay follow the one before."""
        for version in self.versions.values():
            while version.replaces in gone:
                before = self.versions.get(version.replaces)
                version.replaces = None if before is None else before.replaces
        for id in gone:
            self.forget(id)

    def leaving(self, now: datetime, closed: timedelta | None) -> set[str]:
        """What pruning takes."""
        every = self.said.keys() | self.versions.keys()
        gone = {id for id in every if not self.shows(id, now)}
        if closed is not None:
            gone |= {
                v.id
                for v in self.versions.values()
                if v.closed_at is not None and v.closed_at + closed <= now and v.id not in self.pins
            }
        return gone

    def _add(self, whose: Whose, note: Note, replaces: str | None) -> None:
        self.versions[note.id] = Version(note.id, whose, note.key or "", note.value, replaces)
