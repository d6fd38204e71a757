"""Any model of sentence-transformers, by its name on Hugging Face or in a folder."""

from __future__ import annotations

from typing import Any

from sentence_transformers import SentenceTransformer

from .local import Local


class SentenceTransformersEmbedder(Local):
    """`sentence-transformers:NAME_OR_FOLDER`. A name is downloaded at the first use."""

    package = "sentence-transformers"

    def _load(self) -> Any:
        return SentenceTransformer(self.model)

    def _run(self, model: Any, texts: list[str], question: bool) -> Any:
        plain = {"convert_to_numpy": True, "show_progress_bar": False}
        if any((model.prompts or {}).values()):  # the model says itself what belongs in front
            encode = model.encode_query if question else model.encode_document
            return encode(texts, **plain)
        return model.encode(self._prefixed(texts, question), **plain)
