"""recollect eval: its table, its checks and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import COMMAND, Cli
from .test_process import posix, wait_until

SESSIONS = [
    {
        "id": "s1",
        "date": "2026-03-02",
        "turns": [
            {"id": "a", "role": "user", "text": "I booked the night train to Lisbon."},
            {"id": "b", "role": "assistant", "text": "A fine choice."},
        ],
    },
    {"id": "s2", "turns": [{"id": "c", "role": "Ana", "text": "Peanuts make me ill."}]},
]
FOUND = {"text": "Where does the night train go?", "evidence_turns": ["a"], "category": "travel"}
LOST = {"text": "Which food hurts my sister?", "evidence_turns": ["c"], "category": "health"}
UNKNOWN = {"text": "Whose dentist moved?", "abstain": True, "category": "health"}


@pytest.fixture
def write() -> Any:
    def make(*questions: dict[str, Any], name: str = "mine.jsonl") -> str:
        case = {"sessions": SESSIONS, "questions": questions}
        Path(name).write_text(json.dumps(case) + "\n", "utf-8")
        return name

    return make


def test_a_table_by_category(cli: Cli, write: Any) -> None:
    ran = cli("eval", write(FOUND, LOST, UNKNOWN), "--words-only", "--limit", "1")
    assert ran.code == 0
    head, *rows = (line.split() for line in ran.out.splitlines()[:4])
    assert head[:4] == ["category", "questions", "turns", "any@1"]
    assert [row[:3] for row in rows] == [
        ["travel", "1", "1.000"],
        ["health", "1", "0.000"],
        ["all", "2", "0.500"],
    ]
    assert "50% of the questions with evidence get nothing" in ran.out
    assert "Of the 1 that nothing answers, 100% get nothing" in ran.out
    assert "AUROC of 0.750" in ran.out
    assert not Path("recollect.db").exists()
    assert [path.name for path in Path().iterdir()] == ["mine.jsonl"]


def test_json_has_every_figure(cli: Cli, write: Any) -> None:
    made = cli("eval", write(FOUND, LOST), "--words-only", "-n", "1", "--json").json
    ours = made["systems"]["recollect"]
    assert (made["ok"], made["limit"], made["embedder"]) == (True, 1, None)
    assert ours["questions"] == 2
    assert ours["scores"]["turns recall@1"] == pytest.approx(0.5)
    assert ours["auroc"] is None
    assert sum(one["hits"] for one in ours["bins"]) > 0
    assert made["categories"]["travel"]["recollect"]["scores"]["sessions any@1"] == 1


def test_baselines_and_the_diagram_on_request(cli: Cli, write: Any) -> None:
    ran = cli("eval", write(FOUND), "--words-only", "--compare", "--reliability")
    assert "all       BM25       1" in ran.out
    assert "relevance   said  right" in ran.out
    assert "BM25" not in cli("eval", write(FOUND), "--words-only").out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--min-recall", "0.5"], 0, "ok: turns recall@1 is 0.500, and 0.500 is asked for"),
        (["--min-recall", "0.51"], 1, "failed: turns recall@1 is 0.500, and 0.510 is asked for"),
        (["--min-session-recall", "0.6"], 1, "failed: sessions recall@1 is 0.500"),
        (["--min-auroc", "0.75"], 0, "ok: auroc is 0.750"),
        (["--min-auroc", "0.8", "--min-recall", "0"], 1, "failed: auroc is 0.750"),
    ],
)
def test_thresholds(cli: Cli, write: Any, options: list[str], code: int, said: str) -> None:
    ran = cli("eval", write(FOUND, LOST, UNKNOWN), "--words-only", "--limit", "1", *options)
    assert ran.code == code
    assert said in ran.out


def test_an_earlier_result_is_held_against(cli: Cli, write: Any) -> None:
    good, worse = write(FOUND, UNKNOWN), write(FOUND, LOST, UNKNOWN, name="worse.jsonl")
    plain = ["--words-only", "--limit", "1"]
    assert cli("eval", good, *plain, "--save", "then.json").code == 0
    saved = Path("then.json").read_text("utf-8")
    assert cli("eval", good, *plain, "--baseline", "then.json").code == 0
    failed = cli("eval", worse, *plain, "--baseline", "then.json", "--save", "then.json")
    assert failed.code == 1
    assert "failed: turns recall@1 is 0.500, and 0.990 is asked for" in failed.out
    assert Path("then.json").read_text("utf-8") == saved  # a bad result replaces no good one
    loose = ["--baseline", "then.json", "--tolerance", "0.5"]
    assert cli("eval", worse, *plain, *loose).code == 0
    told = cli("eval", worse, *plain, "--baseline", "then.json", "--json")
    assert told.code == 1
    assert told.json["ok"] is False
    assert {check["name"] for check in told.json["checks"] if not check["ok"]} >= {"auroc"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--limit", "0"], "--limit"),
        (["--limit", "101"], "--limit"),
        (["--min-recall", "80"], "--min-recall must be between 0 and 1, not 80"),
        (["--tolerance", "-1"], "--tolerance must be between 0 and 1"),
        (["--min-auroc", "0.5"], "there is no auroc to hold against 0.5"),
        (["--embedder", "no-such"], "'no-such'"),
        (["--embedder", "minilm", "--words-only"], "--words-only goes without an embedder"),
        (["--baseline", "mine.jsonl"], "is not a result that `recollect eval --save` wrote"),
        (["--baseline", "five.json"], "was made with --limit 5"),
        (["--baseline", "new.json"], "has format 9"),
        (["--baseline", "more.json"], "the earlier result has auroc, which this run has not"),
    ],
)
def test_what_cannot_be_meant_is_code_2(
    cli: Cli, write: Any, options: list[str], words: str
) -> None:
    file = write(FOUND)
    for name, changes in (
        ("five", {"limit": 5}),
        ("new", {"recollect_eval": 9}),
        ("more", {"systems": {"recollect": {"scores": {}, "auroc": 0.9}}}),
    ):
        made = cli("eval", file, "--words-only", "--json").json
        Path(f"{name}.json").write_text(json.dumps(made | changes))
    plain = [] if "--embedder" in options else ["--words-only"]
    ran = cli("eval", file, *plain, *options)
    assert ran.code == 2
    assert words in ran.err


def test_bad_files_are_code_2_and_name_the_line(cli: Cli, write: Any) -> None:
    lost = write({**FOUND, "evidence_turns": ["z"]})
    ran = cli("eval", lost, "--words-only")
    assert ran.code == 2
    assert "line 1: questions[0].evidence_turns names 'z'" in ran.err
    long = cli("eval", write({**FOUND, "text": "x" * 100_001}), "--words-only")
    assert long.code == 2
    assert "line 1: questions[0].text has 100,001 characters" in long.err
    assert "asks no question" in cli("eval", write(), "--words-only").err
    assert cli("eval", "none.jsonl").code == 2
    assert cli("eval", write(FOUND), "--words-only", "--baseline", "none.json").code == 2
    assert cli("eval", write(FOUND), "--words-only", "--save", "no/such/folder").code == 2


def test_a_result_replaces_only_a_result(cli: Cli, write: Any) -> None:
    Path("mine.txt").write_text("mine")
    ran = cli("eval", write(FOUND), "--words-only", "--save", "mine.txt")
    assert ran.code == 2
    assert "no saved result" in ran.err
    assert Path("mine.txt").read_text() == "mine"
    for _ in range(2):
        assert cli("eval", write(FOUND), "--words-only", "--save", "then.json").code == 0


def test_evidence_that_says_nothing_is_refused(cli: Cli, write: Any) -> None:
    SESSIONS[1]["turns"].append({"id": "e", "role": "Ana", "text": " "})  # type: ignore[attr-defined]
    try:
        ran = cli("eval", write(FOUND, {"text": "What?", "evidence_turns": ["e"]}), "--words-only")
    finally:
        SESSIONS[1]["turns"].pop()  # type: ignore[attr-defined]
    assert ran.code == 2
    assert "line 1: questions[1].evidence_turns names 'e', a turn without words" in ran.err


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"evidence_turns": ["c"], "asof": "s2"}, "is asked before 's2', its evidence, is told"),
        ({"evidence_sessions": ["s2"], "asof": "s1"}, "is asked before 's2', its evidence"),
        ({"evidence_turns": ["a"], "date": "2026-03-01"}, "before 'a', its evidence, is said"),
    ],
)
def test_evidence_from_after_the_question_is_told(
    cli: Cli, write: Any, asked: dict[str, Any], told: str
) -> None:
    ran = cli("eval", write(FOUND, {"text": "What?", **asked}), "--words-only", "--json")
    assert ran.code == 0
    assert ran.json["systems"]
    assert ran.err.startswith("warning: line 1: questions[1] is asked ")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_evidence_from_before_the_question_is_fine(cli: Cli, write: Any) -> None:
    fine = {"text": "What?", "evidence_turns": ["a"], "asof": "s2", "date": "2026-03-02T00:00Z"}
    assert cli("eval", write(fine, UNKNOWN), "--words-only").err == ""


def test_questions_without_evidence_are_told(cli: Cli, write: Any) -> None:
    bare = {"text": "What?", "evidence_turns": []}
    ran = cli("eval", write(FOUND, bare, bare), "--words-only")
    told = "have no evidence and no abstain: true, so nothing is scored there"
    assert ran.err == f"warning: line 1: questions[1] and 1 more {told}\n"
    ran = cli("eval", write(bare), "--words-only")
    assert "questions[0] has no evidence" in ran.err
    assert (ran.code, ran.out) == (0, "")  # no table without a row


@posix
def test_a_signal_leaves_no_conversation_behind(write: Any) -> None:
    case = json.loads(Path(write(FOUND)).read_text("utf-8"))
    Path("many.jsonl").write_text(f"{json.dumps(case)}\n" * 2000, "utf-8")
    Path("temporary").mkdir()
    command = [*COMMAND, "eval", "many.jsonl", "--words-only"]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": "temporary"}) as running:
        wait_until(lambda: any(Path("temporary").glob("*/*/case.db")))
        running.send_signal(signal.SIGTERM)
    assert running.returncode == -signal.SIGTERM
    assert list(Path("temporary").iterdir()) == []
