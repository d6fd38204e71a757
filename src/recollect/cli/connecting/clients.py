"""The clients: where each keeps its configuration, and how it spells a server and a hook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ... import settings

NAME = "recollect"
KEY = "RECOLLECT_API_KEY"
"""The variable that a client takes the key of a server from; a key itself is never written."""
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd")
CURSOR = ("sessionStart", "beforeSubmitPrompt", "afterAgentResponse", "preCompact", "sessionEnd")
PATIENCE = 10
"""Seconds that a host gives a hook, which ends by itself long before."""


@dataclass(frozen=True, slots=True)
class Server:
    """What a client is told: a command to start, or an address to ask."""

    command: Sequence[str] = ()
    url: str | None = None
    hook: Sequence[str] = ()
    """The command of a hook but for the event; none for an address."""


@dataclass(frozen=True, slots=True)
class Client:
    """One kind of client. The functions take the folder of a project, or None."""

    title: str
    file: Callable[[Path | None], Path]
    path: tuple[str, ...]
    server: Callable[[Server], dict[str, Any]]
    hooks: Callable[[Path | None], Path] | None = None
    events: Sequence[str] = EVENTS
    entry: Callable[[str], dict[str, Any]] | None = None
    version: int | None = None
    """What the file of the hooks must say of itself."""
    project: bool = True
    remote: bool = True
    then: str = "Restart it."


def _stdio(server: Server, **more: Any) -> dict[str, Any]:
    command, *arguments = server.command
    return {**more, "command": command, "args": arguments}


def _typed(server: Server) -> dict[str, Any]:
    """Claude Code, which fills in variables."""
    if server.url is None:
        return _stdio(server, type="stdio")
    return {"type": "http", "url": server.url, "headers": {"Authorization": f"Bearer ${{{KEY}}}"}}


def _cursor(server: Server) -> dict[str, Any]:
    if server.url is None:
        return _stdio(server)
    return {"url": server.url, "headers": {"Authorization": f"Bearer ${{env:{KEY}}}"}}


def _vscode(server: Server) -> dict[str, Any]:
    if server.url is None:
        return _stdio(server, type="stdio")
    bearer = f"Bearer ${{env:{KEY}}}"
    return {"type": "http", "url": server.url, "headers": {"Authorization": bearer}}


def _codex(server: Server) -> dict[str, Any]:
    if server.url is None:
        return _stdio(server)
    return {"url": server.url, "bearer_token_env_var": KEY}


def _grouped(command: str) -> dict[str, Any]:
    """Claude Code and Codex group hooks under what they match."""
    return {"hooks": [{"type": "command", "command": command, "timeout": PATIENCE}]}


def _plain(command: str) -> dict[str, Any]:
    return {"command": command}


def _claude(project: Path | None) -> Path:
    folder = settings.claude()
    if project is not None:
        return project / ".mcp.json"
    return (folder or Path.home()) / ".claude.json"


def _claude_hooks(project: Path | None) -> Path:
    if project is not None:
        return project / ".claude" / "settings.json"
    return (settings.claude() or Path.home() / ".claude") / "settings.json"


def _cursor_home(project: Path | None) -> Path:
    return (project or Path.home()) / ".cursor"


def _codex_home(project: Path | None) -> Path:
    return settings.codex() if project is None else project / ".codex"


def _vscode_file(project: Path | None) -> Path:
    if project is not None:
        return project / ".vscode" / "mcp.json"
    return settings.configuration() / "Code" / "User" / "mcp.json"


CLIENTS = {
    "claude-code": Client(
        "Claude Code",
        _claude,
        ("mcpServers", NAME),
        _typed,
        _claude_hooks,
        entry=_grouped,
        then="Start it anew; /mcp and /hooks show what it found.",
    ),
    "claude-desktop": Client(
        "Claude Desktop",
        lambda _: settings.configuration() / "Claude" / "claude_desktop_config.json",
        ("mcpServers", NAME),
        _stdio,
        project=False,
        remote=False,
        then="Quit it and start it again; it has no session hooks.",
    ),
    "codex": Client(
        "Codex",
        lambda project: _codex_home(project) / "config.toml",
        ("mcp_servers", NAME),
        _codex,
        lambda project: _codex_home(project) / "hooks.json",
        entry=_grouped,
        then="Start it anew; it asks you to review the hooks: /hooks.",
    ),
    "cursor": Client(
        "Cursor",
        lambda project: _cursor_home(project) / "mcp.json",
        ("mcpServers", NAME),
        _cursor,
        lambda project: _cursor_home(project) / "hooks.json",
        events=CURSOR,
        entry=_plain,
        version=1,
    ),
    "vscode": Client(
        "VS Code",
        _vscode_file,
        ("servers", NAME),
        _vscode,
        then="Start the server in MCP: List Servers; no session hooks are set up there.",
    ),
}
