"""What comes out: search, context, messages, filters."""

import pytest

from recollect import AsyncMemory, Where

from .test_context import told


async def test_words_and_meanings_both_find(memory: AsyncMemory):
    await told(memory)
    by_word = await memory.search("Where is Berlin?", user_id="dana")
    assert "Berlin" in by_word[0].text
    by_meaning = await memory.search("which pet?", user_id="dana")
    assert "Rex" in by_meaning[0].text


async def test_a_hit_explains_itself_and_leads_back_to_the_words(memory: AsyncMemory):
    added = await told(memory, session_id="s1")
    hit = (await memory.search("programming language", user_id="dana"))[0]
    assert hit.message_id == added.ids[1]
    assert hit.sources == (added.ids[1],)
    assert (hit.session_id, hit.kind) == ("s1", "message")
    raw = {"bm25", "cosine", "share"}
    assert raw <= set(hit.parts)
    assert hit.score == pytest.approx(sum(hit.parts[part] for part in set(hit.parts) - raw))
    assert 0 < hit.relevance <= 1


async def test_a_question_hides_no_answer_however_often_it_was_asked(memory: AsyncMemory):
    await told(memory)
    asked = "Which theme do I prefer?"
    await memory.add([asked] * 400, user_id="dana", learn="never")
    hits = await memory.search(asked, user_id="dana", limit=3)
    assert hits[0].text == "I prefer the dark theme."


async def test_nothing_relevant_is_an_answer(memory: AsyncMemory):
    await told(memory)
    assert await memory.search("quantum chromodynamics", user_id="dana") == []
    assert await memory.search("quantum chromodynamics", user_id="dana", min_relevance=0) != []
    assert await memory.search("anything", user_id="nobody") == []


async def test_a_key_is_found_by_its_name(memory: AsyncMemory):
    await told(memory)
    await memory.set("deploy.target", "Fly.io", user_id="dana")
    hit = (await memory.search("what is deploy.target now?", user_id="dana"))[0]
    assert (hit.text, hit.kind, hit.relevance) == ("deploy.target: Fly.io", "semantic", 1.0)


async def test_closed_notes_are_not_found(memory: AsyncMemory):
    await memory.set("city", "Berlin", user_id="dana")
    await memory.set("city", "Lisbon", user_id="dana")
    hits = await memory.search("city Berlin Lisbon", user_id="dana", min_relevance=0)
    assert [hit.text for hit in hits] == ["city: Lisbon"]


async def test_scopes_are_apart(memory: AsyncMemory):
    await memory.add("I live in Berlin", user_id="dana")
    await memory.add("I live in Lisbon", user_id="dan")
    await memory.add("coach: live in Berlin", agent_id="coach")
    await memory.add("with coach in Berlin", user_id="dana", agent_id="coach")
    for scope, expected in (
        ({"user_id": "dana"}, {"I live in Berlin", "with coach in Berlin"}),
        ({"user_id": "dan"}, {"I live in Lisbon"}),
        ({"agent_id": "coach"}, {"coach: live in Berlin"}),
        ({"user_id": "dana", "agent_id": "coach"}, {"with coach in Berlin"}),
        ({"user_id": "*"}, set()),
        ({"user_id": "dan%"}, set()),
    ):
        hits = await memory.search("Berlin Lisbon live", min_relevance=0, **scope)
        assert {hit.text for hit in hits} == expected
        assert {m.content for m in await memory.messages(**scope)} == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"role": "assistant"}, {"four"}),
        ({"after": "2026-02-01"}, {"two", "three", "four"}),
        ({"after": "2026-02-01", "before": "2026-03-01"}, {"two"}),
        ({"session_id": "s2"}, {"three", "four"}),
        ({"metadata": {"tag": "x"}}, {"two"}),
        ({"metadata": {"tag": True}}, {"three"}),
        ({"metadata": {'it\'s "odd".$': None}}, {"four"}),
        ({"kind": "note"}, {"fact: one two three four"}),
        ({"kind": "message", "session_id": "s1"}, {"one", "two"}),
        (Where(role="user", session_id="s1"), {"one", "two"}),
    ],
)
async def test_filters(memory: AsyncMemory, where, expected):
    s1, s2 = {"user_id": "dana", "session_id": "s1"}, {"user_id": "dana", "session_id": "s2"}
    await memory.add("one", at="2026-01-01", metadata={"tag": 1}, **s1)
    await memory.add("two", at="2026-02-01", metadata={"tag": "x"}, **s1)
    await memory.add("three", at="2026-03-01", metadata={"tag": True}, **s2)
    said = {"role": "assistant", "content": "four", "metadata": {'it\'s "odd".$': None}}
    await memory.add(said, at="2026-04-01", **s2)
    await memory.set("fact", "one two three four", user_id="dana", at="2026-01-15")
    query = "one two three four"
    hits = await memory.search(query, user_id="dana", where=where, min_relevance=0)
    assert {hit.text for hit in hits} == expected


@pytest.mark.parametrize(
    "query", ["it's", "-x", "NEAR(", '"quoted', "col:x", "*", "a AND", "%_", "?"]
)
async def test_any_punctuation_is_just_text(memory: AsyncMemory, query):
    await told(memory)
    await memory.search(query, user_id="dana", min_relevance=0)
    await memory.search(f"{query} Berlin", user_id="dana")


async def test_messages_come_in_the_order_they_were_said(memory: AsyncMemory):
    await memory.add("later", user_id="dana", at="2026-02-01")
    await memory.add(["first", "second"], user_id="dana", at="2026-01-01")
    assert [m.content for m in await memory.messages(user_id="dana")] == [
        "first",
        "second",
        "later",
    ]
    assert [m.content for m in await memory.messages(user_id="dana", last=2)] == [
        "second",
        "later",
    ]


async def test_words_alone_work_without_an_embedder(url):
    async with AsyncMemory(url, embedder=None) as memory:
        added = await told(memory)
        assert not added.embedded
        hits = await memory.search("What programming languages do I favour?", user_id="dana")
        assert "Python" in hits[0].text
        assert hits.degraded == ()
        assert (await memory.stats()).pending == 0


async def test_chinese_japanese_and_korean_are_found(memory: AsyncMemory):
    await memory.add(
        ["我喜欢深色模式", "東京に住んでいます", "제 개 이름은 렉스예요"], user_id="dana"
    )
    for query, expected in (("深色", "深色"), ("東京", "東京"), ("렉스", "렉스")):
        hits = await memory.search(query, user_id="dana", min_relevance=0)
        assert expected in hits[0].text


async def test_why_not_names_the_stage_and_the_remedy(memory: AsyncMemory):
    added = await told(memory, session_id="s1")
    dark, python, berlin, _ = added.ids
    whose = {"user_id": "dana"}

    async def why(query, id, **more):
        return await memory.why_not(query, id, **whose, **more)

    assert (await why("dark theme", dark)).stage == "found"
    limited = await why("programming language Python", berlin, limit=1, min_relevance=0)
    assert (limited.stage, limited.remedy.split("=")[0]) == ("limit", "pass limit")
    limit = int(limited.remedy.split("=")[1])
    hits = await memory.search("programming language Python", limit=limit, min_relevance=0, **whose)
    assert hits[-1].id == berlin
    assert limited.options == {"limit": limit}
    unsure = await why("quantum chromodynamics", python)
    assert unsure.stage == "relevance"
    hits = await memory.search("quantum chromodynamics", **whose, **unsure.options)
    assert python in {hit.id for hit in hits}
    filtered = await why("dark", dark, where={"session_id": "s2", "role": "user"})
    assert (filtered.stage, "session_id" in filtered.remedy) == ("filter", True)
    assert "role" not in filtered.remedy
    assert filtered.options == {"where": {"role": "user"}}
    assert (await memory.search("dark", **whose, **filtered.options))[0].id == dark
    old = await memory.set("city", "Berlin", **whose)
    await memory.set("city", "Lisbon", **whose)
    assert (await why("city", old.id)).stage == "closed"


async def test_why_not_of_what_was_never_looked_at(memory: AsyncMemory):
    await memory.add([f"I live in Berlin, said {i} times" for i in range(120)], user_id="dana")
    (far,) = (await memory.add("Bananas are yellow.", user_id="dana", at="2020-01-01")).ids
    found = await memory.why_not("Where in Berlin do I live?", far, user_id="dana")
    assert found.stage == "candidates"
    assert "cosine" in found.reason


async def test_why_not_asks_in_the_scope_that_search_asks_in(memory: AsyncMemory):
    coached = {"user_id": "dana", "agent_id": "coach"}
    (id,) = (await memory.add("My dog is called Rex", **coached)).ids
    await memory.add([f"I live in the city of Berlin, {i}" for i in range(5)], user_id="dana")
    asked = {"query": "Berlin city", "id": id, "limit": 1, "min_relevance": 0}
    assert (await memory.why_not(**asked, **coached)).stage == "found"
    assert (await memory.why_not(**asked, user_id="dana")).stage == "limit"


async def test_a_question_about_a_time(memory: AsyncMemory):
    for day in range(1, 29):
        said = f"Note {day}: the parcel number {day} went out."
        await memory.add(said, user_id="dana", session_id=f"s{day}", at=f"2026-03-{day:02}T09:00Z")
    asked = {"query": "What did we talk about yesterday?", "user_id": "dana"}
    hits = await memory.search(**asked, at="2026-03-11T12:00Z")
    assert hits
    assert all("when" in hit.parts for hit in hits[:3])
    assert {hit.at.day for hit in hits[:3]} <= {8, 9, 10, 11, 12}
    later = await memory.search(**asked, at="2026-03-25T12:00Z", explain=True)
    assert {hit.at.day for hit in later[:3]} <= {22, 23, 24, 25, 26}
    assert any("the time that is asked about" in reason for reason in later[0].why)


async def test_why_not_sees_a_question_from_the_moment_that_it_is_asked(memory: AsyncMemory):
    whose = {"user_id": "dana"}
    for day in range(1, 29):
        said = f"Note {day}: the parcel number {day} went out."
        await memory.add(said, session_id=f"s{day}", at=f"2026-03-{day:02}T09:00Z", **whose)
    asked = {"query": "What did we talk about yesterday?", "user_id": "dana", "limit": 3}
    early, late = "2026-03-11T12:00Z", "2026-03-25T12:00Z"
    shown = {at: {hit.id for hit in await memory.search(at=at, **asked)} for at in (early, late)}
    assert shown[early].isdisjoint(shown[late])
    for at, ids in shown.items():
        for id in shown[early] | shown[late]:
            why = await memory.why_not(id=id, at=at, **asked)
            assert (why.stage == "found") == (id in ids)


async def test_questions_asked_at_once_do_not_crowd_each_other_out(memory: AsyncMemory):
    boats = [f"The boat has sail number {n}, which I checked in the harbour." for n in range(20)]
    added = await memory.add([*boats, "My sister is called Mira."], user_id="dana")
    both = "What is the sail number of the boat in the harbour? What is my sister called?"
    hits = await memory.search(both, user_id="dana", limit=4)
    assert "Mira" in hits[1].text
    assert ["boat" in hit.text for hit in hits] == [True, False, True, True]
    assert "Mira" in (await memory.context(both, user_id="dana", budget=120)).text
    found = await memory.why_not(both, added.ids[-1], user_id="dana")
    assert (found.stage, found.reason) == ("found", "it is found, at place 2")
    shown = {hit.id for hit in hits}
    last = next(id for id in reversed(added.ids) if id not in shown)
    lost = await memory.why_not(both, last, user_id="dana", limit=2)
    assert lost.stage == "limit"
    assert "the limit is 2 for 2 questions" in lost.reason
    enough = int(lost.remedy.removeprefix("pass limit="))
    more = await memory.search(both, user_id="dana", limit=enough)
    assert last in {hit.id for hit in more}
