"""A memory with a graph beside it answers as it does without, while the server comes and goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from recollect import Memory
from recollect.drivers.neo4j import Neo4jIndex
from recollect.memory.sync import following, walking
from recollect.orders import Found, Match, Nearest, Neighbours, Query
from recollect.read.graph import Edge
from recollect.types import Scope

from ..engines import bolt

DANA = {"user_id": "dana"}
KINDS = ("KNOWS", "OWNS", "ALIAS_OF")


@pytest.fixture(params=["sqlite", pytest.param("memory", marks=pytest.mark.engines)])
def memory(request: pytest.FixtureRequest, folder: Path, graph: str) -> Iterator[Memory]:
    url = "memory://" if request.param == "memory" else f"sqlite:///{folder}/graph.db"
    with Memory(url, graph=graph, embedder=None) as memory:
        yield memory


def tell(memory: Memory, random: Random) -> None:
    """Some relations between ten names, of which some end."""
    for day in range(1, 25):
        one, other = random.sample("abcdefghij", 2)
        kind = random.choice(KINDS)
        at = f"2026-01-{day:02}"
        agent = random.choice([None, "coach"])
        memory.relate(one, kind, other, at=at, agent_id=agent, **DANA)
        if random.random() < 0.25:
            memory.unrelate(one, kind, other, at=f"2026-02-{day:02}", agent_id=agent, **DANA)


def answers(memory: Memory) -> list[object]:
    """Many walks, in as many ways."""
    found: list[object] = []
    for name in "ae":
        for hops in (2, 5):
            found.append(edges(memory.related(name, hops=hops, limit=1000, **DANA)))
            found.append(edges(memory.related(name, hops=hops, limit=4, **DANA)))
            found.append(edges(memory.related(name, hops=hops, relation="KNOWS", **DANA)))
            found.append(edges(memory.related(name, hops=hops, agent_id="coach", **DANA)))
        found.append(edges(memory.related(name, hops=3, at="2026-01-20", **DANA)))
        found.append(edges(memory.related(name, hops=3, as_of="2026-01-20", **DANA)))
        found += [edges(memory.path(name, other, **DANA)) for other in "bj"]
        found.append([hit.id for hit in memory.search(f"Whom does {name} know?", **DANA)])
    return found


def edges(found: list[Edge]) -> list[tuple[str, int]]:
    return [(edge.note.id, edge.hops) for edge in found]


SEEDS = [1, pytest.param(2, marks=pytest.mark.engines), pytest.param(3, marks=pytest.mark.engines)]


@pytest.mark.parametrize("seed", SEEDS)
def test_walks_are_those_of_the_store(
    memory: Memory, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(memory, Random(seed))
    beside, memory._graph = memory._graph, None
    wanted = answers(memory)
    memory._graph = beside
    assert answers(memory) == wanted
    assert beside is not None
    assert beside.trouble is None
    monkeypatch.setattr(walking, "MANY", 5)  # so much is around that it goes step by step
    assert answers(memory) == wanted


def test_a_walk_is_one_question(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    search = Neo4jIndex.search

    def counted(index: Neo4jIndex, request: Nearest | Match | Neighbours) -> list[Found]:
        assert isinstance(request, Neighbours)
        asked.append(request.hops)
        return search(index, request)

    monkeypatch.setattr(Neo4jIndex, "search", counted)
    for one, other in ("ab", "bc", "cd", "de"):
        memory.relate(one, "KNOWS", other, **DANA)
    assert len(memory.related("a", hops=4, **DANA)) == 4
    assert asked == [4]
    asked.clear()
    assert len(memory.path("a", "e", max_hops=4, **DANA)) == 4
    assert asked == [2]


def test_one_that_was_wiped_fills_itself(memory: Memory, graph: str) -> None:
    tell(memory, Random(1))
    before = answers(memory)
    bolt.empty(graph)
    assert answers(memory) == before
    assert memory.stats().indexes == {"graph": 0}


def test_one_that_was_half_wiped_begins_anew(memory: Memory, graph: str) -> None:
    tell(memory, Random(1))
    before = answers(memory)
    bolt.run(graph, "MATCH (i:RecollectIndex {memory: 'test'}) DELETE i")
    bolt.run(graph, "MATCH (e:RecollectEntity {memory: 'test', name: 'a'}) DETACH DELETE e")
    count = "MATCH (e:RecollectEntity {memory: 'test'})-[r]->() RETURN count(r) AS count"
    assert answers(memory) == before
    notes = memory._store.notes(Query(Scope("dana"), closed=True))
    assert bolt.run(graph, count) == [{"count": sum(note.relation is not None for note in notes)}]


def test_what_it_lacks_is_noticed(memory: Memory, graph: str) -> None:
    tell(memory, Random(1))
    report = memory.verify()
    assert report.ok
    every = report.checked["relations in the graph"]
    assert every == len(memory.notes(closed=True, **DANA)) > 0
    [lost] = bolt.run(
        graph,
        "MATCH (e:RecollectEntity {memory: 'test', name: 'a'}) "
        "OPTIONAL MATCH (e)-[r]-() WITH e, count(r) AS count DETACH DELETE e RETURN count",
    )
    report = memory.verify()
    assert report.checked["relations in the graph"] == every - lost["count"] < every
    assert f"lacks {lost['count']} relations" in report.problems[0]
    assert "recollect reindex --index graph" in report.problems[0]
    memory.reindex(index="graph")
    assert memory.verify().ok


def test_it_is_filled_anew_when_told(memory: Memory, graph: str) -> None:
    tell(memory, Random(1))
    before = answers(memory)
    bolt.run(graph, "MATCH (e:RecollectEntity {memory: 'test', name: 'a'}) DETACH DELETE e")
    told: list[tuple[int, int]] = []
    memory.reindex(index="graph", progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] > 0
    assert answers(memory) == before


@pytest.mark.engines
class TestComingAndGoing:
    def test_a_server_that_stops_and_starts_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(following, "FIRST_PAUSE", 0.0)
        monkeypatch.setattr(following, "LONGEST_PAUSE", 0.0)
        with bolt.arcadedb() as server:
            with Memory("memory://", graph=server.url, embedder=None) as memory:
                memory.relate("a", "KNOWS", "b", **DANA)
                assert len(memory.related("a", **DANA)) == 1
                server.stop()
                memory.relate("b", "KNOWS", "c", **DANA)
                assert len(memory.related("a", hops=2, **DANA)) == 2
                assert memory.search("Whom does a know?", **DANA).degraded == ("graph",)
                assert memory.stats().indexes == {"graph": None}
                server.start()
                assert len(memory.related("a", hops=2, **DANA)) == 2
                assert memory.search("Whom does a know?", **DANA).degraded == ()
                assert memory.stats().indexes == {"graph": 0}
            bolt.let_go()
