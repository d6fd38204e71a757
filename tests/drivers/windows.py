"""A process that is as much like one on Windows as can be played elsewhere; see `test_windows`.

What that system lacks is taken away. A file that is open can be neither replaced nor deleted, a
folder cannot be opened, and what is written to a file that was not opened as binary gets two bytes
for the end of a line.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

MISSING = (
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "fchmod", "fork", "geteuid", "getuid", "mkfifo"),
    *("register_at_fork", "statvfs", "uname", "sync"),
)
SIGNALS = ("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGSTOP", "SIGUSR1")
BINARY = 1 << 30
OTHERS = ("apsw", "asyncio", "faiss", "numpy", "shutil", "socket", "subprocess", "tempfile", "yaml")
STORES = ("memory.db", "memory.json", "memory.yaml", "memory/")


def play() -> None:
    """From here on it is Windows."""
    import fcntl

    text = set[int]()
    real = {name: getattr(os, name) for name in ("open", "write", "close", "replace", "unlink")}

    def opened(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", str(path))
        file: int = real["open"](path, flags & ~BINARY, mode, **more)
        text.discard(file)
        if not flags & BINARY:
            text.add(file)
        return file

    def written(file: int, data: Any) -> int:
        if file not in text:
            return int(real["write"](file, data))
        real["write"](file, bytes(data).replace(b"\n", b"\r\n"))
        return len(data)

    def named(call: Any) -> Any:
        def checked(*paths: Any, **more: Any) -> None:
            for path in paths:
                if _is_open(path):
                    raise PermissionError(13, "The process cannot access the file", str(path))
            call(*paths, **more)

        return checked

    def locking(file: int, mode: int, size: int) -> None:
        try:
            fcntl.flock(file, (fcntl.LOCK_UN, fcntl.LOCK_EX | fcntl.LOCK_NB)[mode])
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None

    windows: Any = ModuleType("msvcrt")
    windows.locking, windows.LK_UNLCK, windows.LK_NBLCK = locking, 0, 1
    os.open, os.write = opened, written  # type: ignore[assignment]
    os.replace, os.unlink = named(real["replace"]), named(real["unlink"])
    os.remove = os.unlink
    os.O_BINARY = BINARY  # type: ignore[attr-defined]
    os.name = "windows"  # not `nt`: of that, pathlib would make paths with backslashes
    for name in MISSING:
        if hasattr(os, name):
            delattr(os, name)
    for name in SIGNALS:
        delattr(signal, name)
    for name in ("fcntl", "grp", "pwd", "resource", "termios"):
        sys.modules[name] = None  # type: ignore[assignment]
    sys.modules["msvcrt"] = windows
    sys.platform = "win32"


def _is_open(path: Any) -> bool:
    """Whether this process has a file open."""
    if not os.path.exists(path):
        return False
    wanted, place = os.stat(path), "/proc/self/fd"
    for name in os.listdir(place):
        try:
            if os.path.samestat(os.stat(f"{place}/{name}"), wanted):
                return True
        except OSError:
            continue
    return False


def importable() -> list[str]:
    """Every module of the package, but for those whose packages are not here."""
    import recollect

    found, walk = list[str](), pkgutil.walk_packages(recollect.__path__, "recollect.", str)
    for name in [one.name for one in walk if not one.name.endswith("__main__")]:
        try:
            importlib.import_module(name)
            found.append(name)
        except ImportError as error:
            if (error.name or "").startswith("recollect."):
                raise
    return found


def use(place: str, vectors: str | None) -> None:
    """Keep, find, erase, come back."""
    from recollect import Memory

    def lengths(texts: Any) -> list[list[float]]:
        return [[1.0, float(len(text))] for text in texts]

    for again in range(3):
        with Memory(place, embedder=lengths, vectors=vectors) as memory:
            for user in ("dana", "kim"):
                memory.add(f"I prefer dark mode, {user}.\nTwo lines: {again}.", user_id=user)
            hits = memory.search("dark mode", user_id="dana")
            assert hits[0].text.startswith("I prefer dark mode"), hits
            assert hits.degraded == (), hits.degraded
            assert len(memory.messages(user_id="dana")) == again + 1
            assert memory.verify().ok, memory.verify()
            receipt = memory.erase(user_id="kim")
            assert receipt.ok, receipt
            assert memory.messages(user_id="kim") == []
    with Memory(place, embedder=lengths, vectors=vectors) as one:
        with Memory(place, embedder=lengths) as other:
            other.add("Said elsewhere.", user_id="dana")
            assert one.messages(user_id="dana")[-1].content == "Said elsewhere."
            one.add("And here.", user_id="dana")
            assert other.messages(user_id="dana")[-1].content == "And here."
            assert other.erase(user_id="dana").ok
        assert one.messages(user_id="dana") == []
    left = [one for one in Path(place).parent.rglob("*") if one.suffix in (".old", ".part")]
    assert left == [], left


def main(what: str, folder: str) -> None:
    """Import everything, or use one store. Others are imported before: they know where they are."""
    names = importable() if what == "import" else []
    for name in OTHERS:
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] == "recollect"]:
        del sys.modules[name]
    play()
    for name in names:
        importlib.import_module(name)
    if what != "import":
        use(os.path.join(folder, what), f"faiss:///{folder}/vectors")
    print(len(names))


if __name__ == "__main__":
    main(*sys.argv[1:])
