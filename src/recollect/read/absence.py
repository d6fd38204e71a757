"""Why a record did not come up: the first stage that let it go, and what would bring it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Literal

from ..counts import many
from ..orders import Candidate
from ..types import Absence, Hit, Note, Record, Where
from ..write.limits import MAX_LIMIT
from .bridges import stand_in
from .findings import tells
from .question import Question
from .ranked import Ranked
from .relevance import Judge

STAGES = ("closed", "filter", "candidates", "relevance", "limit", "found")
LEAST = 64
"""A search looks at so many candidates whatever its limit; a higher one looks at more."""
ASK = "ask with words it holds"
NARROW = f"{ASK}, or narrow the search by time, role, kind or session"


def absence(
    record: Record,
    asked: Question,
    ranked: Sequence[Ranked],
    judge: Judge,
    own: Candidate,
    questions: int = 1,
) -> Absence:
    """Follow a record through the read path. `own` is how it scores by itself; `questions` asked at
    once share the limit. The options are the next thing to try."""
    if isinstance(record, Note) and record.closed_at is not None:
        return Absence(
            "closed",
            f"it no longer holds: it was closed at {record.closed_at:%Y-%m-%d %H:%M}Z",
            "see its history for what took its place; a search as of a time when it held finds it",
        )
    if refusing := refused(asked.where, record):
        parts, given = ", ".join(refusing), _given(asked.where)
        rest = {name: part for name, part in given.items() if name not in refusing}
        reason, remedy = f"the filter leaves it out: {parts}", f"drop {parts} from where"
        return Absence("filter", reason, remedy, {"where": rest})
    ids = [one.candidate.record.id for one in ranked]
    words = None
    if record.id not in ids:
        words = stand_in(record, (one.candidate.record for one in ranked))
        if words is None:
            return _not_looked_at(record, own, ranked, asked.limit)
    found = _at(ranked, ids.index(words or record.id), asked, judge, questions)
    return found if words is None else _for_words(words, found)


def _at(
    ranked: Sequence[Ranked], place: int, asked: Question, judge: Judge, questions: int
) -> Absence:
    """What became of a candidate."""
    relevance, moved = judge.relevance(ranked[place]), _moved(ranked, place)
    if relevance < asked.min_relevance:
        enough = int(relevance * 1000) / 1000  # rounded down, so as not to seem enough
        return Absence(
            "relevance",
            f"its relevance is {enough:.3f}{moved}, and {asked.min_relevance:g} is asked for",
            "pass a lower min_relevance",
            {"min_relevance": enough},
        )
    before = sum(judge.relevance(one) >= asked.min_relevance for one in ranked[:place])
    needed = (before + 1) * questions
    if needed > asked.limit:
        shared = f" for {questions} questions" if questions > 1 else ""
        reason = (
            f"it comes after {many(before, 'other')}{moved}; the limit is {asked.limit}{shared}"
        )
        return _further("limit", reason, asked.limit, needed)
    return _found(before + 1)


def among(found: Sequence[Absence], record: Record, hits: Sequence[Hit]) -> Absence:
    """What became of a record for several questions asked at once: its place in what they found
    together, or why the one that came nearest to it did not bring it up."""
    ids = [hit.id for hit in hits]
    if record.id in ids:
        return _found(ids.index(record.id) + 1)
    words = stand_in(record, (hit.record for hit in hits))
    if words is not None:
        return _for_words(words, _found(ids.index(words) + 1))
    return max(found, key=lambda one: STAGES.index(one.stage))


def also(options: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Options with those to try next. A higher limit looks at more, which may come before what is
    looked for: the second time it goes up by half at least."""
    if "limit" in options and "limit" in more:
        more = {**more, "limit": min(MAX_LIMIT, max(more["limit"], options["limit"] * 3 // 2))}
    return {**options, **more}


def loosened(asked: Question, options: Mapping[str, Any]) -> Question:
    """A question asked with the options of an absence."""
    where = Where(**options["where"]) if "where" in options else asked.where
    return replace(asked, **{**options, "where": where})


def remedied(first: Absence, last: Absence, options: Mapping[str, Any]) -> Absence:
    """The stage that let a record go first, and all that brings it back: `options`, with which it
    was asked for again, and `last` came of it. What does not bring it back is not among them."""
    if not first.options:
        return first
    steps = [first.remedy] if first.stage == "filter" else []
    if last.stage != "found":
        return replace(first, remedy="; ".join([*steps, last.remedy]), options={})
    given = (f"{name}={options[name]:g}" for name in ("limit", "min_relevance") if name in options)
    if passed := ", ".join(given):
        steps.append(f"pass {passed}")
    return replace(first, remedy="; ".join(steps), options=options)


def refused(where: Where, record: Record) -> list[str]:
    """The parts of a filter that leave a record out."""
    given = _given(where)
    return [name for name in given if not Where(**{name: given[name]}).admits(record)]


def _given(where: Where) -> dict[str, Any]:
    """The parts of a filter that say something."""
    every = {field.name: getattr(where, field.name) for field in fields(Where)}
    return {name: value for name, value in every.items() if value}


def _found(place: int) -> Absence:
    return Absence("found", f"it is found, at place {place}", "nothing is needed")


def _for_words(words: str, found: Absence) -> Absence:
    return replace(found, reason=f"message {words} stands in its place: {found.reason}")


def _moved(ranked: Sequence[Ranked], place: int) -> str:
    """Where a reranker took something back from, in words."""
    one = ranked[place]
    if one.read is None:
        return ""
    own = 1 + sum(other.own > one.own for other in ranked)
    return f" (at place {own} but for the reranker)" if own <= place else ""


def _further(stage: Literal["candidates", "limit"], reason: str, limit: int, more: int) -> Absence:
    """What a higher limit may bring back, if there is one."""
    options = {"limit": min(more, MAX_LIMIT)} if limit < MAX_LIMIT else {}
    return Absence(stage, reason, NARROW, options)


def _not_looked_at(record: Record, own: Candidate, ranked: Sequence[Ranked], limit: int) -> Absence:
    """Neither its words nor its vector brought it among the candidates."""
    if not tells(record):
        reason = "it says nothing itself: it quotes what is remembered, or has no word in it"
        return Absence("candidates", reason, "no search gives it; messages() and get() do")
    reasons = [
        f"it holds {own.share:.0%} of the question's words"
        if own.share
        else "it holds no word of the question"
    ]
    near = [one.candidate.cosine for one in ranked if one.candidate.cosine is not None]
    if own.cosine is not None:
        most = f", that of the candidates up to {max(near):.2f}" if near else ""
        reasons.append(f"its cosine is {own.cosine:.2f}{most}")
        return _further("candidates", "; ".join(reasons), limit, 2 * max(limit, LEAST))
    reasons.append("it has no vector yet" if near else "no vectors were compared")
    if own.share:
        return _further("candidates", "; ".join(reasons), limit, 2 * max(limit, LEAST))
    remedy = f"{ASK}, or make its vector with reindex" if near else ASK
    return Absence("candidates", "; ".join(reasons), remedy)
