"""Neo4j community itself, from Maven Central, on the Java that `arcadedb-embedded` brings along.

`neo4j.txt` lists what the server consists of: a hash and a path for each file. They are fetched
once, side by side, checked, and kept in a folder; then a server starts in seconds.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from .. import trust
from . import bolt
from .postgres import free_port

CENTRAL = "https://repo1.maven.org/maven2/"
LIST = Path(__file__).with_name("neo4j.txt")
SETTINGS = """
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
dbms.usage_report.enabled=false
client.allow_telemetry=false
server.memory.pagecache.size=64m
db.tx_log.preallocate=false
"""


class Neo4j:
    """A server with its data in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.jars = files()
        self.folder, self.port = folder, free_port()
        self.url = f"bolt://127.0.0.1:{self.port}"
        (folder / "conf").mkdir()
        (folder / "conf" / "neo4j.conf").write_text(SETTINGS.format(port=self.port) + settings)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        where = [f"--home-dir={self.folder}", f"--config-dir={self.folder}/conf"]
        options = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        main = "org.neo4j.server.CommunityEntryPoint"
        command = [str(java()), *options, "-cp", f"{self.jars}/*", main, *where]
        self._process = bolt.launched(command, self.folder)
        bolt.wait(self.url, self._process, self.folder)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self._process.terminate()
            bolt.ended(self._process)
            self._process = None


@contextmanager
def server(settings: str = "") -> Iterator[Neo4j]:
    """A server of one's own, ended and removed at the end."""
    with bolt.folder("neo4j") as place:
        made = Neo4j(place, settings)
        try:
            yield made
        finally:
            bolt.killed(made._process)


def version() -> str:
    """Of the server."""
    found = re.search(r"neo4j-server-([\d.]+)\.jar", LIST.read_text())
    assert found is not None
    return found[1]


def within_reach() -> bool:
    """Whether all of it is here, or Maven Central answers."""
    missing = _missing(_cache())
    if not missing:
        return True
    try:
        with urlopen(CENTRAL + missing[0][1], timeout=5, context=trust.usual()):
            return True
    except (URLError, OSError):
        return False


def files() -> Path:
    """The folder of the server's files, fetched if need be."""
    folder = _cache()
    folder.mkdir(mode=0o700, exist_ok=True)
    assert folder.stat().st_uid == os.getuid(), f"{folder} belongs to somebody else; remove it"
    with (folder / "lock").open("w") as lock, ThreadPoolExecutor(16) as pool:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one process fetches, the others wait for it
        list(pool.map(lambda one: _fetch(*one, folder), _missing(folder)))
    return folder


def _cache() -> Path:
    return Path(tempfile.gettempdir()) / f"recollect-neo4j-{version()}-{os.getuid()}"


def _missing(folder: Path) -> list[list[str]]:
    """The files that are not here yet: a hash and a path of each."""
    wanted = [line.split() for line in LIST.read_text().splitlines()]
    return [one for one in wanted if not (folder / Path(one[1]).name).exists()]


def java() -> Path:
    """The Java of the wheel."""
    found = find_spec("arcadedb_embedded")
    assert found is not None, "arcadedb-embedded is not installed; run: make .venv/.ready"
    return Path(str(found.origin)).parent / "jre" / "bin" / "java"


def _fetch(digest: str, path: str, folder: Path) -> None:
    data = _read(CENTRAL + path)
    found = hashlib.sha256(data).hexdigest()
    assert found == digest, f"{path} is not the file that was expected"
    target = folder / Path(path).name
    target.with_suffix(".part").write_bytes(data)
    target.with_suffix(".part").rename(target)


def _read(url: str) -> bytes:
    """A file from far away: of some two hundred, one may well have to be asked for again."""
    for pause in (1, 5, 15):
        try:
            with urlopen(url, timeout=60, context=trust.usual()) as answer:
                return bytes(answer.read())
        except (OSError, HTTPException):
            time.sleep(pause)
    with urlopen(url, timeout=60, context=trust.usual()) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    with server() as one:
        print(one.url, flush=True)
        input()
