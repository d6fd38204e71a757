"""Letta's agent file: a realistic one is read, and what is written has its shape."""

import json
from pathlib import Path

import pytest

from recollect.agents.lettafile import from_af, is_af

NEWER = Path(__file__).parent.parent / "support.af"
OLDER = Path(__file__).parent.parent / "older.af"


async def test_a_file_of_letta_is_read(agents, memory):
    agent = await agents.import_(NEWER)
    settings = await agent.settings()
    assert settings.name == "support_bot"
    assert settings.llm == "anthropic:claude-sonnet-4-6"
    assert settings.system.startswith("You are Ada")
    assert settings.tags == ("support", "beta")
    assert settings.tools == (
        "core_memory_append", "core_memory_replace", "conversation_search",
    )  # fmt: skip
    assert settings.metadata["letta"]["tools"] == ["send_message", "open_ticket"]
    blocks = {one.label: one for one in await agent.blocks()}
    assert [*blocks] == ["persona", "human", "policies"]
    assert blocks["policies"].read_only
    assert blocks["human"].value == "First name: Chad"
    assert blocks["human"].limit == 20_000
    said = await memory.messages(agent_id="support_bot")
    assert [one.role for one in said] == ["user", "assistant", "tool", "assistant", "user"]
    assert said[0].content == "My order 4711 has not arrived."
    assert said[0].at.isoformat() == "2026-02-01T10:00:00+00:00"
    assert said[1].metadata["tool_calls"][0]["name"] == "core_memory_append"
    assert said[2].metadata["tool_call_id"] == "call_1"


async def test_an_older_file_of_letta_is_read(agents, memory):
    agent = await agents.import_(OLDER, name="memo")
    assert [(one.label, one.value) for one in await agent.blocks()] == [
        ("persona", "I keep memos."), ("human", "Kim"),
    ]  # fmt: skip
    settings = await agent.settings()
    assert (settings.llm, settings.tags) == ("openai:gpt-4o-mini", ("memo",))
    (said,) = await memory.messages(agent_id="memo")
    assert said.content == "Remember the milk."


async def test_what_was_read_is_written_as_it_was(agents):
    await agents.import_(NEWER)
    made = json.loads(await agents.export("support_bot", "af"))
    was = json.loads(NEWER.read_text("utf-8"))
    (now,), (then,) = made["agents"], was["agents"]
    for name in ("name", "system", "description", "tags", "agent_type", "llm_config",
                 "embedding_config", "tool_rules", "metadata"):  # fmt: skip
        assert now[name] == then[name], name
    parts = ("label", "value", "limit", "read_only", "description")
    kept = [{part: one[part] for part in parts} for one in was["blocks"]]
    assert sorted(
        ({part: one[part] for part in parts} for one in made["blocks"]), key=lambda b: b["label"]
    ) == sorted(kept, key=lambda b: b["label"])
    words = [one["content"] for one in now["messages"]]
    assert words[0] == [{"type": "text", "text": "My order 4711 has not arrived."}]
    assert now["messages"][1]["tool_calls"] == then["messages"][2]["tool_calls"]
    assert [one["role"] for one in now["messages"]] == [
        "user", "assistant", "tool", "assistant", "user",
    ]  # fmt: skip


async def test_every_list_that_lettas_reader_asks_for_is_there(agents):
    await agents.create("coach", persona="x")
    made = json.loads(await agents.export("coach", "af"))
    lists = ("agents", "groups", "blocks", "files", "sources", "tools", "mcp_servers")
    assert all(isinstance(made[name], list) for name in lists)
    assert all(isinstance(one, str) for one in made["metadata"].values())
    (agent,) = made["agents"]
    assert agent["block_ids"] == [one["id"] for one in made["blocks"]]
    assert {*agent["tool_ids"]} <= {one["id"] for one in made["tools"]}


@pytest.mark.parametrize("path", [NEWER, OLDER])
def test_the_files_are_known_for_what_they_are(path):
    value = json.loads(path.read_text("utf-8"))
    assert is_af(value)
    assert len(from_af(value)) == 1
    assert not is_af({"format": "recollect-agent"})
