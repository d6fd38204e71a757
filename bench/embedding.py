"""The built-in embedder against the packaged file run as it is."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from recollect.models.minilm import MiniLM

from .corpus import texts
from .embedder import Packaged
from .figures import Figure, Run
from .timing import alternate, ratio


def embedder(run: Run) -> Iterator[Figure]:
    """Texts a second, turn by turn."""
    count = max(run.sizes.texts // 4, 1)
    run.say(f"embedding {count:,} texts at a time, both ways")
    many = texts(count, seed=6)
    model, packaged = MiniLM(), Packaged()
    model.embed(many[:20])
    packaged.embed(many[:20])
    ours, base = alternate(
        lambda i: model.embed(many), lambda i: packaged.embed(many), run.sizes.rounds
    )
    yield Figure(
        "embedder",
        1 / ratio(ours.wall, base.wall),
        "x",
        2.0,
        least=True,
        against="the packaged ONNX file run as it is",
        parts={
            "ours texts/s": count / median(ours.wall),
            "baseline texts/s": count / median(base.wall),
            "by CPU time x": 1 / ratio(ours.cpu, base.cpu),
        },
    )
