"""A tool, before a server has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from mcp_types import ToolAnnotations

Work: TypeAlias = Callable[..., Awaitable[tuple[str, Any]]]
"""Takes a place and the arguments; answers with a text and with data."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it does, and what a client should know before it lets a model call it."""

    work: Work
    title: str
    writes: bool = False
    destroys: bool = False
    again: bool = True
    """Whether calling it twice does no more than once."""

    @property
    def hints(self) -> ToolAnnotations:
        """As the protocol has them."""
        return ToolAnnotations(
            title=self.title,
            read_only_hint=not self.writes,
            destructive_hint=self.destroys,
            idempotent_hint=self.again,
            open_world_hint=False,
        )
