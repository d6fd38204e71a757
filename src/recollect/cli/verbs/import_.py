"""recollect import"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ... import settings
from ...errors import InputError
from ...transfer.files import named
from ...transfer.foreign.shapes import NAMES
from ...transfer.jsonl import Reading
from ...write.screen import policy, screened
from .. import machine
from ..foreign import hint, translated
from ..lasting import lasting
from ..opening import local_path, opened
from ..options import Agent, Db, Embedder, Json, Secrets, User, WordsOnly, whose
from ..signals import tidied
from ..terminal import say
from ..where import where

STDIN = "-"


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - is stdin.")],
    form: Annotated[
        str | None,
        typer.Option("--from", metavar="NAME", help=f"What wrote it: {', '.join(NAMES)}."),
    ] = None,
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
    (memory.jsonl) is taken, too, as the user's of --user, and with --from so are chats and memories
    that other programs wrote: a file, or a folder or zip file with many.
    """
    owner = whose(user, agent)
    kept = "{done} of {total} records are in the memory"
    with (
        tidied(),
        _readable(file, form is not None) as given,
        lasting("Importing", as_json, kept) as so_far,
        nullcontext(given) if form is None else translated(given, form, owner, file) as source,
    ):
        if form is None and (told := hint(source)) is not None:
            raise InputError(f"{told}; nothing was imported")
        if _is_official(source):
            from ..moving import take

            return take(str(source), owner, db, embedder, words_only, as_json)
        _check(source, db, secrets)
        place = opened(db, words_only=words_only, embedder=embedder, create=True, secrets=secrets)
        with place as memory:
            new, url = memory.import_from(source, progress=so_far), memory.url
    if as_json:
        machine.print_json({"new": new, "url": url})
    else:
        say(f"Imported {new:,} new records into {url}")
    return 0


@contextmanager
def _readable(file: str, many: bool) -> Iterator[Path]:
    """A file that can be read twice: the one that is named, or what came through a pipe; a folder,
    if there may be many."""
    path = Path(file)
    if file != STDIN and not path.exists():
        raise InputError(f"there is no file {file}")
    if path.is_dir() and not many:
        raise InputError(
            f"{file} is a folder; name a file, or say with --from what the files in it are"
        )
    if file != STDIN and (path.is_file() or path.is_dir()):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="recollect-import-") as folder:
        spooled = Path(folder, "export.jsonl")
        piped = nullcontext(sys.stdin.buffer) if file == STDIN else path.open("rb")
        with piped as came, named(spooled), spooled.open("wb") as kept:
            shutil.copyfileobj(came, kept)
        if not spooled.stat().st_size:
            raise InputError(f"there is nothing to read in {'stdin' if file == STDIN else file}")
        yield spooled


def _check(source: Path, db: str | None, secrets: str | None) -> None:
    """Look at every line before a new memory is made, so that a mistake leaves none behind."""
    place = local_path(where(db))
    if place is None or place.exists():
        return
    rule = policy(secrets or settings.secrets())
    with Reading(source, lambda record: screened(record, rule)):
        pass


def _is_official(file: Path) -> bool:
    """Whether a file begins as that of the official MCP memory server does."""
    with open(file, encoding="utf-8", errors="replace") as lines:
        first = next((line for line in lines if line.strip()), "")[:200].replace(" ", "")
    return first.startswith(('{"type":"entity"', '{"type":"relation"'))
