"""URLs and names → the parts of a memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import settings
from .drivers.registry import require, resolve
from .errors import ConfigError
from .models.plugged import Plugged
from .models.registry import Spec, language_model, named

if TYPE_CHECKING:
    from .models.llm.model import Model
    from .models.spend import Meter
    from .ports.aio import AsyncEmbedder, AsyncIndex, AsyncLLM, AsyncStore
    from .ports.sync import Embedder, Index, Store

BUILT_IN = "minilm"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a `Memory` is made of."""

    store: Store
    embedder: Embedder | None
    index: Index | None

    @staticmethod
    def model(embedder: Any) -> Embedder | None:
        """The embedder of a name or a function; None for none."""
        return _embedder(embedder)

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

    @staticmethod
    def model(embedder: Any) -> AsyncEmbedder | None:
        """The embedder of a name or a function, behind a thread of its own."""
        from .drivers.threaded import ThreadedEmbedder

        made = _embedder(embedder)
        return None if made is None else ThreadedEmbedder(made)

    @classmethod
    def connect(cls, url: str | None, embedder: Any) -> AsyncParts:
        """The same parts, each embedded one behind a thread of its own."""
        from .drivers.threaded import ThreadedIndex, ThreadedStore

        model = cls.model(embedder)
        remote = _remote(settings.url() if url is None else url)
        if remote is not None:
            return cls(remote, model, None)
        parts = Parts.connect(url, None)
        return cls(
            ThreadedStore(parts.store),
            model,
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


def _remote(url: object) -> AsyncStore | None:
    """The store of a server, which has a colour for each; None for any other URL."""
    driver, target = resolve(url) if isinstance(url, str) and url else (None, "")
    if driver is None or not driver.remote:
        return None
    made: AsyncStore = getattr(require(driver.module, driver.extra), f"Async{driver.name}")(target)
    return made


def _index() -> Index:
    from .drivers.inprocess import InProcessIndex

    return InProcessIndex()


def _embedder(embedder: Any) -> Embedder | None:
    if embedder is None or embedder is False:
        return None
    if embedder == DEFAULT:
        embedder = settings.embedder()
    if embedder == BUILT_IN:
        from .models.minilm import MiniLM

        return MiniLM()
    if isinstance(embedder, str):
        return _named(embedder)
    return Plugged(embedder)


def _named(name: str) -> Embedder:
    found = named(name)
    if found is None:
        from .models import installed

        return installed.load(name, settings.models())
    provider, spec = found
    made: Embedder = getattr(require(provider.module, provider.extra), provider.name)(_placed(spec))
    return made


def llm(model: Any, meter: Meter | None = None) -> Model | None:
    """The language model of a name, a function of messages and a schema, or None; `DEFAULT` is
    the one of the settings. What it spends is counted by the meter."""
    if model == DEFAULT:
        model = settings.llm()
    if model is None or model is False:
        return None
    from .models.llm.model import Model
    from .models.llm.plugged import PluggedService

    if isinstance(model, Model):
        return model
    if not isinstance(model, str):
        return Model(PluggedService(model), meter)
    provider, spec = language_model(model)
    service = getattr(require(provider.module, provider.extra), provider.name)
    return Model(service(_placed(spec)), meter)


def async_llm(model: Any, meter: Meter | None = None) -> AsyncLLM | None:
    """The same behind threads of its own."""
    from .drivers.threaded import ThreadedLLM

    made = llm(model, meter)
    return None if made is None else ThreadedLLM(made)


def _placed(spec: Spec) -> Spec:
    """Ollama has a place of its own."""
    if spec.provider == "ollama" and spec.base_url is None:
        return replace(spec, base_url=settings.ollama())
    return spec
