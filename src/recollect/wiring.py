"""URLs and names → the parts of a memory."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from . import settings
from .drivers.registry import Driver, beside, cached, resolve, served, whereabouts
from .drivers.registry import require as require
from .drivers.registry import same_place as same_place
from .errors import ConfigError
from .models import registry
from .models.plugged import Plugged
from .models.registry import VOICES, Provider, Spec, language_model, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from .models.chat.voice import Voice
    from .models.llm.model import Model
    from .models.spend import Book, Meter
    from .ports.aio import (
        AsyncCache,
        AsyncChatModel,
        AsyncEmbedder,
        AsyncIndex,
        AsyncLLM,
        AsyncReranker,
        AsyncStore,
    )
    from .ports.features import Features
    from .ports.sync import LLM, Cache, ChatModel, Embedder, Index, Reranker, Store

BUILT_IN = "minilm"
DEFAULT = "default"
OFFLINE = "offline"
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a `Memory` is made of."""

    store: Store
    embedder: Embedder | None
    index: Index | None
    vectors: Index | None = None
    graph: Index | None = None

    @staticmethod
    def door(url: str | PathLike[str] | None) -> Any:
        """The class of a memory that a server keeps; None for one of this process."""
        return _door(url, "sync", "")

    @staticmethod
    def reader(model: Any, purse: Book) -> LLM | None:
        """The language model of a name or a function, on the account of a book; None for none."""
        return llm(model, purse.meter)

    @staticmethod
    def reranker(model: Any) -> Reranker | None:
        """The reranker of a name or a function; None for none."""
        return reranker(model)

    @staticmethod
    def talker(model: Any, purse: Book) -> ChatModel | None:
        """The model that talks of a name or a function; None to be offline."""
        from .models.chat.sync.model import Talker

        voice = _voice(model, asynchronous=False)
        return None if voice is None else Talker(voice, purse.meter)

    @staticmethod
    def cache(cache: str | None, url: str | PathLike[str] | None) -> Cache | None:
        """The cache of a URL in front of the store of another; None for none."""
        made: Cache | None = _cache(cache, url, "")
        return made

    @staticmethod
    def model(embedder: Any) -> Embedder | None:
        """The embedder of a name or a function; None for none."""
        return _embedder(embedder)

    @classmethod
    def connect(
        cls,
        url: str | PathLike[str] | None,
        embedder: Any,
        vectors: str | None = None,
        graph: str | None = None,
    ) -> Parts:
        """Open the store of a URL, with the embedder of a name, a function, or None, and the
        indexes of other URLs."""
        model = _embedder(embedder)
        store, beside = _opened(url, vectors, graph, _store)
        return cls(store, model, _index(store.features), *beside)


@dataclass(frozen=True, slots=True)
class AsyncParts:
    """What an `AsyncMemory` is made of."""

    store: AsyncStore
    embedder: AsyncEmbedder | None
    index: AsyncIndex | None
    vectors: AsyncIndex | None = None
    graph: AsyncIndex | None = None

    @staticmethod
    def door(url: str | PathLike[str] | None) -> Any:
        """The same in async."""
        return _door(url, "aio", "Async")

    @staticmethod
    def reader(model: Any, purse: Book) -> AsyncLLM | None:
        """The same behind threads of its own."""
        return async_llm(model, purse.meter)

    @staticmethod
    def reranker(model: Any) -> AsyncReranker | None:
        """The same behind threads of its own."""
        from .drivers.threaded import ThreadedReranker

        made = reranker(model)
        return None if made is None else ThreadedReranker(made)

    @staticmethod
    def talker(model: Any, purse: Book) -> AsyncChatModel | None:
        """The same, with an async client."""
        from .models.chat.aio.model import AsyncTalker

        voice = _voice(model, asynchronous=True)
        return None if voice is None else AsyncTalker(voice, purse.meter)

    @staticmethod
    def cache(cache: str | None, url: str | PathLike[str] | None) -> AsyncCache | None:
        """The same in async."""
        made: AsyncCache | None = _cache(cache, url, "Async")
        return made

    @staticmethod
    def model(embedder: Any) -> AsyncEmbedder | None:
        """The embedder of a name or a function, behind a thread of its own."""
        from .drivers.threaded import ThreadedEmbedder

        made = _embedder(embedder)
        return None if made is None else ThreadedEmbedder(made)

    @classmethod
    def connect(
        cls,
        url: str | PathLike[str] | None,
        embedder: Any,
        vectors: str | None = None,
        graph: str | None = None,
    ) -> AsyncParts:
        """The same parts, each embedded one behind a thread of its own."""
        from .drivers.threaded import ThreadedIndex, ThreadedStore

        model = cls.model(embedder)
        store, beside = _opened(
            url, vectors, graph, lambda place: _remote(place) or ThreadedStore(_store(place))
        )
        indexes = (_index(store.features), *beside)
        lifted = (None if index is None else ThreadedIndex(index) for index in indexes)
        return cls(store, model, *lifted)


def default_secrets() -> str:
    """What becomes of secrets when nobody says."""
    return settings.secrets()


def api_key() -> str | None:
    """The key for a server when nobody says."""
    return settings.api_key()


def server_url(url: str | PathLike[str] | None) -> str:
    """The URL that is meant: the one that is named, else the one of the settings."""
    return settings.url() if url is None else spelled(url)


def spelled(url: Any) -> str:
    """A URL or a path as text; what is neither is left for others to refuse."""
    text: str = fspath(url) if isinstance(url, PathLike) else url
    return text


def default_llm() -> str | None:
    """The language model that answers when nobody says which; None for none."""
    return settings.llm()


def counter(tokens: Any) -> Callable[[str], int]:
    """What counts tokens: the estimate for None, a function, or `tiktoken`."""
    from .models.counting import TIKTOKEN, counter

    return counter(tokens, lambda: require(TIKTOKEN, TIKTOKEN))


def embedder(name: str) -> Embedder:
    """The embedder of a name, not loaded yet."""
    made = _embedder(name)
    assert made is not None, "a name is never no embedder"
    return made


def _door(url: str | PathLike[str] | None, colour: str, prefix: str) -> Any:
    driver = served(server_url(url))
    if driver is None:
        return None
    module = require(f"{driver.module}.{colour}.door", driver.extra)
    return getattr(module, f"{prefix}{driver.name}")


def _store(url: object) -> Store:
    if not isinstance(url, str) or not url:
        raise ConfigError(
            "a memory's url is text or a path, such as 'agent.db' or 'sqlite:///agent.db'"
        )
    driver, target = resolve(url)
    store: Store = _class(driver)(target)
    return store


def _remote(url: object) -> AsyncStore | None:
    """The store of a server, which has a colour for each; None for any other URL."""
    driver, target = resolve(url) if isinstance(url, str) and url else (None, "")
    if driver is None or not driver.remote:
        return None
    made: AsyncStore = _class(driver, "Async")(target)
    return made


def _opened(
    url: str | PathLike[str] | None,
    vectors: str | None,
    graph: str | None,
    store: Callable[[str], S],
) -> tuple[S, tuple[Index | None, Index | None]]:
    """The store that is meant, and the indexes beside it, which are closed again if it cannot be
    opened; what the environment names belongs together."""
    if url is None:
        url, vectors = settings.url(), vectors or settings.vectors()
        graph = graph or settings.graph()
    with ExitStack() as opened:
        related = _beside(graph, "graph", opened)  # which opens nothing yet
        beside = _beside(vectors, "vectors", opened), related
        made = store(spelled(url))
        opened.pop_all()
    return made, beside


def _cache(cache: str | None, url: str | PathLike[str] | None, colour: str) -> Any:
    """The cache of a URL, which keeps apart what it keeps for different stores."""
    if url is None:
        url, cache = settings.url(), cache or settings.cache()
    if cache is None:
        return None
    if not isinstance(cache, str) or not cache:
        raise ConfigError("cache is the URL of a cache, such as one that `url` may name")
    return _class(cached(cache), colour)(cache, whereabouts(spelled(url)))


def _index(features: Features) -> Index | None:
    """The search of this process, for a store that has none of its own."""
    from .drivers.inprocess import InProcessIndex

    return None if features.nearest and features.match else InProcessIndex()


def _beside(url: object, what: str, opened: ExitStack) -> Index | None:
    """The index of a URL, if there is one, for vectors or for a graph."""
    if url is None:
        return None
    if not isinstance(url, str) or not url:
        raise ConfigError(f"{what} is the URL of an index, such as 'faiss:///folder'")
    driver, target = beside(url, what)
    index: Index = _class(driver)(target)
    opened.callback(index.close)
    return index


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
    made: Embedder = _class(provider)(_placed(spec))
    return made


def reranker(model: Any) -> Reranker | None:
    """The reranker of a name, a function of a question and texts, or None; `DEFAULT` is the one of
    the settings."""
    if model == DEFAULT:
        model = settings.reranker()
    if model is None or model is False:
        return None
    if not isinstance(model, str):
        from .models.rerank.plugged import PluggedReranker

        return PluggedReranker(model)
    provider, spec = registry.reranker(model)
    key = (settings.reranker_key(spec.provider),) if provider.remote else ()
    made: Reranker = _class(provider)(spec, *key)
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
    return Model(_class(provider)(_placed(spec)), meter)


def async_llm(model: Any, meter: Meter | None = None) -> AsyncLLM | None:
    """The same behind threads of its own."""
    from .drivers.threaded import ThreadedLLM

    made = llm(model, meter)
    return None if made is None else ThreadedLLM(made)


def require_voice(name: str) -> None:
    """Refuse the name of a model that no provider here has. It is not asked for anything."""
    if name != OFFLINE:
        language_model(name, VOICES)


def _voice(model: Any, *, asynchronous: bool) -> Voice | None:
    """What speaks for a model: of a name, or a function; None for none, or `offline`."""
    if model is None or model is False or model == OFFLINE:
        return None
    if not isinstance(model, str):
        from .models.chat.plugged import PluggedVoice

        return PluggedVoice(model, asynchronous)
    provider, spec = language_model(model, VOICES)
    voice: Voice = _class(provider)(_placed(spec), asynchronous)
    return voice


def book(limit: Any) -> Book:
    """What keeps count within a budget: a `Budget`, a number of tokens a day, or None for no cap;
    `DEFAULT` is the one of the settings."""
    from .models.spend import Book
    from .models.spend.budget import budget_of

    return Book(budget_of(settings.budget() if limit == DEFAULT else limit))


def _placed(spec: Spec) -> Spec:
    """Ollama has a place of its own."""
    if spec.provider == "ollama" and spec.base_url is None:
        return replace(spec, base_url=settings.ollama())
    return spec


def _class(known: Driver | Provider, colour: str = "") -> Any:
    """The class of a back-end or of a model; where its package is missing, the error says so."""
    return getattr(require(known.module, known.extra), colour + known.name)
