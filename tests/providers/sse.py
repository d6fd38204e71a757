"""Server-sent events."""

from __future__ import annotations

import json
from typing import Any

CONTENT_TYPE = "text/event-stream; charset=utf-8"


def data(body: Any) -> bytes:
    """An event without a name."""
    return f"data: {json.dumps(body)}\n\n".encode()


def event(body: dict[str, Any]) -> bytes:
    """An event that is named by its type."""
    return f"event: {body['type']}\ndata: {json.dumps(body)}\n\n".encode()
