"""What `why_not` says would bring a record back does so, whatever the memory and the question."""

import random
from datetime import timedelta

import pytest

from recollect import AsyncMemory
from recollect.write.limits import MAX_LIMIT

DANA = {"user_id": "dana"}
THINGS = "Berlin Lisbon dog cat Python Rust garden boat piano bread tea lamp".split()
SAID = (
    "I live in {}.", "My {} is {}.", "We talked about the {}.", "Do I have a {}?", "What is my {}?",
    "I like {} and {}.", "I moved to {}.", "My name is {}.", "Yes, {}.", "...", "ok",
)  # fmt: skip
ASKED = (
    "Where do I live?", "What is my {}?", "Do I have a {}? What is my {}?", "what is k.{} now?",
    "quantum chromodynamics", "Tell me about the {} and the {}", "{}", "Who am I? Where do I live?",
)  # fmt: skip


def filled(text, chance):
    while "{}" in text:
        text = text.replace("{}", chance.choice(THINGS), 1)
    return text


async def told(memory, chance, count):
    for session in range(count // 6):
        said = [
            {
                "role": chance.choices(("user", "assistant", "tool"), (6, 3, 1))[0],
                "content": filled(chance.choice(SAID), chance),
            }
            for _ in range(6)
        ]
        day = f"2026-0{chance.randint(1, 6)}-{chance.randint(1, 28):02}"
        await memory.add(said, session_id=f"s{session}", at=day, **DANA)
    for _ in range(4):
        await memory.set(f"k.{chance.choice(THINGS)}", chance.choice(THINGS), **DANA)
    await memory.relate("Alice", "KNOWS", "Bob", **DANA)


def options(chance):
    where = {"role": "user", "kind": "message", "session_id": "s1", "after": "2026-03-01"}
    some = {name: where[name] for name in where if chance.random() < 0.2}
    return {
        "limit": chance.choice((1, 3, 10)),
        "min_relevance": chance.choice((0, 0.01, 0.2, 0.9)),
        "where": some,
    }


async def found(memory, asked, record, how):
    """Whether a search gives it, or the words of a note that a rule took."""
    hits = await memory.search(asked, **DANA, **how)
    words = set(record.sources) if "rule" in record.metadata else set()
    return not {record.id, *words}.isdisjoint(hit.id for hit in hits)


@pytest.mark.parametrize("seed", range(4))
async def test_the_options_bring_it_back_and_without_them_nothing_would(
    memory: AsyncMemory, seed: int
):
    chance = random.Random(seed)
    await told(memory, chance, count=(12, 60, 120, 180)[seed])
    records = [*await memory.messages(**DANA), *await memory.notes(closed=True, **DANA)]
    stages = set()
    for _ in range(10):
        asked, how = filled(chance.choice(ASKED), chance), options(chance)
        for record in chance.sample(records, 4):
            why = await memory.why_not(asked, record.id, **DANA, **how)
            stages.add(why.stage)
            if why.options or why.stage == "found":
                assert await found(memory, asked, record, {**how, **why.options}), why
            elif why.stage == "candidates":
                most = {**how, "limit": MAX_LIMIT, "min_relevance": 0}
                assert not await found(memory, asked, record, most), why
    assert {"filter", "candidates" if seed else "relevance"} <= stages


async def test_a_remedy_has_several_parts_where_one_is_not_enough(memory: AsyncMemory):
    added = await memory.add([f"I live in Berlin, said {i} times" for i in range(9)], **DANA)
    strict = {"limit": 2, "min_relevance": 0.99, "where": {"role": "tool"}}
    why = await memory.why_not("Where in Berlin do I live?", added.ids[0], **DANA, **strict)
    assert why.stage == "filter"
    drop, passed = why.remedy.split("; ")
    assert drop == "drop role from where"
    assert set(why.options) == {"where", "limit", "min_relevance"}
    assert passed.startswith(f"pass limit={why.options['limit']}, min_relevance=0.")


async def test_words_that_stand_in_the_place_of_a_note_must_be_found_themselves(
    memory: AsyncMemory,
):
    added = await memory.add(["I moved to Lisbon.", *["My cat is in the house."] * 9], **DANA)
    (note,) = [note for note in added.notes if note.sources == added.ids[:1]]
    asked = {"query": "Which cat is in the house?", "id": note.id, "limit": 3, **DANA}
    why = await memory.why_not(**asked)
    assert why.stage in ("relevance", "limit")
    assert why.reason.startswith(f"message {added.ids[0]} stands in its place: ")
    assert (await memory.why_not(**asked | why.options)).stage == "found"


async def test_what_no_search_gives_is_said_to_be_so(memory: AsyncMemory):
    quoted = {"role": "tool", "content": "Berlin", "metadata": {"quotes_memory": True}}
    added = await memory.add(["I live in Berlin.", "...", quoted], **DANA)
    for id in added.ids[1:]:
        why = await memory.why_not("Berlin", id, **DANA)
        assert (why.stage, why.options) == ("candidates", {})
        assert why.reason.startswith("it says nothing itself")
        assert why.remedy.startswith("no search gives it")


async def test_a_closed_note_is_found_as_of_a_time_when_it_held(memory: AsyncMemory):
    old = await memory.set("city", "Berlin", at="2026-01-01", **DANA)
    await memory.set("city", "Lisbon", at="2026-02-01", **DANA)
    why = await memory.why_not("city", old.id, **DANA)
    assert why.stage == "closed"
    assert "2026-02-01" in why.reason
    (old,) = await memory.notes(closed=True, key="city", where={"before": "2026-01-15"}, **DANA)
    then = memory.as_of(old.closed_at - timedelta(days=1))
    assert (await then.why_not("city", old.id, **DANA)).stage == "found"
