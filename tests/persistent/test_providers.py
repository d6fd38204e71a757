"""A persistent agent against the true wire formats of three providers, through their packages."""

from __future__ import annotations

import json

import pytest

from recollect import Memory
from recollect.agents import Agents

from ..providers import MODELS, Call, Say, asked


@pytest.fixture
def server(monkeypatch):
    with asked(monkeypatch) as made:
        yield made


@pytest.mark.parametrize("provider", MODELS)
def test_it_edits_its_core_memory_and_sees_it(server, provider):
    note = {"label": "human", "content": "Prefers dark mode."}
    server.script += [Say(calls=[Call("core_memory_append", note)]), Say("Noted."), Say("Dark.")]
    with Memory("memory://", embedder=None) as memory:
        agent = Agents(memory, llm=MODELS[provider]).create("sam", persona="I am Sam.", human="?")
        assert agent.chat("I prefer dark mode.") == "Noted."
        assert agent.block("human").value == "?\nPrefers dark mode."
        assert agent.chat("Which mode?") == "Dark."
        assert [one.content for one in agent.messages()] == [
            "I prefer dark mode.", "Noted.", "Which mode?", "Dark.",
        ]  # fmt: skip
    first, second, third = (json.dumps(one.body) for one in server.requests)
    assert "I am Sam." in first
    assert "archival_memory_search" in first
    assert "Prefers dark mode." not in first
    assert "Prefers dark mode." in second
    assert "Prefers dark mode." in third
