"""recollect import"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from ...errors import InputError
from .. import machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Secrets, User, WordsOnly, whose
from ..progress import bar
from ..terminal import say


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - is stdin.")],
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    secrets: Secrets = None,
    as_json: Json = False,
) -> int:
    """Read what export wrote.

    Every line is checked before anything is written. Records keep their owners, ids and times, so
    importing the same file twice changes nothing. The file of the official MCP memory server
    (memory.jsonl) is taken, too, as the user's of --user.
    """
    if file != "-" and not Path(file).is_file():
        raise InputError(f"there is no file {file}")
    if file != "-" and _is_official(file):
        from ..moving import take

        return take(file, whose(user, agent), db, embedder, words_only, as_json)
    source = io.TextIOWrapper(sys.stdin.buffer, "utf-8", "surrogateescape") if file == "-" else file
    place = opened(db, words_only=words_only, embedder=embedder, create=True, secrets=secrets)
    with place as memory:
        with bar("Importing", as_json) as progress:
            new = memory.import_from(source, progress=progress)
        url = memory.url
    if as_json:
        machine.print_json({"new": new, "url": url})
    else:
        say(f"Imported {new:,} new records into {url}")
    return 0


def _is_official(file: str) -> bool:
    """Whether a file begins as that of the official MCP memory server does."""
    with open(file, encoding="utf-8", errors="replace") as lines:
        first = next((line for line in lines if line.strip()), "")[:200].replace(" ", "")
    return first.startswith(('{"type":"entity"', '{"type":"relation"'))
