"""Files that other programs wrote: told by their shape, and read when asked to."""

from __future__ import annotations

import importlib
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..transfer.foreign.archive import Found, files, is_many
from ..transfer.foreign.coding import SESSION
from ..transfer.foreign.shapes import NAMES, TRANSCRIPTS, kind
from ..transfer.jsonl import BOM, Writing
from ..types import Record, Scope
from .options import Whose

READERS = {
    "chatgpt": "chatgpt", "claude": "claude", "claude-code": "coding", "codex": "coding",
    "langchain": "openai", "openai": "openai",
}  # fmt: skip


@contextmanager
def translated(path: Path, form: str, owner: Whose, name: str) -> Iterator[Path]:
    """An export with the records of what another program wrote: a file, or a folder or zip file
    with many."""
    if form not in NAMES:
        names = ", ".join(NAMES)
        raise InputError(f"--from must be one of {names}, not {form[:40]!r}; nothing was imported")
    many, records = is_many(path), list[Record]()
    taken, other = False, None
    for file in files(path, name):
        found, value = kind(file.raw)
        if many and found != form:
            other = other or found
            continue
        taken = True
        try:
            _check(found, value, form)
            records += _records(file, value, form, owner)
        except InputError as error:
            if not many:
                raise
            raise InputError(f"{file.name}: {error}") from None
    if not taken:
        seen = "" if other is None else f", but {NAMES[other]}: pass --from {other}"
        raise InputError(
            f"there is nothing in {name} like {NAMES[form]}{seen}; nothing was imported"
        )
    with tempfile.TemporaryDirectory(prefix="recollect-import-") as folder:
        made = Path(folder, "export.jsonl")
        with Writing(made, len(records)) as writing:
            for record in records:
                writing.write(record)
        yield made


def hint(file: Path) -> str | None:
    """What to do with a file that is no export, if that can be told."""
    if zipfile.is_zipfile(file):
        return _packed(file)
    with file.open(encoding="utf-8", errors="replace") as lines:
        start = lines.read(4096).removeprefix(BOM).lstrip()
    if start.startswith(('{"recollect"', "recollect-backup", "SQLite format 3")):
        return None
    if not start.startswith(("{", "[")):
        if file.suffix.lower() not in (".md", ".markdown", ".txt"):
            return None
        return (
            "this is text, not an export: keep it as words with: recollect add - < FILE; a folder "
            "with a MEMORY.md is opened as it is: --db ./FOLDER/"
        )
    form, _ = kind(file.read_bytes())
    return None if form is None else f"this looks like {NAMES[form]}: pass --from {form}"


def _packed(file: Path) -> str | None:
    forms = (kind(one.raw)[0] for one in files(file, file.name))
    form = next((one for one in forms if one is not None), None)
    return None if form is None else f"in it is {NAMES[form]}: pass --from {form}"


def _check(found: str | None, value: Any, form: str) -> None:
    """A file that was named must be what it is said to be."""
    if found not in (None, form):
        raise InputError(
            f"this looks like {NAMES[found]}: pass --from {found}; nothing was imported"
        )
    if found is None and form in TRANSCRIPTS:
        raise InputError(f"this is not {NAMES[form]}; nothing was imported")
    if found is None and value is None:
        raise InputError(f"this is not JSON, and {NAMES[form]} is; nothing was imported")


def _records(file: Found, value: Any, form: str, owner: Whose) -> Sequence[Record]:
    if form == "mem0":
        from ..compat.mem0.moving import taken

        return taken(_owned(value, owner))
    reader = importlib.import_module(f"..transfer.foreign.{READERS[form]}", __package__)
    session = file.stem[-SESSION:].strip() or "import"
    scope = Scope(owner.user_id, owner.agent_id, session)
    said = file.raw.splitlines() if form in TRANSCRIPTS else value
    found: list[Record] = reader.messages(said, scope, file.at)
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
