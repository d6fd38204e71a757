"""A load from outside: wrk, of the Debian package of that name."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

AGAIN, WARM = 3, 60
"""Windows in which nothing was answered are tried again; seconds for the first answers."""
SCRIPT = Path(__file__).with_name("post.lua")


@dataclass(frozen=True, slots=True)
class Load:
    """What came of one load; latencies in ms."""

    p50: float
    p99: float
    requests: int
    seconds: float
    refused: int
    broken: int

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds


@dataclass(frozen=True, slots=True)
class Target:
    """Where requests go, with which bodies and which key."""

    url: str
    bodies: Path
    token: str = "-"

    def load(self, clients: int, seconds: float, first: int = 0) -> Load:
        """So many clients at once, each with one request after the other."""
        command = [program(), "-t1", f"-c{clients}", f"-d{max(1, round(seconds))}s"]
        command += ["--timeout", "20s", "-s", str(SCRIPT), self.url, "--"]
        command += [str(self.bodies), self.token, str(first)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        told = [line for line in done.stdout.splitlines() if line.startswith("FIGURES ")]
        if done.returncode or not told:
            raise RuntimeError(f"wrk failed: {done.stdout}{done.stderr}")
        return Load(**json.loads(told[0].removeprefix("FIGURES ")))

    def warm(self, clients: int, least: int) -> None:
        """Ask until so many requests were answered: every process reads its model first."""
        ends = time.monotonic() + WARM
        while self.load(clients, 2).requests < least and time.monotonic() < ends:
            pass

    def served(self, clients: int, seconds: float, first: int = 0) -> Load:
        """The same, where every request must succeed."""
        made = self.load(clients, seconds, first)
        for _ in range(AGAIN):
            if made.requests:  # else it was still at the first, on a busy machine
                break
            made = self.load(clients, 3 * seconds, first)
        if made.refused or made.broken or not made.requests:
            raise RuntimeError(f"{self.url}: {made}")
        return made


def program() -> str:
    """Where wrk is."""
    found = shutil.which("wrk")
    if found is None:
        raise SystemExit("the load comes from wrk, which is not here; run: apt-get install wrk")
    return found
