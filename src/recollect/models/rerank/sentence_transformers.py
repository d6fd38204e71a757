"""Any cross-encoder of sentence-transformers, by its name on Hugging Face or in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sentence_transformers import CrossEncoder

from ..local import Loaded


class SentenceTransformersReranker(Loaded):
    """`sentence-transformers:NAME_OR_FOLDER`. A name is downloaded at the first use."""

    package = "sentence-transformers"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """A number for each text, in their order."""
        pairs = [(query, text) for text in texts]
        return self._used(lambda model: list(model.predict(pairs, show_progress_bar=False)))

    def _load(self) -> Any:
        return CrossEncoder(self.model)
