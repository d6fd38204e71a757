"""The id of an embedder that has none: another model's must not be the same, its own must stay."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import ConfigError
from recollect.models.plugged import Plugged

PROGRAM = """
from recollect.models.plugged import Plugged

def lengths(texts):
    return [[float(len(text)), 1.0 if text in {"a", "b", "c", "d"} else 2.0] for text in texts]

print(Plugged(lengths).id)
"""


def _scaled(by: float) -> Any:
    def embed(texts: list[str]) -> list[list[float]]:
        return [[by * len(text), 1.0] for text in texts]

    return embed


class Model:
    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(self.name)), 1.0] for _ in texts]


class Slotted:
    __slots__ = ("name",)

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[1.0] for _ in texts]


class Stateless:
    def __call__(self, texts: list[str]) -> list[list[float]]:
        return [[1.0] for _ in texts]


FIRST, SECOND = Model("a"), Model("bb")


def test_a_function_has_one_id_in_every_process() -> None:
    # What is within it, a comprehension and a set, has other addresses and another order in each.
    ids = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert len(set(ids)) == 1
    assert ids[0].startswith("__main__.lengths#")


def test_what_a_function_is_made_with_counts() -> None:
    assert Plugged(_scaled(1.0)).id == Plugged(_scaled(1.0)).id
    assert Plugged(_scaled(1.0)).id != Plugged(_scaled(2.0)).id
    assert Plugged(lambda texts, size=1: texts).id != Plugged(lambda texts, size=2: texts).id
    assert Plugged(lambda texts: FIRST.embed(texts)).id != (
        Plugged(lambda texts: SECOND.embed(texts)).id
    )


@pytest.mark.parametrize(
    "given",
    [Model("a"), Model("a").embed, Slotted(), partial(_scaled(1.0)), "a b".split],
    ids=["object", "method", "slots", "partial", "builtin"],
)
def test_what_holds_something_must_say_which_model_it_is(given: Any) -> None:
    with pytest.raises(ConfigError, match="give it an `id`"):
        Memory("memory://", embedder=given)


def test_an_object_without_anything_of_its_own_is_its_code() -> None:
    assert Plugged(Stateless()).id.startswith(f"{__name__}.Stateless.__call__#")


def test_its_own_id_is_taken() -> None:
    model = Model("a")
    model.id = "mine-1"  # type: ignore[attr-defined]
    assert Plugged(model).id == "mine-1"
    assert Plugged(model.embed).id == "mine-1"


def test_an_object_that_a_function_closes_over_later_changes_nothing() -> None:
    def embed(texts: list[str]) -> list[list[float]]:
        return later.embed(texts)

    before = Plugged(embed).id
    later = Model("a")
    assert Plugged(embed).id == before
