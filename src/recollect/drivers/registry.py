"""Which driver speaks which URL, and what it needs installed."""

from __future__ import annotations

import difflib
import importlib
import os
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from urllib.parse import unquote

from ..errors import ConfigError, MissingExtra, UnknownScheme
from ..types import new_id


@dataclass(frozen=True, slots=True)
class Driver:
    """A back-end: where its class is, and the extra that brings its packages.

    One that is `remote` takes its URL as it is, and has a class for async code, too.
    """

    module: str
    name: str
    extra: str | None = None
    local: bool = False
    remote: bool = False


STORES = {
    "json": Driver("recollect.drivers.files", "JSONStore", local=True),
    "sqlite": Driver("recollect.drivers.sqlite", "SQLiteStore", local=True),
    "markdown": Driver("recollect.drivers.markdown", "MarkdownStore", local=True),
    "memory": Driver("recollect.drivers.memory", "InMemoryStore"),
    "postgresql": Driver(
        "recollect.drivers.postgres", "PostgresStore", extra="postgres", remote=True
    ),
    "redis": Driver("recollect.drivers.redis", "RedisStore", extra="redis", remote=True),
    "yaml": Driver("recollect.drivers.files", "YAMLStore", "yaml", local=True),
}
VECTORS = {
    "chroma": Driver("recollect.drivers.chroma", "ChromaIndex", "chroma", local=True),
    "chroma+http": Driver("recollect.drivers.chroma", "ChromaIndex", "chroma"),
    "chroma+https": Driver("recollect.drivers.chroma", "ChromaIndex", "chroma"),
    "faiss": Driver("recollect.drivers.faiss", "FaissIndex", "faiss", local=True),
    "postgresql": Driver("recollect.drivers.postgres", "PostgresIndex", "postgres"),
    "qdrant": Driver("recollect.drivers.qdrant", "QdrantIndex", "qdrant", local=True),
    "qdrant+http": Driver("recollect.drivers.qdrant", "QdrantIndex", "qdrant"),
    "qdrant+https": Driver("recollect.drivers.qdrant", "QdrantIndex", "qdrant"),
}
GRAPHS = {
    scheme: Driver("recollect.drivers.neo4j", "Neo4jIndex", "neo4j")
    for scheme in ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
}
CACHES = {
    "redis": Driver("recollect.drivers.redis", "RedisCache", extra="redis", remote=True),
}
SERVERS = {
    scheme: Driver("recollect.client", "RemoteMemory", extra="client")
    for scheme in ("http", "https")
}
"""Whole memories that others keep."""
ALIASES = {"postgres": "postgresql", "rediss": "redis"}
ENDINGS = {
    ".db": "sqlite",
    ".json": "json",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".yaml": "yaml",
    ".yml": "yaml",
}


def guess(scheme: str, known: Iterable[str]) -> str:
    """What somebody meant who wrote a scheme that nobody speaks, and what is spoken."""
    names = sorted(known)
    spoken = ", ".join(f"{name}://" for name in names) or "none yet"
    near = difflib.get_close_matches(scheme.lower(), names, n=1, cutoff=0.6)
    meant = f"did you mean {near[0]}://? T" if near else "t"
    return f"{meant}his release speaks {spoken}"


def resolve(url: str) -> tuple[Driver, str]:
    """The driver of a URL or a plain path, and what to open with it."""
    scheme, found, rest = url.partition("://")
    if not found:
        return _by_ending(url)
    driver = STORES.get(ALIASES.get(scheme, scheme))
    for option, table in (("vectors", VECTORS), ("graph", GRAPHS)):
        if driver is None and scheme in table:
            raise UnknownScheme(
                f"{scheme}:// is an index that stands beside a store: "
                f'Memory("agent.db", {option}="{scheme}://…")'
            )
    if scheme in SERVERS:
        raise UnknownScheme(
            "this is the URL of a server that keeps a memory, and what is wanted here is the store "
            "itself; name the one behind it"
        )
    if driver is None:
        raise UnknownScheme(f"no driver for {scheme[:40]!r} URLs; {guess(scheme, STORES)}")
    if not driver.local:
        return driver, url if driver.remote else rest
    return driver, _path(scheme, rest, _example(scheme))


def _path(scheme: str, rest: str, example: str) -> str:
    """The path of a local URL, as SQLAlchemy writes them."""
    if not rest.startswith("/") or rest == "/":
        raise ConfigError(
            f"write {scheme}:///{example} for one here, or {scheme}:////elsewhere/{example}"
        )
    if rest == "/:memory:":
        raise ConfigError("a memory that ends with this process is memory://, not :memory:")
    if scheme != "markdown" and re.search(r"\?\w+=", rest):
        raise ConfigError(
            f"{scheme}:// takes no options; leave out the ? and what follows, or write %3F for one "
            "in a name"
        )
    return os.path.expanduser(unquote(rest[1:]))


def _example(scheme: str) -> str:
    """A name that a store of this scheme could have."""
    endings = (ending for ending, its in ENDINGS.items() if its == scheme)
    return next((f"agent{ending}" for ending in endings), "agent")


def local_url(scheme: str, path: str | os.PathLike[str]) -> str:
    """The URL that leads to a path again, also to one with a per cent sign or a ? in it."""
    return f"{scheme}:///{os.fspath(path).replace('%', '%25').replace('?', '%3F')}"


def beside(url: str, what: str) -> tuple[Driver, str]:
    """The driver of an index's URL, for vectors or for a graph, and what to open with it."""
    table = VECTORS if what == "vectors" else GRAPHS
    scheme, found, rest = url.partition("://")
    driver = table.get(ALIASES.get(scheme, scheme)) if found else None
    if driver is None:
        named = "this" if not found or "@" in scheme else repr(scheme[:40])  # it may hold a key
        raise UnknownScheme(f"no index of {what} for {named}; {guess(scheme, table)}")
    return (driver, _path(scheme, rest, "folder")) if driver.local else (driver, url)


def cached(url: str) -> Driver:
    """The driver of a cache's URL."""
    scheme, found, _ = url.partition("://")
    driver = CACHES.get(ALIASES.get(scheme, scheme)) if found else None
    if driver is None:
        named = "this" if not found or "@" in scheme else repr(scheme[:40])  # it may hold a key
        raise UnknownScheme(f"no cache for {named}; {guess(scheme, CACHES)}")
    return driver


def served(url: object) -> Driver | None:
    """The door of a URL, if a server keeps that memory."""
    scheme, found, _ = url.partition("://") if isinstance(url, str) else ("", "", "")
    return SERVERS.get(scheme) if found else None


def place(driver: Driver, target: str) -> str:
    """The file or folder that a local driver opens, without what a URL says of it."""
    return target.partition("?")[0] if driver == STORES["markdown"] else target


def whereabouts(url: str) -> str:
    """What tells a store from every other, also one of the same name on another machine."""
    driver, target = resolve(url)
    if driver.remote:
        return shown(url)
    if driver.local:
        return f"{platform.node()}:{os.path.realpath(place(driver, target))}"
    return f"{platform.node()}:{os.getpid()}:{new_id()}"


def same_place(one: str, other: str) -> bool:
    """Whether two URLs or paths mean the same store, as far as they tell."""
    (driver, target), (second, its) = resolve(one), resolve(other)
    if driver != second:
        return False
    if driver.local:
        return os.path.realpath(place(driver, target)) == os.path.realpath(place(driver, its))
    places = (shown(url).partition("://")[2] for url in (one, other))
    return driver.remote and len(set(places)) == 1


def shown(url: str) -> str:
    """A URL as it may be printed: without a password, and without options that may hold one."""
    scheme, found, rest = url.partition("://")
    if not found or (scheme in STORES and not STORES[scheme].remote):
        return url
    if scheme in VECTORS and VECTORS[scheme].local:
        return url
    place, _, options = rest.partition("?")
    if "@" in options and "@" not in place:  # a ? in a password, as likely as not
        return f"{scheme}://…"
    before, at, host = place.rpartition("@")
    if scheme in VECTORS and scheme not in STORES:  # the user part is a key there
        return f"{scheme}://{host}"
    named = "".join(f"?{one}" for one in options.split("&") if one.startswith("prefix="))
    return f"{scheme}://{before.partition(':')[0]}{at}{host}{named}"


def _by_ending(path: str) -> tuple[Driver, str]:
    scheme, colon, _ = path.partition(":")
    if colon and scheme in STORES.keys() | ALIASES.keys():
        known = STORES[ALIASES.get(scheme, scheme)]
        meant = f"/{_example(scheme)}" if known.local else "…"
        raise UnknownScheme(
            f"slashes are missing behind {scheme}: write {scheme}://{meant}; a file of such a name "
            "is opened with ./ before it"
        )
    path = os.path.expanduser(path)
    if path.endswith(("/", os.sep)):
        return STORES["markdown"], path
    for ending, scheme in ENDINGS.items():
        if path.lower().endswith(ending):
            return STORES[scheme], path
    named = "this" if "@" in path else repr(path[:80])  # it may be a URL with a password
    raise UnknownScheme(
        f"cannot tell what to open from {named}; use a path that ends in "
        f"{', '.join(ENDINGS)} or / (a folder), or a URL such as sqlite:///agent.db"
    )


def require(module: str, extra: str | None = None) -> ModuleType:
    """Import a package that a driver or a model needs, or say the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if error.name and error.name.partition(".")[0] == "recollect":
            raise
        wanted = f"recollect[{extra}]" if extra else "recollect"
        raise MissingExtra(
            f"{error.name or module} is not installed; run: pip install '{wanted}'"
        ) from error
