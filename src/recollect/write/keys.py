"""The key of a note that a rule made: readable, and the same for the same thing said again."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b

from ..text.fold import fold
from ..types import Message
from .rules import Proposal

LONGEST = 160
"""A longer key is cut and ends in a hash of the whole."""
RIVAL = "?"
"""What ends the key of a note that contradicts another, where nobody can say which is right."""
OPPOSITES = {
    "LIKES": ("DISLIKES",),
    "LOVES": ("DISLIKES",),
    "INTERESTED_IN": ("DISLIKES",),
    "DISLIKES": ("LIKES", "LOVES", "INTERESTED_IN", "EATS_AGAIN"),
    "DECIDED": ("DECIDED_AGAINST",),
    "DECIDED_AGAINST": ("DECIDED",),
}
FORGONE = {
    "vegan": ("meat", "fish", "dairy", "eggs"),
    "vegetarian": ("meat", "fish"),
    "pescatarian": ("meat",),
    "gluten-free": ("gluten",),
    "dairy-free": ("dairy",),
}
"""What nobody of that diet eats."""
PARTNERS = ("WIFE", "HUSBAND", "PARTNER", "GIRLFRIEND", "BOYFRIEND", "FIANCÉ", "FIANCÉE")
"""What an ex may have been."""
JOBLESS = ("unemployed", "jobless", "between jobs", "out of work")
"""What nobody is who works somewhere."""
SAID_AS = {
    "LIVES_IN": ("lives in",),
    "WORKS_AT": ("works at", "works for"),
    "EATS_AGAIN": ("eats",),
    "LIKES": ("likes", "enjoys", "loves"),
    "LOVES": ("likes", "enjoys", "loves"),
}
"""How a relation is worded where it is no longer so."""
SCALES = (
    ("dark light", "mode theme themes"),
    ("window aisle middle", "seat seats"),
    ("morning afternoon evening night", "flight flights appointments meetings workouts shifts"),
    ("short long brief detailed concise", "answer answers reply replies response responses"
     " explanations summaries"),
    ("hot cold iced", "coffee tea showers"),
    ("still sparkling", "water"),
    ("metric imperial", "units"),
    ("paper printed digital electronic", "books tickets invoices"),
    ("online in-person", "classes lessons courses"),
)  # fmt: skip
"""Of what stands before these nouns, people prefer one."""

_OWNED = re.compile(r"['’]s?\b")
_APART = re.compile(r"[^\w.]+|_+")
_MEASURE = re.compile(
    r"(?:\b(?:currently|now|about|around|approximately|roughly|only|almost|nearly|over|just|under)\b"
    r"|[$€£₦¥]|\b\d[\d.,]*(?:[kKM]\b|%)?)"
)
_LEADING = re.compile(r"^(?:the|an?) ")
_LIMIT = re.compile(r"\((?!\d)[^()]*\)\.$")  # a date limits nothing
_FORMER = re.compile(r"^HAS_(?:EX|FORMER|LATE)_")
_ORDER = re.compile(r"(?:(?P<how>always|never|don't|do not) )?(?P<what>.+)")
_IS = re.compile(r"^(?:is|are) ")
_ONE_SPELLING = (
    (re.compile(r"(col|flav|neighb|behavi|hum)or(?![a-rt-z])"), r"\1our"),
    (re.compile(r"(?<![a-z])e_?mail(?:_address)?(?![a-z])"), "email"),
    (re.compile(r"(?<=\.)phone_number(?![a-z])"), "phone"),
)
_SCALE = {noun: sides.split() for sides, nouns in SCALES for noun in nouns.split()}


def key(proposal: Proposal) -> str:
    """`user.home.place` for a slot, `user.likes.jazz` where many things may hold at once."""
    subject = plain(proposal.subject or "user").replace(".", "_")
    if proposal.slot:
        return _cut(f"{subject}.{_spelled(_APART.sub('_', fold(proposal.slot)))}")
    relation = (proposal.relation or proposal.rule).casefold().replace(".", "_")
    whole = relation in ("stopped", "replaced", "upgraded")
    said = plain(_worded(proposal) if whole else proposal.object or proposal.text)
    if relation == "measures":  # whatever the number is
        said = plain(_MEASURE.sub(" ", proposal.object or "")) or "amount"
    began = proposal.valid_from if proposal.kind == "episodic" else None
    day = "" if began is None else f"@{began.date().isoformat()}"  # what happens may happen again
    return _cut(f"{subject}.{relation}.{said}{day}")


def _worded(proposal: Proposal) -> str:
    """What a note says of its subject; the object of "stopped driving in 2020" is but a year."""
    return proposal.text.removeprefix(proposal.subject or "").strip(" .")


def opposites(proposal: Proposal) -> tuple[str, ...]:
    """The keys under which it would be noted that it is not so: the opposite taste, the other side
    of a scale, that it is no longer so."""
    if proposal.act not in ("state", "now") or limited(proposal.text):
        return ()  # what is limited to something is no one's opposite
    others = OPPOSITES.get(proposal.relation or "", ())
    turned = [key(replace(proposal, relation=other)) for other in others]
    turned += [key(replace(proposal, relation=was)) for was in _formerly(proposal.relation or "")]
    if proposal.relation == "WORKS_AT":
        jobless = replace(proposal, slot=None, relation="WORK_STATUS")
        turned += [key(replace(jobless, object=status)) for status in JOBLESS]
    if proposal.relation == "PREFERS":
        turned += [key(replace(proposal, object=other)) for other in _other_sides(proposal)]
    if proposal.relation in ("INSTRUCTS", "HABIT"):
        turned += [key(replace(proposal, object=other)) for other in _reversed(proposal)]
    if proposal.relation == "DIET":
        ate = FORGONE.get((proposal.object or "").split(" ")[-1], ())
        turned += [key(replace(proposal, relation="EATS_AGAIN", object=food)) for food in ate]
    return (*turned, *_no_longer(proposal))


def _formerly(relation: str) -> list[str]:
    """What somebody was to whom he is an ex-wife, a former boss, a late husband."""
    if relation == "HAS_EX":
        return [f"HAS_{partner}" for partner in PARTNERS]
    was = _FORMER.sub("HAS_", relation)
    return [was] if was != relation else []


def limited(text: str) -> bool:
    """Whether a note holds for some things only: "prefers tea (for breakfast)"."""
    return _LIMIT.search(text) is not None


def _reversed(proposal: Proposal) -> list[str]:
    """What is asked for, or done, by who means the contrary: never for always."""
    said = _ORDER.fullmatch(fold(proposal.object or ""))
    if said is None:
        return []
    negated = said["how"] not in (None, "always")
    others = ("", "always ") if negated else ("never ", "don't ", "do not ")
    return [f"{other}{said['what']}" for other in others]


def _other_sides(proposal: Proposal) -> list[str]:
    """What is preferred by who prefers the other: light mode for dark mode."""
    side, _, noun = _LEADING.sub("", fold(proposal.object or "")).partition(" ")
    sides = _SCALE.get(noun, [])
    return [f"{other} {noun}" for other in sides if other != side] if side in sides else []


def _no_longer(proposal: Proposal) -> list[str]:
    """The keys under which it would be noted that it is no longer so."""
    if proposal.kind == "episodic" or not proposal.object:
        return []
    said = _IS.sub("", _worded(proposal))
    worded = [f"{verb} {proposal.object}" for verb in SAID_AS.get(proposal.relation or "", ())]
    ended = replace(proposal, slot=None, relation="NO_LONGER")
    return [key(replace(ended, object=one)) for one in dict.fromkeys((said, *worded))]


def _spelled(slot: str) -> str:
    """A slot in one spelling, whichever is used."""
    for one, spelled in _ONE_SPELLING:
        slot = one.sub(spelled, slot)
    return slot


def plain(words: str) -> str:
    """Words without regard to case, accents, articles and punctuation."""
    folded = fold(_LEADING.sub("", words.strip().casefold()))  # "thé" is no article
    return _APART.sub("_", _OWNED.sub("", folded)).strip("_.")


def note_id(message: Message, proposal: Proposal) -> str:
    """The same for the same words of the same message: learning it twice is learning it once."""
    whole = "\0".join((message.id, proposal.rule, proposal.text))
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _cut(made: str) -> str:
    if len(made) <= LONGEST:
        return made
    mark = blake2b(made.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{made[: LONGEST - 9]}~{mark}"
