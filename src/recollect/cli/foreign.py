"""Files that other programs wrote: told by their shape, and read when asked to."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..transfer.foreign.shapes import NAMES, recognised
from ..transfer.jsonl import BOM, Writing
from ..types import Record, Scope
from .options import Whose

READERS = {
    "chatgpt": "chatgpt", "claude": "claude", "langchain": "openai", "openai": "openai",
}  # fmt: skip


@contextmanager
def translated(file: Path, form: str, owner: Whose, name: str) -> Iterator[Path]:
    """An export with the records of a file that another program wrote."""
    if form not in NAMES:
        raise InputError(f"--from must be one of {', '.join(NAMES)}, not {form[:40]!r}")
    value = _json(file)
    if value is None:
        raise InputError(f"this is not JSON, and {NAMES[form]} is; nothing was imported")
    found = recognised(value)
    if found not in (None, form) and READERS.get(found or "") != READERS.get(form, form):
        raise InputError(f"this looks like {NAMES[found or form]}: pass --from {found}")
    records = _records(value, form, owner, file, name)
    with tempfile.TemporaryDirectory(prefix="recollect-import-") as folder:
        made = Path(folder, "export.jsonl")
        with Writing(made, len(records)) as writing:
            for record in records:
                writing.write(record)
        yield made


def hint(file: Path) -> str | None:
    """What to do with a file that is no export, if that can be told."""
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
    form = recognised(_json(file))
    return None if form is None else f"this looks like {NAMES[form]}: pass --from {form}"


def _records(value: Any, form: str, owner: Whose, file: Path, name: str) -> Sequence[Record]:
    if form == "mem0":
        from ..compat.mem0.moving import taken

        return taken(_owned(value, owner))
    reader = importlib.import_module(f"..transfer.foreign.{READERS[form]}", __package__)
    session = Path(name).stem[:256] or "import"
    scope = Scope(owner.user_id, owner.agent_id, session)
    at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    found: list[Record] = reader.messages(value, scope, at)
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


def _json(file: Path) -> Any:
    """What is in it; None if that is no JSON."""
    try:
        return json.loads(file.read_text("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
