"""URLs and names → the parts of a memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import settings
from .drivers.registry import require, resolve
from .errors import ConfigError
from .models.plugged import Plugged

if TYPE_CHECKING:
    from .ports.aio import AsyncEmbedder, AsyncIndex, AsyncStore
    from .ports.sync import Embedder, Index, Store

BUILT_IN = "minilm"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a `Memory` is made of."""

    store: Store
    embedder: Embedder | None
    index: Index | None

    @classmethod
    def connect(cls, url: str | None, embedder: Any) -> Parts:
        """Open the store of a URL, with the embedder of a name, a function, or None."""
        model = _embedder(embedder)
        store = _store(settings.url() if url is None else url)
        index = None if store.features.nearest and store.features.match else _index()
        return cls(store, model, index)


@dataclass(frozen=True, slots=True)
class AsyncParts:
    """What an `AsyncMemory` is made of."""

    store: AsyncStore
    embedder: AsyncEmbedder | None
    index: AsyncIndex | None

    @classmethod
    def connect(cls, url: str | None, embedder: Any) -> AsyncParts:
        """The same parts, each embedded one behind a thread of its own."""
        from .drivers.threaded import ThreadedEmbedder, ThreadedIndex, ThreadedStore

        parts = Parts.connect(url, embedder)
        return cls(
            ThreadedStore(parts.store),
            None if parts.embedder is None else ThreadedEmbedder(parts.embedder),
            None if parts.index is None else ThreadedIndex(parts.index),
        )


def embedder(name: str) -> Embedder:
    """The embedder of a name, not loaded yet."""
    made = _embedder(name)
    assert made is not None, "a name is never no embedder"
    return made


def _store(url: object) -> Store:
    if not isinstance(url, str) or not url:
        raise ConfigError("a memory's url is text, such as 'agent.db' or 'sqlite:///agent.db'")
    driver, target = resolve(url)
    store: Store = getattr(require(driver.module, driver.extra), driver.name)(target)
    return store


def _index() -> Index:
    from .drivers.inprocess import InProcessIndex

    return InProcessIndex()


def _embedder(embedder: Any) -> Embedder | None:
    if embedder is None or embedder is False:
        return None
    if embedder == BUILT_IN:
        from .models.minilm import MiniLM

        return MiniLM()
    if isinstance(embedder, str):
        raise ConfigError(
            f"no embedder is called {embedder[:40]!r}; use {BUILT_IN!r}, a function from texts to "
            "vectors, or None"
        )
    return Plugged(embedder)
