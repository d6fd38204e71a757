"""Where the cosines of a family of models lie, so that one means the same as another's."""

from __future__ import annotations

import re

USUAL = (0.05, 0.5)
"""A text with nothing to do with a question, and one that answers it, as MiniLM has them."""

# Models trained at a low temperature keep everything close together.
FAMILIES = (
    (re.compile(r"\b(multilingual-)?e5\b|\bgte\b", re.IGNORECASE), (0.745, 0.87)),
    (re.compile(r"\bbge\b|gemini-embedding", re.IGNORECASE), (0.4, 0.7)),
    (re.compile(r"ada-002", re.IGNORECASE), (0.7, 0.85)),
)


def cosines(model: str) -> tuple[float, float]:
    """What to expect of a model, by its name. Rough; `recollect eval --reliability` tells."""
    return next((found for family, found in FAMILIES if family.search(model)), USUAL)
