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
_OTHERWISE = text.terms(
    "ex former late business workout training gym running dance lab study tennis research writing"
).keys()
"""Who is a wife or a partner only so."""
_PETS = text.terms(
    "dog cat puppy kitten parrot rabbit hamster horse guinea pig goldfish turtle bunny pup bird"
    " retriever terrier labrador poodle beagle bulldog shepherd tabby corgi"
).keys()
_OWN = text.terms("own owns").keys()
_CAR = text.terms("car").keys()
_COUPLES = {"married": _WED} | dict.fromkeys(
    ("engaged", "dating", "relationship"), _PARTNERS - _WED
)
_ALONE = {"divorced": _WED, "widowed": _WED, "single": _PARTNERS}
LONG_AGO = timedelta(days=731)
"""Who tells of a divorce that is longer ago may be married again."""


def lost(said: Note, note: Note) -> bool:
    """Whether a note says that somebody has whom or what he no longer has."""
    if said.relation == DIED:
        return _is_pet(note) and _object(note) == text.terms(said.subject or "").keys()
    if set(said.sources) & set(note.sources):  # "I'm divorced, and my new wife is called Eva"
        return False
    if said.relation == STATUS or parts(said):
        return _parted(said, note)
    if said.relation == NO_LONGER and (said.object or "").startswith(("has ", "own ", "owns ")):
        return _parted(said, note) or _gone(said, note)
    if said.relation == NO_LONGER:  # "no longer married"
        return bool(_couple(said) & _partner(note))
    return said.relation in (GONE, STOPPED) and _gone(said, note)


def parts(said: Note) -> bool:
    """Whether it says that somebody parted from a partner."""
    return said.relation == PARTED or (said.relation == STOPPED and " broke up" in said.text)


def unclear(said: Note, over: Sequence[Note]) -> bool:
    """Whether "my dog" and "my car" may be one of several."""
    what = _object(said)
    if said.relation not in (GONE, STOPPED) or not what <= _PETS | _CAR:
        return False
    return len({frozenset(_object(note)) for note in over} - {frozenset(what)}) > 1


def _parted(said: Note, note: Note) -> bool:
    """Whether it says that somebody has the partner that he parted from."""
    roles = _partner(note)
    began = said.valid_from
    if not roles or (began is not None and said.learned_at - began > LONG_AGO):
        return False
    if said.relation == STATUS:
        words = (said.object or "").split()
        alone = [word for word in words if word in _ALONE and "getting" not in words]
        return any(roles & _ALONE[word] for word in alone)
    whom = _object(said)
    named = whom - _PARTNERS
    if named:
        return named <= text.terms(note.text).keys()
    return bool(whom & (roles | _ANY))


def _partner(note: Note) -> set[str]:
    """What the partner is called that a note says somebody has: a wife, a girlfriend."""
    if note.relation == STATUS:
        return _couple(note)
    if note.relation == "HAS_FAMILY":
        return _object(note) if _object(note) <= _PARTNERS else set()
    held = _held(note)
    return set() if held & _OTHERWISE else held & _PARTNERS


def _couple(note: Note) -> set[str]:
    """Whom somebody has who is married, engaged or dating."""
    return set().union(*(_COUPLES.get(word, ()) for word in (note.object or "").split()))


def _gone(said: Note, note: Note) -> bool:
    """Whether it says that somebody has the animal, or the thing, that he gave away."""
    what = _object(said) - _OWN
    if note.key and note.key.endswith(tuple(f".possession.{thing}" for thing in what)):
        return True
    if not _is_pet(note):
        return what == _CAR and note.text.removeprefix(note.subject or "").startswith(" drives ")
    kinds = what & _PETS
    if named := what - kinds:
        return _object(note) == named
    if note.relation == "HAS_FAMILY":
        every = (said.object or "").endswith("s")  # "I no longer have cats"
        return kinds == _object(note) or (every and kinds <= _object(note))
    return bool(kinds & _held(note))


def _is_pet(note: Note) -> bool:
    """Whether it says that somebody has an animal."""
    return bool(_held(note)) and bool(text.terms(note.text).keys() & _PETS)


def _held(note: Note) -> set[str]:
    """The words that say whom or what somebody has: "has a dog named" Rex, or its relation."""
    relation = (note.relation or "").replace("_", " ")
    if relation.split(" ")[0] != "HAS":
        return set()
    before = note.text.partition(note.object or "\0")[0]
    return set(text.terms(relation)) | set(text.terms(before))


def _object(note: Note) -> set[str]:
    return set(text.terms(note.object or ""))
