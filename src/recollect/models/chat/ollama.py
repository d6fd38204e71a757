"""Models that Ollama serves, in conversation."""

from __future__ import annotations

from ..llm.ollama import OllamaService
from ..patience import Patience
from .openai import OpenAIVoice


class OllamaVoice(OpenAIVoice, OllamaService):
    """`ollama:MODEL`, through Ollama's OpenAI-compatible door."""

    def patience(self) -> Patience:
        """A model that is not loaded yet takes its time."""
        return OllamaService.patience(self)
