"""The points of a summary: quotes of messages, or a model's words about some."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...text.quotes import bare, enclosed

ABOUT = ("decided", "preferred", "open", "said")
"""What a point may be about, in the order in which a summary shows it."""
ASKED = "asked"
"""The key of a question that nobody has answered yet."""
LONGEST = 240
"""Characters of a quote; a longer one is cut."""


@dataclass(frozen=True, slots=True)
class Point:
    """One line of a summary, and the messages it rests on."""

    about: str
    text: str
    sources: tuple[str, ...]
    at: datetime
    by: str = ""
    """Who said it; nobody for the words of a model."""
    key: str = ""
    """What a newer point replaces, if it has the same."""
    weight: float = 0.0
    far: bool = False
    """Whether it rests on words from outside the conversation, which are only quoted."""

    @property
    def line(self) -> str:
        """As a summary shows it: the day, who, and the words."""
        day = f"{self.at:%Y-%m-%d}"
        if self.far:
            return f"- {day} {bare(self.by) + ': ' if self.by else ''}{enclosed(self.text)}"
        return f'- {day} {self.by}: "{self.text}"' if self.by else f"- {day} {self.text}"

    def as_json(self) -> dict[str, Any]:
        """As the metadata of a summary keeps it."""
        return {
            "about": self.about,
            "text": self.text,
            "sources": list(self.sources),
            "at": self.at.isoformat(),
            "by": self.by,
            "key": self.key,
            "weight": round(self.weight, 3),
            **({"far": True} if self.far else {}),
        }


def point(kept: Any) -> Point | None:
    """The same, read; None if it is no such thing, for somebody may have imported anything."""
    try:
        made = Point(
            kept["about"],
            kept["text"],
            tuple(kept["sources"]),
            datetime.fromisoformat(kept["at"]).astimezone(UTC),
            kept["by"],
            kept["key"],
            float(kept["weight"]),
            bool(kept.get("far", False)),
        )
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
        return None
    words = (made.text, made.by, made.key, *made.sources)
    return made if made.about in ABOUT and all(isinstance(one, str) for one in words) else None


def quoted(text: str) -> str:
    """Words on one line, cut where they are long."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rstrip() + "…"
