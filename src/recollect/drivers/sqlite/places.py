"""Where things are: an owner's row, a record by its number, the end of the feed."""

from __future__ import annotations

import apsw

from ...types import Owner, Record
from . import rows
from .rows import Place


def last_change(db: apsw.Connection) -> int:
    """The feed's last position; it never goes back, even when changes are erased."""
    return db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").get or 0


def find_place(db: apsw.Connection, owner: Owner) -> Place | None:
    """An owner's row, if there is one."""
    row = db.execute(
        "SELECT scope, next, messages, notes, length FROM owners "
        "WHERE tenant = ? AND kind = ? AND id = ?",
        (owner.tenant, owner.kind, owner.id),
    ).fetchone()
    return None if row is None else Place(*row)


def read_record(db: apsw.Connection, owner: Owner, scope: int, n: int) -> Record | None:
    """The message or note with this number."""
    key = (scope, n)
    row = db.execute(
        f"SELECT {rows.MESSAGE}, sum FROM messages WHERE scope = ? AND n = ?", key
    ).fetchone()
    if row is not None:
        return rows.read_message(owner, row)
    row = db.execute(
        f"SELECT {rows.NOTE_READ} FROM {rows.NOTES} WHERE scope = ? AND n = ?", key
    ).fetchone()
    return None if row is None else rows.read_note(owner, row)
