"""A `recollect` that starts at once: each command is a fork of a process that has imported all.

A page of the docs runs a hundred commands, and most of the time of each goes into imports. The
command that stands in `bin` hands its arguments, folder, environment and open files to the process
that runs this file, which forks; the fork is then a process of its own like any other.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from shlex import quote

COMMAND = """\
#!/bin/sh
exec {python} -IS -c '
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect(sys.argv[1])
    told = [sys.argv[2:], os.getcwd(), dict(os.environ)]
    socket.send_fds(asked, [b"."], [0, 1, 2])
    asked.sendall(json.dumps(told).encode() + b"\\n")
    sys.exit(int(asked.makefile().readline() or 70))
' {place} "$@"
"""


@contextmanager
def warm(folder: Path, environment: dict[str, str]) -> Iterator[Path]:
    """The folder of a command `recollect`, as long as the process behind it runs."""
    command, place = folder / "bin" / "recollect", folder / "socket"
    command.parent.mkdir()
    names = {"python": quote(sys.executable), "place": quote(str(place))}
    command.write_text(COMMAND.format(**names))
    command.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, __file__, str(place)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield command.parent
    finally:
        process.kill()
        process.communicate()


def serve(place: str) -> None:
    """Take commands; returns in the process that is to run one."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who answer
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(place)
        door.listen(8)
        print("ready", flush=True)
        while True:
            asked, _ = door.accept()
            if os.fork() == 0:
                break
            asked.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with asked:
        _, files, _, _ = socket.recv_fds(asked, 1, 3)
        words, folder, environment = json.loads(asked.makefile().readline())
        running = os.fork()
        if running:
            for file in files:
                os.close(file)
            code = os.waitstatus_to_exitcode(os.waitpid(running, 0)[1])
            asked.sendall(f"{code if code >= 0 else 128 - code}\n".encode())
            os._exit(0)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout = os.fdopen(0, "r"), os.fdopen(1, "w", buffering=1)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["recollect", *words]


def load() -> None:
    """Import what commands need; what is missing here, they import themselves."""
    for name in ("cli.run", "drivers.sqlite.store", "memory.sync.door", "models.int8graph"):
        import_module(f"recollect.{name}")
    import_module("rich.console")


if __name__ == "__main__":
    load()
    serve(sys.argv[1])
    from recollect.cli import main

    main()
