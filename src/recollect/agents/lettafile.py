"""Letta's agent file (`.af`): JSON with lists of agents, blocks and tools that name each other.

It is read in both of its forms, the one with lists and the older one of a single agent, and
written in the newer. What it has no place for (notes, and a block's history) goes under its
`metadata`, where only recollect looks for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..read.turns import words
from ..times import moment
from ..types import Message, Scope, utcnow
from ..write.accept import accept
from ..write.trust import imported
from .block import MOST, Block, block
from .carried import MAIN, Carried, readable
from .carried import of_plain as carried_of
from .settings import BUILT_IN, SYSTEM, Settings, checked

OURS = "recollect"
"""Under this name of the file's metadata, what only recollect reads."""
PROVIDERS = {
    "openai": "openai", "anthropic": "anthropic", "google_ai": "gemini", "google_vertex": "gemini",
    "ollama": "ollama",
}  # fmt: skip
ROLES = {"approval": "assistant", "function": "tool", "summary": "user"}
WINDOW = 32_000
IN_VIEW = 40
"""So many of the last messages Letta is to show the model at first; it finds the others."""
UNNAMED = re.compile(r"[^\w '-]")
"""What Letta has in no name of an agent."""
REASONING = "reasoning"
HERE = Scope(agent_id="agent", session_id=MAIN)


def is_af(value: Mapping[str, Any]) -> bool:
    """Whether a JSON object is an agent file of Letta's, of either form."""
    newer = isinstance(value.get("agents"), list) and isinstance(value.get("blocks"), list)
    return newer or ("core_memory" in value and "agent_type" in value)


def from_af(value: Mapping[str, Any]) -> list[Carried]:
    """The agents of a file; InputError if there is none that can be read."""
    with readable("the agent file"):
        return _agents(value)


def _agents(value: Mapping[str, Any]) -> list[Carried]:
    if "core_memory" in value:
        blocks = [{**one, "id": place} for place, one in enumerate(_list(value, "core_memory"))]
        agent = {**value, "block_ids": list(range(len(blocks)))}
        return [_agent(agent, {one["id"]: one for one in blocks}, _tools(value), {})]
    blocks_by_id = {one.get("id"): one for one in _list(value, "blocks")}
    tools = _tools(value)
    agents = _list(value, "agents")
    if not agents:
        raise InputError("the agent file has no agents")
    ours = _ours(value)
    return [_agent(one, blocks_by_id, tools, ours) for one in agents]


def to_af(agents: Sequence[Carried]) -> dict[str, Any]:
    """An agent file of some agents."""
    blocks: list[dict[str, Any]] = []
    made = []
    notes = {}
    for place, one in enumerate(agents):
        ids = [f"block-{len(blocks) + index}" for index, _ in enumerate(one.blocks)]
        blocks += [_written(block, id) for block, id in zip(one.blocks, ids, strict=True)]
        made.append(_described(one, f"agent-{place}", ids))
        notes[f"agent-{place}"] = {
            "notes": one.as_dict()["notes"], "settings": one.settings.as_dict()
        }  # fmt: skip
    return {
        "agents": made,
        "groups": [],
        "blocks": blocks,
        "files": [],
        "sources": [],
        "tools": [_tool(name, f"tool-{place}") for place, name in enumerate(BUILT_IN)],
        "mcp_servers": [],
        "skills": [],
        "metadata": {OURS: json.dumps(notes, ensure_ascii=False)},
        "created_at": utcnow().isoformat(),
    }


def _agent(
    value: Mapping[str, Any],
    blocks: Mapping[Any, Mapping[str, Any]],
    tools: Mapping[Any, str],
    ours: Mapping[str, Any],
) -> Carried:
    own = ours.get(str(value.get("id")))
    own = own if isinstance(own, Mapping) else {}
    settings = checked(_settings(value, tools))
    inline = [one for one in value.get("memory_blocks") or [] if isinstance(one, Mapping)]
    named = [blocks[id] for id in value.get("block_ids") or [] if id in blocks]
    kept = carried_of(
        {
            "format": "recollect-agent",
            "version": 1,
            "agent": own.get("settings", settings.as_dict()),
            "notes": own.get("notes", []),
        }
    )
    messages = _messages(value.get("messages") or [])
    return Carried(
        kept.settings if own else settings,
        tuple(_read(one) for one in [*named, *inline]),
        tuple(messages),
        kept.notes if own else (),
    )


def _settings(value: Mapping[str, Any], tools: Mapping[Any, str]) -> Settings:
    ids = value.get("tool_ids")
    names = [tools[id] for id in ids or [] if id in tools] if ids is not None else [*tools.values()]
    names += [name for name in value.get("tools") or [] if isinstance(name, str)]
    names += [  # of an older file
        str(one.get("name")) for one in value.get("tools") or [] if isinstance(one, Mapping)
    ]
    built_in = tuple(name for name in BUILT_IN if name in names)
    others = [name for name in dict.fromkeys(names) if name not in BUILT_IN]
    letta = {
        name: value[name]
        for name in ("agent_type", "llm_config", "embedding_config", "tool_rules", "metadata")
        if value.get(name)
    }
    if others:
        letta["tools"] = others
    tags = [one["tag"] if isinstance(one, Mapping) else one for one in value.get("tags") or []]
    return Settings(
        str(value.get("name") or "agent"),
        value.get("system") or SYSTEM,
        _model(value),
        built_in or BUILT_IN,
        value.get("description") or "",
        tuple(str(tag) for tag in tags),
        metadata={"letta": letta} if letta else {},
    )


def _model(value: Mapping[str, Any]) -> str | None:
    """The model as recollect names it, if it is of a provider that recollect speaks with."""
    handle = value.get("model")
    provider: Any
    model: Any
    if isinstance(handle, str) and "/" in handle:
        provider, model = handle.split("/", 1)
    else:
        config = value.get("llm_config")
        config = config if isinstance(config, Mapping) else {}
        provider, model = config.get("model_endpoint_type", ""), config.get("model")
    known = PROVIDERS.get(provider)
    return f"{known}:{model}" if known and model else None


def _read(value: Mapping[str, Any]) -> Block:
    return block(
        value.get("label") or "block",
        value.get("value") or "",
        limit=min(max(1, int(value.get("limit") or MOST)), MOST),
        read_only=bool(value.get("read_only")),
        description=value.get("description") or "",
    )


def _messages(values: Iterable[Any]) -> list[Message]:
    """What was said, but for the system text, which is the agent's own."""
    made: list[Message] = []
    for value in values:
        if not isinstance(value, Mapping):
            raise InputError("a message of the agent file is not a JSON object")
        role = value.get("role")
        if role == "system":
            continue
        chat = {
            "role": ROLES.get(str(role), role),
            "content": _content(value),
            "name": value.get("name") or None,
            "tool_calls": value.get("tool_calls") or [],
            "at": value.get("created_at"),
            "tool_call_id": value.get("tool_call_id"),
            "metadata": _thought(value.get("content")),
        }
        if chat["content"] or chat["tool_calls"]:
            at = moment(chat["at"]) if chat["at"] else utcnow()
            (message,) = accept([chat], HERE, at)
            kept = imported(message)
            assert isinstance(kept, Message)
            made.append(kept)
    return made


def _content(value: Mapping[str, Any]) -> Any:
    """Text and parts, without what was only thought."""
    content = value.get("content")
    if not isinstance(content, list):
        return content or None
    parts = [one for one in content if isinstance(one, Mapping)]
    shown = [
        {"type": "text", "text": str(one.get("content"))} if one.get("type") == "tool_return"
        else one
        for one in parts
        if "reasoning" not in str(one.get("type")) and one.get("type") != "tool_call"
    ]  # fmt: skip
    return shown or None


def _thought(content: Any) -> dict[str, Any]:
    """What the model thought before it spoke, as far as it was shown."""
    parts = content if isinstance(content, list) else []
    kept = [one.get(REASONING) for one in parts if isinstance(one, Mapping)]
    text = "\n".join(one for one in kept if isinstance(one, str) and one)
    return {REASONING: text} if text else {}


def _described(one: Carried, id: str, blocks: list[str]) -> dict[str, Any]:
    settings, letta = one.settings, one.settings.metadata.get("letta")
    letta = letta if isinstance(letta, Mapping) else {}
    messages = [_message(said_, f"message-{place}", id)
                for place, said_ in enumerate([_told(one), *one.messages])]  # fmt: skip
    rest = {name: value for name, value in settings.metadata.items() if name != "letta"}
    return {
        "id": id,
        "name": UNNAMED.sub("_", settings.name),
        "system": settings.system,
        "description": settings.description or None,
        "tags": list(settings.tags),
        "agent_type": letta.get("agent_type", "letta_v1_agent"),
        "llm_config": letta.get("llm_config", _llm_config(settings.llm)),
        "embedding_config": letta.get("embedding_config"),
        "tool_rules": letta.get("tool_rules"),
        "metadata": {**letta.get("metadata", {}), **rest},
        "memory_blocks": [],
        "block_ids": blocks,
        "tools": [],
        "tool_ids": [f"tool-{BUILT_IN.index(name)}" for name in settings.tools],
        "source_ids": [],
        "messages": messages,
        "in_context_message_ids": [message["id"] for message in _in_view(messages)],
        "files_agents": [],
        "group_ids": [],
        "include_base_tools": False,
        "include_multi_agent_tools": False,
        "include_base_tool_rules": False,
        "include_default_source": False,
        "timezone": "UTC",
    }


def _told(one: Carried) -> Message:
    """The system's text: Letta takes the first message of an agent for that."""
    at = one.messages[0].at if one.messages else utcnow()
    return Message(one.settings.system, role="system", at=at)


def _in_view(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The system's text and the last messages, from a user's on."""
    start = max(1, len(messages) - IN_VIEW)
    while start > 1 and messages[start]["role"] != "user":
        start -= 1
    return [messages[0], *messages[start:]]


def _llm_config(llm: str | None) -> dict[str, Any] | None:
    provider, _, model = (llm or "").partition(":")
    if not model:
        return None
    kinds = {ours: letta for letta, ours in PROVIDERS.items() if letta != "google_vertex"}
    return {
        "model": model,
        "model_endpoint_type": kinds.get(provider, "openai"),
        "context_window": WINDOW,
    }


def _message(message: Message, id: str, agent: str) -> dict[str, Any]:
    calls = message.metadata.get("tool_calls")
    answers = message.metadata.get("tool_call_id")
    why = message.metadata.get(REASONING)
    thought = [{"type": REASONING, "is_native": True, REASONING: why}] if why else []
    made: dict[str, Any] = {
        "type": "message",
        "id": id,
        "role": message.role if message.role != "developer" else "system",
        "content": [*thought, {"type": "text", "text": words(message)}],
        "name": message.name,
        "agent_id": agent,
        "tool_calls": None,
        "tool_call_id": answers,
        "tool_returns": None,
        "created_at": message.at.isoformat(),
    }
    if isinstance(calls, list):
        made["tool_calls"] = [
            {
                "id": call.get("id", ""),
                "type": "function",
                "function": {"name": call.get("name"), "arguments": call.get("arguments")},
            }
            for call in calls
        ]
    if answers:
        status = "error" if message.content.startswith("error:") else "success"
        made["tool_returns"] = [
            {"tool_call_id": answers, "status": status, "func_response": message.content}
        ]
    return made


def _written(one: Block, id: str) -> dict[str, Any]:
    return {
        "id": id,
        **one.as_dict(),
        "template_name": None,
        "is_template": False,
        "preserve_on_migration": False,
        "metadata": {},
    }


def _tool(name: str, id: str) -> dict[str, Any]:
    return {"id": id, "name": name, "tool_type": "letta_core", "tags": [], "source_type": "python"}


def _tools(value: Mapping[str, Any]) -> dict[Any, str]:
    return {one.get("id"): str(one.get("name")) for one in _list(value, "tools")}


def _ours(value: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = value.get("metadata")
    kept = metadata.get(OURS) if isinstance(metadata, Mapping) else None
    try:
        made = json.loads(kept) if isinstance(kept, str) else {}
    except ValueError:
        made = {}
    return made if isinstance(made, Mapping) else {}


def _list(value: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = value.get(name)
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise InputError(f"the agent file's {name!r} is not a list of JSON objects")
    return found
