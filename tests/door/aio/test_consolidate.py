"""Near-duplicates become one note that cites all, and nothing is lost."""

import random

import pytest

from recollect import AsyncMemory, Message, Note
from recollect.orders import Batch, Seen
from recollect.write.index import puts

DANA = {"user_id": "dana"}


async def noted(memory: AsyncMemory, text, *sources, **fields):
    """A note as a rule takes it."""
    made = {"user_id": "dana", "subject": "The user", "relation": "USES", "sources": sources}
    note = Note(text=text, **made | {"metadata": {"rule": "uses"}, "key": f"k.{text}"} | fields)
    await memory._store.commit(Batch(puts=puts([note], await memory._embed([text]))))
    return note


async def test_two_that_say_the_same_become_one(memory: AsyncMemory):
    one = await noted(memory, "The user uses Python for a parser.", "m1")
    two = await noted(memory, "The user uses Python for their parser.", "m2", seen=3)
    other = await noted(memory, "The user uses Rust for a parser.", "m3")
    (dry,) = await memory.consolidate(dry_run=True, **DANA)
    assert {note.id for note in await memory.notes(**DANA)} == {one.id, two.id, other.id}
    (merge,) = await memory.consolidate(**DANA)
    assert merge.note.id == dry.note.id
    assert [note.id for note in merge.merged] == [one.id, two.id]
    left = {note.id: note for note in await memory.notes(**DANA)}
    assert set(left) == {merge.note.id, other.id}
    made = left[merge.note.id]
    assert set(made.sources) == {"m1", "m2"}
    assert (made.seen, made.metadata["merged"]) == (4, [one.id, two.id])
    assert await memory.consolidate(**DANA) == []
    assert (await memory.verify()).ok


async def test_the_originals_are_whole_in_history(memory: AsyncMemory):
    one = await noted(memory, "The user uses Python for a parser.", "m1")
    two = await noted(memory, "The user uses Python for their parser.", "m2")
    (merge,) = await memory.consolidate(**DANA)
    for id in (one.id, two.id, merge.note.id):
        history = {note.id: note for note in await memory.history(id, **DANA)}
        assert set(history) == {one.id, two.id, merge.note.id}
        for note in (one, two):
            kept = history[note.id]
            assert (kept.text, kept.sources, kept.key) == (note.text, note.sources, note.key)
            assert kept.closed_at == merge.note.learned_at
    receipt = await memory.erase(id=merge.note.id, **DANA)
    assert receipt.ok, str(receipt)
    assert await memory.notes(closed=True, **DANA) == []


async def test_what_was_merged_stands_again_when_the_words_of_the_other_are_erased(
    memory: AsyncMemory,
):
    said = await memory.add(["I code in Python.", "It rains."], learn="never", **DANA)
    first, second = said.ids
    one = await noted(memory, "The user uses Python for a parser.", first)
    two = await noted(memory, "The user uses Python for their parser.", second)
    await memory.consolidate(**DANA)
    receipt = await memory.erase(id=first, **DANA)
    assert receipt.ok, str(receipt)
    (left,) = await memory.notes(closed=True, **DANA)
    assert (left.id, left.text, left.open) == (two.id, two.text, True)
    assert one.id not in {note.id for note in await memory.notes(closed=True, **DANA)}
    assert (await memory.verify()).ok


async def test_what_was_merged_and_parted_again_stands_once_when_the_words_of_the_other_are_erased(
    memory: AsyncMemory,
):
    (said,) = (await memory.add("I code in Python.", learn="never", **DANA)).ids
    await noted(memory, "The user uses Python for a parser.", said, key=None)
    two = await noted(memory, "The user uses Python for their parser.", key=None)
    (merge,) = await memory.consolidate(**DANA)
    await memory.undo(merge.note.id, **DANA)
    assert len(await memory.notes(**DANA)) == 2
    assert (await memory.erase(id=said, **DANA)).ok
    (left,) = await memory.notes(**DANA)
    assert (left.text, left.replaces) == (two.text, two.id)


async def test_a_merged_note_goes_with_words_that_it_does_not_list(memory: AsyncMemory):
    ids = [f"m{i}" for i in range(14)]
    said = [Message(f"word {id}", id=id) for id in ids]
    await memory.add(said, learn="never", **DANA)
    one = await noted(memory, "The user uses Python for a parser.", ids[0])
    seen = tuple(
        Seen(one.scope, one.id, id, message.at) for id, message in zip(ids, said, strict=True)
    )
    await memory._store.commit(Batch(seen=seen[1:-1]))
    two = await noted(memory, "The user uses Python for their parser.", ids[-1])
    (merge,) = await memory.consolidate(**DANA)
    assert ids[5] not in merge.note.sources
    receipt = await memory.erase(id=ids[5], **DANA)
    assert receipt.ok, str(receipt)
    assert [note.id for note in await memory.notes(closed=True, **DANA)] == [two.id]
    assert [note.id for note in await memory.notes(**DANA)] == [two.id]
    assert (await memory.verify()).ok


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The user has 2 cats at home.", "The user has 3 cats at home."),
        ("The user likes living in Berlin.", "The user likes living in Lisbon."),
        ("The user likes cooking dinner.", "The user does not like cooking dinner."),
        ("The user flew from Berlin to Paris.", "The user flew from Paris to Berlin."),
        ("The user keeps a dog at home.", "The user keeps dogs at home."),
        ("The user works with Ann on code.", "The user works without Ann on code."),
        ("The user bought a red car.", "The user bought a blue car."),
        ("The user reads before going to bed.", "The user reads after going to bed."),
        ("The user moved house.", "The user may move house."),
        ("The user flies to Rome on May 3.", "The user flies from Rome on May 3."),
        ("The user works in Lisbon.", "The user worked in Lisbon."),
        ("The user has a grey parrot at home.", "The user had a grey parrot at home."),
    ],
)
async def test_what_differs_stays_apart(memory: AsyncMemory, one, two):
    memory._using.embedder = None  # the words alone must tell them apart
    await noted(memory, one)
    await noted(memory, two)
    assert await memory.consolidate(**DANA) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"relation": "LIKES"},
        {"subject": "Erik"},
        {"kind": "procedural"},
        {"agent_id": "coach"},
        {"trust": 0.4},
        {"value": "Python"},
        {"metadata": {}},
        {"metadata": {"rule": "uses", "by": "erik"}},
        {"metadata": {"rule": "uses", "expires": "2099-01-01T00:00:00+00:00"}},
        {"key": "k.The user uses Python for a parser.?"},
    ],
)
async def test_what_is_otherwise_not_the_same_stays_apart(memory: AsyncMemory, fields):
    await noted(memory, "The user uses Python for a parser.")
    await noted(memory, "The user uses Python for their parser.", **fields)
    assert await memory.consolidate(**DANA) == []


async def test_pins_facts_and_messages_are_left_alone(memory: AsyncMemory):
    one = await noted(memory, "The user uses Python for a parser.")
    await noted(memory, "The user uses Python for their parser.")
    await memory.set("tool", "Python for a parser", **DANA)
    await memory.set("the tool", "Python for the parser", **DANA)
    await memory.add(["Python for a parser.", "Python for the parser."], learn="never", **DANA)
    await memory.pin(one.id, **DANA)
    before = [await memory.messages(**DANA), await memory.notes(**DANA)]
    assert await memory.consolidate(**DANA) == []
    assert await memory.consolidate() == []
    assert [await memory.messages(**DANA), await memory.notes(**DANA)] == before


@pytest.mark.parametrize("seed", range(3))
async def test_merging_twice_is_merging_once(memory: AsyncMemory, seed):
    """Whatever is merged: every word is still in the closed ones, every source in the open ones."""
    chance = random.Random(seed)
    small = ("a", "the", "their", "some")
    made = []
    for i in range(30):
        words = f"The user uses {chance.choice(['Python', 'Rust'])} for {chance.choice(small)} "
        words += chance.choice(["parser tool", "parser", "parser tool daily", "web server"]) + "."
        made.append(await noted(memory, words, f"m{i}", key=None))
    merges = await memory.consolidate(**DANA)
    assert merges
    assert await memory.consolidate(**DANA) == []
    every = {note.id: note for note in await memory.notes(closed=True, **DANA)}
    assert all(every[note.id].text == note.text for note in made)
    cited = {id for note in await memory.notes(**DANA) for id in note.sources}
    assert cited == {f"m{i}" for i in range(30)} or any(note.seen > 10 for note in every.values())
    assert sum(note.seen for note in await memory.notes(**DANA)) == 30
    assert (await memory.verify()).ok


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_words_behind_merged_notes_are_erased_whichever_they_are(memory, gone):
    """What the others say stands, once: as the part that stays, or as its words say it again."""
    said = ("for Python", "for my Python", "for Python")
    ids = []
    for number, words in enumerate(said):
        text = f"I've been using Trello {words} projects."
        [id] = (await memory.add(text, session_id=f"s{number}", **DANA)).ids
        ids.append(id)
    [merge] = await memory.consolidate(**DANA)
    assert len(merge.note.sources) == 3
    assert (await memory.erase(id=ids[gone], **DANA)).ok
    left = {id: f"Trello {said[n].replace('my', 'their')} projects" for n, id in enumerate(ids)}
    del left[ids[gone]]
    notes = await memory.notes(**DANA)
    assert sorted(id for note in notes for id in note.sources) == sorted(left)
    for note in notes:
        assert all(note.text.endswith(f"{left[id]}.") for id in note.sources)
