"""Vectors in Qdrant: in a folder, or on a server."""

from .index import QdrantIndex

__all__ = ["QdrantIndex"]
