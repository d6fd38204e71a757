"""Vectors in Chroma: in a folder, or on a server."""

from .index import ChromaIndex

__all__ = ["ChromaIndex"]
