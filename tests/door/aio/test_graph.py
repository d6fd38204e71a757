"""Entities and relations: who is related to whom, how far, and when."""

import pytest

from recollect import AsyncMemory, InputError, Note, NotFound
from recollect.orders import Batch
from recollect.types import new_id
from recollect.write.index import puts

DANA = {"user_id": "dana"}
DEADLINE = "Project Alpha has deadline March 2026."


async def project(memory: AsyncMemory) -> None:
    """Alice's project and what is known of it, in three steps."""
    await memory.relate("Alice", "MANAGES", "Project Alpha", **DANA)
    await memory.relate("Project Alpha", "HAS_DEADLINE", "March 2026", **DANA)
    await memory.relate("March 2026", "FALLS_IN", "Spring", **DANA)
    await memory.relate("Bob", "MANAGES", "Project Beta", **DANA)
    await memory.relate("Project Beta", "HAS_DEADLINE", "June 2027", **DANA)


def triples(edges):
    return {(edge.subject, edge.relation, edge.object, edge.hops) for edge in edges}


def ends(edges):
    return sorted(f"{edge.subject} {edge.object}" for edge in edges)


async def test_one_two_and_three_hops(memory: AsyncMemory):
    await project(memory)
    one = {("Alice", "MANAGES", "Project Alpha", 1)}
    two = one | {("Project Alpha", "HAS_DEADLINE", "March 2026", 2)}
    three = two | {("March 2026", "FALLS_IN", "Spring", 3)}
    for hops, expected in ((1, one), (2, two), (3, three), (6, three)):
        assert triples(await memory.related("Alice", hops=hops, **DANA)) == expected
    back = await memory.related("spring", hops=3, **DANA)
    assert [edge.hops for edge in back] == [1, 2, 3]
    assert back[-1].subject == "Alice"


async def test_a_path_is_the_shortest_way(memory: AsyncMemory):
    await project(memory)
    way = await memory.path("Alice", "Spring", **DANA)
    assert [edge.relation for edge in way] == ["MANAGES", "HAS_DEADLINE", "FALLS_IN"]
    assert [edge.hops for edge in way] == [1, 2, 3]
    await memory.relate("Alice", "LIKES", "Spring", **DANA)
    assert [edge.relation for edge in await memory.path("Alice", "Spring", **DANA)] == ["LIKES"]
    assert await memory.path("Alice", "June 2027", **DANA) == []
    assert await memory.path("Alice", "alice", **DANA) == []
    assert await memory.path("Alice", "nobody", **DANA) == []
    assert await memory.path("Project Alpha", "Spring", max_hops=1, **DANA) == []


@pytest.mark.parametrize(
    "question",
    [
        "When is the deadline of Alice's project?",
        "when is the deadline of ALICE’S project",
        "What deadline does Al have?",
    ],
)
async def test_a_question_finds_what_is_two_steps_away(memory: AsyncMemory, question):
    said = ["Alice said hello.", "My tax deadline is in May.", "Bob's project is late.", "Tea?"]
    await memory.add(said, **DANA)
    await project(memory)
    await memory.same("Al", "Alice", **DANA)
    hits = await memory.search(question, explain=True, **DANA)
    assert hits[0].text == DEADLINE
    assert hits[0].parts["graph"] > 0
    assert hits[0].relevance >= max(hit.relevance for hit in hits)
    assert any("related to" in reason for reason in hits[0].why)
    context = await memory.context(question, **DANA)
    assert DEADLINE in context.text


async def test_two_relations_alone_answer_the_question(memory: AsyncMemory):
    await memory.relate("Alice", "MANAGES", "Project Alpha", **DANA)
    await memory.relate("Project Alpha", "HAS_DEADLINE", "March 2026", **DANA)
    hits = await memory.search("When is the deadline of Alice's project?", **DANA)
    assert hits[0].text == DEADLINE


async def test_a_search_brings_in_what_shares_no_word_with_the_question(url):
    async with AsyncMemory(url, embedder=None) as memory:
        await project(memory)
        asked = "What do you know about Alice?"
        texts = [hit.text for hit in await memory.search(asked, **DANA)]
        assert texts == ["Alice manages Project Alpha.", DEADLINE]
        note = (await memory.related("Project Alpha", relation="HAS_DEADLINE", **DANA))[0].note
        assert (await memory.why_not(asked, note.id, **DANA)).stage == "found"
        assert await memory.search(asked, where={"role": "user"}, **DANA) == []
        await memory.unrelate("Alice", "MANAGES", "Project Alpha", **DANA)
        assert await memory.search(asked, **DANA) == []


async def test_a_manager_changes(memory: AsyncMemory):
    alpha = ("MANAGES", "Alpha")
    await memory.relate("Alice", *alpha, at="2026-01-01", **DANA)
    await memory.unrelate("Alice", *alpha, at="2026-03-01", **DANA)
    await memory.relate("Bob", *alpha, at="2026-03-01", **DANA)
    await memory.relate("Bob", "LIVES_IN", "Oslo", at="2026-02-01", **DANA)

    async def managers(**when):
        return [edge.subject for edge in await memory.related("Alpha", **when, **DANA)]

    assert await managers() == ["Bob"]
    for moment, expected in (
        ("2025-12-31", []),
        ("2026-01-01", ["Alice"]),
        ("2026-02-28T23:59:59Z", ["Alice"]),
        ("2026-03-01", ["Bob"]),
        ("2030-01-01", ["Bob"]),
    ):
        assert await managers(as_of=moment) == expected
        assert await managers(at=moment) == expected
    far = await memory.related("Alpha", hops=2, as_of="2026-02-15", **DANA)
    assert ends(far) == ["Alice Alpha"]
    assert len(await memory.path("Alpha", "Oslo", as_of="2026-03-02", **DANA)) == 2
    assert await memory.path("Alpha", "Oslo", as_of="2026-02-15", **DANA) == []


async def test_what_was_true_and_what_was_known_are_two_things(memory: AsyncMemory):
    alpha = ("MANAGES", "Alpha")
    await memory.relate("Alice", *alpha, at="2026-01-10", valid_from="2025-06-01", **DANA)
    # On the 20th one hears that Bob took over on the 1st of March.
    await memory.unrelate("Alice", *alpha, at="2026-03-20", valid_to="2026-03-01", **DANA)
    await memory.relate("Bob", *alpha, at="2026-03-20", valid_from="2026-03-01", **DANA)

    async def managers(**when):
        return [edge.subject for edge in await memory.related("Alpha", **when, **DANA)]

    assert await managers(as_of="2026-03-10") == ["Alice"]
    assert await managers(at="2026-03-10") == ["Bob"]
    assert await managers(at="2026-03-10", as_of="2026-03-15") == ["Alice"]
    assert await managers(at="2025-07-01") == ["Alice"]
    assert await managers(at="2025-01-01") == []
    assert await managers(as_of="2025-07-01") == []


async def test_a_relation_that_has_ended_or_not_begun_is_not_present(memory: AsyncMemory):
    told = {"at": "2026-02-01", **DANA}
    await memory.relate("Ann", "RENTS", "Flat 1", valid_to="2021-01-01", **told)
    await memory.relate("Ann", "RENTS", "Flat 2", **told)
    await memory.relate("Ann", "RENTS", "Flat 3", valid_from="9000-01-01", **told)

    async def flats(**when):
        return sorted(edge.object for edge in await memory.related("Ann", **when, **DANA))

    assert await flats() == ["Flat 2"]
    assert await flats(at="2020-05-01") == ["Flat 1"]
    assert await flats(at="9000-01-02") == ["Flat 2", "Flat 3"]
    assert [one.name for one in await memory.entities(**DANA)] == ["Ann", "Flat 2"]


async def test_a_relation_said_ahead_of_the_clock_is_present(memory: AsyncMemory):
    await memory.relate("Ann", "RENTS", "Flat 1", at="9000-01-01", **DANA)
    assert ends(await memory.related("Ann", **DANA)) == ["Ann Flat 1"]


async def test_a_relation_is_kept_once_however_it_is_spelled(memory: AsyncMemory):
    first = await memory.relate("Alice", "MANAGES", "Project Alpha", **DANA)
    assert (first.text, first.relation) == ("Alice manages Project Alpha.", "MANAGES")
    for spelled in (
        ("Alice", "manages", "Project Alpha"),
        (" ALICE ", " Manages", "project  alpha"),
        ("alice", "MANAGES", "PROJECT ALPHA"),
    ):
        assert await memory.relate(*spelled, **DANA) == first
    assert await memory.notes(closed=True, **DANA) == [first]
    for spelled in ("worksAt", "works at", "WORKS-AT", "Works_At", " works—at "):
        await memory.relate("Bob", spelled, "Acme", **DANA)
    assert [edge.relation for edge in await memory.related("Bob", **DANA)] == ["WORKS_AT"]
    assert ends(await memory.related("Bob", relation="works at", **DANA)) == ["Bob Acme"]


async def test_saying_it_again_joins_the_sources(memory: AsyncMemory):
    one, two = (await memory.add(["Alice runs Alpha.", "Alpha is Alice's."], **DANA)).ids
    alpha = ("Alice", "MANAGES", "Alpha")
    first = await memory.relate(*alpha, sources=[one], **DANA)
    assert await memory.relate(*alpha, sources=[one], **DANA) == first
    both = await memory.relate(*alpha, sources=[two], **DANA)
    assert both.sources == (one, two)
    assert both.valid_from == first.valid_from
    (edge,) = await memory.related("Alice", **DANA)
    assert (edge.note, edge.sources, edge.text) == (both, (one, two), "Alice manages Alpha.")
    assert [note.sources for note in await memory.history(both.id, **DANA)] == [
        (one,),
        (one, two),
    ]
    await memory.delete(two, **DANA)
    assert (await memory.related("Alice", **DANA))[0].sources == (one,)
    await memory.delete(one, **DANA)
    assert await memory.related("Alice", **DANA) == []


async def test_a_relation_begins_again_and_keeps_its_past(memory: AsyncMemory):
    rents = ("Ann", "RENTS", "Flat")
    await memory.relate(*rents, at="2026-01-01", **DANA)
    ended = await memory.unrelate(*rents, at="2026-02-01", **DANA)
    assert not ended.open
    again = await memory.relate(*rents, at="2026-04-01", **DANA)
    # Late news and repeated ones do not undo what came after them.
    for late in ("2026-01-01", "2026-01-15", "2026-04-01", "2026-05-01"):
        await memory.relate(*rents, at=late, **DANA)
    assert len(await memory.history(again.id, **DANA)) == 2
    for moment, expected in (("2026-01-20", 1), ("2026-03-01", 0), ("2026-05-01", 1)):
        assert len(await memory.related("Ann", as_of=moment, **DANA)) == expected
        assert len(await memory.related("Ann", at=moment, **DANA)) == expected
    await memory.relate(*rents, at="2025-10-01", **DANA)
    assert len(await memory.related("Ann", as_of="2025-11-01", **DANA)) == 1
    assert len(await memory.related("Ann", **DANA)) == 1


async def test_an_end_that_was_said_stays_when_it_begins_again(memory: AsyncMemory):
    rents = ("Ann", "RENTS", "Flat")
    await memory.relate(*rents, at="2026-01-01", valid_to="2026-02-01", **DANA)
    await memory.relate(*rents, at="2026-04-01", **DANA)
    for moment, expected in (("2026-01-20", 1), ("2026-03-01", 0), ("2026-05-01", 1)):
        assert len(await memory.related("Ann", at=moment, **DANA)) == expected
    later = await memory.relate(*rents, at="2026-05-01", valid_to="2026-08-01", **DANA)
    assert later.valid_from is not None
    assert f"{later.valid_from:%Y-%m-%d}" == "2026-04-01"
    assert await memory.related("Ann", at="2026-09-01", **DANA) == []


async def test_what_is_said_now_counts_though_an_end_was_dated_ahead(memory: AsyncMemory):
    rents = ("Ann", "RENTS", "Flat")
    await memory.relate(*rents, **DANA)
    await memory.unrelate(*rents, at="9000-01-01", **DANA)
    again = await memory.relate(*rents, **DANA)
    assert again.open
    assert [edge.note for edge in await memory.related("Ann", **DANA)] == [again]


async def test_circles_and_loops_end(memory: AsyncMemory):
    for pair in ("AB", "BC", "CA", "AA", "CD"):
        await memory.relate(pair[0], "KNOWS", pair[1], **DANA)
    found = await memory.related("A", hops=6, **DANA)
    assert sorted((edge.subject + edge.object, edge.hops) for edge in found) == [
        ("AA", 1),
        ("AB", 1),
        ("BC", 2),
        ("CA", 1),
        ("CD", 2),
    ]
    assert ends(await memory.path("A", "D", **DANA)) == ["C A", "C D"]


async def test_a_relation_is_followed_alone_or_with_others(memory: AsyncMemory):
    await project(memory)
    await memory.relate("Alice", "REPORTS_TO", "Cleo", **DANA)
    await memory.relate("Cleo", "REPORTS_TO", "Dean", **DANA)
    up = await memory.related("Alice", relation="reports to", hops=3, **DANA)
    assert ends(up) == ["Alice Cleo", "Cleo Dean"]
    some = await memory.related("Alice", relation=["MANAGES", "HAS_DEADLINE"], hops=3, **DANA)
    assert ends(some) == ["Alice Project Alpha", "Project Alpha March 2026"]
    assert await memory.related("Alice", relation="EATS", **DANA) == []


async def test_two_names_become_one_and_two_again(memory: AsyncMemory):
    await memory.relate("Robert", "MANAGES", "Alpha", at="2026-01-01", **DANA)
    await memory.relate("Bob", "LIVES_IN", "Oslo", at="2026-01-01", **DANA)
    assert await memory.path("Alpha", "Oslo", **DANA) == []
    alias = await memory.same("Bob", "Robert", at="2026-02-01", **DANA)
    assert alias.text == "Bob is another name of Robert."
    assert await memory.same("Robert", "bob", **DANA) == alias
    for name in ("Bob", "robert"):
        assert ends(await memory.related(name, **DANA)) == ["Bob Oslo", "Robert Alpha"]
    assert ends(await memory.path("Alpha", "Oslo", **DANA)) == ["Bob Oslo", "Robert Alpha"]
    found = {one.name: one for one in await memory.entities(**DANA)}
    assert (found["Robert"].aliases, found["Robert"].edges) == (("Bob",), 2)
    assert len(await memory.related("Bob", as_of="2026-01-15", **DANA)) == 1
    await memory.different("Robert", "Bob", at="2026-03-01", **DANA)
    assert ends(await memory.related("Bob", **DANA)) == ["Bob Oslo"]
    assert len(await memory.related("Bob", as_of="2026-02-15", **DANA)) == 2
    assert {one.name for one in await memory.entities(**DANA)} >= {"Robert", "Bob"}
    with pytest.raises(NotFound):
        await memory.different("Bob", "Robert", **DANA)


async def test_names_that_are_one_by_way_of_a_third(memory: AsyncMemory):
    await memory.same("Bob", "Robert", **DANA)
    await memory.same("Rob", "Robert", **DANA)
    with pytest.raises(InputError, match="robert"):
        await memory.different("Bob", "Rob", **DANA)
    await memory.relate("Rob", "LIKES", "tea", **DANA)
    assert ends(await memory.related("bob", **DANA)) == ["Rob tea"]
    await memory.different("Bob", "Robert", **DANA)
    assert await memory.related("bob", **DANA) == []
    assert ends(await memory.related("Robert", **DANA)) == ["Rob tea"]


async def test_an_alias_counts_no_step_in_the_middle_of_a_way(memory: AsyncMemory):
    await memory.relate("a", "KNOWS", "b", **DANA)
    await memory.same("b", "b2", **DANA)
    await memory.same("b2", "b3", **DANA)
    await memory.relate("b3", "KNOWS", "c", **DANA)
    found = await memory.related("a", hops=2, **DANA)
    assert [(edge.object, edge.hops) for edge in found] == [("b", 1), ("c", 2)]
    assert [edge.object for edge in await memory.path("a", "c", max_hops=2, **DANA)] == ["b", "c"]
    assert [edge.object for edge in await memory.path("a", "b3", max_hops=1, **DANA)] == ["b"]


async def test_a_long_chain_of_names_is_followed_and_ends(memory: AsyncMemory):
    for number in range(40):
        await memory.same(f"x{number}", f"x{number + 1}", **DANA)
        await memory.relate(f"x{number}", "HAS", f"y{number}", **DANA)
    found = await memory.related("x0", **DANA)
    assert {edge.object for edge in found} == {f"y{number}" for number in range(33)}


async def test_graphs_of_different_owners_are_apart(memory: AsyncMemory):
    await memory.relate("Alice", "MANAGES", "Alpha", **DANA)
    await memory.relate("Alice", "MANAGES", "Beta", user_id="eve")
    await memory.relate("Alice", "MANAGES", "Gamma", user_id="dana", agent_id="coach")
    await memory.relate("Alice", "MANAGES", "Delta", agent_id="coach")
    for scope, expected in (
        ({"user_id": "dana"}, {"Alpha", "Gamma"}),
        ({"user_id": "eve"}, {"Beta"}),
        ({"user_id": "dana", "agent_id": "coach"}, {"Gamma"}),
        ({"agent_id": "coach"}, {"Delta"}),
        ({"user_id": "mallory"}, set()),
    ):
        found = await memory.related("Alice", hops=3, **scope)
        assert {edge.object for edge in found} == expected
        assert {one.name for one in await memory.entities(**scope)} - {"Alice"} == expected
        hits = await memory.search("What does Alice manage?", min_relevance=0, **scope)
        assert {hit.record.object for hit in hits} == expected
    assert await memory.path("Alpha", "Beta", **DANA) == []
    (id,) = (await memory.add("Alpha is mine", user_id="eve")).ids
    with pytest.raises(NotFound):
        await memory.relate("Alice", "OWNS", "Alpha", sources=[id], **DANA)
    with pytest.raises(NotFound):
        await memory.unrelate("Alice", "MANAGES", "Beta", **DANA)


@pytest.mark.parametrize(
    ("name", "asked", "question"),
    [
        ("Zoë", "ZOE\u0308", "Where does zoë live?"),
        ("Straße 5", "STRASSE 5", "Where does STRASSE 5 live?"),
        ("数据库", "数据库", "我们的数据库在哪里？"),
        ("앨리스", "앨리스", "앨리스의 집은 어디?"),
        ("Алиса", "АЛИСА", "Где живёт Алиса?"),
        ("O'Neil", "o'neil", "Where does O'Neil's live?"),
        ("C++", "c++", "Where is C++?"),
        ("🙂", "🙂", "Where is 🙂 now?"),
        ("the \"X\" 100% 'y'", "THE \"x\" 100% 'Y'", "Is the \"X\" 100% 'y' far?"),
    ],
)
async def test_names_of_every_script(memory: AsyncMemory, name, asked, question):
    await memory.relate(name, "LIVES_IN", "Oslo", **DANA)
    await memory.relate("Oslo", "LIES_IN", "Norway", **DANA)
    found = await memory.related(asked, hops=2, **DANA)
    assert [(edge.subject, edge.hops) for edge in found] == [(name, 1), ("Oslo", 2)]
    hits = await memory.search(question, min_relevance=0, **DANA)
    assert {hit.record.object for hit in hits if "graph" in hit.parts} == {"Oslo", "Norway"}


@pytest.mark.parametrize("name", ["Ali", "alic", "Alicea", "lice"])
async def test_part_of_a_name_is_not_a_name(memory: AsyncMemory, name):
    await memory.relate("Alice", "MANAGES", "Alpha", **DANA)
    assert await memory.related(name, **DANA) == []
    hits = await memory.search(f"What of {name}?", min_relevance=0, **DANA)
    assert not any("graph" in hit.parts for hit in hits)


@pytest.mark.parametrize(
    ("verb", "arguments", "options"),
    [
        ("relate", ("", "KNOWS", "b"), {}),
        ("relate", ("a", "", "b"), {}),
        ("relate", ("a", "--", "b"), {}),
        ("relate", ("a", "KNOWS", "b\0"), {}),
        ("relate", ("a", "KNOWS", 3), {}),
        ("relate", (None, "KNOWS", "b"), {}),
        ("relate", ("a" * 300, "KNOWS", "b"), {}),
        ("relate", ("a", "K" * 300, "b"), {}),
        ("relate", ("a", "KNOWS", "b"), {"at": "soon"}),
        ("relate", ("a", "KNOWS", "b"), {"sources": "m1"}),
        ("relate", ("a", "KNOWS", "b"), {"sources": [""]}),
        ("relate", ("a", "KNOWS", "b"), {"sources": ["x"] * 1001}),
        ("relate", ("a", "KNOWS", "b"), {"valid_from": "2026-02-01", "valid_to": "2026-01-01"}),
        ("same", ("Bob", "BOB"), {}),
        ("different", ("Bob", "bob"), {}),
        ("related", ("a",), {"hops": 0}),
        ("related", ("a",), {"hops": 7}),
        ("related", ("a",), {"hops": True}),
        ("related", ("a",), {"limit": 0}),
        ("related", ("a",), {"as_of": 3}),
        ("related", ("a",), {"relation": "?"}),
        ("related", ("a",), {"relation": []}),
        ("related", (["a"],), {}),
        ("path", ("a", ""), {}),
        ("path", ("a", "b"), {"max_hops": 99}),
        ("entities", (), {"limit": -1}),
    ],
)
async def test_bad_input_is_refused_before_anything_is_written(
    memory: AsyncMemory, verb, arguments, options
):
    with pytest.raises(InputError):
        await getattr(memory, verb)(*arguments, **DANA, **options)
    with pytest.raises(InputError, match="say whose memory"):
        await memory.relate("a", "KNOWS", "b")
    assert (await memory.stats()).notes == 0


async def test_ending_what_is_not_there_or_not_yet(memory: AsyncMemory):
    with pytest.raises(NotFound, match="Alice manages Alpha"):
        await memory.unrelate("Alice", "MANAGES", "Alpha", **DANA)
    await memory.relate("Alice", "MANAGES", "Alpha", at="2026-02-01", **DANA)
    with pytest.raises(InputError, match="before this relation was learned"):
        await memory.unrelate("Alice", "MANAGES", "Alpha", at="2026-01-01", **DANA)
    assert len(await memory.related("Alice", **DANA)) == 1


async def test_a_relation_is_a_note_like_others(memory: AsyncMemory, tmp_path):
    note = await memory.relate("Alice", "MANAGES", "Alpha", **DANA)
    edited = await memory.update(note.id, text="Alice leads Alpha.", **DANA)
    (edge,) = await memory.related("Alice", **DANA)
    assert (edge.note, edge.text) == (edited, "Alice leads Alpha.")
    await memory.export_to(tmp_path / "all.jsonl")
    async with AsyncMemory("memory://", embedder=None) as other:
        await other.import_from(tmp_path / "all.jsonl")
        assert await other.related("Alice", **DANA) == [edge]
        assert await other.relate("Alice", "MANAGES", "Alpha", **DANA) == edited
    await memory.delete(edited.id, **DANA)
    assert await memory.related("Alice", **DANA) == []
    assert (await memory.verify()).ok


async def store(memory: AsyncMemory, pairs) -> None:
    """Many relations at once, as an import would bring them."""
    notes = [
        Note(text=f"{one} knows {other}.", subject=one, relation="KNOWS", object=other, id=new_id(),
             user_id="dana")
        for one, other in pairs
    ]  # fmt: skip
    await memory._store.commit(Batch(puts=puts(notes, None)))


async def test_a_large_graph_costs_what_is_asked_for(url, monkeypatch):
    """Ten thousand relations, half of them at one hub: the work is bounded by the question."""
    async with AsyncMemory(url, embedder=None) as memory:
        ring = [(f"n{i}", f"n{(i + 1) % 5000}") for i in range(5000)]
        await store(memory, [*ring, *(("hub", f"n{i}") for i in range(5000))])
        read = []
        plain = memory._neighbours

        async def counted(request):
            found = await plain(request)
            read.append(len(found))
            return found

        monkeypatch.setattr(memory, "_neighbours", counted)
        assert len(await memory.related("hub", hops=6, limit=50, **DANA)) == 50
        assert len(read) == 1
        assert sum(read) <= 64
        read.clear()
        assert len(await memory.related("n7", hops=6, limit=1000, **DANA)) == 1000
        assert len(read) <= 8
        read.clear()
        assert len(await memory.path("n1", "n2500", **DANA)) == 2
        assert len(read) <= 6
        assert sum(read) <= 25_000
        read.clear()
        await memory.search("How is the hub doing?", **DANA)
        assert len(read) <= 2
        assert sum(read) <= 256
        read.clear()
        await memory.search("Nobody is named here", **DANA)
        assert read == [0]
