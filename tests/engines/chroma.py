"""A Chroma server of one's own on a free loopback port: `chroma run` of the package."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from .postgres import free_port

WAIT = 300


class Server:
    """A server with its data in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it is, as an index is named."""
        return f"chroma+http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = Path(sys.executable).with_name("chroma")
        assert program.exists(), "there is no program `chroma`: install the group `test`"
        where = ["--path", str(self.folder / "data"), "--host", "127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(program), "run", *where, "--port", str(self.port)],
                cwd=self.folder,
                env=os.environ | {"ANONYMIZED_TELEMETRY": "False"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + WAIT
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError((self.folder / "log").read_text("utf-8", "replace"))
            time.sleep(0.05)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(WAIT)
            self._process = None

    def _answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/api/v2/heartbeat", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False
