"""The bench of all stores, on a conversation of its own: what it asks, compares and prints."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import stores
from bench.recall.data import load
from bench.stores import Line, Tally

ROOT = Path(__file__).parent.parent
TALK = {
    "sessions": [
        {
            "id": "s1",
            "date": "2026-03-02",
            "turns": [
                {"id": "a", "role": "user", "text": "I booked the night train to Lisbon."},
                {"id": "b", "role": "assistant", "text": "A fine choice, the night train."},
            ],
        },
        {"id": "s2", "turns": [{"id": "c", "role": "Ana", "text": "Peanuts make me ill."}]},
    ],
    "questions": [
        {"id": "q1", "text": "Where does the night train go?", "evidence_turns": ["a"]},
        {"id": "q2", "text": "What makes Ana ill?", "evidence_turns": ["c"]},
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "tiny.jsonl.gz").write_bytes(gzip.compress(f"{json.dumps(TALK)}\n".encode()))
    return tmp_path


def test_stores_that_answer_alike_are_said_to(data: Path) -> None:
    command = [sys.executable, "-m", "bench.stores", "--data", str(data), "--cache", str(data)]
    command += ["--sets", "tiny", "--stores", "json", "memory", "--show", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    for name in ("sqlite", "json", "memory"):
        [row] = [row for row in rows if row[:1] == [name]]
        assert row[1:7] == ["2", "100.00", "%", "100.00", "%", "1.0000"]
        assert row[-1] == "ok"


def test_a_store_that_answers_otherwise_is_found_out(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [case] = load(data, "tiny")
    asked = stores.asked

    def forgetful(case, url, user, said, model):  # type: ignore[no-untyped-def]
        found = asked(case, url, user, said, model)
        return {id: best[1:] for id, best in found.items()} if "lossy" in url else found

    monkeypatch.setattr(stores, "asked", forgetful)
    places = {
        name: lambda number, name=name: f"{data}/{name}{number}.db" for name in ("a", "lossy")
    }
    lines = stores.compared([case], places, None)
    assert lines["a"].holds
    assert not lines["lossy"].holds
    assert "differs" in stores.table(lines)
    assert len(lines["lossy"].words.differ) == 2


@pytest.mark.parametrize(
    ("words", "shared", "holds"), [(100, 99.5, True), (99, 100, False), (100, 98.9, False)]
)
def test_words_are_exact_and_vectors_nearly(words: int, shared: float, holds: bool) -> None:
    line = Line(Tally(100, words), Tally(100, 90, shared))
    assert line.holds is holds
