"""A small conversation with questions, and answers made by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recollect.evaluate.run import Answer

CASE: dict[str, Any] = {
    "id": "trip",
    "dataset": "mine",
    "sessions": [
        {
            "id": "s1",
            "date": "2026-03-02",
            "turns": [
                {"id": "a", "role": "user", "text": "I booked the night train to Lisbon."},
                {"id": "b", "role": "assistant", "text": "A fine choice."},
                {"id": "c", "role": "user", "text": "  "},
            ],
        },
        {
            "id": "s2",
            "date": "2026-03-09T18:00Z",
            "turns": [
                {"id": "d", "role": "Ana", "text": "Peanuts make me ill.", "date": "2026-03-10"}
            ],
        },
    ],
    "questions": [
        {"id": "q1", "text": "Where does the train go?", "evidence_turns": ["a"]},
        {"text": "What makes Ana ill?", "category": "health", "evidence_turns": ["d"]},
        {"text": "Which train did I book?", "evidence_turns": ["a"], "asof": "s2"},
        {"text": "Who is my dentist?", "abstain": True},
    ],
}

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write cases to a file, one a line."""

    def make(*cases: Any, name: str = "cases.jsonl") -> Path:
        path = tmp_path / name
        lines = [case if isinstance(case, str) else json.dumps(case) for case in cases]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return path

    return make


def answer(**given: Any) -> Answer:
    """An answer to a question whose evidence is `right`."""
    values: dict[str, Any] = {
        "system": "recollect", "set": "mine", "case": "1", "question": "1", "category": "",
        "abstain": False, "scores": {"turns recall@10": 1.0}, "turns": ("right",),
        "kept": ("right",), "relevance": (0.5,), "helps": 0.5, "evidence": ("right",), "ms": 1.0,
    }  # fmt: skip
    return Answer(**values | given)
