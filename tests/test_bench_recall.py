"""The recall bench on conversations of its own: what it compares, switches off and prints."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.recall import ablation, contexts, report
from bench.recall.data import load, paired
from bench.recall.embedding import Cached
from bench.recall.targets import ALL, TARGETS, Target
from recollect.evaluate.run import Answer, Ranking
from recollect.read.several import questions

ROOT = Path(__file__).parent.parent
TALK = {
    "dataset": "of another name",
    "sessions": [
        {
            "id": "s1",
            "date": "2026-03-02",
            "turns": [
                {"id": "a", "role": "user", "text": "I booked the night train to Lisbon."},
                {"id": "b", "role": "assistant", "text": "A fine choice."},
            ],
        },
        {"id": "s2", "turns": [{"id": "c", "role": "Ana", "text": "Peanuts make me ill."}]},
    ],
    "questions": [
        {"text": "Where does the night train go?", "evidence_turns": ["a"], "category": "travel"},
        {"text": "What makes Ana ill?", "evidence_turns": ["c"], "category": "health"},
        {"text": "Who is the dentist?", "abstain": True, "category": "health"},
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("locomo", "tiny"):
        file = gzip.compress(f"{json.dumps(TALK)}\n{json.dumps(TALK)}\n".encode())
        (tmp_path / f"{name}.jsonl.gz").write_bytes(file)
    return tmp_path


def bench(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench.recall", "--data", str(data), "--cache", str(data)]
    command += ["--out", str(data / "out.jsonl"), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_run_prints_every_table_and_keeps_every_answer(data: Path) -> None:
    done = bench(data, "--sets", "locomo", "tiny", "--categories", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (data / "out.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == 2 * 2 * 3 * 5  # sets, cases, questions, systems
    systems = {"BM25", "dense", "min-max", "recollect", "ten hits"}
    assert {line["system"] for line in lines} == systems
    assert {line["embedder"] for line in lines} == {"minilm"}
    assert [line["set"] for line in lines] == ["locomo"] * 30 + ["tiny"] * 30
    rows = [line.split()[:3] for line in done.stdout.splitlines()]
    for where in ("locomo", "tiny", "tiny/travel", "tiny/health"):
        for system in ("BM25", "dense", "min-max", "recollect"):
            assert [where, system, "4" if "/" not in where else "2"] in rows
    assert "expected calibration error: 0." in done.stdout
    assert "locomo                             turns recall@10          1.000" in done.stdout
    again = bench(data, "--sets", "tiny", "--cases", "1", "--jobs", "1", "--systems", "recollect")
    assert again.returncode == 0, again.stderr
    same = [line for line in lines if line["set"] == "tiny" and line["system"] == "recollect"][:3]
    once = [json.loads(line) for line in (data / "out.jsonl").read_text("utf-8").splitlines()]
    assert [line["turns"] for line in once] == [line["turns"] for line in same]
    failed = bench(data, "--sets", "tiny", "--jobs", "1", "--embedder", "minilm", "no-such")
    assert failed.returncode == 1
    kept = (data / "out.jsonl").read_text("utf-8").splitlines()
    assert len(kept) == 2 * 3 * 5  # of the model that could be asked
    assert bench(data, "--sets", "tiny", "--jobs", "1", "--embedder", "no-such").returncode == 1
    assert (data / "out.jsonl").read_text("utf-8").splitlines() == kept


def test_mistakes_are_told(data: Path) -> None:
    assert "no data in" in bench(data / "none").stderr
    assert "at least 1" in bench(data, "--jobs", "0").stderr
    assert "invalid choice" in bench(data, "--systems", "best").stderr
    unknown = bench(data, "--sets", "tiny", "--embedder", "no-such", "--jobs", "1")
    assert unknown.returncode == 1
    assert "'no-such'" in unknown.stderr
    second = bench(data, "--sets", "tiny", "--reranker", "no-such", "--jobs", "1")
    assert second.returncode == 1
    assert "no reranker 'no-such'" in second.stderr


def test_two_questions_at_a_time(data: Path) -> None:
    (case,) = load(data, "tiny", 1)
    first, second, _ = case.questions
    (pair,) = paired(case).questions
    assert pair.turns == first.turns | second.turns
    assert pair.sessions == first.sessions | second.sessions
    assert len(questions(pair.text)) == 2
    done = bench(data, "--sets", "tiny", "--pairs", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (data / "out.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == 2 * 5  # cases, systems
    ours = [line for line in lines if line["system"] == "ten hits"]
    assert [line["scores"]["turns recall@5"] for line in ours] == [1.0, 1.0]
    assert "to reach" not in done.stdout


def test_a_set_is_called_like_its_file(data: Path) -> None:
    assert [case.dataset for case in load(data, "tiny", 1)] == ["tiny"]


@dataclass(frozen=True)
class Weights:
    words: float = 1.0
    speaker: float = 0.5


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> Weights:
    made = Weights()
    pieces = {"the words": {"words": 0.0}, "the speaker": {"speaker": 0.0}}
    monkeypatch.setattr(ablation.WORTH, "WEIGHTS", made)
    monkeypatch.setattr(ablation.WORTH, "PIECES", pieces)
    return made


def test_a_part_is_off_while_it_is_asked_without(weights: Weights) -> None:
    seen = []

    def ask(question: Any) -> Ranking:
        seen.append(ablation.WORTH.WEIGHTS)
        if question == "fails":
            raise ValueError(question)
        return Ranking([(1, 0.5)])

    assert ablation.pieces() == ("the words", "the speaker")
    asked: Any = "fine"
    assert ablation.ask_without("the speaker", ask, asked) == [(1, 0.5)]
    with pytest.raises(ValueError):
        ablation.ask_without("the words", ask, "fails")  # type: ignore[arg-type]
    assert seen == [replace(weights, speaker=0.0), replace(weights, words=0.0)]
    assert ablation.WORTH.WEIGHTS is weights


def test_every_part_of_the_ranking_is_switched_off_in_turn(data: Path) -> None:
    for change in ablation.WORTH.PIECES.values():
        assert replace(ablation.WORTH.WEIGHTS, **change) != ablation.WORTH.WEIGHTS
    done = bench(data, "--sets", "tiny", "--cases", "1", "--jobs", "1", "--ablate")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (data / "out.jsonl").read_text("utf-8").splitlines()]
    assert {line["system"] for line in lines} >= {*ablation.pieces(), "recollect"}
    for piece in ablation.pieces():
        assert done.stdout.count(f"without {piece} ") == 2


def answer(system: str, where: str, recall: float, **more: Any) -> Answer:
    scores = {"turns recall@10": recall, "sessions recall@10": recall}
    made = Answer(system, where, "1", "1", "", False, scores, ("a", "b"), ("a",), (0.9, 0.1),
                  0.9, ("a",), 1.0)  # fmt: skip
    return replace(made, **more)


def test_the_worth_of_a_part_is_what_is_lost_without_it(weights: Weights) -> None:
    answers = [
        answer("recollect", "one", 1.0), answer("recollect", "one", 0.5),
        answer("the speaker", "one", 0.5), answer("the speaker", "one", 0.5),
        answer("the words", "one", 0.0), answer("the words", "one", 0.0),
        answer("recollect", "two", 0.4), answer("the speaker", "two", 0.5),
        answer("the words", "two", 0.1), answer("BM25", "two", 0.9),
    ]  # fmt: skip
    made = ablation.worth(answers, "turns recall@10", "recollect")
    assert [name for name, _ in made] == ["recollect", "the words", "the speaker"]
    assert made[0][1] == pytest.approx([0.75, 0.4, 0.575])
    assert made[1][1] == pytest.approx([-0.75, -0.3, -0.525])
    assert made[2][1] == pytest.approx([-0.25, 0.1, -0.075])
    text = ablation.ablation_table(answers, "recollect")
    rows = [line.split() for line in text.splitlines()]
    assert rows.count(["without", "the", "speaker", "-0.250", "+0.100", "-0.075"]) == 2
    assert text.count("and what it changes by") == 2


def test_targets_are_held_against_the_run() -> None:
    answers = [
        answer("recollect", "locomo", 0.9), answer("min-max", "locomo", 0.7),
        answer("recollect", "locomo", 0.0, scores={}, abstain=True, helps=0.2),
    ]  # fmt: skip
    targets = [
        Target("locomo", "turns recall@10", 0.78),
        Target("locomo", "sessions recall@10", 0.96),
        Target("elsewhere", "turns recall@10", 0.1),
        Target(ALL, "AUROC", 0.8),
        Target(ALL, "ECE", 0.05, most=True),
    ]
    lines = report.reached(answers, targets, "recollect", "min-max").splitlines()
    assert [line.split()[-4:] for line in lines[1:]] == [
        ["0.900", "≥", "0.780", "✓"],
        ["0.900", "≥", "0.960", "✗"],
        ["1.000", "≥", "0.800", "✓"],
        ["0.100", "≤", "0.050", "✗"],
    ]
    assert " 0.700 " in lines[1]
    assert len(TARGETS) == 16


def test_calibration_is_told_by_set() -> None:
    answers = [
        answer("recollect", "one", 0.5, evidence=("a", "b")),
        answer("recollect", "one", 0.0, scores={}, abstain=True, helps=0.1, kept=()),
        answer("recollect", "two", 0.0, kept=()),
    ]
    rows = [line.split() for line in report.calibration(answers).splitlines()]
    assert ["one", "0.500", "1.000", "0.000", "1.000", "0.500"] in rows
    assert ["two", "0.100", "–", "1.000", "–", "0.000"] in rows
    assert ["all", "sets", "0.250", "1.000", "0.500", "1.000", "0.250"] in rows


def test_vectors_are_made_once_and_questions_apart(tmp_path: Path) -> None:
    calls: list[str] = []

    class Model:
        id, latin, dimensions = "counting", False, 2

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            calls.extend(texts)
            return np.array([[len(text), 1] for text in texts], dtype=np.float32)

    class Asking(Model):
        def ask(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return -self.embed(texts)

    plain: Any = Cached(Model(), tmp_path)  # type: ignore[arg-type]
    assert plain.embed(["one", "three", "one"]).tolist() == [[3, 1], [5, 1], [3, 1]]
    assert plain.ask(["three"]).tolist() == [[5, 1]]
    assert calls == ["one", "three"]
    assert plain.dimensions == 2
    other: Any = Cached(Asking(), tmp_path)  # type: ignore[arg-type]
    assert other.embed(["one"]).tolist() == [[3, 1]]
    assert [other.ask(["one"]).tolist() for _ in range(2)] == [[[-3, -1]]] * 2
    assert calls == ["one", "three", "one"]


def test_processes_that_begin_at_once_share_the_vectors(tmp_path: Path) -> None:
    class Model:
        id, latin = "constant", False

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.ones((len(texts), 2), dtype=np.float32)

    start = Barrier(8)

    def begin(turn: int) -> list[list[float]]:
        start.wait()
        made: Any = Cached(Model(), tmp_path / str(turn))  # type: ignore[arg-type]
        return list(made.embed(["one"]).tolist())

    with ThreadPoolExecutor(8) as pool:
        for turn in range(40):
            assert list(pool.map(begin, [turn] * 8)) == [[[1, 1]]] * 8


def test_contexts_are_measured_at_every_budget(data: Path) -> None:
    command = [sys.executable, "-m", "bench.recall.contexts", "--data", str(data), "--jobs", "1"]
    command += ["--cache", str(data), "--out", str(data / "contexts.jsonl"), "--sets", "tiny"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (data / "contexts.jsonl").read_text("utf-8").splitlines()]
    assert {line["budget"] for line in lines} == {500, 1000, 2000, 4000}
    assert all(0 < line["tokens"] <= line["budget"] and line["whole"] for line in lines)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["mean", "of", "the", "sets", "recollect", "100.0", "100.0", "100.0", "100.0"] in rows
    assert ["ahead", "by", "0.0", "0.0", "0.0", "0.0"] in rows


def test_a_plain_context_passes_over_what_does_not_fit() -> None:
    lines = ["a" * 40, "b" * 4000, "c" * 40]
    assert contexts.packed(lines, 20) == ("a" * 40 + "c" * 40, 20)
    assert contexts.packed(lines, 19) == ("a" * 40, 10)
