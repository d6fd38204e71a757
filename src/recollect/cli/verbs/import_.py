"""recollect import"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from ...counts import counted, many
from ...errors import InputError
from ...transfer.files import named
from ...transfer.foreign.formats import FORMATS
from .. import changed, machine
from ..foreign import hint, translated
from ..lasting import lasting
from ..looking import contents, reading
from ..opening import is_new, opened
from ..options import Agent, Db, Embedder, Json, Secrets, User, Whose, WordsOnly, whose
from ..signals import tidied
from ..terminal import note, say
from ..where import where

STDIN = "-"


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - is stdin.")],
    form: Annotated[
        str | None,
        typer.Option("--from", metavar="NAME", help=f"What wrote it: {', '.join(FORMATS)}."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what is in the file.")
    ] = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    secrets: Secrets = None,
    as_json: Json = False,
) -> int:
    """Read what export wrote, or with --from what another program did.

    Every line is checked before anything is written. Records keep their owners, ids and times, so
    importing the same file twice changes nothing. The file of the official MCP memory server
    (memory.jsonl) is taken, too, as the user's of --user, and with --from so are chats and memories
    that other programs wrote: a file, or a folder or zip file with many. What is left out of those
    is counted.
    """
    owner, left = whose(user, agent), Counter[str]()
    kept = "{done} of {total} records are in the memory"
    with (
        tidied(),
        _readable(file, form is not None) as given,
        lasting("Importing", as_json, kept) as so_far,
        _export(given, form, owner, file, left) as source,
    ):
        if _is_official(source):
            if dry_run:
                raise InputError("--dry-run cannot look into the file of the MCP memory server")
            from ..moving import take

            return take(str(source), owner, db, embedder, words_only, as_json)
        if dry_run:
            found = contents(source, secrets)
            _tell(machine.plain(found), f"It holds {found}; nothing was imported", left, as_json)
            return 0
        _check(source, db, secrets)
        place = opened(db, words_only=words_only, embedder=embedder, create=True, secrets=secrets)
        with place as memory:
            if form is None:
                new = memory.import_from(source, progress=so_far)
            else:
                new = changed.taken(memory, source, so_far)
            url = memory.url
    _tell({"new": new, "url": url}, f"Imported {many(new, 'new record')} into {url}", left, as_json)
    return 0


def _tell(found: dict[str, Any], words: str, left: Counter[str], as_json: bool) -> None:
    """Say what was found or done, and what of the file was left out."""
    out = {what: count for what, count in sorted(left.items()) if count}
    if as_json:
        machine.print_json({**found, "left_out": out})
        return
    say(words)
    if out:
        note(f"Left out: {counted(out)}")


@contextmanager
def _export(
    given: Path, form: str | None, owner: Whose, name: str, left: Counter[str]
) -> Iterator[Path]:
    """What is to be imported, in recollect's own format or in that of the MCP memory server."""
    if form is not None:
        with translated(given, form, owner, name, left) as made:
            yield made
        return
    if (told := hint(given)) is not None:
        raise InputError(f"{told}; nothing was imported")
    yield given


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
        if not path.stat().st_size and path.is_file():
            raise InputError(f"there is nothing to read in {file}")
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
    if is_new(where(db)):
        with reading(source, secrets):
            pass


def _is_official(file: Path) -> bool:
    """Whether a file begins as that of the official MCP memory server does."""
    with open(file, encoding="utf-8", errors="replace") as lines:
        first = next((line for line in lines if line.strip()), "")[:200].replace(" ", "")
    return first.startswith(('{"type":"entity"', '{"type":"relation"'))
