"""Graph servers that speak Bolt, each in a process of its own on a free loopback port.

ArcadeDB comes out of the wheel `arcadedb-embedded`. Neo4j itself comes from Maven Central, once, if
it answers; see `neo4j.py`. BOLT_URI names a server instead:
bolt://user:password@host:7687/database. Its graphs named `test…` are removed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from neo4j import Driver, GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

from recollect.drivers.neo4j.place import Place

from .postgres import free_port

WAIT = 600
ROOM = 2 << 30
PASSWORD = "playwithdata"
_open: dict[str, Driver] = {}
ARCADE = """
import sys
import arcadedb_embedded as arcade

folder, web, bolt, password = sys.argv[1:]
server = arcade.create_server(root_path=folder, root_password=password, config={
    "host": "127.0.0.1", "http_port": int(web), "bolt_port": int(bolt),
    "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
    "server_defaultDatabases": "mem[root]"})
server.start()
sys.stdin.read()
server.stop()
"""


class ArcadeDB:
    """A server with its data in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.web = free_port(), free_port()
        self.url = f"bolt://root:{PASSWORD}@127.0.0.1:{self.port}/mem"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = [str(self.folder), str(self.web), str(self.port), PASSWORD]
        lean = {"ARCADEDB_JVM_ARGS": "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"}
        self._process = launched([sys.executable, "-c", ARCADE, *words], self.folder, lean)
        wait(self.url, self._process, self.folder)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            ended(self._process)
            self._process = None

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None, "it is not running"
        return self._process.pid


@contextmanager
def engine(name: str) -> Iterator[str]:
    """The URL of a server of this kind, or of the one that BOLT_URI names."""
    named = os.environ.get("BOLT_URI")
    try:
        if named:
            yield named
        elif name == "neo4j":
            from . import neo4j

            with neo4j.server() as real:
                yield real.url
        else:
            with arcadedb() as server:
                yield server.url
    finally:
        let_go()


@contextmanager
def arcadedb() -> Iterator[ArcadeDB]:
    """A server of one's own, ended and removed at the end."""
    with folder("arcadedb") as place:
        server = ArcadeDB(place)
        try:
            yield server
        finally:
            killed(server._process)


def empty(url: str) -> None:
    """Take out what earlier tests left."""
    run(url, "MATCH (n) WHERE n.memory STARTS WITH 'test' DETACH DELETE n")


def run(url: str, statement: str, **values: object) -> list[dict[str, Any]]:
    """The answer to any statement."""
    place = Place.of(url)
    if url not in _open:  # kept: a new one would shake hands anew
        auth = None if place.user is None else (place.user, place.password)
        options = {"notifications_min_severity": "OFF", "liveness_check_timeout": 0}
        _open[url] = GraphDatabase.driver(place.uri, auth=auth, connection_timeout=5, **options)
    with _open[url].session(database=place.database) as session:
        return session.run(statement, values).data()


def let_go() -> None:
    """Close what `run` keeps open."""
    while _open:
        _open.popitem()[1].close()


def launched(
    command: list[str], place: Path, more: dict[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """A process that ends when its standard input does; what it says goes to a file."""
    with (place / "output.txt").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=place,
            env=os.environ | (more or {}),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a process, in order if it can."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(WAIT)


def killed(process: subprocess.Popen[bytes] | None) -> None:
    """End a process whose data nobody needs any more: in order, it takes up to 20 seconds."""
    if process is not None:
        assert process.stdin is not None
        process.stdin.close()
        process.kill()
        process.wait(WAIT)


def wait(url: str, process: subprocess.Popen[bytes], place: Path) -> None:
    """Until it answers."""
    end = time.monotonic() + WAIT
    while True:
        try:
            run(url, "RETURN 1")
            return
        except (DriverError, Neo4jError, OSError):
            pass
        if process.poll() is not None or time.monotonic() > end:
            killed(process)
            raise AssertionError((place / "output.txt").read_text("utf-8", "replace"))
        time.sleep(0.2)


@contextmanager
def folder(name: str) -> Iterator[Path]:
    """A new folder, removed at the end; in memory if there is room."""
    quick = os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > ROOM
    place = "/dev/shm" if quick else None
    made = Path(tempfile.mkdtemp(prefix=f"recollect-{name}-", dir=place))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
