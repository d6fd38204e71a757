"""A note whose words somebody corrected: what its value is now, and the other way round."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ...types import Note

STOPS = " .!"
RULE = "rule"
"""The metadata of a note that no person wrote; what a person did, no rule may end."""


def restated(new: Note, old: Note) -> Note:
    """The note with its value as its words say it, if its words say another one than before.

    That can be told where the old value stood in the old words once, and the new words are the old
    ones with something else there. If it cannot, the key and the value stay as they are.
    """
    if new.text == old.text:
        return new
    new = replace(new, metadata={k: v for k, v in new.metadata.items() if k != RULE})
    if old.key is None or old.value is None:
        return new
    words = stretch(old, new.text)
    if words is None:
        return new
    value = as_written(words, old.value)
    made = replace(new, key=old.key, value=value)
    if old.object is None or old.object != old.value:
        return made
    return replace(made, subject=old.subject, relation=old.relation, object=words)


def stretch(old: Note, text: str) -> str | None:
    """What stands in a text where the value of a note stood in its words."""
    value = old.value if isinstance(old.value, str) else json.dumps(old.value, ensure_ascii=False)
    if not value or old.text.count(value) != 1:
        return None
    head, _, tail = old.text.partition(value)
    for end, words in ((tail, text), (tail.rstrip(STOPS), text.rstrip(STOPS))):
        if words.startswith(head) and words.endswith(end):
            found = words[len(head) : len(words) - len(end)].strip()
            if found and "\n" not in found:
                return found
    return None


def as_written(words: str, old: Any) -> Any:
    """A value as it is written: text stays text, anything else is read as JSON if it can be."""
    if isinstance(old, str):
        return words
    try:
        return json.loads(words)
    except ValueError:
        return words
