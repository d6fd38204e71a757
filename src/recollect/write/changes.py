"""What a claim ends: what it says is over, and what cannot go on beside it."""

from __future__ import annotations

from collections.abc import Set

from .. import text
from ..types import Note
from .extract import Claim
from .heads import REPLACED, habit_stopped, is_of_thing, named_last
from .index import is_by_rule
from .keys import FORGONE, plain
from .partings import DIED, LONG_AGO, NO_LONGER, STOPPED, lost, parts

LASTING = ("semantic", "procedural")
UNSTATED = ("forget", "deny")
"""What makes no note of its own."""
LEFT, WORKS_AT, WORKS_AS = "LEFT", "WORKS_AT", "WORKS_AS"
"""Who leaves a place may go on to like it, and only ceases to work there."""
_ANY_JOB = text.terms("their old current job at with has").keys()
LIKING = ("LIKES", "LOVES", "PREFERS")
_LIKES = text.terms("like love enjoy").keys()
"""Who no longer likes a thing no longer loves it."""
CANCELLED = "CANCELLED"
EVENTS = ("HAS_EVENT", "ON_DATE", "DEADLINE", "BOOKED", "PLANS", "AWAY")
_TRIPS = text.terms("trip holiday vacation journey visit").keys()
_GOING = text.terms("go fly travel drive visit head").keys()
ALLERGIC_TO = "ALLERGIC_TO"
UPGRADED, MEASURES, LEFT_WORK = "UPGRADED", "MEASURES", "LEFT_WORK"
CHANGED, ON_DATE = "CHANGED", "ON_DATE"
_AT_WORK = text.terms(
    "boss manager supervisor mentor colleague coworker co-worker teammate apprentice assistant lead"
).keys()
_FAMILY = text.terms(
    "mother mom mum father dad parent sister brother sibling son daughter kid child baby twin"
    " grandmother grandfather grandma grandpa granddaughter grandson aunt uncle cousin niece nephew"
    " stepson stepdaughter stepmother stepfather friend"
).keys()
_WORKING = ("WORKS_AT", "WORKS_FOR", "WORKS_WITH", "WORKS_ON", "REPORTS_TO", "MANAGES", "LEADS")
_ALLERGIC = text.terms("allergic intolerant sensitive").keys()
EATS_AGAIN = "EATS_AGAIN"
IS_A, WORK_STATUS = "IS_A", "WORK_STATUS"
ONE_ONLY = (
    "boss manager supervisor landlord landlady doctor dentist therapist lawyer accountant vet tutor"
    " trainer coach advisor adviser mentor cardiologist dermatologist pediatrician paediatrician"
    " gynecologist gynaecologist physio physiotherapist hairdresser plumber cleaner nanny midwife"
)
"""Who is somebody's new one is instead of another."""
_BESIDE = frozenset(
    "mom dad mother father parent homeowner homemaker veteran retiree runner cyclist gamer blogger"
    " streamer podcaster creator owl bird person introvert extrovert musician artist owner founder"
    " co-founder".split()
)
"""What one may be beside any job."""
ROLES = tuple(f"HAS_{role}" for role in ONE_ONLY.upper().split())
_YEARS = frozenset("freshman sophomore junior senior".split())


def ends(claim: Claim, note: Note) -> bool:
    """Whether a note says what a claim ends."""
    said = claim.note
    if not is_by_rule(note) or not note.open or note.relation == NO_LONGER:
        return False
    if said.trust < note.trust or note.learned_at > said.learned_at:
        return False
    if cancels(said) and _cancelled(said.object or "", said, note):
        return True
    if moves(claim.act, said):
        return _cancelled(moved(said), said, note)
    if note.kind not in LASTING:
        return False
    if said.relation == DIED:
        return lost(said, note)
    if said.relation == UPGRADED:
        return note.relation in (MEASURES, "USES") and is_of_thing(note, said)
    if said.relation == LEFT_WORK and _colleague(said, note):
        return True
    if plain(note.subject or "") != plain(said.subject or ""):
        return False
    if claim.act == "deny":
        return _denied(said, note)
    if claim.act == "end" and _over_before(said, note):
        return False
    if parts(said):
        return lost(said, note)
    if lost(said, note):
        return True
    if claim.act == "now":
        return _replaced(said, note)
    if said.relation == LEFT or said.object == "has a job":
        return _left(said, note)
    return _over(said, note)


def _over_before(said: Note, note: Note) -> bool:
    """Whether it was over long before the note was taken: the car that was sold in 2019."""
    over = said.valid_to or said.valid_from
    return over is not None and note.learned_at - over > LONG_AGO


def _denied(said: Note, note: Note) -> bool:
    """Whether it says the very thing that is denied."""
    same = note.relation == said.relation or {note.relation, said.relation} == {IS_A, WORKS_AS}
    return same and text.terms(note.object or "").keys() == text.terms(said.object or "").keys()


def cancels(said: Note) -> bool:
    """Whether it says that something does not take place."""
    return said.relation == CANCELLED or (said.relation == STOPPED and " cancel" in said.text)


def moves(act: str, said: Note) -> bool:
    """Whether it says that something takes place on another day."""
    return act == "now" and said.relation in (ON_DATE, CHANGED)


def moved(said: Note) -> str:
    """What takes place on another day; "" if it is no day that has changed."""
    if said.relation == ON_DATE:
        return said.subject or ""
    if said.valid_from is None:
        return ""
    return (said.object or "").partition(" to ")[0].partition(" from ")[0]


def _colleague(said: Note, note: Note) -> bool:
    """Whether it says that somebody who has left is of the work that was left."""
    if plain(note.subject or "") == plain(said.subject or ""):
        if note.relation == "IS":
            return bool(text.terms(note.object or "").keys() & _AT_WORK)
        ours = said.object != "left us"
        return note.relation in _WORKING and (ours or "the user" in (note.object or ""))
    known = bool(_role(note) & _AT_WORK)
    return known and plain(note.object or "") == plain(said.subject or "")


def _over(said: Note, note: Note) -> bool:
    """Whether all its words, or its very object, are what is over."""
    if named_last(said, note) or habit_stopped(said, note):
        return True
    if said.relation == REPLACED:  # who moves data from a firm may work there
        return False
    if said.relation == STOPPED and _relative(note):  # who stopped using Frank has him still
        return False
    about = text.terms(note.subject or "").keys()
    ended = text.terms(said.object or said.text).keys() - about
    named = text.terms(note.object or "").keys() - about
    if note.relation == ALLERGIC_TO and said.relation in (NO_LONGER, STOPPED):
        # Of two allergies one may end, and who stopped eating nuts may be allergic to them.
        what = named or text.terms(note.text).keys() - about - _ALLERGIC
        return bool(ended & _ALLERGIC) and ended - _ALLERGIC == what
    if note.relation in LIKING:
        ended -= _LIKES
    held = text.terms(note.text).keys() - about
    return bool(ended) and (ended == named or (len(ended) > 1 and ended <= held))


def _relative(note: Note) -> bool:
    """Whether it says who belongs to the family, which ends by a parting only."""
    return bool(_role(note) & _FAMILY)


def _role(note: Note) -> Set[str]:
    """The terms of what somebody is to its subject: "sister" of HAS_SISTER_IN_LAW; none if it tells
    nothing of the kind."""
    relation = note.relation or ""
    if not relation.startswith("HAS_"):
        return frozenset()
    role = relation.removeprefix("HAS_").replace("_", " ").replace(" IN LAW", "")
    return text.terms(role).keys()


def _left(said: Note, note: Note) -> bool:
    """Whether it is the work that somebody left: the one of that name, or whichever it is."""
    left = text.terms(said.object or "").keys() - _ANY_JOB
    if note.relation == WORKS_AS:
        return not left
    return note.relation == WORKS_AT and left <= text.terms(note.object or "").keys()


def _cancelled(what: str, said: Note, note: Note) -> bool:
    """Whether it is the appointment that does not take place, or not then, and is still to come."""
    if (
        not what
        or note.key == said.key
        or note.relation not in EVENTS
        or (note.valid_to and note.valid_to <= said.learned_at)
    ):
        return False
    off, planned = set(text.terms(what)), text.terms(note.text).keys()
    if off & _TRIPS and planned & _GOING:  # the trip to Greece is what "is going to Greece" says
        off = off - _TRIPS or off
    return off <= planned


def _replaced(said: Note, note: Note) -> bool:
    """Whether what is so now cannot be so beside it: another job, another car, another diet."""
    if said.relation == EATS_AGAIN:
        if note.relation == "DIET":
            return plain(said.object or "") in FORGONE.get((note.object or "").split(" ")[-1], ())
        avoids = note.relation in ("DISLIKES", "CANNOT_EAT")
        return avoids and plain(said.object or "") == plain(note.object or "")
    if said.relation == WORK_STATUS and note.relation != WORK_STATUS:
        return _works_no_more(said, note)
    if said.relation in ROLES and note.relation == said.relation:
        return note.key != said.key  # under the same key it takes its place
    if note.relation != said.relation or plain(note.text) == plain(said.text):
        return False
    if said.relation == IS_A:
        last, was = _last(said), _last(note)
        return not {last, was} & _BESIDE and (last not in _YEARS or was in _YEARS)
    return _opening(said) == _opening(note)


def _works_no_more(said: Note, note: Note) -> bool:
    """Whether it is a job that nobody has who is retired, or works for himself."""
    if set(said.sources) & set(note.sources):
        return False
    alone = "self" in (said.object or "") or said.object == "freelancing"
    return note.relation == WORKS_AT or (note.relation == WORKS_AS and not alone)


def _last(note: Note) -> str:
    return (note.object or note.text).lower().split()[-1]


def _opening(note: Note) -> tuple[str, ...]:
    """Its verb, and the article after it."""
    verb = note.text.removeprefix(note.subject or "").split()[:2]
    return tuple("a" if word == "an" else word for word in verb)
