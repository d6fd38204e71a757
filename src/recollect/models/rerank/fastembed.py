"""The cross-encoders of fastembed, run by onnxruntime without torch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

# Its builds report to their maker by default; recollect sends nothing anywhere.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

from fastembed.rerank.cross_encoder import TextCrossEncoder

from ..local import Loaded

BATCH = 32


class FastReranker(Loaded):
    """`fastembed:NAME`, of those that fastembed lists. It is downloaded at the first use."""

    package = "fastembed"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """A number for each text, in their order."""
        return self._used(lambda model: list(model.rerank(query, list(texts), batch_size=BATCH)))

    def _load(self) -> Any:
        return TextCrossEncoder(self.model)
