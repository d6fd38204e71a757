"""Sizes, for people."""

from __future__ import annotations


def human(count: float) -> str:
    """Bytes as a person says them: 12.3 MB."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
