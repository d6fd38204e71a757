"""Blocks: the parts of an agent's core memory, each a core note that is always in view."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import BlockFull, BlockReadOnly, InputError
from ..types import Note
from ..write import limits
from ..write.authors import writer
from .settings import KEY

LIMIT, MOST = 5_000, 60_000
"""Characters that a block holds unless it says otherwise, and at most."""
ABOUT = "block"
"""Where the metadata of a core note says what is particular about it as a block."""
FIRST = ("persona", "human")
PARTS = ("value", "limit", "read_only", "description")
"""What can be changed of a block."""
NAMED = re.compile(r"[\w][\w .:/-]{0,63}", re.ASCII)
_TAG = re.compile(r"<(?=\s*/?\s*blocks?\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A labelled text that an agent always sees.

    `version` is the id of the note that holds it, "" before it is kept. `user_id` and `agent_id`
    say where it lives, and `shared` that it is not the agent's own.
    """

    label: str
    value: str = ""
    limit: int = LIMIT
    read_only: bool = False
    description: str = ""
    version: str = ""
    author: str | None = None
    key: str = ""
    user_id: str | None = None
    agent_id: str | None = None
    shared: bool = False

    @property
    def owner(self) -> dict[str, str]:
        """Whose it is, as the door's verbs take it."""
        ids = {"user_id": self.user_id, "agent_id": self.agent_id}
        return {name: id for name, id in ids.items() if id is not None}

    @property
    def metadata(self) -> dict[str, Any]:
        """What its note says about it, beside its value."""
        about: dict[str, Any] = {}
        if self.limit != LIMIT:
            about["limit"] = self.limit
        if self.read_only:
            about["read_only"] = True
        if self.description:
            about["description"] = self.description
        if self.key and self.key != self.label:
            about["label"] = self.label
        return {ABOUT: about} if about else {}

    def as_dict(self) -> dict[str, Any]:
        """What is carried elsewhere."""
        return {
            "label": self.label,
            "value": self.value,
            "limit": self.limit,
            "read_only": self.read_only,
            "description": self.description,
        }


def block(label: object, value: object = "", **about: Any) -> Block:
    """A block that can be kept."""
    return checked(Block(label=label, value=value, **about))  # type: ignore[arg-type]


def checked(made: Block) -> Block:
    """A block whose parts are what they should be; InputError if not."""
    if not isinstance(made, Block):
        raise InputError(f"a block is a Block(label, value), not {type(made).__name__}")
    if not isinstance(made.label, str) or not NAMED.fullmatch(made.label):
        raise InputError("a label has 1 to 64 letters (a to z), digits, spaces or any of _ . : / -")
    if not isinstance(made.value, str):
        raise InputError(f"the value of a block is text, not {type(made.value).__name__}")
    if made.value:
        limits.json_value(made.value, "value")
    limits.count(made.limit, "limit", MOST)
    limits.flag(made.read_only, "read_only")
    if not isinstance(made.description, str):
        raise InputError("the description of a block is text")
    return fitting(made)


def owned(made: Block) -> Block:
    """The same, of a block that an agent is to have for itself."""
    if checked(made).label == KEY:
        raise InputError(f"the label {KEY!r} is taken by the agent's settings")
    return made


def fitting(made: Block) -> Block:
    """A block that holds no more than it may."""
    if len(made.value) > made.limit:
        raise BlockFull(
            f"the block {made.label!r} would hold {len(made.value):,} characters, its limit is "
            f"{made.limit:,}; shorten it, or raise the limit"
        )
    return made


def of_note(note: Note, *, shared: bool = False) -> Block:
    """The block that a core note is."""
    about = note.metadata.get(ABOUT)
    about = about if isinstance(about, Mapping) else {}
    value = note.value if note.key is not None else note.text
    limit = about.get("limit", LIMIT)
    return Block(
        label=str(about.get("label", note.key or note.id)),
        value=value if isinstance(value, str) else json.dumps(value, ensure_ascii=False),
        limit=limit if isinstance(limit, int) else LIMIT,
        read_only=bool(about.get("read_only", False)),
        description=str(about.get("description", "")),
        version=note.id,
        author=writer(note),
        key=note.key or note.id,
        user_id=note.user_id,
        agent_id=note.agent_id,
        shared=shared,
    )


def ordered(blocks: Iterable[Block]) -> list[Block]:
    """In an order that no edit changes: a prompt begins with them."""
    place = {label: index for index, label in enumerate(FIRST)}
    return sorted(blocks, key=lambda one: (place.get(one.label, len(place)), one.label))


def changed(old: Block, *, force: bool = False, **changes: Any) -> Block:
    """A block with some parts changed, unless it is read-only."""
    if old.read_only and not force:
        raise BlockReadOnly(f"the block {old.label!r} is read-only; agents cannot change it")
    return checked(replace(old, **{name: new for name, new in changes.items() if new is not None}))


def appended(old: Block, content: str) -> Block:
    """A block with a line more."""
    if not content.strip():
        raise InputError("content is empty; there is no line to add")
    value = f"{old.value}\n{content}" if old.value else content
    return changed(old, value=value)


def replaced(old: Block, before: str, after: str) -> Block:
    """A block with some words in the place of others, which must be there."""
    if not before:
        raise InputError("old_content is empty; to add something use core_memory_append")
    if before not in old.value:
        raise InputError(
            f"the block {old.label!r} does not hold this old_content, word for word; look at it "
            "again, it may have changed"
        )
    return changed(old, value=old.value.replace(before, after))


def rendered(blocks: Sequence[Block]) -> str:
    """The blocks as a model sees them: each in a frame that its text cannot close."""
    if not blocks:
        return ""
    parts = ["<blocks>\nYour core memory, always in view. Keep it true and short.\n"]
    for one in blocks:
        marks = f' label="{one.label}" characters="{len(one.value)}/{one.limit}"'
        marks += ' read_only="true"' if one.read_only else ""
        about = _inert(one.description.replace('"', "'").replace("\n", " "))
        marks += f' description="{about}"' if about else ""
        parts.append(f"<block{marks}>\n{_inert(one.value)}\n</block>\n")
    return "".join([*parts, "</blocks>"])


def _inert(text: str) -> str:
    return _TAG.sub("&lt;", text)
