"""The only reader of the environment."""

from __future__ import annotations

import os

URL = "RECOLLECT_URL"
DEFAULT_URL = "recollect.db"
OLLAMA = "OLLAMA_HOST"


def url() -> str:
    """Where memory is kept when nobody says: RECOLLECT_URL, else `recollect.db` here."""
    return os.environ.get(URL) or DEFAULT_URL


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
