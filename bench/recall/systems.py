"""What is compared: recollect through its front door, plain baselines, and recollect in part."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from recollect.evaluate.baselines import WEIGHTS, Baseline
from recollect.evaluate.run import Ask, Ranking, Recollect, System
from recollect.ports.sync import Embedder, Reranker

from .ablation import ask_without, pieces

__all__ = ["NAMES", "Baseline", "Group", "Ranking", "Recollect", "System", "groups"]

WHOLE = "recollect"
PLAINLY = "ten hits"
"""The same, asked for no more than ten hits that pass the usual threshold."""
NAMES = (*WEIGHTS, WHOLE, PLAINLY)
RAM = "/dev/shm"


@dataclass(frozen=True, slots=True)
class Group:
    """A system that is told a case once, and the ways it is asked."""

    system: System
    asks: Mapping[str, Ask]


def groups(
    embedder: Embedder, names: tuple[str, ...], ablate: bool, reranker: Reranker | None = None
) -> list[Callable[[], Group]]:
    """Makers of what was chosen, each called anew for every case."""
    plain = [name for name in names if name in WEIGHTS]
    makers: list[Callable[[], Group]] = []
    if plain:
        makers.append(partial(_baselines, embedder, plain))
    if ablate or not set(names) <= set(plain):
        makers.append(partial(_recollect, embedder, reranker, PLAINLY in names, ablate))
    return makers


def _baselines(embedder: Embedder, names: list[str]) -> Group:
    index = Baseline(embedder)
    return Group(index, {name: ask for name, ask in index.asks().items() if name in names})


def _recollect(embedder: Embedder, reranker: Reranker | None, plainly: bool, ablate: bool) -> Group:
    """On a disk of memory where there is one: what is measured is recall."""
    place = RAM if os.access(RAM, os.W_OK) else None
    memory = Recollect(embedder, folder=place, reranker=reranker)
    parts = pieces() if ablate else ()
    asks = {name: partial(ask_without, name, memory.ask) for name in parts}
    also = {PLAINLY: memory.ask_plainly} if plainly else {}
    return Group(memory, {WHOLE: memory.ask, **also, **asks})
