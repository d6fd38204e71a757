"""Agents, blocks, messages and passages as Letta writes them. Pure."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from ...agents.archive import EVENT
from ...agents.block import MOST, Block, block
from ...agents.settings import BUILT_IN, Settings
from ...errors import InputError, NotFound
from ...read.turns import words
from ...types import Message, Note
from ...write.limits import digits

SHARED = "letta:blocks"
"""The scope of the blocks that are nobody's own; the key of each is its id."""
OWN = "block-own-"
WINDOW = 32_000
PAGE = 100
"""What a list holds when nobody says."""
T = TypeVar("T")


def agent(id: str, settings: Settings, blocks: Sequence[Block], times: Sequence[datetime]) -> Any:
    """An `AgentState`."""
    letta = settings.metadata.get("letta")
    letta = letta if isinstance(letta, Mapping) else {}
    model = letta.get("model") or "recollect/default"
    shown = [of_block(one) for one in blocks]
    provider, _, name = str(model).partition("/")
    return {
        "id": id,
        "name": settings.name,
        "system": settings.system,
        "agent_type": letta.get("agent_type") or "letta_v1_agent",
        "description": settings.description or None,
        "metadata": {key: val for key, val in settings.metadata.items() if key != "letta"},
        "tags": list(settings.tags),
        "blocks": shown,
        "memory": {"blocks": shown, "file_blocks": [], "prompt_template": ""},
        "tools": [tool(name) for name in settings.tools],
        "sources": [],
        "tool_rules": [],
        "model": model,
        "embedding": letta.get("embedding"),
        "llm_config": {
            "model": name or provider,
            "model_endpoint_type": "openai",
            "context_window": WINDOW,
            "handle": model,
        },
        "embedding_config": None,
        "created_at": times[0].isoformat() if times else None,
        "updated_at": times[-1].isoformat() if times else None,
        "message_ids": None,
        "timezone": "UTC",
    }


def tool(name: str) -> dict[str, Any]:
    """A tool that is built in."""
    return {"id": f"tool-{name}", "name": name, "tool_type": "letta_core", "tags": []}


def tools(names: Any, ids: Any) -> tuple[str, ...]:
    """The built-in tools that a request asks for; all if it asks for none. Others are not run."""
    asked = [*(names or ()), *(str(id).removeprefix("tool-") for id in ids or ())]
    return tuple(one for one in BUILT_IN if one in asked) or BUILT_IN


def block_id(one: Block) -> str:
    """The id of a block: its key if it is nobody's own, else its agent and label."""
    if one.agent_id == SHARED:
        return one.key
    named = json.dumps([one.agent_id, one.label, one.user_id]).encode()
    return OWN + base64.urlsafe_b64encode(named).decode().rstrip("=")


def own_block(id: str) -> tuple[str, str] | None:
    """The agent and the label of an id, if it is of a block of an agent's own."""
    if not id.startswith(OWN):
        return None
    coded = id.removeprefix(OWN)
    try:
        agent, label, _ = json.loads(base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)))
    except ValueError:
        return None
    return (agent, label) if isinstance(agent, str) and isinstance(label, str) else None


def of_block(one: Block) -> dict[str, Any]:
    """A `Block`."""
    return {
        "id": block_id(one),
        **one.as_dict(),
        "description": one.description or None,
        "last_updated_by_id": one.author,
        "is_template": False,
        "metadata": {},
        "tags": [],
    }


def asked_block(value: Any) -> Block:
    """The block that a request describes."""
    if not isinstance(value, Mapping):
        raise InputError("a block is an object with a label and a value")
    limit = value.get("limit")
    return block(
        value.get("label"),
        value.get("value"),
        limit=min(limit, MOST) if isinstance(limit, int) else MOST,
        read_only=bool(value.get("read_only") or False),
        description=value.get("description") or "",
    )


def of_message(message: Message) -> list[dict[str, Any]]:
    """One message as Letta's typed ones: an answer that calls a tool is two of them."""
    base = {
        "id": f"message-{message.id}",
        "date": message.at.isoformat(),
        "name": message.name,
        "otid": message.metadata.get("otid"),
    }
    text = words(message)
    if message.role == "tool":
        return [_returned(base, message)]
    if message.role == "user" and not message.metadata.get(EVENT):
        return [{**base, "message_type": "user_message", "content": message.content}]
    if message.role != "assistant":
        return [{**base, "message_type": "system_message", "content": message.content}]
    made: list[dict[str, Any]] = []
    if text.strip():
        made.append({**base, "message_type": "assistant_message", "content": text})
    for call in message.metadata.get("tool_calls") or []:
        told = {
            "name": call.get("name"),
            "arguments": call.get("arguments"),
            "tool_call_id": call.get("id"),
        }
        made.append(
            {**base, "message_type": "tool_call_message", "tool_call": told, "tool_calls": [told]}
        )
    return made


def _returned(base: dict[str, Any], message: Message) -> dict[str, Any]:
    status = "error" if message.content.startswith("error:") else "success"
    id = str(message.metadata.get("tool_call_id") or "")
    returned = {"tool_call_id": id, "status": status, "tool_return": message.content}
    return {**base, "message_type": "tool_return_message", **returned,
            "tool_returns": [{**returned, "type": "tool"}]}  # fmt: skip


def of_note(note: Note) -> dict[str, Any]:
    """A `Passage`."""
    tags = note.metadata.get("tags")
    return {
        "id": f"passage-{note.id}",
        "text": note.text,
        "created_at": note.at.isoformat(),
        "created_by_id": note.metadata.get("author"),
        "archive_id": None,
        "metadata": {},
        "tags": tags if isinstance(tags, list) else [],
        "embedding": None,
        "embedding_config": None,
    }


def page(
    items: Sequence[T], asked: Mapping[str, str], name: Callable[[T], str], order: str
) -> list[T]:
    """A part of a list that is oldest first: in `order`, between two ids, at most `limit`."""
    wanted = asked.get("order", order)
    if "ascending" in asked:
        wanted = "asc" if asked["ascending"] == "true" else "desc"
    ordered = list(items) if wanted == "asc" else list(reversed(items))
    names = [name(one) for one in ordered]
    after, before = asked.get("after"), asked.get("before")
    for mark in (after, before):
        if mark and mark not in names:
            raise NotFound("there is nothing of this id to go on from; begin without it")
    start = len(names) - names[::-1].index(after) if after else 0
    end = names.index(before) if before else len(names)
    most = digits(asked.get("limit", ""))
    found, backwards = ordered[start:end], bool(before and not after)
    cut = _cut(names[start:end][:: -1 if backwards else 1], PAGE if most is None else most)
    return found[len(found) - cut :] if backwards else found[:cut]


def _cut(names: Sequence[str], most: int) -> int:
    """How many make a page: what has one id is not parted, for the next page goes on behind it."""
    cut = min(most, len(names))
    while 0 < cut < len(names) and names[cut] == names[cut - 1]:
        cut += 1
    return cut
