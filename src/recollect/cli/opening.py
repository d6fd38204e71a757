"""Opening the memory that a command means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .. import settings
from ..drivers.registry import STORES, place, resolve, served
from ..errors import ConfigError
from ..transfer.places import ROOM
from .options import Whose
from .terminal import note
from .where import where

if TYPE_CHECKING:
    from .. import Memory

NAMED = 5


def opened(
    db: str | None,
    *,
    words_only: bool = True,
    embedder: str | None = None,
    create: bool = False,
    llm: str | None = None,
    budget: int | None = None,
    asks: bool = False,
    reranker: str | None = None,
    ranks: bool = False,
    secrets: str | None = None,
    beside: Mapping[str, str | None] | None = None,
) -> Memory:
    """The memory at a URL or path. Reading never makes a file; writing says `create`, what asks a
    language model says `asks`, and what ranks hits says `ranks`. `beside` are the URLs of
    indexes."""
    url = where(db)
    if create:
        require_store(url)
    else:
        require_there(url)
    from .. import Memory
    from ..write.screen import policy

    return Memory(
        None if url == settings.url() else url,
        embedder=None if words_only else embedder or settings.embedder(),
        reranker=(reranker or settings.reranker()) if ranks else None,
        secrets=None if secrets is None else policy(secrets),
        llm=(llm or settings.llm()) if asks else None,
        budget=settings.budget() if budget is None else budget,
        vectors=(beside or {}).get("vectors"),
        graph=(beside or {}).get("graph"),
    )


def tried(db: str | None, work: Callable[[Memory], object]) -> None:
    """Where a memory would be made anew, do it in one that is nowhere first, so that a mistake
    leaves none behind."""
    if not is_new(where(db)):
        return
    from .. import Memory

    with Memory("memory://", embedder=None, reranker=None, llm=None) as nowhere:
        work(nowhere)


def is_new(url: str) -> bool:
    """Whether opening it would make a file or folder that is not there yet."""
    path = local_path(url)
    return path is not None and not path.exists()


def local_path(url: str) -> Path | None:
    """The file or folder behind a URL; None when it is on a server or nowhere."""
    require_store(url)
    driver, target = resolve(url)
    return Path(place(driver, target)) if driver.local else None


def require_store(url: str) -> None:
    """Refuse the URL of a server: commands open the store itself."""
    if served(url) is not None:
        raise ConfigError(
            "the command line works on the store itself, and this is the URL of a server; give "
            "the store's own with --db (or RECOLLECT_URL), or use Memory(url) from Python"
        )


def scheme(url: str) -> str:
    """Which kind of store a URL or a path means."""
    driver, _ = resolve(url)
    return next(name for name, one in STORES.items() if one == driver)


def require_there(url: str) -> None:
    """Refuse a path that does not exist, so that a typo is not an empty memory."""
    path = local_path(url)
    if is_empty(url):
        raise ConfigError(
            f"{path} is empty: there is no memory in it; bring one back with: recollect restore, "
            "or begin one with: recollect add"
        )
    if path is not None and not (_is_memory(path) or Path(f"{path}-wal").exists()):
        raise ConfigError(
            f"there is no memory at {path}; check --db (or RECOLLECT_URL), or begin one with: "
            "recollect add"
        )


def is_empty(url: str) -> bool:
    """Whether there is a database file without a byte, which opening would make a new memory of."""
    path = local_path(url) if scheme(url) == "sqlite" else None
    log = Path(f"{path}-wal")
    return (
        path is not None
        and path.is_file()
        and not path.stat().st_size
        and not (log.is_file() and log.stat().st_size)
    )


def _is_memory(path: Path) -> bool:
    """Whether there is a file, or a folder with something of a memory in it."""
    if not path.is_dir():
        return path.exists()
    from ..drivers.markdown.names import CLAUDE, DAYS, FOLDERS, MEMORY, SOUL

    whose = ("", *(f"{kind}/*/" for kind in FOLDERS.values()), "tenants/*/*/*/")
    pages = (SOUL, MEMORY, CLAUDE, f"{DAYS}/????-??-??.md")
    return (path / ROOM).is_dir() or any(
        True for folder in whose for page in pages for _ in path.glob(folder + page)
    )


def say_nothing_found(memory: Memory, whose: Whose, what: str) -> None:
    """Tell that there is nothing; if nobody said whose memory, tell who has some."""
    owners = [info.owner for info in memory.owners()] if whose.guessed else []
    others = [owner.id for owner in owners if owner.id != whose.user_id]
    if not others or any(owner.id == whose.user_id for owner in owners):
        note(f"{what} for {whose.name}.")
        return
    names = ", ".join(others[:NAMED]) + (", …" if len(others) > NAMED else "")
    note(f"{what} for {whose.name}, the default; this memory holds: {names}. Choose with -u NAME")
