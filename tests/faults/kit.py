"""What the fault tests share: an embedder of no cost, and workers in processes of their own."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw

WORKER = Path(__file__).with_name("worker.py")
PATIENCE = 300.0
WHO = "dana"


class HashEmbedder:
    """Vectors from a hash of each text: deterministic, and as far apart as chance has it."""

    def __init__(self, size: int = 16, name: str = "hash") -> None:
        self.size = size
        self.id = f"{name}-{size}"

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [self._row(text) for text in texts]

    def _row(self, text: str) -> list[float]:
        digest = hashlib.blake2b(text.encode(), digest_size=self.size).digest()
        return [byte - 127.5 for byte in digest]


class NoteTaker:
    """A language model that always answers the same to the same page, after a while."""

    id = "taker:1"

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds

    def complete(self, messages: Any, schema: Any) -> dict[str, Any]:
        time.sleep(self.seconds)
        lines = [json.loads(one) for one in messages[1]["content"].splitlines() if one[0] == "{"]
        said = [line for line in lines if line.get("n", "").startswith("m")]
        facts = [
            {"text": f"Somebody said: {line['text']}", "kind": "semantic", "messages": [line["n"]],
             "does": "new"}
            for line in said
        ]  # fmt: skip
        if any(line.get("n") == "n1" for line in lines):
            facts[0] |= {"does": "replaces", "note": "n1"}
        return {"facts": facts}


def made_older(path: Path) -> None:
    """Turn a file into one that the first release would have written."""
    with closing(apsw.Connection(str(path))) as db:
        for table in ("seen", "cursors", "moments", "ends"):
            db.execute(f"DROP TABLE {table}")
        db.pragma("user_version", 1)


class Worker:
    """A process that runs a task of `worker.py`; it says `ready`, waits for `go`, and reports."""

    def __init__(self, task: str, *args: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER), task, *map(str, args)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> Worker:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "ready\n", line + self.process.communicate()[1]
        return self

    def go(self) -> Worker:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return self

    def report(self) -> Any:
        """What it printed last, as JSON; fails with its traceback if it failed."""
        out, err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, err
        return json.loads(out.splitlines()[-1])

    def kill(self) -> None:
        """End it, at once; it must not have ended with an error before."""
        self.process.kill()
        _, err = self.process.communicate()
        assert self.process.returncode == -9, err

    def end(self) -> None:
        """Whatever it does, let no process outlive a test."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()


class Nursery(Worker):
    """Lives that begin at once, because the process they are forked from has all it needs."""

    child: int | None = None

    def begin(self, seed: object) -> None:
        """Start one, and wait until it is ready."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        said = {self._line(), self._line()}  # the child's word and the parent's, in any order
        said.remove("ready")
        self.child = int(said.pop())

    def kill_one(self) -> None:
        """End it, at once; it must not have ended with an error before."""
        assert self.child is not None
        os.kill(self.child, signal.SIGKILL)
        self.child, ended = None, self._line()
        assert ended == "-9", ended

    def end(self) -> None:
        """Let no life outlive a test, either."""
        if self.child is not None:
            os.kill(self.child, signal.SIGKILL)
        super().end()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        return line.strip()


@contextmanager
def workers(count: int, task: str, *args: object) -> Iterator[list[Worker]]:
    """Some workers, each told its number, all ready to go; whatever is left is killed."""
    started = [Worker(task, *args, number) for number in range(count)]
    try:
        yield [worker.ready() for worker in started]
    finally:
        for worker in started:
            worker.end()


def together(count: int, task: str, *args: object) -> list[Any]:
    """What some workers report that all began at the same moment."""
    with workers(count, task, *args) as ready:
        for worker in ready:
            worker.go()
        return [worker.report() for worker in ready]
