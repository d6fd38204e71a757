"""Letta's agent file: a realistic one is read, and what is written has its shape."""

import json
from pathlib import Path

import pytest

from recollect.agents import Block
from recollect.agents.lettafile import from_af, is_af
from tests.persistent.letta_shape import held

NEWER = Path(__file__).parent.parent / "support.af"
OLDER = Path(__file__).parent.parent / "older.af"
DUMPED = Path(__file__).parent.parent / "dumped.af"


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
    assert words[1] == [{"type": "text", "text": "My order 4711 has not arrived."}]
    assert now["messages"][2]["tool_calls"] == then["messages"][2]["tool_calls"]
    assert [one["role"] for one in now["messages"]] == [
        "system", "user", "assistant", "tool", "assistant", "user",
    ]  # fmt: skip


async def test_what_letta_itself_wrote_is_read(agents, memory):
    """`dumped.af` was written by Letta's own classes: reasoning, approvals, returns, a picture."""
    agent = await agents.import_(DUMPED)
    said = await memory.messages(agent_id="support_bot")
    assert [(one.role, one.content) for one in said[5:]] == [
        ("user", "Cancel it, please."),
        ("assistant", 'One moment.\n[tool call open_ticket {"order": 4711}]'),
        ("tool", '{"status": "OK", "message": "ticket 9"}'),
        ("assistant", "May I refund it?\n[tool call refund {}]"),
        ("tool", "refunded"),
        ("assistant", "It is cancelled and refunded."),
        ("user", "The user cancelled order 4711."),
        ("user", "See this.\n[image]"),
    ]
    assert said[6].metadata["reasoning"] == "They want to cancel."
    assert "They want to cancel." not in [one.content for one in await agent.messages()]
    held(json.loads(await agents.export("support_bot", "af")))


@pytest.mark.parametrize("llm", [None, "openai:gpt-5-mini", "gemini:gemini-3-flash", "ollama:q"])
async def test_what_is_written_is_what_letta_takes(agents, memory, llm):
    rules = Block("rules", "", read_only=True, limit=10, description="Be kind.")
    await agents.create("a.b: c", persona="x", blocks=[rules], tags=["t"], llm=llm)
    calls = [
        {"id": f"c{number}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for number in range(2)
    ]
    parts = [{"type": "text", "text": "So?"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    turns = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": parts, "name": "Dana"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c0", "content": "0"},
        {"role": "tool", "tool_call_id": "c1", "content": "error: no"},
        *({"role": role, "content": str(n)} for n in range(60) for role in ("user", "assistant")),
    ]
    await memory.add(turns, agent_id="a.b: c", session_id="a.b: c")
    file = json.loads(await agents.export("a.b: c", "af"))
    held(file)
    (agent,) = file["agents"]
    shown = {*agent["in_context_message_ids"]}
    assert 40 <= len(shown) < 50
    first = next(one for one in agent["messages"][1:] if one["id"] in shown)
    assert first["role"] == "user"
    assert (await (await agents.import_(file, name="twin")).settings()).tags == ("t",)


async def test_a_file_of_another_shape_would_be_noticed(agents):
    await agents.create("coach", persona="x")
    text = await agents.export("coach", "af")
    held(json.loads(text))
    for was, now in (('"label"', '"name_"'), ('"agent-0"', '"agent-x"'), ('"system"', '"human"'),
                     ('"limit": 5000', '"limit": "5000"'), ('"letta_core"', '"core"'),
                     ('"block-0"', '"tool-0"'), ('"groups": []', '"groups": null')):  # fmt: skip
        assert was in text
        with pytest.raises(AssertionError):
            held(json.loads(text.replace(was, now)))


@pytest.mark.parametrize("path", [NEWER, OLDER, DUMPED])
def test_the_files_are_known_for_what_they_are(path):
    value = json.loads(path.read_text("utf-8"))
    assert is_af(value)
    assert len(from_af(value)) == 1
    assert not is_af({"format": "recollect-agent"})
