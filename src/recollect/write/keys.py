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
OPPOSITES = {"LIKES": ("DISLIKES",), "LOVES": ("DISLIKES",), "DISLIKES": ("LIKES", "LOVES")}

_OWNED = re.compile(r"['’]s?\b")
_APART = re.compile(r"[^\w.]+|_+")
_LEADING = re.compile(r"^(?:the|an?) ")


def key(proposal: Proposal) -> str:
    """`user.home.place` for a slot, `user.likes.jazz` where many things may hold at once."""
    subject = plain(proposal.subject or "user").replace(".", "_")
    if proposal.slot:
        return _cut(f"{subject}.{_APART.sub('_', fold(proposal.slot))}")
    relation = (proposal.relation or proposal.rule).casefold().replace(".", "_")
    said = plain(proposal.object or proposal.text)
    began = proposal.valid_from if proposal.kind == "episodic" else None
    day = "" if began is None else f"@{began.date().isoformat()}"  # what happens may happen again
    return _cut(f"{subject}.{relation}.{said}{day}")


def opposites(proposal: Proposal) -> tuple[str, ...]:
    """The keys under which the opposite taste would be noted."""
    others = OPPOSITES.get(proposal.relation or "", ())
    return tuple(key(replace(proposal, relation=other)) for other in others)


def plain(words: str) -> str:
    """Words without regard to case, accents, articles and punctuation."""
    folded = _LEADING.sub("", fold(words).strip())
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
