"""Telling and asking: everything in its order, and nothing that was not said yet."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from recollect import Hit, Hits, Message
from recollect.evaluate.baselines import Baseline
from recollect.evaluate.cases import Question, Turn, read
from recollect.evaluate.run import Ranking, Recollect, answerable, answers

from .conftest import CASE

WORDS = ("train", "ill", "choice")


class Bag:
    """An embedder that knows three words."""

    id = "bag"
    latin = False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [[0.1, *(float(word in text) for word in WORDS)] for text in texts]
        return np.array(rows, dtype=np.float32)

    def close(self) -> None:
        """Nothing to release."""


class Told:
    """Notes what it was told and ranks everything, newest first."""

    def __init__(self) -> None:
        self.turns: list[str] = []

    def tell(self, turns: Sequence[Turn]) -> None:
        self.turns += [turn.id for turn in turns]

    def ask(self, question: Question) -> Ranking:
        numbers = reversed(range(len(self.turns)))
        return Ranking([(n, 0.5) for n in numbers] * 2)

    def close(self) -> None:
        """Nothing to release."""


def test_questions_wait_for_their_time_and_a_turn_counts_once() -> None:
    told = Told()
    asks = {"one": told.ask, "other": lambda _: Ranking([(0, 0.001)])}
    made = answers(read(CASE, "mine"), told, asks, ["recall@2"])
    assert told.turns == ["a", "b", "d"]
    assert [(one.question, one.system) for one in made] == [
        ("3", "one"), ("3", "other"), ("q1", "one"), ("q1", "other"),
        ("2", "one"), ("2", "other"), ("4", "one"), ("4", "other"),
    ]  # fmt: skip
    early, early_other, first, *_ = made
    assert early.turns == ("b", "a")  # the second session is not told yet, and none comes twice
    assert early.scores == {"turns recall@2": 1, "sessions recall@2": 1}
    assert early.helps == 0.5
    assert early.kept == ("b", "a")
    assert early_other.kept == ()  # below the default threshold
    assert first.turns == ("d", "b", "a")
    assert first.scores == {"turns recall@2": 0, "sessions recall@2": 1}
    assert made[-1].scores == {}


@pytest.mark.parametrize("embedder", [None, Bag()])
def test_the_front_door_is_asked(embedder: Bag | None) -> None:
    with closing(Recollect(embedder)) as memory:
        made = answers(read(CASE, "mine"), memory, {"recollect": memory.ask})
        file = Path(memory.memory.url.removeprefix("sqlite:///"))
        assert file.exists()
    assert not file.parent.exists()
    found = {one.question: one for one in made}
    assert found["q1"].turns[0] == "a"
    assert found["2"].turns[0] == "d"
    assert found["3"].scores["turns any@5"] == 1
    assert found["4"].helps < found["q1"].helps


def test_each_baseline_ranks_in_its_way() -> None:
    index = Baseline(Bag())
    made = answers(read(CASE, "mine"), index, index.asks(), ["any@1"])
    first = {one.system: one.turns[0] for one in made if one.question == "2"}
    assert first == {"BM25": "d", "dense": "d", "min-max": "d"}
    turn = Turn("x", "s", "user", "no word of these", None)
    dense = Baseline(Bag(), "dense", 0.0)
    dense.tell([turn, Turn("y", "s", "user", "train", None)])
    assert [number for number, _ in dense.ask(_asked("the train"))] == [1, 0]
    words = Baseline(None)
    assert words.ask(_asked("anything")) == []
    words.tell([])
    words.tell([turn])
    assert list(words.asks()) == ["BM25"]
    assert words.ask(_asked("words"))[0][0] == 0


def test_bm25_is_that_of_the_formula() -> None:
    index = Baseline(None)
    for id, said in enumerate(("blue train", "blue blue sea", "sea")):
        index.tell([Turn(str(id), "s", "user", said, None)])
    ranking = index.ask(_asked("blue"))
    assert [number for number, _ in ranking] == [1, 0, 2]
    lengths, average, rare = (2, 3), 2, np.log(1 + 1.5 / 2.5)
    one, two = (
        rare * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / average))
        for tf, length in zip((1, 2), lengths, strict=True)
    )
    assert dict(ranking)[0] == pytest.approx(one / two)


def test_the_best_of_the_first_says_whether_anything_helps() -> None:
    said = [0.3, 0.8, *[0.1] * 8, 0.9]
    assert answerable(Hits([Hit(Message("x"), 1.0, sure) for sure in said])) == 0.8
    assert answerable(Hits()) == 0


def _asked(text: str) -> Question:
    return Question("1", text, "", None, None, frozenset(), frozenset(), False)
