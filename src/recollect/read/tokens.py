"""How many tokens a text takes: see `text/tokens.py`, which models count with, too."""

from ..text.tokens import WIDE, estimate, quarters

__all__ = ["WIDE", "estimate", "quarters"]
