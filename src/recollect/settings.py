"""The only reader of the environment."""

from __future__ import annotations

import os

URL = "RECOLLECT_URL"
DEFAULT_URL = "recollect.db"


def url() -> str:
    """Where memory is kept when nobody says: RECOLLECT_URL, else `recollect.db` here."""
    return os.environ.get(URL) or DEFAULT_URL
