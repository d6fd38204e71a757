"""Walking the graph that notes make: breadth first, both ways, one question to the store a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..orders import AsOf
from ..text.names import ALIAS, entities, folded
from ..types import Note

CHAIN = 32
"""Names of one entity, each the alias of the next, that a walk follows."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One relation: who, how, to whom, the note that says so, and how far from where one asked."""

    subject: str
    relation: str
    object: str
    note: Note
    hops: int = 1

    @property
    def text(self) -> str:
        """The relation as a sentence."""
        return self.note.text

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the messages it rests on."""
        return self.note.sources


@dataclass(frozen=True, slots=True)
class When:
    """The moments that are asked about: what is true now or `at` another, as known `as_of` one."""

    now: datetime
    at: datetime | None = None
    as_of: AsOf | None = None

    @property
    def past(self) -> bool:
        """Whether notes that are closed by now may count."""
        return self.at is not None

    def holds(self, note: Note) -> bool:
        """Whether a note is known and true."""
        known, ended = note.open, note.valid_to
        true = self.at or max(self.now, note.learned_at)
        if self.at is not None:
            known, ended = True, note.valid_to or note.closed_at
        began = note.valid_from
        return known and (began is None or began <= true) and (ended is None or ended > true)

    def held(self, notes: Iterable[Note]) -> list[Note]:
        """The notes, newest first, that hold; of the versions of one relation only the newest."""
        held: dict[object, Note] = {}
        for note in notes:
            if self.holds(note):
                held.setdefault((note.key, note.scope) if note.key else note.id, note)
        return list(held.values())


class Walk:
    """A walk from folded names. Read the notes at its `frontier` and `take` them till it is empty.

    Two names of one entity are no step apart. Each note is taken once, so a circle ends. It comes
    to the names of `ends`, and does not go on from there unless it began there.
    """

    def __init__(
        self, names: Iterable[str], hops: int, limit: int, ends: frozenset[str] = frozenset()
    ) -> None:
        self.start = tuple(dict.fromkeys(names))
        self.frontier = self.start
        self.edges: list[Edge] = []
        self.met: set[str] = set()
        """The names one started from, or their aliases, that some note has."""
        self.reached: Reached | None = None
        """What is known beforehand of where it may come by."""
        self._hops, self._limit, self._ends = hops, limit, ends
        self._seen: set[str] = set()
        self._far = dict.fromkeys(self.start, 0)
        self._came: dict[str, tuple[str, Edge | None]] = {}
        self._next: list[str] = []
        self._distance = self._chain = 0

    def __contains__(self, name: str) -> bool:
        return folded(name) in self._far

    @property
    def hops(self) -> int:
        """How many steps it may go."""
        return self._hops

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that was reached, folded."""
        return tuple(self._far)

    @property
    def wanted(self) -> int:
        """How many more edges there may be."""
        return self._limit - len(self.edges)

    def new(self, notes: Iterable[Note]) -> list[Note]:
        """Those that relate two names and were not taken yet."""
        return [
            note
            for note in notes
            if note.id not in self._seen and note.subject and note.relation and note.object
        ]

    def skip(self, note: Note) -> None:
        """Never take this one."""
        self._seen.add(note.id)

    def take(self, notes: Sequence[Note]) -> None:
        """Go on along these notes, which name something of the frontier."""
        again: list[str] = []
        for note in self.new(notes):
            if note.relation == ALIAS:
                again += self._alias(note)
            elif self.wanted > 0:
                self._step(note)
            self._seen.add(note.id)
            self.met.update(name for name in entities(note) if self._far.get(name) == 0)
        self._chain += 1
        if not again or self._chain > CHAIN:
            self._chain = 0
            self._distance += 1
            again = [name for name in self._next if self._far[name] == self._distance]
            self._next = []
        done = self._distance >= self._hops or self.wanted <= 0
        self.frontier = () if done else tuple(again)

    @property
    def distance(self) -> int:
        """How many steps it has gone."""
        return self._distance

    def meets(self, other: Walk) -> list[Edge] | None:
        """The shortest way from here to where the other began, if they met; the last may be []."""
        both = [name for name in self._far if name in other._far]
        if not both:
            return None
        name = min(both, key=lambda name: self._far[name] + other._far[name])
        way = [*self._path(name), *reversed(other._path(name))]
        return [replace(edge, hops=hops) for hops, edge in enumerate(way, start=1)]

    def _path(self, at: str) -> list[Edge]:
        """The edges that led to a name, in order."""
        edges: list[Edge] = []
        while at in self._came:
            at, edge = self._came[at]
            edges += [edge] if edge is not None else []
        return edges[::-1]

    def _alias(self, note: Note) -> Iterator[str]:
        """The other name, if it is new or was thought to be farther away."""
        for here, there in _both_ways(note):
            if self._far.get(here, self._hops) <= self._distance < self._far.get(there, self._hops):
                self._far[there] = self._distance
                self._came[there] = here, None
                yield there

    def _step(self, note: Note) -> None:
        hops = self._distance + 1
        edge = Edge(note.subject or "", note.relation or "", note.object or "", note, hops)
        self.edges.append(edge)
        for here, there in _both_ways(note):
            if here in self._far and there not in self._far:
                self._far[there] = hops
                self._came[there] = here, edge
                self._next += [] if there in self._ends else [there]


class Reached:
    """All the notes within some steps of some names, newest first: a walk there asks no more."""

    def __init__(self, names: Iterable[str], notes: Sequence[Note], hops: int) -> None:
        self._notes = notes
        self._about: dict[str, list[int]] = {}
        for place, note in enumerate(notes):
            for name in entities(note):
                self._about.setdefault(name, []).append(place)
        self._known: set[str] = set()
        here = set(names)
        for _ in range(hops):
            self._known |= here
            near = (notes[place] for name in here for place in self._about.get(name, ()))
            here = {name for note in near for name in entities(note)} - self._known

    def at(self, names: Iterable[str]) -> list[Note] | None:
        """The notes at some names; None unless all of theirs are here."""
        asked = set(names)
        if not asked <= self._known:
            return None
        places = {place for name in asked for place in self._about.get(name, ())}
        return [self._notes[place] for place in sorted(places)]


def _both_ways(note: Note) -> tuple[tuple[str, str], tuple[str, str]]:
    ends = folded(note.subject or ""), folded(note.object or "")
    return ends, ends[::-1]
