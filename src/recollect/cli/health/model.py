"""The embedder in use, and the reranker."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from ...errors import ConfigError, ModelError
from .finding import Finding


def findings(named: str) -> Iterator[Finding]:
    """Load the model, which checks the hash of its file, and embed a sentence."""
    remedy = "as the message says; until it works, words alone are compared"
    try:
        from ...wiring import embedder

        model = embedder(named)
        start = time.perf_counter()
        (vector,) = model.embed(["Does the embedder work?"])
    except ConfigError as error:
        yield Finding("fail", "embedder", str(error), "recollect models list")
        return
    except (ModelError, ImportError) as error:
        yield Finding("fail", "embedder", str(error), remedy)
        return
    spent = time.perf_counter() - start
    length = math.sqrt(sum(float(value) ** 2 for value in vector))
    if not abs(length - 1) < 0.01:
        yield Finding("fail", "embedder", f"{model.id} gives vectors of length {length}", remedy)
        return
    yield Finding("ok", "embedder", f"{model.id}, loaded and tried in {spent:.1f} s")


def second(named: str) -> Iterator[Finding]:
    """Have it read a question and two texts."""
    remedy = "check RECOLLECT_RERANKER; until it works, searches go without it"
    try:
        from ...read.rerank import checked
        from ...wiring import reranker

        model = reranker(named)
        assert model is not None, "a name is never no reranker"
        start = time.perf_counter()
        checked(model.score("Does the reranker work?", ["It works.", "It rains."]), 2)
    except (ConfigError, ModelError, ImportError) as error:
        yield Finding("fail", "reranker", str(error), remedy)
        return
    spent = time.perf_counter() - start
    yield Finding("ok", "reranker", f"{model.id}, tried in {spent:.1f} s")
