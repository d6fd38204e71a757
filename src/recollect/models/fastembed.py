"""The models of fastembed, run by onnxruntime without torch."""

from __future__ import annotations

import os
from typing import Any

# Its builds report to their maker by default; recollect sends nothing anywhere.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

from fastembed import TextEmbedding

from .local import Local

BATCH = 32


class FastEmbedder(Local):
    """`fastembed:NAME`, of those that fastembed lists. It is downloaded at the first use."""

    package = "fastembed"

    def _load(self) -> Any:
        return TextEmbedding(self.model)

    def _run(self, model: Any, texts: list[str], question: bool) -> Any:
        embed = model.query_embed if question else model.passage_embed
        return list(embed(self._prefixed(texts, question), batch_size=BATCH))
