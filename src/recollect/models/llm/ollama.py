"""Models that Ollama serves, on this machine or another, through its OpenAI-compatible door."""

from __future__ import annotations

from typing import Any

from ..patience import Fault, Patience
from ..remedies import of_ollama
from .openai import OpenAIService


class OllamaService(OpenAIService):
    """`ollama:MODEL`, at OLLAMA_HOST, behind an @, or at Ollama's usual place here."""

    name = "Ollama"

    def patience(self) -> Patience:
        """A model that is not loaded yet takes its time, as does one without a graphics card."""
        return Patience(each=600.0, total=900.0, asking=900.0)

    def remedy(self, fault: Fault) -> str:
        """What to do about a fault."""
        return of_ollama(fault, self.model) or super().remedy(fault)

    def _connect(self) -> Any:
        # Ollama wants no key, and OpenAI's is none of its business.
        return self.sdk(api_key="ollama", base_url=self.base_url, max_retries=0)
