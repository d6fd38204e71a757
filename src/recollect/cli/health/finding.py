"""The result of one check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is, and what to do about it if it is not well."""

    status: Literal["ok", "warn", "fail"]
    name: str
    text: str
    remedy: str = ""
