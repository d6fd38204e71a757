"""Whether a file that could be read, but has no closing line, is all there.

A library writes none, and a person may delete it. But YAML that was cut off may still be YAML, and
what was behind the cut must not count as deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from types import ModuleType
from typing import Any

from ...counts import many
from ...errors import InputError
from ...types import Note, Record
from .broken import Broken
from .edits import Item, Key, key_of, listed
from .records import show

PARTS = ("recollect", "messages", "notes")


def loaded(form: ModuleType, text: str) -> tuple[Any, bool]:
    """What a file says, or if its end is missing what stands whole before that; and which."""
    try:
        return form.load(text), False
    except Broken as error:
        if not error.torn:
            raise
        return form.readable(text), True


def is_whole(text: str, document: Mapping[str, Any], base: Mapping[Key, Record], own: bool) -> bool:
    """Whether nothing was cut off, as far as what was shown before tells; InputError in doubt."""
    last, at_end = _last(document, base)
    ends = text.endswith("\n") or at_end
    if own:
        if not ends or not base:
            return False
    elif not base or text.endswith("}"):
        return True
    keys = {_key(item) for item in listed(document)}
    missing = [record for key, record in base.items() if key not in keys]
    if own:
        short = any(last is None or _place(one) >= _place(last) for one in missing)
    else:
        short = bool(missing) and not ends
    absent = [name for name in PARTS if name not in document]
    if short or absent:
        raise InputError(_doubt(len(missing), absent))
    return True


def _last(document: Mapping[str, Any], base: Mapping[Key, Record]) -> tuple[Record | None, bool]:
    """What was shown of the last block, and whether that is still all it says."""
    with suppress(InputError, IndexError, KeyError):
        item = list(listed(document))[-1]
        record = base.get(key_of(item.value))
        return record, record is not None and show(record) == item.value
    return None, False


def _doubt(missing: int, absent: list[str]) -> str:
    what = f"{' and '.join(absent)} no longer there" if absent else "the end of what it showed gone"
    return (
        f"its closing line ... is missing, with {what} ({many(missing, 'record')}): it may have "
        "been cut off. If you deleted them, close the file with a line ...; if not, empty it, and "
        "all that it showed comes back"
    )


def _key(item: Item) -> Key | None:
    with suppress(InputError, KeyError):
        return key_of(item.value)
    return None


def _place(record: Record) -> tuple[bool, datetime]:
    """Messages stand before notes, each by their time."""
    return isinstance(record, Note), record.at
