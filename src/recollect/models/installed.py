"""The models of this machine: which are installed, loading one, removing one."""

from __future__ import annotations

from pathlib import Path

from ..errors import ConfigError, ModelError
from .bert import Bert
from .catalogue import BUILT_IN, OFFERS, Offer
from .registry import FORMS


def load(name: str, folder: Path) -> Bert:
    """The installed model of a name, as an embedder. Its weights are checked at the first use."""
    if name not in OFFERS:
        known = ", ".join(map(repr, [*BUILT_IN, *OFFERS]))
        raise ConfigError(
            f"no embedder is called {name[:40]!r}; use {known}, {FORMS}, a function from texts to "
            "vectors, or None"
        )
    found = OFFERS[name]
    if not is_installed(found, folder):
        raise ConfigError(f"{name} is not installed; run: {found.kind.repair}")
    file = path(found, folder)
    return Bert(found.kind, lambda: file)


def path(offer: Offer, folder: Path) -> Path:
    """Where a model is, or would be."""
    return folder / offer.file


def is_installed(offer: Offer, folder: Path) -> bool:
    """Whether its file is there and whole, by its size. Loading checks the hash."""
    try:
        return path(offer, folder).stat().st_size == offer.size
    except OSError:
        return False


def remove(offer: Offer, folder: Path) -> bool:
    """Delete a model, of this release or an older one; False if there was none."""
    found = list(folder.glob(f"{offer.name}-????????.tensors"))
    for file in found:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise ModelError(f"{file} cannot be deleted: {error.strerror}") from error
    return bool(found)
