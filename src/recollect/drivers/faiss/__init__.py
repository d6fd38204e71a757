"""Vectors in FAISS, in a folder."""

from .index import FaissIndex

__all__ = ["FaissIndex"]
