"""What a question's names lead to: the notes around them, and how well each fits the question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import text
from .graph import Edge, Walk

USER = frozenset({"user", "the user"})
"""Whose memory it is. Everything hangs on the user: what a name leads to through them is all there
is, and not what was asked."""
HOPS = 2
"""How far a search follows the relations of those whom a question names."""
MOST = 64
"""Relations that a search follows at most."""
NEAR, WORDS, KIND, FADE = 0.2, 0.3, 0.5, 0.9
"""What it is worth to stand near a name at all, to hold what else the question says, and to be the
kind of relation that it asks for; and what is left of that with every further step."""


def leads(walk: Walk, terms: Mapping[str, float]) -> dict[str, float]:
    """The notes that a walk from the question's names took, by id, each with a number to 1.

    The names themselves say nothing here: every note around them has them. What else is asked,
    "deadline" in "the deadline of Alice's project", tells which of the notes is meant.
    """
    named = {term for name in walk.met for term in text.terms(name)}
    rest = {term: weight for term, weight in terms.items() if term not in named}
    return {edge.note.id: _fit(edge, rest) for edge in walk.edges}


def _fit(edge: Edge, rest: Mapping[str, float]) -> float:
    kind = text.terms(edge.relation.replace("_", " "))
    said = _share(rest, text.terms(edge.text))
    asked = _share(dict.fromkeys(kind, 1.0), rest)
    return (NEAR + WORDS * said + KIND * asked) * FADE ** (edge.hops - 1)


def _share(of: Mapping[str, float], held: Iterable[str]) -> float:
    """How much of some weighted terms is held; 0 of none."""
    whole = sum(of.values())
    return sum(of.get(term, 0.0) for term in held) / whole if whole else 0.0
