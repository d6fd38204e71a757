"""A PgBouncer in transaction mode in front of a server, out of Debian's packages.

A program of that name on the PATH is used if there is one. Else the packages are fetched and
unpacked, not installed.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from . import apt
from .postgres import USER, free_port, give

PACKAGES = ("pgbouncer", "libc-ares2", "libevent-2.1-7")
# PgBouncer 1.18 now and then, when the machine is busy, does not take a connection back before its
# client speaks again, though the server has ended the transaction. Of three, soon none is left.
CONFIG = """
[databases]
* = host={host} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
auth_type = any
pool_mode = transaction
default_pool_size = 12
query_wait_timeout = 10
idle_transaction_timeout = 20
unix_socket_dir =
logfile = {folder}/log
pidfile = {folder}/pid
"""


@contextmanager
def bouncer(url: str, *settings: str) -> Iterator[str]:
    """The URL of the same database through a PgBouncer with few connections."""
    parts = urlsplit(url)
    folder, listen = Path(tempfile.mkdtemp(prefix="recollect-pgbouncer-")), free_port()
    give(folder)
    config = folder / "config.ini"
    host, port = parts.hostname or "127.0.0.1", parts.port or 5432
    user = parts.username or USER
    told = CONFIG.format(host=host, port=port, user=user, listen=listen, folder=folder)
    config.write_text("\n".join([told, *settings]))
    config.chmod(0o644)
    program, libraries = _program()
    who: Any = {"user": USER, "extra_groups": []} if os.getuid() == 0 else {}
    process = subprocess.Popen(
        [str(program), str(config)],
        env={"LD_LIBRARY_PATH": libraries},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **who,
    )
    try:
        _await(listen, process, folder / "log")
        yield urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{listen}"))
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _await(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    said = log.read_text() if log.exists() else "it wrote no log"
    raise AssertionError(f"PgBouncer did not start: {said}")


def _program() -> tuple[Path, str]:
    installed = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if installed:
        return Path(installed), ""
    folder = Path(tempfile.gettempdir()) / f"recollect-pgbouncer-{os.getuid()}"
    with apt.alone():
        if not folder.exists():
            made = Path(tempfile.mkdtemp())
            made.chmod(0o755)
            _fetch(made)
            made.rename(folder)
    libraries = ":".join(sorted({str(lib.parent) for lib in folder.glob("usr/lib/**/*.so.*")}))
    return folder / "usr" / "sbin" / "pgbouncer", libraries


def _fetch(folder: Path) -> None:
    if not apt.ran("apt-get", "download", *PACKAGES, cwd=folder):
        apt.ran("apt-get", "update", "-q")
        assert apt.ran("apt-get", "download", *PACKAGES, cwd=folder), (
            "PgBouncer could not be fetched: apt-get download needs Debian's packages; or install "
            "pgbouncer yourself"
        )
    for package in folder.glob("*.deb"):
        assert apt.ran("dpkg", "-x", package.name, ".", cwd=folder), f"cannot unpack {package.name}"
