"""Models that Ollama serves, on this machine or another, through its OpenAI-compatible door."""

from __future__ import annotations

from typing import Any

import openai

from .openai import OpenAIEmbedder
from .patience import Fault, Patience
from .registry import Spec
from .remedies import of_ollama


class OllamaEmbedder(OpenAIEmbedder):
    """`ollama:MODEL`, at OLLAMA_HOST, behind an @, or at Ollama's usual place here."""

    def __init__(self, spec: Spec, patience: Patience | None = None) -> None:
        # A model that is not loaded yet takes its time, and so does one without a graphics card.
        slow = patience or Patience(each=120.0, total=180.0, asking=60.0)
        super().__init__(spec, slow)
        self.service = "Ollama"
        self.most_texts = 32

    def _connect(self) -> Any:
        # Ollama wants no key, and OpenAI's is none of its business.
        return openai.OpenAI(api_key="ollama", base_url=self._base_url, max_retries=0)

    def _remedy(self, fault: Fault) -> str:
        return of_ollama(fault, self.model) or super()._remedy(fault)
