"""The store that is a folder of Markdown people write in."""

from .store import MarkdownStore

__all__ = ["MarkdownStore"]
