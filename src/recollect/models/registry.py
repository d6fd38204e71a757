"""Models by name: which class answers to "openai:…", and what it needs installed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..errors import ConfigError


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a model's class is, and the extra that brings its package."""

    module: str
    name: str
    extra: str
    remote: bool = False


EMBEDDERS = {
    "openai": Provider("recollect.models.openai", "OpenAIEmbedder", "openai", remote=True),
    "ollama": Provider("recollect.models.ollama", "OllamaEmbedder", "openai", remote=True),
    "gemini": Provider("recollect.models.gemini", "GeminiEmbedder", "gemini", remote=True),
    "sentence-transformers": Provider(
        "recollect.models.sentence_transformers",
        "SentenceTransformersEmbedder",
        "sentence-transformers",
    ),
    "fastembed": Provider("recollect.models.fastembed", "FastEmbedder", "fastembed"),
    "model2vec": Provider("recollect.models.model2vec", "Model2VecEmbedder", "model2vec"),
}
RERANKERS = {
    "cohere": Provider("recollect.models.rerank.cohere", "CohereReranker", "rerank", remote=True),
    "jina": Provider("recollect.models.rerank.jina", "JinaReranker", "rerank", remote=True),
    "voyage": Provider("recollect.models.rerank.voyage", "VoyageReranker", "rerank", remote=True),
    "rerank": Provider("recollect.models.rerank.served", "ServedReranker", "rerank", remote=True),
    "tei": Provider("recollect.models.rerank.tei", "TEIReranker", "rerank", remote=True),
    "sentence-transformers": Provider(
        "recollect.models.rerank.sentence_transformers",
        "SentenceTransformersReranker",
        "sentence-transformers",
    ),
    "fastembed": Provider("recollect.models.rerank.fastembed", "FastReranker", "fastembed"),
}
LLMS = {
    "openai": Provider("recollect.models.llm.openai", "OpenAIService", "openai", remote=True),
    "anthropic": Provider(
        "recollect.models.llm.anthropic", "AnthropicService", "anthropic", remote=True
    ),
    "gemini": Provider("recollect.models.llm.gemini", "GeminiService", "gemini", remote=True),
    "ollama": Provider("recollect.models.llm.ollama", "OllamaService", "openai", remote=True),
}
VOICES = {
    "openai": Provider("recollect.models.chat.openai", "OpenAIVoice", "openai", remote=True),
    "anthropic": Provider(
        "recollect.models.chat.anthropic", "AnthropicVoice", "anthropic", remote=True
    ),
    "gemini": Provider("recollect.models.chat.gemini", "GeminiVoice", "gemini", remote=True),
    "ollama": Provider("recollect.models.chat.ollama", "OllamaVoice", "openai", remote=True),
}
"""The same models, in conversation."""
FORMS = ", ".join(f"{name}:MODEL" for name in EMBEDDERS)


@dataclass(frozen=True, slots=True)
class Spec:
    """A name taken apart: `provider:model#dimensions@base_url`, the last two as one likes."""

    provider: str
    model: str
    dimensions: int | None = None
    base_url: str | None = None

    @property
    def id(self) -> str:
        """What is stored with each vector: provider, model and size, never an address or a key."""
        size = f"#{self.dimensions}" if self.dimensions else ""
        return f"{self.provider}:{self.model}{size}"


def named(text: str, table: dict[str, Provider] = EMBEDDERS) -> tuple[Provider, Spec] | None:
    """The provider that a name begins with, and the rest; None if it begins with none."""
    prefix, colon, rest = text.partition(":")
    provider = table.get(prefix)
    if provider is None or not colon:
        return None
    spec = _remote(prefix, rest) if provider.remote else Spec(prefix, rest.strip())
    if not spec.model:
        raise ConfigError(f"say which model, as in {prefix + ':NAME'!r}")
    return provider, spec


def _remote(provider: str, rest: str) -> Spec:
    # A name may hold an @ of its own; an address begins with its scheme.
    model, *address = re.split(r"@(?=https?://)", rest, maxsplit=1)
    name, hash_, size = model.strip().partition("#")
    if hash_ and not (size.isascii() and size.isdigit() and 0 < int(size) <= 65_536):
        raise ConfigError(f"write the dimensions as a number: {provider + ':' + name + '#512'!r}")
    return Spec(provider, name, int(size) if hash_ else None, *map(_address, address))


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError("the address behind the @ is no URL; write NAME@http://127.0.0.1:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ConfigError(
            "an address holds no user, password or query; keep the key in the provider's "
            "environment variable"
        )
    return url.rstrip("/")


def language_model(text: str, table: dict[str, Provider] = LLMS) -> tuple[Provider, Spec]:
    """The provider and the rest of a language model's name."""
    return _sizeless(text, table, "language model")


def reranker(text: str) -> tuple[Provider, Spec]:
    """The provider and the rest of a reranker's name."""
    return _sizeless(text, RERANKERS, "reranker")


def _sizeless(text: str, table: dict[str, Provider], what: str) -> tuple[Provider, Spec]:
    found = named(text, table)
    if found is None:
        forms = ", ".join(f"{name}:MODEL" for name in table)
        raise ConfigError(f"no {what} {text[:80]!r}; there are {forms}")
    if found[1].dimensions is not None:
        raise ConfigError(f"a {what} has no dimensions; leave out the # and the number")
    return found
