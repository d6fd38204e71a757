"""The files of the page, read once: what is not among them cannot be asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

HOME = "/"
FOLDER = "/page/"
FIRST = "index.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, and what a browser is told about it."""

    body: bytes
    media: str
    tag: str


def _read() -> Mapping[str, Asset]:
    """Every file by its path; the first one is the front door's."""
    found = {}
    for file in files(__package__).joinpath("static").iterdir():
        body = file.read_bytes()
        media = TYPES[file.name[file.name.rindex(".") :]]
        # Weak, since the same file also goes out compressed.
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        found[HOME if file.name == FIRST else FOLDER + file.name] = Asset(body, media, tag)
    return found


ASSETS = _read()
