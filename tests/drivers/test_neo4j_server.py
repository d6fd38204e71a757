"""What only a graph server can get wrong: text that is no text, many at once, half a change."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from recollect import Memory
from recollect.conformance.samples import DANA, drop, minute, noted, put, said
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.neo4j import Neo4jIndex, cypher
from recollect.drivers.neo4j import index as module
from recollect.drivers.registry import shown
from recollect.errors import ConfigError, StoreClosed, StoreError
from recollect.orders import Batch, Close, Neighbours
from recollect.types import Note, Scope

from ..engines import bolt

ATTACKS = [
    "' OR 1=1 //",
    "x'}) MATCH (n) DETACH DELETE n //",
    '"}) DETACH DELETE e RETURN "',
    "`) MATCH (n) DETACH DELETE n //",
    "\\u0027}) MATCH (n) DETACH DELETE n //",
    "KNOWS]->() DETACH DELETE s //",
    "$owner",
    "*0..99",
    "CALL dbms.components()",
    "a\n} RETURN 1 UNION MATCH (n) DETACH DELETE n RETURN 1",
]


def fact(subject: str, relation: str, object: str, **fields: Any) -> Note:
    return noted("it is so", subject=subject, relation=relation, object=object, **fields)


def held(graph: str) -> dict[str, int]:
    """What there is in the graph of a URL."""
    nodes = "MATCH (n) WHERE n.memory = 'test' RETURN labels(n)[0] AS label, count(n) AS count"
    found = {row["label"]: row["count"] for row in bolt.run(graph, nodes)}
    edges = "MATCH (n:RecollectEntity {memory: 'test'})-[r]->() RETURN count(r) AS count"
    return found | {"RELATES": bolt.run(graph, edges)[0]["count"]}


def moment(told: Any) -> datetime:
    """A time out of a graph; ArcadeDB keeps them without their zone."""
    native: datetime = told.to_native()
    return native if native.tzinfo else native.replace(tzinfo=UTC)


@pytest.fixture
def index(graph: str) -> Iterator[Neo4jIndex]:
    index = Neo4jIndex(graph)
    yield index
    index.close()


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    store = InMemoryStore()
    yield store
    store.close()


def keep(store: InMemoryStore, *notes: Note) -> None:
    store.commit(Batch(puts=tuple(put(note) for note in notes)))


class TestWhatIsThere:
    def test_entities_relations_times_and_whose_they_are(
        self, graph: str, index: Neo4jIndex, store: InMemoryStore
    ) -> None:
        since = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
        note = fact("Alice", "MANAGES", "Project Alpha", id="n", valid_from=since)
        keep(store, note, noted("plain"))
        store.commit(Batch(puts=(put(said("never leaves the store")),)))
        store.commit(Batch(closes=(Close(DANA, "n", minute(5), minute(4)),)))
        index.apply(store.changes(0))
        assert held(graph) == {
            "RecollectIndex": 1, "RecollectOwner": 1, "RecollectEntity": 2, "RELATES": 1,
        }  # fmt: skip
        asked = "MATCH (a {memory: 'test'})-[r:RELATES]->(b) RETURN a, properties(r) AS r, b"
        [row] = bolt.run(graph, asked)
        assert (row["a"]["name"], row["b"]["name"]) == ("alice", "project alpha")
        assert row["a"]["owner"] == row["b"]["owner"] == row["r"]["owner"]
        assert '"user","dana"' in row["a"]["owner"]
        assert moment(row["r"]["learned_at"]) == note.learned_at
        assert moment(row["r"]["closed_at"]) == minute(5)
        assert moment(row["r"]["valid_from"]) == since
        assert moment(row["r"]["valid_to"]) == minute(4)
        assert (row["r"]["subject"], row["r"]["object"]) == ("Alice", "Project Alpha")
        assert "never leaves" not in str(bolt.run(graph, "MATCH (n) RETURN n"))

    def test_nothing_is_left_of_what_was_erased(self, graph: str) -> None:
        with Memory("memory://", graph=graph, embedder=None) as memory:
            memory.relate("Qzalice", "KNOWS", "Qzbob", user_id="qzdana")
            kept = memory.relate("Alice", "KNOWS", "Bob", user_id="erik")
            assert memory.related("qzalice", user_id="qzdana")
            receipt = memory.erase(user_id="qzdana")
            assert receipt.ok
            assert any(probe.path == "graph index" for probe in receipt.probes)
            said = "MATCH (n) OPTIONAL MATCH (n)-[r]-() RETURN properties(n), properties(r)"
            assert "qz" not in str(bolt.run(graph, said)).lower()
            assert [edge.note.id for edge in memory.related("Bob", user_id="erik")] == [kept.id]

    def test_many_that_are_erased_at_once_are_looked_for_once(
        self, index: Neo4jIndex, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One by one, some hundreds of a few thousand took longer than a server is waited for."""
        notes = [fact("Alice", "KNOWS", f"P{n}", id=f"n{n}") for n in range(6)]
        keep(store, *notes)
        index.apply(store.changes(0))
        asked: list[str] = []
        rows = module._rows

        async def counted(tx: Any, statement: str, **values: Any) -> Any:
            asked.append(statement)
            return await rows(tx, statement, **values)

        monkeypatch.setattr(module, "_rows", counted)
        store.commit(Batch(drops=tuple(drop(note) for note in notes[:4]), erase=True))
        index.apply(store.changes(index.position()))
        assert asked.count(cypher.IDS) == asked.count(cypher.REMOVE) == 1
        keep(store, fact("Alice", "KNOWS", "Zoe", id="z"))
        store.commit(Batch(drops=(drop(notes[4]),), erase=True))
        index.apply(store.changes(index.position()))
        found = index.search(Neighbours(DANA, ("Alice",)))
        assert {one.id for one in found} == {"n5", "z"}

    def test_names_go_with_the_last_that_is_said_of_them(
        self, graph: str, index: Neo4jIndex, store: InMemoryStore
    ) -> None:
        with Memory("memory://", graph=graph, embedder=None) as memory:
            first = memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
            last = memory.relate("Bob", "KNOWS", "Carl", user_id="dana")
            assert len(memory.related("Alice", hops=2, user_id="dana")) == 2
            memory.delete(first.id)
            assert len(memory.related("Carl", hops=2, user_id="dana")) == 1
            assert held(graph)["RecollectEntity"] == 2
            memory.delete(last.id)
            assert memory.related("Carl", user_id="dana") == []
            assert held(graph) == {"RecollectIndex": 1, "RELATES": 0}

    def test_two_memories_share_a_database(self, graph_server: str, graph: str) -> None:
        urls = [graph, f"{graph_server}?memory=test-other"]
        notes = []
        for url in urls:
            with Memory("memory://", graph=url, embedder=None) as memory:
                notes.append(memory.relate("Alice", "KNOWS", url[-5:], user_id="dana"))
                assert [edge.note.id for edge in memory.related("Alice", user_id="dana")] == [
                    notes[-1].id
                ]
        other = Neo4jIndex(urls[1])
        other.clear()
        other.close()
        first = Neo4jIndex(urls[0])
        assert [one.id for one in first.search(Neighbours(DANA, ("Alice",)))] == [notes[0].id]
        first.close()


class TestInjection:
    """Values, names, relations, ids, metadata and URLs are data, whatever they look like."""

    @pytest.mark.parametrize("attack", ATTACKS[:-1])
    def test_no_text_is_cypher(self, graph: str, attack: str) -> None:
        with Memory("memory://", graph=graph, embedder=None) as memory:
            other = memory.relate("Alice", "KNOWS", "Bob", user_id="erik")
            assert memory.related("Alice", user_id="erik")
            before = held(graph)
            note = memory.relate(attack, attack, f"{attack} too", user_id=attack, agent_id=attack)
            memory.add(attack, user_id=attack, metadata={attack: attack})
            found = memory.related(attack, hops=3, relation=attack, user_id=attack)
            assert [edge.note.id for edge in found] == [note.id]
            assert memory.search(attack, user_id=attack).degraded == ()
            assert len(memory.path(attack, f"{attack} too", user_id=attack)) == 1
            after = held(graph)
            assert after["RELATES"] == before["RELATES"] + 1
            assert after["RecollectEntity"] == before["RecollectEntity"] + 2
            assert [edge.note.id for edge in memory.related("Bob", user_id="erik")] == [other.id]
            assert memory.erase(user_id=attack).ok
            assert held(graph) == before

    def test_no_metadata_key_label_or_id_is_cypher(
        self, graph: str, index: Neo4jIndex, store: InMemoryStore
    ) -> None:
        for attack in ATTACKS:
            whose = Scope(attack, attack, attack, tenant=attack)
            ends = {"subject": attack, "relation": attack, "object": attack}
            keep(store, noted(attack, whose, id=attack, metadata={attack: attack}, **ends))
        index.apply(store.changes(0))
        assert held(graph) == {
            "RecollectIndex": 1, "RecollectOwner": 10, "RecollectEntity": 10, "RELATES": 10,
        }  # fmt: skip
        for attack in ATTACKS:
            whose = Scope(attack, attack, attack, tenant=attack)
            for hops in (1, 3):
                request = Neighbours(whose, (attack,), (attack,), hops=hops)
                assert [one.id for one in index.search(request)] == [attack]
            index.erase(whose.owner)
        assert held(graph)["RELATES"] == 0

    def test_the_length_of_a_way_is_a_number(self) -> None:
        with pytest.raises((TypeError, ValueError)):
            cypher.walk("2]-(e) DETACH DELETE e //")  # type: ignore[arg-type]

    @pytest.mark.parametrize("attack", ["x`y", "x' OR", "x}", "system/x", "x?memory=y"])
    def test_no_url_is_cypher(self, graph_server: str, attack: str) -> None:
        with pytest.raises(ConfigError):
            Neo4jIndex(f"{graph_server}?memory={attack}")


class TestMany:
    def test_many_begin_at_once(self, graph: str, store: InMemoryStore) -> None:
        for name in ("recollect_index", "recollect_owner", "recollect_entity"):
            bolt.run(graph, f"DROP CONSTRAINT {name} IF EXISTS")
        keep(store, *(fact(f"a{number}", "KNOWS", f"a{number + 1}") for number in range(40)))
        changes = store.changes(0)

        def follow(_: int) -> int:
            index = Neo4jIndex(graph)
            try:
                for start in range(0, 40, 8):
                    for _ in range(20):
                        try:
                            index.apply(changes[start : start + 8])
                            break
                        except StoreError:
                            continue  # as a memory does: later
                return index.position()
            finally:
                index.close()

        with ThreadPoolExecutor(6) as pool:
            assert set(pool.map(follow, range(6))) == {changes[-1].seq}
        assert held(graph) == {
            "RecollectIndex": 1, "RecollectOwner": 1, "RecollectEntity": 41, "RELATES": 40,
        }  # fmt: skip
        made = bolt.run(graph, cypher.MADE)
        assert {label for row in made for label in row["labels"] or ()} >= cypher.LABELS

    def test_a_forked_process_asks_for_itself(
        self, graph: str, index: Neo4jIndex, store: InMemoryStore
    ) -> None:
        keep(store, fact("Alice", "KNOWS", "Bob", id="n"))
        index.apply(store.changes(0))
        child = os.fork()
        if child == 0:  # nothing of pytest may run here
            try:
                found = index.search(Neighbours(DANA, ("Alice",)))
                os._exit(0 if [one.id for one in found] == ["n"] else 1)
            finally:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0
        assert len(index.search(Neighbours(DANA, ("Alice",)))) == 1


class TestFailpoints:
    """A change fails between any two of its steps: all of it or nothing is there."""

    def test_half_a_change_is_none(
        self, graph: str, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keep(store, fact("Alice", "KNOWS", "Bob", id="a"), fact("Bob", "KNOWS", "Carl", id="b"))
        keep(store, noted("hers", Scope("eve"), subject="Eve", id="e"))
        index = Neo4jIndex(graph)
        index.apply(store.changes(0))
        first = index.position()
        before = held(graph)
        store.commit(
            Batch(
                puts=(put(fact("Carl", "KNOWS", "Dora", id="c")),),
                closes=(Close(DANA, "a", minute(1)),),
            )
        )
        store.erase(Scope("eve").owner)
        keep(store, fact("Dora", "KNOWS", "Erik", id="d"))
        changes, steps = store.changes(first), 0
        run = module.AsyncManagedTransaction.run
        for failing in range(99):
            count = 0

            async def failed(tx: Any, *args: Any, failing: int = failing, **values: Any) -> Any:
                nonlocal count
                count += 1
                if count > failing:
                    raise ConnectionResetError("cut off")
                return await run(tx, *args, **values)

            with monkeypatch.context() as patch:
                patch.setattr(module.AsyncManagedTransaction, "run", failed)
                try:
                    index.apply(changes)
                    break
                except StoreError:
                    steps += 1
            assert index.position() == first
            assert held(graph) == before
        assert steps > 8
        assert index.position() == changes[-1].seq
        found = index.search(Neighbours(DANA, ("Bob",), hops=6))
        assert {one.id for one in found} == {"b", "c", "d"}
        assert index.search(Neighbours(Scope("eve"), ("Eve",))) == []
        index.close()


class TestServer:
    def test_closed_says_so(self, graph: str) -> None:
        index = Neo4jIndex(graph)
        index.close()
        index.close()
        with pytest.raises(StoreClosed):
            index.position()
        with pytest.raises(StoreClosed):
            index.search(Neighbours(DANA, ("Alice",)))

    def test_one_that_is_down_fails_no_write(self) -> None:
        url = f"bolt://root:Qzsecret@127.0.0.1:{bolt.free_port()}/mem"
        with Memory("memory://", graph=url, embedder=None) as memory:
            note = memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
            assert [edge.note.id for edge in memory.related("Alice", user_id="dana")] == [note.id]
            assert memory.search("Whom does Alice know?", user_id="dana").degraded == ("graph",)
            assert memory.stats().indexes == {"graph": None}
            with pytest.raises(StoreError, match="cannot be reached"):
                memory.reindex(index="graph")

    def test_one_that_never_answers_is_not_waited_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "SECONDS", 0.5)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"bolt://127.0.0.1:{silent.getsockname()[1]}"
            with Memory("memory://", graph=url, embedder=None) as memory:
                memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
                assert len(memory.related("Alice", user_id="dana")) == 1
                assert memory.search("Alice?", user_id="dana").degraded == ("graph",)

    def test_nobody_sees_the_password(self, caplog: pytest.LogCaptureFixture) -> None:
        url = f"bolt://dana:Qzsecret@127.0.0.1:{bolt.free_port()}/mem"
        index = Neo4jIndex(url)
        told = [index.url, repr(index._place), shown(url)]
        with caplog.at_level(logging.DEBUG):
            with pytest.raises(StoreError) as down:
                index.position()
            index.close()
            with Memory("memory://", graph=url, embedder=None) as memory:
                memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
                memory.related("Alice", user_id="dana")
                told.append(str(memory.stats()))
        told += [str(down.value), repr(down.value.__cause__), caplog.text]
        assert "Qzsecret" not in "".join(told)

    @pytest.mark.parametrize(
        "url",
        [
            "bolt://",
            "bolt://:7687",
            "bolt://h:port",
            "bolt://u:Qzsecret@h/a/b",
            "bolt://u:Qzsecret@h/db?x=1",
            "bolt://u:Qzsecret@h/db#x",
            "bolt://u:Qzsecret@[h/db",
            "neo4j+x://u:Qzsecret@h",
        ],
    )
    def test_an_unclear_url_is_refused(self, url: str) -> None:
        with pytest.raises(ConfigError) as refused:
            Memory("memory://", graph=url)
        assert "Qzsecret" not in str(refused.value)
        assert refused.value.__cause__ is None


class TestPassword:
    engines = ("arcadedb",)

    def test_a_wrong_one_is_named_and_not_shown(self, graph_server: str) -> None:
        before, _, host = graph_server.rpartition("@")
        user = before.rpartition(":")[0] or f"{host.partition('://')[0]}://nobody"
        index = Neo4jIndex(f"{user}:Qzwrong@{host.rpartition('://')[2]}")
        with pytest.raises(ConfigError, match="does not accept") as refused:
            index.position()
        assert "Qzwrong" not in str(refused.value)
        index.close()
