"""Why a record did not come up: the first stage that let it go, and what would bring it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ..counts import many
from ..orders import Candidate
from ..types import Absence, Hit, Note, Record, Where
from .bridges import cited
from .question import Question
from .ranked import Ranked
from .relevance import Judge

STAGES = ("closed", "filter", "candidates", "relevance", "limit", "found")


def absence(
    record: Record,
    asked: Question,
    ranked: Sequence[Ranked],
    judge: Judge,
    own: Candidate,
    questions: int = 1,
) -> Absence:
    """Follow a record through the read path. `own` is how it scores by itself; `questions` asked at
    once share the limit."""
    if isinstance(record, Note) and not record.open:
        return Absence("closed", "a newer note has closed it", "see its history for the newer one")
    if not asked.where.admits(record):
        given = _given(asked.where)
        refusing = [name for name in given if not Where(**{name: given[name]}).admits(record)]
        parts, rest = ", ".join(refusing), {n: v for n, v in given.items() if n not in refusing}
        reason, remedy = f"the filter leaves it out: {parts}", f"drop {parts} from where"
        return Absence("filter", reason, remedy, {"where": rest})
    ids = [one.candidate.record.id for one in ranked]
    words = next((id for id in cited(record) if id in ids), None)
    if record.id not in ids and words is not None:
        return Absence(
            "found", f"its words are found in its place: message {words}", "nothing is needed"
        )
    if record.id not in ids:
        return _not_looked_at(own, ranked)
    place = ids.index(record.id)
    relevance, moved = judge.relevance(ranked[place]), _moved(ranked, place)
    if relevance < asked.min_relevance:
        enough = int(relevance * 1000) / 1000
        return Absence(
            "relevance",
            f"its relevance is {relevance:.3f}{moved}, and {asked.min_relevance:g} is asked for",
            f"pass min_relevance={enough:g}",
            {"min_relevance": enough},
        )
    before = sum(judge.relevance(one) >= asked.min_relevance for one in ranked[:place])
    needed = (before + 1) * questions
    if needed > asked.limit:
        shared = f" for {questions} questions" if questions > 1 else ""
        return Absence(
            "limit",
            f"it comes after {many(before, 'other')}{moved}; the limit is {asked.limit}{shared}",
            f"pass limit={needed}",
            {"limit": needed},
        )
    return _found(before + 1)


def among(found: Sequence[Absence], id: str, hits: Sequence[Hit]) -> Absence:
    """What became of a record for several questions asked at once: its place in what they found
    together, or why the one that came nearest to it did not bring it up."""
    for place, hit in enumerate(hits, start=1):
        if hit.id == id:
            return _found(place)
    return max(found, key=lambda one: STAGES.index(one.stage))


def _found(place: int) -> Absence:
    return Absence("found", f"it is found, at place {place}", "nothing is needed")


def _moved(ranked: Sequence[Ranked], place: int) -> str:
    """Where a reranker took something back from, in words."""
    one = ranked[place]
    if one.read is None:
        return ""
    own = 1 + sum(other.own > one.own for other in ranked)
    return f" (at place {own} but for the reranker)" if own <= place else ""


def _not_looked_at(own: Candidate, ranked: Sequence[Ranked]) -> Absence:
    """Neither its words nor its vector brought it among the candidates."""
    reasons = [
        f"it holds {own.share:.0%} of the question's words" if own.share else "no word of it"
    ]
    near = [one.candidate.cosine for one in ranked if one.candidate.cosine is not None]
    if own.cosine is None:
        reasons.append("it has no vector yet" if near else "no vectors were compared")
    elif near:
        reasons.append(
            f"its cosine is {own.cosine:.2f}, that of the candidates up to {max(near):.2f}"
        )
    return Absence(
        "candidates",
        "; ".join(reasons),
        "ask with words it holds, raise the limit, or narrow the search with where",
    )


def _given(where: Where) -> dict[str, Any]:
    """The parts of a filter that say something."""
    every = {field.name: getattr(where, field.name) for field in fields(Where)}
    return {name: value for name, value in every.items() if value}
