"""The stores that are one file a person can read: JSON and YAML."""

from .store import JSONStore, YAMLStore

__all__ = ["JSONStore", "YAMLStore"]
