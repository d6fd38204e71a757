"""Plain sentences become a graph: found over two steps, over three, and as of a day."""

import pytest

from recollect import AsyncMemory

DANA = {"user_id": "dana"}


async def told(memory: AsyncMemory) -> None:
    """What people say of a project, in their own words."""
    await memory.add("Alice manages Project Alpha.", at="2026-01-05", **DANA)
    await memory.add("Bob reports to Alice.", at="2026-01-06", **DANA)
    await memory.add("The deadline of Project Alpha is March 2026.", at="2026-01-07", **DANA)
    await memory.add("Carol manages Project Beta.", at="2026-01-08", **DANA)
    await memory.add("Project Beta is due in June 2027.", at="2026-01-09", **DANA)


def triples(edges):
    return {(edge.subject, edge.relation, edge.object, edge.hops) for edge in edges}


async def test_two_steps_and_three(memory: AsyncMemory):
    await told(memory)
    two = await memory.related("Alice", hops=2, **DANA)
    assert ("Project Alpha", "HAS_DEADLINE", "March 2026", 2) in triples(two)
    three = await memory.related("Bob", hops=3, **DANA)
    assert triples(three) == {
        ("Bob", "REPORTS_TO", "Alice", 1),
        ("Alice", "MANAGES", "Project Alpha", 2),
        ("Project Alpha", "HAS_DEADLINE", "March 2026", 3),
    }
    path = await memory.path("Bob", "March 2026", **DANA)
    assert [edge.relation for edge in path] == ["REPORTS_TO", "MANAGES", "HAS_DEADLINE"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("When is the deadline of Alice's project?", "March 2026"),
        ("What is the deadline of the project that Carol manages?", "June 2027"),
    ],
)
async def test_a_question_finds_what_was_said_two_steps_away(memory: AsyncMemory, words, expected):
    await told(memory)
    hits = await memory.search(words, **DANA)
    dates = [hit.text for hit in hits if "March 2026" in hit.text or "June 2027" in hit.text]
    assert expected in dates[0]


async def test_a_deadline_that_moves_is_known_as_it_stood(memory: AsyncMemory):
    await told(memory)
    await memory.add(
        "The deadline of Project Alpha was moved to May 2026.", at="2026-02-01", **DANA
    )
    now = await memory.related("Alice", hops=2, **DANA)
    assert ("Project Alpha", "HAS_DEADLINE", "May 2026", 2) in triples(now)
    then = await memory.related("Alice", hops=2, as_of="2026-01-20", **DANA)
    assert ("Project Alpha", "HAS_DEADLINE", "March 2026", 2) in triples(then)
    for edges, gone in ((now, "March 2026"), (then, "May 2026")):
        assert gone not in {edge.object for edge in edges}
    early = await memory.related("Alice", hops=2, as_of="2026-01-05T12:00Z", **DANA)
    assert triples(early) == {("Alice", "MANAGES", "Project Alpha", 1)}


async def test_what_is_no_longer_so_is_no_edge(memory: AsyncMemory):
    await told(memory)
    await memory.add("Alice no longer manages Project Alpha.", at="2026-02-01", **DANA)
    now = await memory.related("Alice", relation="MANAGES", **DANA)
    assert now == []
    then = await memory.related("Alice", relation="MANAGES", as_of="2026-01-31", **DANA)
    assert triples(then) == {("Alice", "MANAGES", "Project Alpha", 1)}


async def test_an_edge_leads_back_to_the_words(memory: AsyncMemory):
    added = await memory.add("Alice manages Project Alpha.", **DANA)
    [edge] = await memory.related("alice", **DANA)
    assert edge.sources == (added.messages[0].id,)
    why = await memory.why(edge.note.id, **DANA)
    assert why.rule == "other.works"


async def test_what_a_name_leads_to_through_the_user_is_not_led_to(memory: AsyncMemory):
    await memory.add("We decided on the Blue Ridge route.", at="2026-01-05", **DANA)
    (other,) = await memory.add(
        "We decided to use PostgreSQL for the shop.", at="2026-01-06", **DANA
    )
    await told(memory)
    words = "We decided on the Blue Ridge route, what is next?"
    hits = await memory.search(words, min_relevance=0, limit=20, **DANA)
    led = {hit.id: hit.parts.get("graph", 0.0) for hit in hits}
    assert led[other.id] == 0.0
    assert max(led.values()) > 0.0  # to what the name itself is said to be
    through = await memory.related("the Blue Ridge route", hops=2, **DANA)
    assert {edge.hops for edge in through} == {1, 2}  # who asks for all of it gets it
