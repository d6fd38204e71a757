"""mem0's settings → a recollect memory: what is honoured, and what is said about the rest.

Nothing is passed over in silence but what has no meaning here (`version`, sizes, temperatures).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ...errors import ConfigError
from ...memory.options import Options

FILE = "recollect.db"
KNOWN = ("url", "vector_store", "llm", "embedder", "history_db_path", "reranker", "version",
         "custom_instructions", "graph_store", "custom_fact_extraction_prompt",
         "custom_update_memory_prompt", "enable_graph")  # fmt: skip
LLMS = {
    "openai": "openai", "openai_structured": "openai", "anthropic": "anthropic",
    "gemini": "gemini", "ollama": "ollama", "vllm": "openai", "lmstudio": "openai",
    "deepseek": "openai", "xai": "openai",
}  # fmt: skip
EMBEDDERS = {
    "openai": "openai", "ollama": "ollama", "gemini": "gemini", "fastembed": "fastembed",
    "huggingface": "sentence-transformers", "lmstudio": "openai",
}  # fmt: skip
PLACES = {
    "openai_base_url": "openai", "ollama_base_url": "ollama", "vllm_base_url": "vllm",
    "lmstudio_base_url": "lmstudio", "deepseek_base_url": "deepseek", "xai_base_url": "xai",
    "base_url": "",
}  # fmt: skip


class Mem0Warning(UserWarning):
    """A setting of mem0 that does nothing here."""


def opened(config: Any) -> tuple[str | None, Options]:
    """The URL and the options of the memory that settings mean."""
    if config is None or isinstance(config, str | os.PathLike):
        return None if config is None else os.fspath(config), {}
    if hasattr(config, "model_dump"):  # mem0's own MemoryConfig
        config = config.model_dump()
    if not isinstance(config, Mapping):
        raise ConfigError("a configuration is mem0's dict, or the URL of a recollect memory")
    unknown = sorted(set(config) - set(KNOWN))
    if unknown:
        raise ConfigError(f"unknown settings: {', '.join(unknown)}; there are {', '.join(KNOWN)}")
    for name in ("reranker", "custom_instructions", "graph_store", "enable_graph",
                 "custom_fact_extraction_prompt", "custom_update_memory_prompt"):  # fmt: skip
        if config.get(name):
            _warn(f"{name} does nothing here: {IDLE.get(name, IDLE['prompt'])}")
    options: Options = {}
    llm = _model(config, "llm", LLMS)
    if llm is not None:
        options["llm"] = llm
    embedder = _model(config, "embedder", EMBEDDERS)
    if embedder is not None:
        options["embedder"] = embedder
    return _url(config), options


IDLE = {
    "reranker": "search ranks by words, meaning, time and relations together",
    "graph_store": "relations are kept in the memory itself (see recollect's related)",
    "enable_graph": "relations are always kept (see recollect's related)",
    "prompt": "notes are taken by rules, or by a model with recollect's own instructions",
}


def _url(config: Mapping[str, Any]) -> str | None:
    """Where the memory is: by its own URL, by PostgreSQL's, or a file at the path that is named."""
    if config.get("url"):
        return str(config["url"])
    provider, given = _part(config, "vector_store")
    if provider == "pgvector":
        return _postgres(given)
    path, history = given.get("path"), config.get("history_db_path")
    if provider not in (None, "qdrant", "faiss", "chroma"):
        _warn(f"vector_store {provider!r} is not used: memory and its vectors are in one {FILE}")
    elif given.get("host") or given.get("url"):
        _warn(f"the server of {provider!r} is not used: memory and its vectors are in one {FILE}")
    if history == ":memory:" or path == ":memory:":
        return "memory://"
    if path:
        return os.path.join(_folder(os.fspath(path)), FILE)
    if history:
        return os.path.join(_folder(os.path.dirname(os.fspath(history))), FILE)
    return None


def _folder(path: str) -> str:
    """mem0 makes the folders that it is told of."""
    if path:
        os.makedirs(path, exist_ok=True)
    return path


def _postgres(given: Mapping[str, Any]) -> str:
    whole = given.get("connection_string")
    if whole:
        return str(whole)
    user, password = (quote(str(given.get(name) or ""), safe="") for name in ("user", "password"))
    place = f"{given.get('host') or 'localhost'}:{given.get('port') or 5432}"
    who = f"{user}:{password}@" if user else ""
    return f"postgresql://{who}{place}/{given.get('dbname') or 'postgres'}"


def _model(config: Mapping[str, Any], part: str, known: Mapping[str, str]) -> str | None:
    """A model by recollect's name for it; None if there is none, or none that is known here."""
    provider, given = _part(config, part)
    if provider is None:
        return None
    name, ours = given.get("model"), known.get(provider)
    if ours is None or not name:
        instead = "rules take the notes" if part == "llm" else "the built-in model embeds"
        why = "names no model" if ours else "is not known here"
        _warn(f"{part} {provider!r} {why}: {instead}")
        return None
    if given.get("api_key"):
        _warn(f"the api_key of {part} is not read: keep it in the provider's environment variable")
    place = next((given[one] for one, of in PLACES.items()
                  if of in ("", provider) and given.get(one)), None)  # fmt: skip
    size = given.get("embedding_dims") if part == "embedder" and ours == "openai" else None
    return f"{ours}:{name}" + (f"#{size}" if size else "") + (f"@{place}" if place else "")


def _part(config: Mapping[str, Any], name: str) -> tuple[str | None, Mapping[str, Any]]:
    """The provider and the settings of a part."""
    part = config.get(name) or {}
    if not isinstance(part, Mapping) or not isinstance(part.get("config") or {}, Mapping):
        raise ConfigError(f"{name} is a dict with 'provider' and 'config'")
    provider = part.get("provider")
    return (None if provider is None else str(provider)), part.get("config") or {}


def _warn(text: str) -> None:
    warnings.warn(text, Mem0Warning, stacklevel=4)
