"""recollect doctor"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import settings
from ...drivers.registry import shown
from .. import exits, machine
from ..options import Db, Embedder, Json, WordsOnly
from ..terminal import console, safe
from ..where import where

STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}
WIDTH = 15


def run(
    url: Annotated[
        str | None, typer.Argument(metavar="[URL]", help="Where the memory is, as with --db.")
    ] = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Find what is wrong, and say how to fix it. Only what opening a memory mends is mended.

    Looks at Python, the packages, SQLite, the embedder, the file, its permissions, the disk,
    the indexes beside the memory, and the memory itself. Exit code 1 when something fails;
    warnings do not count.
    """
    from ..health import findings

    url = where(db if url is None else url)
    found = []
    out = console()
    for one in findings(url, None if words_only else embedder or settings.embedder()):
        found.append(one)
        if not as_json:
            out.print(one.status.ljust(6), style=STYLES[one.status], end="")
            out.print(f"{one.name.ljust(WIDTH)}{safe(one.text)}")
            if one.status != "ok" and one.remedy:
                out.print(f"{' ' * (6 + WIDTH)}→ {safe(one.remedy)}", style="bold")
    failed = any(one.status == "fail" for one in found)
    if as_json:
        machine.print_json({"ok": not failed, "url": shown(url), "findings": found})
    return exits.NOTHING if failed else exits.OK
