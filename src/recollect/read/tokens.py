"""How many tokens a text takes: see `text/tokens.py`, which models count with, too."""

from ..text.tokens import LIGHTEST, WHOLE, estimate, weight

__all__ = ["LIGHTEST", "WHOLE", "estimate", "weight"]
