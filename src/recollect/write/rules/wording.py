"""How the notes of every language are worded: who is meant, and the last touch."""

from __future__ import annotations

from .rule import People


def people(role: str, name: str | None, other: str | None) -> People:
    """Who speaks, and to whom."""
    if role == "assistant":
        return People(name or "The assistant", other or "the user")
    return People(name or "The user", other or "the assistant")


def finish(text: str) -> str:
    """One space between words, a capital first, a full stop last."""
    text = " ".join(text.split()).replace(" ,", ",").rstrip(" .,;:!?")
    if text.count('"') % 2:
        text = text.removesuffix('"') if text.endswith('"') else f'{text}"'
    if text.endswith(('."', ".'")):
        text = text[:-2] + text[-1]
    return f"{text[:1].upper()}{text[1:]}."
