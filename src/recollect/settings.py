"""The only reader of the environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

URL = "RECOLLECT_URL"
API_KEY = "RECOLLECT_API_KEY"
EMBEDDER = "RECOLLECT_EMBEDDER"
RERANKER = "RECOLLECT_RERANKER"
LLM = "RECOLLECT_LLM"
BUDGET = "RECOLLECT_BUDGET"
MODELS = "RECOLLECT_MODELS"
VECTORS = "RECOLLECT_VECTORS"
GRAPH = "RECOLLECT_GRAPH"
CACHE = "RECOLLECT_CACHE"
SECRETS = "RECOLLECT_SECRETS"
USER = "RECOLLECT_USER"
CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""The name that OpenTelemetry's conventions give it."""
UPSTREAMS = {
    "openai": ("RECOLLECT_UPSTREAM_OPENAI", "https://api.openai.com"),
    "anthropic": ("RECOLLECT_UPSTREAM_ANTHROPIC", "https://api.anthropic.com"),
    "gemini": ("RECOLLECT_UPSTREAM_GEMINI", "https://generativelanguage.googleapis.com"),
}
RERANKER_KEYS = {
    "cohere": ("CO_API_KEY", "COHERE_API_KEY"),
    "jina": ("JINA_API_KEY",),
    "voyage": ("VOYAGE_API_KEY",),
    "rerank": ("RERANK_API_KEY",),
    "tei": ("RERANK_API_KEY",),
}
DEFAULT_URL = "recollect.db"
DEFAULT_EMBEDDER = "minilm"
OLLAMA = "OLLAMA_HOST"
AUDIT_LOG = "recollect-audit.jsonl"
"""Where a server writes who asked for what when nobody says."""


def url() -> str:
    """Where memory is kept when nobody says: RECOLLECT_URL, else `recollect.db` here."""
    return os.environ.get(URL) or DEFAULT_URL


def api_key() -> str | None:
    """The key for a server when nobody says: RECOLLECT_API_KEY."""
    return os.environ.get(API_KEY) or None


def embedder() -> str:
    """The embedder when nobody says: RECOLLECT_EMBEDDER, else the built-in one."""
    return os.environ.get(EMBEDDER) or DEFAULT_EMBEDDER


def reranker() -> str | None:
    """The reranker when nobody says: RECOLLECT_RERANKER, else none."""
    return os.environ.get(RERANKER) or None


def reranker_key(provider: str) -> str | None:
    """The key for a service that reranks, if there is one, from its usual place."""
    names = RERANKER_KEYS.get(provider, ())
    return next((key for name in names if (key := os.environ.get(name, "").strip())), None)


def llm() -> str | None:
    """The language model when nobody says: RECOLLECT_LLM, else none."""
    return os.environ.get(LLM) or None


def budget() -> str | None:
    """The tokens that language models may take a day when nobody says: RECOLLECT_BUDGET."""
    return os.environ.get(BUDGET) or None


def vectors() -> str | None:
    """The index of vectors beside the memory of `url`, if any."""
    return os.environ.get(VECTORS) or None


def graph() -> str | None:
    """The index of relations beside the memory of `url`, if any."""
    return os.environ.get(GRAPH) or None


def cache() -> str | None:
    """The cache in front of the memory of `url`, if any."""
    return os.environ.get(CACHE) or None


def models() -> Path:
    """Where installed models are: RECOLLECT_MODELS, else in the user's cache."""
    named = os.environ.get(MODELS)
    return Path(named).expanduser() if named else _cache() / "recollect" / "models"


def upstream(provider: str) -> str:
    """Where the proxy finds a provider: RECOLLECT_UPSTREAM_…, else the provider's own address."""
    name, usual = UPSTREAMS[provider]
    return (os.environ.get(name) or usual).rstrip("/")


def secrets() -> str:
    """What becomes of secrets when nobody says: RECOLLECT_SECRETS, else they are kept."""
    return os.environ.get(SECRETS) or "keep"


def user() -> str | None:
    """Whose memory is meant when nobody says: RECOLLECT_USER."""
    return os.environ.get(USER) or None


def telemetry_content() -> bool:
    """Whether telemetry may hold words when nobody says: only if OpenTelemetry's variable does."""
    return os.environ.get(CONTENT, "").strip().lower() == "true"


def data() -> Path:
    """The folder of this platform for what is the user's own and must not be lost."""
    if sys.platform == "win32":
        return _roaming("LOCALAPPDATA", "Local") / "recollect"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "recollect"
    return _xdg("XDG_DATA_HOME", ".local/share") / "recollect"


def configuration() -> Path:
    """The folder of this platform where applications keep what they are told."""
    if sys.platform == "win32":
        return _roaming("APPDATA", "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return _xdg("XDG_CONFIG_HOME", ".config")


def claude() -> Path | None:
    """Where Claude Code keeps its settings, if not in its usual place."""
    named = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(named).expanduser() if named else None


def codex() -> Path:
    """Where Codex keeps its settings."""
    named = os.environ.get("CODEX_HOME")
    return Path(named).expanduser() if named else Path.home() / ".codex"


def _roaming(name: str, folder: str) -> Path:
    named = os.environ.get(name)
    return Path(named) if named else Path.home() / "AppData" / folder


def _xdg(name: str, usual: str) -> Path:
    named = os.environ.get(name, "")  # a relative one is to be ignored, says the standard
    return Path(named) if os.path.isabs(named) else Path.home() / usual


def npm_registry() -> str | None:
    """The registry that npm's own variable names."""
    names = ("npm_config_registry", "NPM_CONFIG_REGISTRY")  # npm reads both
    return next(filter(None, map(os.environ.get, names)), None)


def ollama() -> str:
    """Where Ollama answers: OLLAMA_HOST, as Ollama itself takes it, else its usual place."""
    host = (os.environ.get(OLLAMA) or "127.0.0.1").strip().rstrip("/")
    scheme, found, rest = host.partition("://")
    scheme, rest = (scheme, rest) if found else ("http", host)
    name, slash, path = rest.partition("/")
    if not found and ":" not in name:
        name += ":11434"
    # A server listens on 0.0.0.0; nobody can be asked there.
    return f"{scheme}://{name.replace('0.0.0.0', '127.0.0.1')}{slash}{path}/v1"


def _cache() -> Path:
    """The folder of this platform for what can be fetched again."""
    if sys.platform == "win32":
        return _roaming("LOCALAPPDATA", "Local")
    return _xdg("XDG_CACHE_HOME", "Library/Caches" if sys.platform == "darwin" else ".cache")
