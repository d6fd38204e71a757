"""What a form says of a file it cannot read."""

from __future__ import annotations


class Broken(Exception):
    """The file is torn, or somebody broke it. Caught by the store, which sets it aside."""
