"""What mem0's `get_all` gives → notes that can be kept."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from ...times import moment
from ...types import Note, utcnow
from ...write import limits
from ...write.trust import imported
from . import checks
from .exceptions import ValidationError
from .item import LOOSE, MARK

KEPT = ("run_id", "app_id", "actor_id", "role", "expiration_date")


def taken(found: Any) -> list[Note]:
    """The notes of memories: a dict with `results`, a list, or the path of a JSON file of either.

    Everything is read before anything is kept.
    """
    if isinstance(found, str | os.PathLike):
        found = _read(found)
    rows = found.get("results") if isinstance(found, Mapping) else found
    if not isinstance(rows, list):
        raise ValidationError("memories are what mem0's get_all gives: a dict with 'results'")
    return [_note(row, number) for number, row in enumerate(rows)]


def _read(path: str | os.PathLike[str]) -> Any:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise ValidationError(f"cannot read the file: {error.strerror}") from None
    except ValueError:
        raise ValidationError("the file is not JSON; nothing was imported") from None


def _note(row: Any, number: int) -> Note:
    try:
        return _made(row)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValidationError(f"memory {number} of the import: {error}") from None


def _made(row: Mapping[str, Any]) -> Note:
    ids = checks.entities(row)
    own = {name: row[name] for name in KEPT if row.get(name) is not None}
    own["metadata"] = checks.metadata(row.get("metadata"))
    own["expiration_date"] = checks.day(row.get("expiration_date"))
    user, agent = ids.get("user_id"), ids.get("agent_id")
    if user is None and agent is None:
        name = "run_id" if "run_id" in ids else "app_id"
        agent = f"{LOOSE[name]}{ids[name]}"
    said = row.get("created_at")
    note = Note(
        text=limits.text(row["memory"], "memory"),
        metadata={MARK: {name: one for name, one in own.items() if one not in (None, {})}},
        learned_at=utcnow() if said is None else moment(said),
        id=limits.identifier(row["id"], "id"),
        user_id=user,
        agent_id=agent,
    )
    kept = imported(note)
    assert isinstance(kept, Note)
    return kept
