"""The nine tools of the official memory server: its names, its shapes, and what it loses kept."""

from __future__ import annotations

import asyncio
import json

from recollect import Memory
from recollect.cli.run import run

from .conftest import data, page, text

NINE = [
    "create_entities", "create_relations", "add_observations", "delete_entities",
    "delete_observations", "delete_relations", "read_graph", "search_nodes", "open_nodes",
]  # fmt: skip
ALICE = {"name": "Alice", "entityType": "person", "observations": ["likes tea", "lives in Bern"]}
ALPHA = {"name": "Project Alpha", "entityType": "project", "observations": []}
LEADS = {"from": "Alice", "to": "Project Alpha", "relationType": "leads"}
KNOWS = {"from": "Alice", "to": "Bob", "relationType": "knows well"}


async def filled(client):
    await client.call_tool("create_entities", {"entities": [ALICE, ALPHA]})
    await client.call_tool("create_relations", {"relations": [LEADS, KNOWS]})


async def test_there_are_nine_with_these_arguments(connect):
    async with connect("official") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == NINE
    takes = {name: list(tool.input_schema.get("properties", {})) for name, tool in tools.items()}
    assert takes == {
        "create_entities": ["entities"], "create_relations": ["relations"],
        "add_observations": ["observations"], "delete_entities": ["entityNames"],
        "delete_observations": ["deletions"], "delete_relations": ["relations"],
        "read_graph": [], "search_nodes": ["query"], "open_nodes": ["names"],
    }  # fmt: skip
    gives = {name: list(tool.output_schema["properties"]) for name, tool in tools.items()}
    assert gives == {
        "create_entities": ["entities"], "create_relations": ["relations"],
        "add_observations": ["results"], "delete_entities": ["success", "message"],
        "delete_observations": ["success", "message"], "delete_relations": ["success", "message"],
        "read_graph": ["entities", "relations"], "search_nodes": ["entities", "relations"],
        "open_nodes": ["entities", "relations"],
    }  # fmt: skip
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints.read_only_hint is (name in NINE[6:])
        assert hints.destructive_hint is name.startswith("delete")
        assert hints.idempotent_hint is (not name.startswith(("create", "add")))


async def test_both_kits_are_offered_together(connect):
    async with connect("both") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
    assert set(NINE) < names
    assert len(names) == 16


async def test_it_answers_as_the_official_one(connect):
    async with connect("official") as client:
        made = await client.call_tool("create_entities", {"entities": [ALICE, ALPHA]})
        assert data(made) == {"entities": [ALICE, ALPHA]}
        assert text(made) == json.dumps([ALICE, ALPHA], indent=2)
        again = {**ALICE, "entityType": "cat"}
        assert data(await client.call_tool("create_entities", {"entities": [again]})) == {
            "entities": []
        }
        made = await client.call_tool("create_relations", {"relations": [LEADS, KNOWS, LEADS]})
        assert data(made) == {"relations": [LEADS, KNOWS]}
        more = {"entityName": "Alice", "contents": ["likes tea", "has a dog"]}
        added = await client.call_tool("add_observations", {"observations": [more]})
        assert data(added) == {
            "results": [{"entityName": "Alice", "addedObservations": ["has a dog"]}]
        }
        alice = {**ALICE, "observations": [*ALICE["observations"], "has a dog"]}
        whole = {"entities": [alice, ALPHA], "relations": [LEADS, KNOWS]}
        read = await client.call_tool("read_graph", {})
        assert sorted(data(read)["entities"][0].pop("observations")) == sorted(
            alice["observations"]
        )
        assert data(read)["relations"] == whole["relations"]
        found = data(await client.call_tool("search_nodes", {"query": "TEA"}))
        assert [one["name"] for one in found["entities"]] == ["Alice"]
        assert found["relations"] == [LEADS, KNOWS]
        opened = data(await client.call_tool("open_nodes", {"names": ["Project Alpha", "Zed"]}))
        assert opened == {"entities": [ALPHA], "relations": [LEADS]}
        graph = page(await client.read_resource("memory://knowledge-graph"))
        assert [one["name"] for one in graph["entities"]] == ["Alice", "Project Alpha"]


async def test_an_unknown_entity_takes_no_observation(connect, memory):
    async with connect("official") as client:
        await filled(client)
        before = len(await memory.notes(user_id="dana"))
        asked = [
            {"entityName": "Alice", "contents": ["is tall"]},
            {"entityName": "Zed", "contents": ["is small"]},
        ]
        answer = await client.call_tool("add_observations", {"observations": asked})
        assert answer.is_error
        assert "Entity with name Zed not found" in text(answer)
    assert len(await memory.notes(user_id="dana")) == before


async def test_what_is_deleted_is_gone_and_can_come_back(connect, memory):
    async with connect("official") as client:
        await filled(client)
        gone = {"entityName": "Alice", "observations": ["likes tea", "never seen"]}
        done = await client.call_tool("delete_observations", {"deletions": [gone]})
        assert data(done) == {"success": True, "message": "Observations deleted successfully"}
        assert text(done) == "Observations deleted successfully"
        await client.call_tool("delete_relations", {"relations": [KNOWS]})
        left = data(await client.call_tool("read_graph", {}))
        assert left["entities"][0]["observations"] == ["lives in Bern"]
        assert left["relations"] == [LEADS]
        for _ in range(2):
            done = await client.call_tool("delete_entities", {"entityNames": ["Alice"]})
            assert data(done)["success"]
        left = data(await client.call_tool("read_graph", {}))
        assert left == {"entities": [ALPHA], "relations": []}
        assert len(await memory.notes(user_id="dana", closed=True)) == 1
        await filled(client)
        assert len(data(await client.call_tool("read_graph", {}))["relations"]) == 2


async def test_it_is_in_the_graph_and_is_recalled(connect, memory):
    async with connect("both") as client:
        await filled(client)
        edges = data(await client.call_tool("related", {"entity": "Alice"}))["relations"]
        assert {(one["relation"], one["object"]) for one in edges} == {
            ("LEADS", "Project Alpha"),
            ("KNOWS_WELL", "Bob"),
        }
        hits = data(await client.call_tool("recall", {"query": "Where does Alice live?"}))["hits"]
        assert "Alice: lives in Bern" in {hit["text"] for hit in hits}


async def test_relations_from_elsewhere_are_left_alone(connect, memory):
    await memory.relate("Alice", "LEADS", "Project Alpha", user_id="dana")
    await memory.relate("Alice", "OWNS", "Rex", user_id="dana")
    async with connect("official") as client:
        assert data(await client.call_tool("read_graph", {}))["relations"] == []
        made = data(await client.call_tool("create_relations", {"relations": [LEADS]}))
        assert made["relations"] == [LEADS]
        assert data(await client.call_tool("read_graph", {}))["relations"] == [LEADS]
        await client.call_tool("delete_entities", {"entityNames": ["Alice"]})
    (left,) = await memory.related("Alice", user_id="dana")
    assert left.object == "Rex"


async def test_bad_names_are_refused_before_anything_is_kept(connect, memory):
    async with connect("official") as client:
        bad = [ALICE, {**ALPHA, "name": " "}]
        assert (await client.call_tool("create_entities", {"entities": bad})).is_error
        worse = [LEADS, {**LEADS, "to": "x" * 300}]
        assert (await client.call_tool("create_relations", {"relations": worse})).is_error
        shapeless = await client.call_tool("create_entities", {"entities": [{"name": "x"}]})
        assert shapeless.is_error
    assert await memory.notes(user_id="dana") == []


async def test_a_hundred_calls_at_once_are_a_hundred_entities(connect):
    async with connect("official") as client:
        calls = (
            client.call_tool("create_entities", {"entities": [{**ALICE, "name": f"Alice {n}"}]})
            for n in range(100)
        )
        await asyncio.gather(*calls)
        whole = data(await client.call_tool("read_graph", {}))
    assert {one["name"] for one in whole["entities"]} == {f"Alice {n}" for n in range(100)}
    assert all(sorted(one["observations"]) == ["likes tea", "lives in Bern"]
               for one in whole["entities"])  # fmt: skip


def test_the_file_of_the_official_server_is_taken_over(folder, capsys):
    lines = [
        {"type": "entity", **ALICE},
        {"type": "entity", **ALPHA},
        {"type": "relation", **LEADS},
        {"type": "relation", **KNOWS},
    ]
    file = folder / "memory.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines) + '\n{"type": "entity", "na')
    asked = ["import", str(file), "--db", str(folder / "m.db"), "--user", "dana", "--words-only"]
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"entities": 2, "observations": 2, "relations": 2, "torn": [5]}
    lines.append({"type": "entity", **ALICE, "observations": ["likes tea", "is new"]})
    file.write_text("\n".join(json.dumps(line) for line in lines[::-1]))
    assert run(asked) == 0
    assert "0 new entities, 1 observation and 0 relations for dana" in capsys.readouterr().out
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        assert {edge.object for edge in memory.related("Alice", user_id="dana")} == {
            "Project Alpha",
            "Bob",
        }
