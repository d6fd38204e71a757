"""What Letta's server asks of an agent file before it takes one (letta 0.16: `AgentFileSchema`, and
the checks of its import), in a form that can be tested without it."""

from __future__ import annotations

from typing import Any

NONE = type(None)
TEXT = {"type": {"text"}, "text": str}
THOUGHT = {"type": {"reasoning"}, "is_native": bool, "reasoning": str}
CALL = {
    "id": str, "type": {"function"}, "function": {"name": str, "arguments": str},
}  # fmt: skip
RETURN = {"tool_call_id": str, "status": {"success", "error"}, "func_response": (str, NONE)}
MESSAGE = {
    "type": {"message"},
    "id": str,
    "role": {"assistant", "user", "tool", "function", "system", "approval", "summary"},
    "content": [(TEXT, THOUGHT)],
    "name": (str, NONE),
    "agent_id": str,
    "tool_calls": ([CALL], NONE),
    "tool_call_id": (str, NONE),
    "tool_returns": ([RETURN], NONE),
    "created_at": str,
}
LLM = {"model": str, "model_endpoint_type": {"openai", "anthropic", "google_ai", "ollama"},
       "context_window": int}  # fmt: skip
EMBEDDING = {"embedding_endpoint_type": str, "embedding_model": str, "embedding_dim": int}
AGENT = {
    "id": str,
    "name": str,
    "system": str,
    "description": (str, NONE),
    "tags": [str],
    "agent_type": {"memgpt_agent", "memgpt_v2_agent", "letta_v1_agent"},
    "llm_config": (LLM, NONE),
    "embedding_config": (EMBEDDING, NONE),
    "tool_rules": ([{"type": str, "tool_name": str}], NONE),
    "metadata": {},
    "memory_blocks": [],
    "block_ids": [str],
    "tools": [],
    "tool_ids": [str],
    "source_ids": [],
    "messages": [MESSAGE],
    "in_context_message_ids": [str],
    "files_agents": [],
    "group_ids": [],
    "include_base_tools": bool,
    "include_multi_agent_tools": bool,
    "include_base_tool_rules": bool,
    "include_default_source": bool,
    "timezone": str,
}
BLOCK = {
    "id": str, "label": str, "value": str, "limit": int, "read_only": bool,
    "description": (str, NONE), "template_name": NONE, "is_template": bool,
    "preserve_on_migration": bool, "metadata": {},
}  # fmt: skip
TOOL = {"id": str, "name": str, "tool_type": {"letta_core"}, "tags": [str], "source_type": str}
FILE = {
    "agents": [AGENT], "groups": [], "blocks": [BLOCK], "files": [], "sources": [],
    "tools": [TOOL], "mcp_servers": [], "skills": [], "metadata": {}, "created_at": str,
}  # fmt: skip


def held(file: Any) -> None:
    """Every part is what Letta takes, and every name that is used is there."""
    shaped(file, FILE, "file")
    assert all(isinstance(one, str) for one in file["metadata"].values())
    every: list[str] = []
    for name in ("agents", "blocks", "tools"):
        every += [numbered(one["id"], name[:-1]) for one in file[name]]
    for agent in file["agents"]:
        assert all(one.isalnum() or one in "_ '-" for one in agent["name"])
        ids = [numbered(one["id"], "message") for one in agent["messages"]]
        every += ids
        known = {"block_ids": file["blocks"], "tool_ids": file["tools"]}
        for name, those in known.items():
            assert {*agent[name]} <= {one["id"] for one in those}
        first, *_ = agent["in_context_message_ids"]
        assert first == ids[0]
        assert agent["messages"][0]["role"] == "system"
        assert {*agent["in_context_message_ids"]} <= {*ids}
    assert len(every) == len({*every})


def numbered(id: str, kind: str) -> str:
    """Ids are a word and a number."""
    assert id.rpartition("-")[0] == kind
    assert id.rpartition("-")[2].isdigit()
    return id


def shaped(value: Any, shape: Any, place: str) -> None:
    """A value has a shape: a type, some words, one of several, a list, or an object whose parts
    are all there and no others; an empty object may have any."""
    assert fits(value, shape), f"{place} is not what it should be: {str(value)[:200]}"
    if isinstance(shape, tuple):
        shape = next(one for one in shape if fits(value, one))
    if isinstance(shape, list):
        for number, one in enumerate(value):
            shaped(one, shape[0], f"{place}[{number}]")
    if isinstance(shape, dict) and shape:
        missing = shape.keys() - value.keys()
        assert not missing, f"{place} lacks {missing}"
        for name in shape:
            shaped(value[name], shape[name], f"{place}.{name}")


def fits(value: Any, shape: Any) -> bool:
    """Whether it is of this kind at all."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, set):
        return value in shape
    if isinstance(shape, list):
        return isinstance(value, list) and (bool(shape) or not value)
    if isinstance(shape, dict):
        kinds = shape.get("type")
        return isinstance(value, dict) and (kinds in (None, str) or value.get("type") in kinds)
    return isinstance(value, shape) and not (shape is int and isinstance(value, bool))
