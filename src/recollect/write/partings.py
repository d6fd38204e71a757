"""Who and what somebody no longer has: the notes that a parting, a death or a sale ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from .. import text
from ..types import Note

STATUS, NO_LONGER, STOPPED = "STATUS", "NO_LONGER", "STOPPED"
PARTED, DIED, GONE = "PARTED", "DIED", "GONE"

_PARTNERS = text.terms("wife husband spouse partner girlfriend boyfriend fiancé fiancée").keys()
_WED = text.terms("wife husband spouse").keys()
_ANY = text.terms("partner").keys()
_OVER = text.terms("ex former late").keys()
_PETS = text.terms(
    "dog cat puppy kitten parrot rabbit hamster horse guinea pig goldfish turtle bunny pup bird"
    " retriever terrier labrador poodle beagle bulldog shepherd tabby corgi"
).keys()
_COUPLES = {"married": _WED, "engaged": _PARTNERS - _WED, "dating": _PARTNERS - _WED}
_ALONE = {"divorced": _WED, "widowed": _WED, "single": _PARTNERS}
LONG_AGO = timedelta(days=731)
"""Who tells of a divorce that is longer ago may be married again."""


def lost(said: Note, note: Note) -> bool:
    """Whether a note says that somebody has whom or what he no longer has."""
    if said.relation == DIED:
        return _is_pet(note) and _object(note) == text.terms(said.subject or "").keys()
    if set(said.sources) & set(note.sources):  # "I'm divorced, and my new wife is called Eva"
        return False
    if said.relation in (STATUS, PARTED) or (said.relation == STOPPED and " broke up" in said.text):
        return _parted(said, note)
    if said.relation == NO_LONGER and (said.object or "").startswith("has "):
        return _parted(said, note) or _gone(said, note)
    return said.relation in (GONE, STOPPED) and _gone(said, note)


def unclear(said: Note, over: Sequence[Note]) -> bool:
    """Whether "my dog" may be one of several."""
    if said.relation != GONE:
        return False
    return len({frozenset(_object(note)) for note in over} - {frozenset(_object(said))}) > 1


def _parted(said: Note, note: Note) -> bool:
    """Whether it says that somebody has the partner that he parted from."""
    roles = _partner(note)
    began = said.valid_from
    if not roles or (began is not None and said.learned_at - began > LONG_AGO):
        return False
    if said.relation == STATUS:
        words = (said.object or "").split()
        return any(roles & _ALONE[word] for word in words if word in _ALONE)
    whom = _object(said)
    named = whom - _PARTNERS
    if named:
        return named <= text.terms(note.text).keys()
    return bool(whom & (roles | _ANY))


def _partner(note: Note) -> set[str]:
    """What the partner is called that a note says somebody has: a wife, a girlfriend."""
    relation = text.terms((note.relation or "").replace("_", " ")).keys()
    if note.relation == STATUS:
        words = (note.object or "").split()
        return set().union(*(_COUPLES.get(word, ()) for word in words))
    if not (note.relation or "").startswith("HAS") or relation & _OVER:
        return set()
    if note.relation == "HAS_FAMILY":
        return set(_object(note)) if _object(note) <= _PARTNERS else set()
    return set((relation | _before(note)) & _PARTNERS)


def _gone(said: Note, note: Note) -> bool:
    """Whether it says that somebody has the animal, or the thing, that he gave away."""
    what = _object(said)
    kinds = what & _PETS
    if note.key and note.key.endswith(tuple(f".possession.{thing}" for thing in what)):
        return True
    if not _is_pet(note):
        drives = note.text.removeprefix(note.subject or "").startswith((" drives", " owns a car"))
        return what == {"car"} and drives
    if named := what - kinds:
        return _object(note) == named
    if note.relation == "HAS_FAMILY":
        many = (said.object or "").endswith("s")
        return bool(kinds) and (kinds == _object(note) or (many and kinds <= _object(note)))
    return bool(
        kinds & (text.terms((note.relation or "").replace("_", " ")).keys() | _before(note))
    )


def _is_pet(note: Note) -> bool:
    """Whether it says that somebody has an animal."""
    has = (note.relation or "").split("_")[0] == "HAS"
    return has and bool(text.terms(note.text).keys() & _PETS)


def _object(note: Note) -> set[str]:
    return set(text.terms(note.object or "")) - {"their"}


def _before(note: Note) -> set[str]:
    """The words before what a note names: "has a dog named" Rex."""
    return set(text.terms(note.text.partition(note.object or "\0")[0]))
