"""What is in the memory, and whether it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...counts import counted, many
from ...drivers.registry import shown
from ...errors import ConfigError, RecollectError, StoreCorrupt
from ...types import Report, Stats
from ..opening import local_path, opened, scheme
from ..shell import typed
from .finding import Finding


def findings(url: str, embedder: str | None) -> Iterator[Finding]:
    """Open the memory, count it and verify it."""
    path: Path | None = None
    with suppress(ConfigError):
        path = local_path(url)
        if path is not None and not path.exists():
            return
    save = typed("recollect", "export", "--salvage", "--db", shown(url), "-o", "saved.jsonl")
    try:
        schema = _schema(path) if path is not None and scheme(url) == "sqlite" else None
        if schema is not None:
            yield schema
        with opened(url, words_only=embedder is None, embedder=embedder) as memory:
            yield from _counts(memory.stats(), embedder)
            yield _whole(memory.verify(), save)
    except StoreCorrupt as error:
        remedy = save if scheme(url) == "sqlite" else "correct the file as the message says"
        yield Finding("fail", "contents", str(error), remedy)
    except RecollectError as error:
        yield Finding("fail", "contents", str(error), "see the message")


def _schema(path: Path) -> Finding | None:
    """The schema's number; None when SQLite cannot even say that: opening will tell why."""
    import apsw

    from ...drivers.sqlite import schema

    known = len(schema.MIGRATIONS)
    try:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error:
        return None
    try:
        number = int(db.pragma("user_version"))
    except apsw.Error:
        return None
    finally:
        db.close()
    if number > known:
        text = f"{number} is newer than {known}, the newest this recollect knows"
        return Finding("fail", "schema", text, "pip install -U recollect")
    if number < known:
        return Finding("ok", "schema", f"{number} of {known}: brought up to date when opened")
    return Finding("ok", "schema", f"version {number}, the newest")


def _counts(stats: Stats, embedder: str | None) -> Iterator[Finding]:
    kept = {"messages": stats.messages, "notes": stats.notes, "owners": stats.owners}
    yield Finding("ok", "contents", counted(kept))
    if stats.foreign:
        text = f"made by {stats.foreign}, not by {stats.embedder}: words alone are compared"
        move = typed("recollect", "reindex", "--embedder", embedder, "--db", stats.url)
        remedy = f"use that embedder, or move the memory: {move}"
        yield Finding("warn", "vectors", text, remedy)
        return
    remake = typed("recollect", "reindex", "--db", stats.url)
    if stats.pending:
        text = f"{many(stats.pending, 'record')} without a vector; words still find them"
        yield Finding("warn", "vectors", text, remake)
    else:
        yield Finding("ok", "vectors", f"{sum(stats.vectors.values()):,}, none missing")
    for name, behind in stats.indexes.items():
        yield _beside(name, behind)
    others = {model: n for model, n in stats.vectors.items() if model != stats.embedder}
    if others and stats.embedder:  # made by somebody who opened it with another embedder
        named = ", ".join(f"{count:,} of {model}" for model, count in others.items())
        text = f"{named}: not used by the present embedder"
        yield Finding("warn", "old vectors", text, remake)


def _beside(name: str, behind: int | None) -> Finding:
    """An index that is behind catches up by itself; one that does not answer needs somebody."""
    if behind is None:
        text = "it cannot be asked: it is down, or another memory's; searches go on without it"
        remedy = f"start it, or fill it anew: recollect reindex --index {name}"
        return Finding("warn", f"{name} index", text, remedy)
    state = (
        f"{many(behind, 'change')} behind, catches up at the next search"
        if behind
        else "up to date"
    )
    return Finding("ok", f"{name} index", state)


def _whole(report: Report, save: str) -> Finding:
    if not report.ok:
        lost = any("--salvage" in problem for problem in report.problems)
        remedy = save if lost else "recollect verify"
        return Finding("fail", "integrity", "; ".join(report.problems), remedy)
    checked = counted(report.checked)
    return Finding("ok", "integrity", f"whole: {checked}" if checked else "whole")
