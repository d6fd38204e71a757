"""Near-duplicates: notes that say the same thing in other words become one that cites all.

Precision first. Two notes are one only if whose they are, what they are about, their times,
numbers, names and negations agree, and all words that carry meaning, but for at most one that makes
one of them fuller; and if their vectors, where there are any, lie close. What was set by hand,
pinned or in conflict is left alone, and so is every message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

from .. import text
from ..orders import Close, listed
from ..types import Note
from ..write.expiry import expiry
from ..write.facts import MERGED
from ..write.index import is_by_rule
from ..write.keys import RIVAL
from .law import Law, is_hidden

KINDS = ("semantic", "episodic", "procedural")
CLOSE = 0.9
"""The cosine from which notes with the same words say the same."""
CLOSER = 0.96
"""And from which one more word of one of them makes no other thing of it."""
FEWEST, ENOUGH = 2, 3
"""Words that two notes must share, and that they must share if one has one more."""

_NUMBERS = {word: str(i) for i, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split())}  # fmt: skip
_NUMBERS |= {"once": "1x", "twice": "2x", "half": "1/2", "dozen": "12"}
_POLAR = frozenset(
    "no not never nor neither none without cannot cant dont doesnt didnt isnt arent wasnt werent "
    "wont wouldnt shouldnt couldnt hasnt havent hadnt aint hardly barely rarely seldom only more "
    "less most least few fewer all every any before after until since off against again former "
    "formerly was were had from out used stopped quit ex non almost nearly if unless maybe might "
    "may could would should must or but other others another next last previous first second "
    "third".split()
)
_TURNS = frozenset("from to into than before after by over under between of for with on at".split())
"""Words that make the order of the others matter."""
_WORD = re.compile(r"[\w'’.:/+#&-]*\w", re.UNICODE)


@dataclass(frozen=True, slots=True)
class Merge:
    """Notes that say the same, oldest first, and the one that takes their place."""

    note: Note
    merged: tuple[Note, ...]

    @property
    def closes(self) -> tuple[Close, ...]:
        """The orders that close what was merged, when the last of it was said."""
        at = self.note.learned_at
        return tuple(Close(one.scope, one.id, at) for one in self.merged)


@dataclass(frozen=True, slots=True)
class Said:
    """What a note says, taken apart."""

    terms: tuple[str, ...]
    facts: tuple[object, ...]
    """What must be equal: numbers, names, negations, times."""
    turns: bool
    words: frozenset[str]


def candidates(notes: Iterable[Note], law: Law) -> list[list[Note]]:
    """Groups that may hold near-duplicates: all the same but for their words."""
    notes = list(notes)
    rivals = {(one.scope, (one.key or "").removesuffix(RIVAL)) for one in notes if _is_rival(one)}
    groups: dict[tuple[object, ...], list[Note]] = {}
    for note in notes:
        if _may_merge(note, law) and (note.scope, note.key) not in rivals:
            groups.setdefault(_about(note), []).append(note)
    return [sorted(group, key=lambda one: one.learned_at) for group in groups.values() if group[1:]]


def alike(group: Sequence[Note]) -> list[tuple[int, int, float]]:
    """Pairs of a group whose words agree, the fuller one first, and how close they must lie."""
    said = [taken(note) for note in group]
    same: dict[tuple[object, ...], list[int]] = {}
    found = []
    for i, one in enumerate(said):
        others = same.setdefault(one.facts, [])
        for j in others:
            least = _agree(one, said[j])
            if least is not None:
                fuller = (i, j) if len(set(one.terms)) >= len(set(said[j].terms)) else (j, i)
                found.append((*fuller, least))
        others.append(i)
    return found


def merges(
    group: Sequence[Note],
    pairs: Iterable[tuple[int, int, float]],
    cosine: Callable[[int, int], float] | None,
    now: datetime,
) -> list[Merge]:
    """What becomes one: each of the others is held against the fullest and newest itself."""
    near: dict[int, set[int]] = {}
    for one, other, least in pairs:
        if least < CLOSER if cosine is None else cosine(one, other) >= least:
            near.setdefault(one, set()).add(other)
            if set(taken(group[one]).terms) == set(taken(group[other]).terms):
                near.setdefault(other, set()).add(one)
    done: set[int] = set()
    made = []
    for best in sorted(near, key=lambda i: (-len(near[i]), -i)):
        others = near[best] - done
        if best not in done and others:
            done |= {best, *others}
            made.append(merged(group[best], [group[i] for i in sorted({best, *others})], now))
    return made


def merged(best: Note, notes: Sequence[Note], now: datetime) -> Merge:
    """One note in the place of several, oldest first: the words of the best, the sources of all.

    Its id is made of theirs, so that merging the same notes twice is merging them once.
    """
    cited = listed(tuple(dict.fromkeys(id for one in notes for id in one.sources)))
    ids = [one.id for one in notes]
    last = max(one.last_seen or one.learned_at for one in notes)
    note = replace(
        best,
        id=blake2b("\0".join(ids).encode(), digest_size=16).hexdigest(),
        replaces=best.id,
        learned_at=max(one.learned_at for one in notes),
        recorded_at=now,
        importance=max(one.importance for one in notes),
        confidence=max(one.confidence for one in notes),
        sources=cited,
        seen=sum(one.seen for one in notes),
        last_seen=last,
        metadata={**best.metadata, MERGED: ids},
    )
    return Merge(note, tuple(notes))


def taken(note: Note) -> Said:
    """A note's words, without those of its subject."""
    about = set(text.terms(note.subject or ""))
    words = [word.strip("'’.:/-") for word in _WORD.findall(note.text)]
    plain = [word.lower().replace("'", "").replace("’", "") for word in words]
    numbers = sorted({_NUMBERS.get(word, word) for word in plain if _is_number(word)})
    names = sorted({word.lower() for word in words[1:] if word[:1].isupper()} - about)
    polar = sorted(set(plain) & _POLAR)
    terms = tuple(
        term
        for word in plain
        if not _is_number(word)
        for term in text.terms(word)
        if term not in about
    )
    facts = (tuple(numbers), tuple(names), tuple(polar))
    return Said(terms, facts, bool(set(plain) & _TURNS), frozenset(plain))


def _agree(one: Said, other: Said) -> float | None:
    """The cosine that is asked of two notes of equal facts; None if their words tell them apart."""
    mine, theirs = set(one.terms), set(other.terms)
    shared, apart = mine & theirs, mine ^ theirs
    words = one.words, other.words
    if len(shared) < FEWEST or _one_or_many(*words) or _then_or_now(*words):
        return None
    if not apart:
        ordered = one.terms == other.terms or not (one.turns or other.turns)
        return CLOSE if ordered or sorted(one.terms) != sorted(other.terms) else None
    one_sided = not (mine - theirs) or not (theirs - mine)
    return CLOSER if one_sided and len(apart) == 1 and len(shared) >= ENOUGH else None


def _one_or_many(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one says "dog" where the other says "dogs"."""
    return any(
        f"{word}{end}" in more - fewer
        for fewer, more in ((mine, theirs), (theirs, mine))
        for word in fewer - more
        for end in ("s", "es")
    )


def _then_or_now(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one says "lived" where the other says "lives"."""
    pasts, presents = (
        [
            {term for word in own if word.endswith("ed") is past for term in text.terms(word)}
            for own in (mine - theirs, theirs - mine)
        ]
        for past in (True, False)
    )
    return bool(pasts[0] & presents[1] or pasts[1] & presents[0])


def _is_number(word: str) -> bool:
    return word in _NUMBERS or any(sign.isdigit() for sign in word)


def _is_rival(note: Note) -> bool:
    return note.key is not None and note.key.endswith(RIVAL)


def _may_merge(note: Note, law: Law) -> bool:
    """Whether a note may become part of another: none that somebody set, or that stands alone."""
    by_hand = not is_by_rule(note) and (note.key is not None or note.relation is not None)
    return (
        note.open
        and note.kind in KINDS
        and note.value is None
        and not (by_hand or _is_rival(note) or is_hidden(note) or note.id in law.pins)
    )


def _about(note: Note) -> tuple[object, ...]:
    """What must be the same before words are compared."""
    day = [moment and moment.date() for moment in (note.valid_from, note.valid_to)]
    by = note.metadata.get("by")
    subject, relation = (note.subject or "").casefold(), note.relation
    return note.scope, note.kind, subject, relation, *day, by, note.trust, expiry(note)
