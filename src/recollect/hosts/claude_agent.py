"""Claude's Agent SDK on a memory: a store for the transcripts of its sessions, and what to recall.

store = RecollectSessionStore(memory, user_id="dana")
recalls = HookMatcher(hooks=[recall(memory, user_id="dana")])
options = ClaudeAgentOptions(session_store=store, hooks={"UserPromptSubmit": [recalls]})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ..errors import InputError
from ..memory.aio.door import AsyncMemory
from ..read.relevance import MIN_RELEVANCE
from ..times import moment
from ..types import Hit, SessionInfo
from ..wiring import require
from ..write.limits import MAX_ID
from .aio.conversation import AsyncConversation as Conversation
from .aio.recalling import BUDGET
from .aio.recalling import AsyncRecall as Recall
from .spelling import hashed, plain, spelled
from .transcript import Said, leaves

require("claude_agent_sdk", "claude-agent")

from claude_agent_sdk import fold_session_summary  # noqa: E402

if TYPE_CHECKING:
    from claude_agent_sdk import (
        HookCallback,
        HookContext,
        HookJSONOutput,
        SessionKey,
        SessionListSubkeysKey,
        SessionStoreEntry,
        SessionStoreListEntry,
        SessionSummaryEntry,
    )

ROOT = "claude"
LONGEST = 100
"""Characters of a project's key in the id of a session; a longer one ends in its hash."""


class RecollectSessionStore:
    """The transcripts of a user's or an agent's sessions, kept in a memory.

    Every entry comes back as it was; what people and models said in it is the content of a
    message, for `search`, `context` and notes. An entry with a `uuid` is kept once. Close the
    memory, not this.
    """

    def __init__(
        self, memory: AsyncMemory, *, user_id: str | None = None, agent_id: str | None = None
    ) -> None:
        self._memory = memory
        self._owner: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}
        self._open = WeakValueDictionary[str, Conversation]()
        self._folded: dict[str, tuple[SessionInfo, dict[str, Any]]] = {}
        self._conversation(ROOT)  # which says at once if something is wrong with these

    async def append(self, key: SessionKey, entries: list[SessionStoreEntry]) -> None:
        """Keep entries behind those that are there, all or none."""
        name = _name(key)
        main = "subpath" not in key
        await self._conversation(name).add([_said(entry, name, main) for entry in entries])

    async def load(self, key: SessionKey) -> list[SessionStoreEntry] | None:
        """Every entry in its order, None if there is none."""
        return await self._load(_name(key)) or None

    async def list_sessions(self, project_key: str) -> list[SessionStoreListEntry]:
        """The sessions of a project, and when something was said in each of them last."""
        found = await self._sessions(project_key)
        return [{"session_id": id, "mtime": _mtime(info)} for id, info in found.items()]

    async def list_session_summaries(self, project_key: str) -> list[SessionSummaryEntry]:
        """What the SDK shows of each session in a list."""
        made: list[SessionSummaryEntry] = []
        for id, info in (await self._sessions(project_key)).items():
            key: SessionKey = {"project_key": project_key, "session_id": id}
            known, data = self._folded.get(info.session_id, (None, {}))
            if known != info:
                data = fold_session_summary(None, key, await self._load(info.session_id))["data"]
                self._folded[info.session_id] = info, data
            made.append({"session_id": id, "mtime": _mtime(info), "data": dict(data)})
        return made

    async def delete(self, key: SessionKey) -> None:
        """Erase a session with its subagents' transcripts, or one of these alone."""
        name = _name(key)
        names = [name]
        if "subpath" not in key:
            names += [info.session_id for info in await self._below(f"{name}/")]
        for one in names:
            await self._conversation(one).clear()
            self._folded.pop(one, None)

    async def list_subkeys(self, key: SessionListSubkeysKey) -> list[str]:
        """The subpaths that something was kept under."""
        above = f"{_name(key)}/"
        return [plain(info.session_id.removeprefix(above)) for info in await self._below(above)]

    async def _load(self, name: str) -> list[Any]:
        found = await self._conversation(name).items()
        return [item for _, item in found if item is not None]

    async def _sessions(self, project_key: str) -> dict[str, SessionInfo]:
        """The main transcripts of a project, by the ids of their sessions."""
        above = f"{ROOT}/{_project(project_key)}/"
        rest = {one.session_id.removeprefix(above): one for one in await self._below(above)}
        return {plain(name): info for name, info in rest.items() if "/" not in name}

    async def _below(self, above: str) -> list[SessionInfo]:
        found = await self._memory.sessions(**self._owner)
        return [info for info in found if info.session_id.startswith(above)]

    def _conversation(self, name: str) -> Conversation:
        """One for each session that is in use, so that its entries take turns."""
        made = self._open.get(name)
        if made is None:
            made = self._open[name] = Conversation(self._memory, name, **self._owner)
        return made


def recall(
    memory: AsyncMemory,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    budget: int = BUDGET,
    min_relevance: float = MIN_RELEVANCE,
) -> HookCallback:
    """What is remembered of a user, as a hook for the event `UserPromptSubmit`.

    What helps with what the user says, and was not said in the same session, is shown to the model
    beside it, with at most `budget` tokens; `min_relevance` leaves out what is less sure.
    """
    remembered = Recall(
        memory,
        user_id=user_id,
        agent_id=agent_id,
        budget=budget,
        min_relevance=min_relevance,
    )

    async def hook(given: Any, tool_use_id: str | None, context: HookContext) -> HookJSONOutput:
        here = spelled(given["session_id"], "session_id")

        def is_seen(hit: Hit) -> bool:
            root, *rest = (hit.session_id or "").split("/")
            return root == ROOT and here in rest[1:2]

        shown = await remembered.context(given["prompt"], is_seen)
        if not shown.text:
            return {}
        told = {"hookEventName": "UserPromptSubmit", "additionalContext": shown.text}
        return {"hookSpecificOutput": told}

    return hook


def _name(key: Mapping[str, Any]) -> str:
    """The id of the memory's session for a key; what it is made of can be read from it."""
    parts = [ROOT, _project(key.get("project_key")), spelled(key.get("session_id"), "session_id")]
    if "subpath" in key:
        parts.append(spelled(key["subpath"], "subpath", "/"))
    name = "/".join(parts)
    if len(name) > MAX_ID:
        raise InputError(f"session_id and subpath have more than {MAX_ID} characters with the rest")
    return name


def _project(key: object) -> str:
    name = spelled(key, "project_key")
    if len(name) <= LONGEST:
        return name
    return f"{name[: LONGEST - 33]}~{hashed(name)}"


def _mtime(info: SessionInfo) -> int:
    return int(info.last_at.timestamp() * 1000)


def _said(entry: Any, name: str, main: bool) -> Said:
    """An entry, and what is said in it: by the user, a model, or a tool."""
    given = entry if isinstance(entry, Mapping) else {}
    uuid, message = given.get("uuid"), given.get("message")
    blocks = _blocks(message) if isinstance(message, Mapping) else []
    role = _role(given, blocks, main)
    lines = [line for block in blocks for line in _lines(block)] if role != "system" else []
    own = hashed(name, uuid) if isinstance(uuid, str) and uuid else None
    return Said(entry, role, lines, _at(given.get("timestamp")), own)


def _role(entry: Mapping[str, Any], blocks: list[Mapping[str, Any]], main: bool) -> str:
    """Who speaks. What only looks like a user's turn is the program's, a tool's or a model's."""
    kind = entry.get("type")
    if kind == "assistant":
        return "assistant"
    if kind != "user" or entry.get("isMeta") or entry.get("isCompactSummary"):
        return "system"
    if any(block.get("type") == "tool_result" for block in blocks):
        return "tool"
    return "user" if main and not entry.get("isSidechain") else "assistant"


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []


def _lines(block: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a block; what a model thought is none."""
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        yield block["text"]
    elif kind == "tool_use":
        yield f"[tool call {block.get('name')}]"
        yield from leaves(block.get("input"))
    elif kind == "tool_result":
        yield from (one["text"] for one in _blocks(block) if isinstance(one.get("text"), str))


def _at(timestamp: object) -> datetime | None:
    try:
        return moment(timestamp) if isinstance(timestamp, str) else None
    except InputError:
        return None
