"""Files that other programs wrote: told by their shape, and read when asked to."""

from __future__ import annotations

import importlib
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..transfer.foreign.archive import OTHERS, Found, files, is_many, require_whole
from ..transfer.foreign.coding import SESSION
from ..transfer.foreign.formats import FORMATS, kind
from ..transfer.foreign.settling import settled
from ..transfer.foreign.taking import NOTHING, Taking
from ..transfer.jsonl import BOM, Writing
from ..types import Record, Scope
from .options import Whose


@contextmanager
def translated(
    path: Path, form: str, owner: Whose, name: str, left: Counter[str]
) -> Iterator[Path]:
    """An export with the records of what another program wrote: a file, or a folder or zip file
    with many. What is left out is counted."""
    if form not in FORMATS:
        names = ", ".join(FORMATS)
        raise InputError(f"--from must be one of {names}, not {form[:40]!r}{NOTHING}")
    records = settled(_all(path, form, owner, name, left))
    with tempfile.TemporaryDirectory(prefix="recollect-import-") as folder:
        made = Path(folder, "export.jsonl")
        with Writing(made, len(records)) as writing:
            for record in records:
                writing.write(record)
        yield made


def hint(file: Path) -> str | None:
    """What to do with a file that is no export, if that can be told."""
    require_whole(file)
    if zipfile.is_zipfile(file):
        return _packed(file)
    with file.open(encoding="utf-8", errors="replace") as lines:
        start = lines.read(4096).removeprefix(BOM).lstrip()
    if start.startswith(('{"recollect"', "recollect-backup", "SQLite format 3")):
        return None
    if file.suffix.lower() == ".af":
        return "this is an agent, not an export: recollect agents import FILE"
    if start.lower().startswith(("<html", "<!doctype html")):
        return (
            "this is a page, not an export: import the JSON that came with it; Google Takeout "
            "gives JSON when it is asked to under My Activity"
        )
    if not start.startswith(("{", "[")):
        if file.suffix.lower() not in (".md", ".markdown", ".txt"):
            return None
        return (
            "this is text, not an export: keep it as words with: recollect add - < FILE; a folder "
            "with a MEMORY.md is opened as it is: --db ./FOLDER/"
        )
    form, _ = kind(file.read_bytes(), file.name)
    return None if form is None else f"this looks like {FORMATS[form].what}: pass --from {form}"


def _packed(file: Path) -> str | None:
    forms = (kind(one.raw, one.name)[0] for one in files(file, file.name, Counter()))
    form = next((one for one in forms if one is not None), None)
    return None if form is None else f"in it is {FORMATS[form].what}: pass --from {form}"


def _all(path: Path, form: str, owner: Whose, name: str, left: Counter[str]) -> list[Record]:
    many, records = is_many(path), list[Record]()
    taken, other = False, None
    for file in files(path, name, left):
        found, value = kind(file.raw, file.name)
        if many and found != form:
            left[OTHERS] += 1
            other = other or found
            continue
        taken = True
        try:
            _check(found, value, form)
            records += _records(file, value, form, owner, left)
        except InputError as error:
            if not many:
                raise
            raise InputError(f"{file.name}: {error}") from None
    if not taken:
        seen = "" if other is None else f", but {FORMATS[other].what}: pass --from {other}"
        raise InputError(f"there is nothing in {name} like {FORMATS[form].what}{seen}{NOTHING}")
    return records


def _check(found: str | None, value: Any, form: str) -> None:
    """A file that was named must be what it is said to be."""
    what = FORMATS[form].what
    if found not in (None, form):
        raise InputError(f"this looks like {FORMATS[found].what}: pass --from {found}{NOTHING}")
    if found is None and FORMATS[form].is_transcript:
        raise InputError(f"this is not {what}{NOTHING}")
    if found is None and value is None:
        raise InputError(f"this is not JSON, and {what} is{NOTHING}")


def _records(file: Found, value: Any, form: str, owner: Whose, left: Counter[str]) -> list[Record]:
    if form == "mem0":
        from ..compat.mem0.moving import taken

        return list(taken(_owned(value, owner)))
    reader = importlib.import_module(f"..transfer.foreign.{FORMATS[form].module}", __package__)
    session = file.stem[-SESSION:].strip() or "import"
    taking = Taking(Scope(owner.user_id, owner.agent_id, session), file.at, left)
    said = file.raw.splitlines() if FORMATS[form].is_transcript else value
    found: list[Record] = reader.records(said, taking)
    return found


def _owned(value: Any, owner: Whose) -> Any:
    """Memories that name nobody are the user's of --user."""
    rows = value.get("results") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        return value
    names = ("user_id", "agent_id", "run_id", "app_id")
    whose = {name: id for name, id in owner.ids.items() if id is not None}
    return [
        {**row, **whose} if isinstance(row, dict) and not any(map(row.get, names)) else row
        for row in rows
    ]
