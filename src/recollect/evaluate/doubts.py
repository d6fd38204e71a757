"""What a case asks that cannot be answered as it says: its evidence is missing, or comes later."""

from __future__ import annotations

from collections.abc import Iterator

from ..times import moment
from .cases import Case, Question, Turn


def doubts(case: Case) -> Iterator[str]:
    """In words, the questions without evidence, and each that is asked before its evidence."""
    bare = [f"questions[{number}]" for number, one in enumerate(case.questions) if _is_bare(one)]
    if bare:
        more = f" and {len(bare) - 1} more have" if len(bare) > 1 else " has"
        yield f"{bare[0]}{more} no evidence and no abstain: true, so nothing is scored there"
    order = {id: place for place, (id, _, _) in enumerate(case.sessions)}
    turns = {turn.id: turn for _, _, said in case.sessions for turn in said}
    for number, question in enumerate(case.questions):
        if question.abstain:
            continue
        where = f"questions[{number}]"
        late = _untold(question, order)
        if late:
            yield f"{where} is asked before {_named(late)}, its evidence, is told (asof)"
        elif said := _said_later(question, turns):
            day = question.date
            yield f"{where} is asked on {day}, before {_named(said)}, its evidence, is said"


def _is_bare(question: Question) -> bool:
    return not (question.abstain or question.turns or question.sessions)


def _untold(question: Question, order: dict[str, int]) -> list[str]:
    if question.before is None:
        return []
    return sorted(id for id in question.sessions if order[id] >= order[question.before])


def _said_later(question: Question, turns: dict[str, Turn]) -> list[str]:
    if question.date is None:
        return []
    asked = moment(question.date)
    dated = ((id, turns[id].date) for id in sorted(question.turns))
    return [id for id, date in dated if date is not None and moment(date) > asked]


def _named(ids: list[str]) -> str:
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    return f"{ids[0][:40]!r}{more}"
