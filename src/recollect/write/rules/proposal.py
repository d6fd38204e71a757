"""What a rule makes of a sentence, before anybody has decided to keep it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from ...types import Kind

Act: TypeAlias = Literal["state", "now", "end", "forget", "deny"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A note that could be taken: `state` a thing, or that it is so `now` and something else no
    longer; `end` what was true, `forget` it, or `deny` that it is."""

    text: str
    """A sentence in the third person that makes sense alone."""
    rule: str
    """The name of the rule that made it."""
    span: tuple[int, int]
    """Where in the message the words stand that it rests on."""
    act: Act = "state"
    kind: Kind = "semantic"
    slot: str | None = None
    """What a newer value replaces, such as `home.place`; None when many may hold at once."""
    subject: str | None = None
    relation: str | None = None
    object: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 0.8
    importance: float = 0.5
    instead: Proposal | None = None
    """What the same words said before they were corrected."""
