"""recollect demo"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import machine
from ..options import Json, WordsOnly

# Not RECOLLECT_URL: trying the demo must not write into a memory that is in use.
DemoDb = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="URL|PATH", help="Where to keep it.  [default: a new temporary folder]"
    ),
]


def run(
    db: DemoDb = None,
    words_only: WordsOnly = False,
    part: Annotated[str | None, typer.Option("--part", hidden=True)] = None,
    as_json: Json = False,
) -> int:
    """Two sessions in two processes: the second knows what the first was told.

    Nothing is canned: one process stores, another one searches, with the same commands you have.
    """
    if part is not None:
        return _play(part, db or "", words_only)
    start = time.perf_counter()
    path = db or str(Path(tempfile.mkdtemp(prefix="recollect-demo-")) / "memory.db")
    told = _spawn("tell", path, words_only)
    asked = _spawn("ask", path, words_only)
    spent = time.perf_counter() - start
    if as_json:
        machine.print_json({"db": path, "told": told, "asked": asked, "seconds": spent})
        return 0
    from ..demo.page import print_page

    print_page(path, told, asked, spent)
    return 0


def _play(part: str, url: str, words_only: bool) -> int:
    """Be one of the two processes."""
    from ..demo import parts

    machine.print_json({"tell": parts.tell, "ask": parts.ask}[part](url, words_only))
    return 0


def _spawn(part: str, url: str, words_only: bool) -> dict[str, Any]:
    """Run a part in a process of its own; if it fails, end as it ended."""
    command = [sys.executable, "-m", "recollect", "demo", "--part", part, "--db", url]
    if words_only:
        command.append("--words-only")
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    sys.stderr.write(done.stderr)
    if done.returncode:
        raise typer.Exit(done.returncode)
    made: dict[str, Any] = json.loads(done.stdout)
    return made
