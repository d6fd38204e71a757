"""recollect eval"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from ... import wiring
from ...errors import InputError
from ...transfer.files import lines, require_free
from ...write import limits
from .. import exits, machine
from ..options import Json, Reranker, WordsOnly
from ..progress import Progress, bar
from ..signals import tidied
from ..table import print_table
from ..terminal import note, say

if TYPE_CHECKING:
    from ...evaluate.cases import Case
    from ...evaluate.result import Result
    from ...evaluate.run import Answer
    from ...evaluate.summary import Summary
    from ...ports import sync as ports
    from ...ports.sync import Embedder

OURS = "recollect"


def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Conversations with questions: JSON lines, .gz.")
    ],
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", help="Score the first N results.")
    ] = 10,
    embedder: Annotated[
        str | None, typer.Option("--embedder", metavar="NAME", help="Another model by its name.")
    ] = None,
    words_only: WordsOnly = False,
    reranker: Reranker = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Plain BM25 and vectors beside it.")
    ] = False,
    reliability: Annotated[
        bool, typer.Option("--reliability", help="Draw how far relevance is what it says.")
    ] = False,
    min_recall: Annotated[
        float | None,
        typer.Option("--min-recall", metavar="0…1", help="Fail below this recall of turns."),
    ] = None,
    min_session_recall: Annotated[
        float | None,
        typer.Option("--min-session-recall", metavar="0…1", help="The same of sessions."),
    ] = None,
    min_auroc: Annotated[
        float | None,
        typer.Option("--min-auroc", metavar="0…1", help="Fail if unanswerable questions pass."),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Fail if worse than this saved result."),
    ] = None,
    tolerance: Annotated[
        float, typer.Option("--tolerance", metavar="0…1", help="How much worse is still fine.")
    ] = 0.01,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Keep the result, if every check holds."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure how well your own conversations are found again.

    \b
    recollect eval questions.jsonl --min-recall 0.8
    recollect eval questions.jsonl --save before.json
    recollect eval questions.jsonl --baseline before.json --tolerance 0.02

    It tells each conversation to a new memory in a temporary folder and asks the questions of it;
    your own memory is not touched. Exit code 1 when a check fails.
    """
    from ...evaluate.cases import load
    from ...evaluate.run import MOST

    limits.count(limit, "--limit", MOST)
    asked = {
        f"turns recall@{limit}": _share(min_recall, "--min-recall"),
        f"sessions recall@{limit}": _share(min_session_recall, "--min-session-recall"),
        "auroc": _share(min_auroc, "--min-auroc"),
    }
    loss = _share(tolerance, "--tolerance") or 0.0
    before = {} if baseline is None else _earlier(baseline, limit)
    if save is not None:
        _require_saved(save)
    cases = list(load(file, seen=_doubted))
    if not any(case.questions for case in cases):
        raise InputError(f"{file} asks no question")
    models = _model(embedder, words_only), wiring.reranker(reranker or wiring.DEFAULT)
    with tidied(), TemporaryDirectory() as folder, bar("Asking", as_json) as progress:
        measured = _measured(cases, limit, models, compare, folder, progress)
    found = measured.checked(OURS, asked, before, loss)
    if save is not None and found.ok:
        with lines(save, force=True) as kept:
            kept.write(json.dumps(found.as_json(), indent=2) + "\n")
    if as_json:
        machine.print_json(found.as_json())
    else:
        _show(found, reliability)
    return exits.OK if found.ok else exits.NOTHING


def _doubted(case: Case, line: int) -> None:
    """Warn of what can hardly be meant."""
    from ...evaluate.doubts import doubts

    for doubt in doubts(case):
        note(f"warning: line {line}: {doubt}")


def _earlier(path: Path, limit: int) -> dict[str, float]:
    from ...evaluate.result import earlier

    try:
        return earlier(path, OURS, limit)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def _require_saved(path: Path) -> None:
    """Refuse to write over what is no earlier result, before anything is measured."""
    require_free(path, force=True)
    if not path.is_file() or not path.stat().st_size:
        return
    try:
        known = "recollect_eval" in json.loads(path.read_text("utf-8"))
    except (ValueError, TypeError, RecursionError):
        known = False
    if not known:
        raise InputError(f"{path} is there already, and no saved result; name another file")


def _share(value: float | None, name: str) -> float | None:
    if value is not None and not 0 <= value <= 1:
        raise InputError(f"{name} must be between 0 and 1, not {value:g}")
    return value


def _model(name: str | None, words_only: bool) -> Embedder | None:
    if words_only and name is not None:
        raise InputError("--words-only goes without an embedder; leave one of the two out")
    return None if words_only else wiring.embedder(name or wiring.DEFAULT)


def _measured(
    cases: Sequence[Case],
    limit: int,
    models: tuple[Embedder | None, ports.Reranker | None],
    compare: bool,
    folder: str,
    progress: Progress | None,
) -> Result:
    """Every case in a memory of its own."""
    from ...evaluate.baselines import Baseline
    from ...evaluate.result import result
    from ...evaluate.run import Recollect, answers

    model, reranker = models
    names = [f"any@{limit}", f"recall@{limit}", f"ndcg@{limit}"]
    made: list[Answer] = []
    for done, case in enumerate(cases, start=1):
        with closing(Recollect(model, folder=folder, reranker=reranker)) as memory:
            made += answers(case, memory, {OURS: memory.ask}, names)
        if compare:
            index = Baseline(model)
            made += answers(case, index, index.asks(), names)
        if progress is not None:
            progress(done, len(cases))
    ids = (None if one is None else one.id for one in models)
    return result(made, limit, *ids)


def _show(found: Result, reliability: bool) -> None:
    from ...evaluate.calibration import drawn

    ours = found.systems[OURS]
    several, scores = len(found.systems) > 1, list(ours.scores)
    groups = found.categories if len(found.categories) > 1 else {}
    rows = [
        [name or "–", *([system] if several else ()), *_cells(one, scores)]
        for name, group in [*groups.items(), ("all", found.systems)]
        for system, one in group.items()
        if one.questions
    ]
    names = ["category", *(["system"] if several else ()), "questions", *scores]
    if rows:
        print_table(names, rows)
    for line in _told(ours):
        say(line)
    if reliability:
        say("\n".join(["", *drawn(ours.bins)]))
    for check in found.checks:
        say(f"{'ok' if check.ok else 'failed'}: {check}")


def _cells(one: Summary, scores: Sequence[str]) -> list[str]:
    values = (one.scores.get(name) for name in scores)
    return [str(one.questions), *("–" if value is None else f"{value:.3f}" for value in values)]


def _told(ours: Summary) -> Iterator[str]:
    """What relevance is worth, in words, as far as the questions tell."""
    if ours.silent is not None:
        share = f"{ours.silent:.0%} of the questions with evidence"
        yield f"At the default threshold, {share} get nothing."
    if ours.quiet is not None:
        yield f"Of the {ours.abstain} that nothing answers, {ours.quiet:.0%} get nothing."
    if ours.auroc is not None:
        yield f"Relevance tells the two apart with an AUROC of {ours.auroc:.3f}."
    if ours.ece is not None:
        yield f"Relevance is off by {ours.ece:.3f} on average (ECE)."
