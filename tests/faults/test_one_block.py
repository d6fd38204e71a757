"""Two agents in two processes edit one block at once: no edit is lost, each race is told."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from recollect import Memory
from recollect.agents import Agents, Block
from tests.parts import part

WRITER = """
import sys
from recollect import Conflict, Memory

url, who, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
conflicts = 0
with Memory(url, embedder=None) as memory:
    mine = memory.acting_as(who)
    for turn in range(rounds):
        (block,) = memory.notes(agent_id="team:support", kind="core")
        print("read", flush=True)
        sys.stdin.readline()
        while True:
            try:
                value = f"{block.value}{who}{turn};"
                mine.update(block.id, value=value, agent_id="team:support", if_version=block.id)
                break
            except Conflict as conflict:
                conflicts += 1
                block = conflict.current
print(conflicts, flush=True)
"""


def raced(url: str, rounds: int) -> tuple[Memory, int]:
    """Both read the same version each round, then both write; the memory after that."""
    with Memory(url, embedder=None) as memory:
        memory.set("log", "", agent_id="team:support", kind="core")
    command = [sys.executable, "-c", WRITER, url]
    agents = [
        subprocess.Popen(
            [*command, who, str(rounds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for who in ("a", "b")
    ]
    try:
        for _ in range(rounds):
            assert [agent.stdout.readline() for agent in agents] == ["read\n", "read\n"]
            for agent in agents:
                agent.stdin.write("go\n")
                agent.stdin.flush()
        conflicts = sum(int(agent.communicate(timeout=300)[0]) for agent in agents)
    finally:
        for agent in agents:
            agent.kill()
            agent.wait()
    return Memory(url, embedder=None), conflicts


def nothing_is_lost(url: str, rounds: int) -> None:
    memory, conflicts = raced(url, rounds)
    with memory:
        (block,) = memory.notes(agent_id="team:support", kind="core")
        edits = block.value.split(";")[:-1]
        assert sorted(edits) == sorted(f"{who}{turn}" for who in "ab" for turn in range(rounds))
        versions = memory.history(block.id, agent_id="team:support")
        assert len(versions) == 2 * rounds + 1
        grown = [note.value for note in versions]
        assert all(new.startswith(old) for old, new in pairwise(grown))
        authors = [note.metadata["author"] for note in versions[1:]]
        assert sorted(authors) == ["a"] * rounds + ["b"] * rounds
        assert [edit[0] for edit in edits] == authors
    assert conflicts >= rounds  # both had read the same version, so one of them was late
    print(json.dumps({"url": url.partition(":")[0], "edits": len(edits), "conflicts": conflicts}))


def urls(folder: Path) -> dict[str, str]:
    names = {"sqlite": "m.db", "json": "m.json", "yaml": "m.yaml", "markdown": "m"}
    return {name: f"{name}:///{folder / path}" for name, path in names.items()}


@part
@pytest.mark.parametrize("kind", ["sqlite", "json", "markdown"])
def test_two_agents_edit_one_block(tmp_path, kind):
    nothing_is_lost(urls(tmp_path)[kind], 15)


@pytest.mark.parametrize("engine", ["postgres", "redis"])
def test_two_agents_edit_one_block_on_an_engine(request, engine):
    nothing_is_lost(request.getfixturevalue(engine), 15)


NOTING = """
import sys
from recollect import Memory
from recollect.agents import Agents

url, who, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Memory(url, embedder=None) as memory:
    tools = Agents(memory, llm=None).get(who).tools()
    print("ready", flush=True)
    sys.stdin.readline()
    for turn in range(rounds):
        note = {"label": "log", "content": f"{who}{turn}"}
        assert "now holds" in tools.call("core_memory_append", note)
"""


@pytest.mark.parametrize(
    ("kind", "rounds"), [("sqlite", 20), pytest.param("sqlite", 500, marks=pytest.mark.faults)]
)
def test_what_two_agents_append_to_a_shared_block_is_all_there(tmp_path, kind, rounds):
    url = urls(tmp_path)[kind]
    with Memory(url, embedder=None) as memory:
        agents = Agents(memory, llm=None)
        log = agents.share(Block("log", limit=60_000), team_name="ops")
        for who in ("a", "b"):
            agents.create(who).attach(log)
    command = [sys.executable, "-c", NOTING, url]
    writers = [
        subprocess.Popen(
            [*command, who, str(rounds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for who in ("a", "b")
    ]
    try:
        assert [one.stdout.readline() for one in writers] == ["ready\n"] * 2
        for one in writers:
            one.stdin.write("go\n")
            one.stdin.flush()
        assert [one.wait(timeout=300) for one in writers] == [0, 0]
    finally:
        for one in writers:
            one.kill()
            one.communicate()
    with Memory(url, embedder=None) as memory:
        block = Agents(memory, llm=None).shared("log", team_name="ops")
        lines = block.value.splitlines()
        assert sorted(lines) == sorted(f"{who}{turn}" for who in "ab" for turn in range(rounds))
        versions = memory.history(block.version, agent_id="team:ops")
        assert [note.metadata["author"] for note in versions[1:]] == [one[0] for one in lines]


@pytest.mark.faults
@pytest.mark.parametrize(  # a file is written anew by each edit
    ("kind", "rounds"), [("sqlite", 1000), ("markdown", 500), ("json", 500), ("yaml", 500)]
)
def test_two_agents_edit_one_block_a_thousand_times(tmp_path, kind, rounds):
    nothing_is_lost(urls(tmp_path)[kind], rounds)


@pytest.mark.faults
@pytest.mark.parametrize("engine", ["postgres", "redis"])
def test_two_agents_edit_one_block_a_thousand_times_on_an_engine(request, engine):
    nothing_is_lost(request.getfixturevalue(engine), 1000)
