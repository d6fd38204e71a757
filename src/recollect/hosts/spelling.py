"""The names that a framework has for its sessions, spelled so that a memory takes them."""

from __future__ import annotations

import hashlib
from urllib.parse import quote, unquote

from ..errors import InputError


def spelled(part: object, name: str, safe: str = "") -> str:
    """A part of a name without slashes, spaces and control characters."""
    if not isinstance(part, str) or not part:
        raise InputError(f"{name} must be text, and not empty")
    return quote(part, safe, errors="surrogatepass")


def plain(part: str) -> str:
    """A part as it was before it was spelled."""
    return unquote(part, errors="surrogatepass")


def hashed(*names: str) -> str:
    """An id that is made of names: the same for the same."""
    made = "\n".join(names).encode("utf-8", "surrogatepass")
    return hashlib.sha256(made).hexdigest()[:32]
