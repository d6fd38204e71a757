"""The page: what a memory holds, for a person with a browser.

It is files and nothing else. They ask the API, with the same keys as everybody, so the files need
none themselves: there is nothing of anybody in them.
"""

from __future__ import annotations

from .files import ASSETS, HOME, Asset
from .routes import asked_for, routes

__all__ = ["ASSETS", "HOME", "Asset", "asked_for", "routes"]
