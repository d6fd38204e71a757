"""Static models of model2vec: a look-up for each word, so much faster and less exact."""

from __future__ import annotations

from typing import Any

from model2vec import StaticModel

from .local import Local


class Model2VecEmbedder(Local):
    """`model2vec:NAME_OR_FOLDER`. A name is downloaded at the first use."""

    package = "model2vec"

    def _load(self) -> Any:
        return StaticModel.from_pretrained(self.model, force_download=False)

    def _run(self, model: Any, texts: list[str], question: bool) -> Any:
        return model.encode(texts, use_multiprocessing=False)
