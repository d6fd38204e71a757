"""What a case asks that cannot be answered as it says: evidence from after the question."""

from __future__ import annotations

from collections.abc import Iterator

from ..times import moment
from .cases import Case, Question, Turn


def doubts(case: Case) -> Iterator[str]:
    """In words, each question with evidence that comes after it is asked."""
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
