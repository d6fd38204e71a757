"""A result in JSON: printed, saved, and read again to compare with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import InputError
from .run import Answer
from .summary import Check, Summary, by_category, held, reached, summary

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to: each system's figures, those of the categories, and the checks."""

    limit: int
    embedder: str | None
    reranker: str | None
    systems: Mapping[str, Summary]
    categories: Mapping[str, Mapping[str, Summary]]
    checks: Sequence[Check] = ()

    @property
    def ok(self) -> bool:
        """Whether every check holds."""
        return all(check.ok for check in self.checks)

    def checked(
        self,
        system: str,
        asked: Mapping[str, float | None],
        before: Mapping[str, float],
        loss: float,
    ) -> Result:
        """With the checks of one system: what was asked for, and what an earlier run had."""
        figures = self.systems[system].figures
        least = {name: value for name, value in asked.items() if value is not None}
        checks = [*reached(figures, least), *held(figures, before, loss)]
        return replace(self, checks=checks)

    def as_json(self) -> dict[str, Any]:
        """Everything, as JSON takes it."""
        return {
            "recollect_eval": FORMAT,
            "limit": self.limit,
            "embedder": self.embedder,
            "reranker": self.reranker,
            "ok": self.ok,
            "checks": [{**asdict(check), "ok": check.ok} for check in self.checks],
            "systems": {name: asdict(one) for name, one in self.systems.items()},
            "categories": {
                category: {name: asdict(one) for name, one in group.items()}
                for category, group in self.categories.items()
            },
        }


def result(
    answers: Sequence[Answer], limit: int, embedder: str | None, reranker: str | None = None
) -> Result:
    """The figures of all answers, by system and by category."""
    groups = {name: _systems(group) for name, group in by_category(answers).items()}
    return Result(limit, embedder, reranker, _systems(answers), groups)


def earlier(path: Path, system: str, limit: int) -> dict[str, float]:
    """The figures of a system in a saved result, for the same limit."""
    try:
        raw = json.loads(path.read_text("utf-8"))
        format, then = raw["recollect_eval"], raw["limit"]
        one = raw["systems"][system]
        found = {str(name): float(value) for name, value in one["scores"].items()}
        if one["auroc"] is not None:
            found["auroc"] = float(one["auroc"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{path} is not a result that `recollect eval --save` wrote") from None
    if format != FORMAT:
        raise InputError(f"{path} has format {format!r}, and this recollect reads {FORMAT}")
    if then != limit:
        raise InputError(f"{path} was made with --limit {then}; use it here, too, or save anew")
    return found


def _systems(answers: Sequence[Answer]) -> dict[str, Summary]:
    names = dict.fromkeys(answer.system for answer in answers)
    return {name: summary([a for a in answers if a.system == name]) for name in names}
