"""A server of the official SDK that takes no argument it does not know, and says so plainly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import ValidationError

from .lines import Lines

TELLS = 5
"""Mistakes that one error names at most."""


class Server(MCPServer[Any]):
    """The SDK's, to which a mistake of the client's is one: a prompt that is not there, and an
    argument that a tool does not take. To pass that over would do something else than was meant."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.takes: dict[str, tuple[str, ...]] = {}
        """The arguments of each tool that takes no others."""

    async def run_stdio_async(self) -> None:
        """Serve until stdin closes; a line that cannot be read is answered."""
        inner = getattr(self, "_lowlevel_server", None)
        if inner is None:  # a newer SDK calls it otherwise: then it serves as it is
            await super().run_stdio_async()
            return
        async with stdio_server() as (messages, answers):
            options = inner.create_initialization_options()
            await inner.run(Lines(messages, answers), answers, options)

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> Any:
        """Get a prompt by name."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(INVALID_PARAMS, str(error)[:200]) from None

    async def list_tools(self) -> Any:
        """List all available tools."""
        found = await super().list_tools()
        for tool in found:
            if tool.name in self.takes:
                tool.input_schema = {**tool.input_schema, "additionalProperties": False}
        return found

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool by name with arguments."""
        known = self.takes.get(name)
        unknown = [] if known is None else sorted(set(arguments) - set(known))
        if known is not None and unknown:
            names = ", ".join(repr(one[:40]) for one in unknown[:TELLS])
            takes = ", ".join(known) or "nothing"
            raise ToolError(f"{name} does not take {names} and nothing was done; it takes {takes}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = "; ".join(told(error.__cause__.errors()[:TELLS]))
            raise ToolError(f"{name} was called wrongly: {wrong}") from error.__cause__


def told(errors: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with arguments, in words and without the values."""
    made = []
    for error in errors:
        name = ".".join(str(part) for part in error["loc"])
        if error["type"] == "missing":
            made.append(f"{name} is missing")
        elif error["msg"].startswith("Input "):
            made.append(f"{name} {error['msg'].removeprefix('Input ')}")
        else:
            made.append(f"{name}: {error['msg']}")
    return made
