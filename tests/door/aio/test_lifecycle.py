"""How long things are kept: policies, expiries, pins, fading, and pruning."""

import io
import json
import random
from datetime import UTC, datetime, timedelta

import pytest

from recollect import AsyncMemory, InputError, Message, Note, NotFound, Scope
from recollect.errors import ScopeError, Stale
from recollect.keep.decay import HALF_LIFE
from recollect.keep.law import HIDDEN, LAW
from recollect.memory.aio import pruning
from recollect.orders import Batch, Query
from recollect.types import Owner
from recollect.write.index import puts

DANA = {"user_id": "dana"}
START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


class Clock:
    """A clock that a test sets."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now


@pytest.fixture
def clock(memory: AsyncMemory):
    memory._now = Clock()
    return memory._now


async def noted(memory: AsyncMemory, text, **fields):
    """A note, as somebody would conclude it."""
    note = Note(text=text, **{"user_id": "dana", "learned_at": START} | fields)
    await memory._store.commit(Batch(puts=puts([note], await memory._embed([text]))))
    return note


async def reached(memory: AsyncMemory, **whose):
    """The ids of everything that any way of reading shows."""
    whose = whose or DANA
    found = set()
    found |= {m.id for m in await memory.messages(**whose)}
    found |= {m.id for m in await memory.messages(last=50, **whose)}
    notes = await memory.notes(closed=True, **whose)
    found |= {n.id for n in notes} | {n.id for n in await memory.notes(**whose)}
    for question in ("dark theme code", "city pet", "Alice Alpha manages", "note city rex"):
        hits = await memory.search(question, limit=1000, min_relevance=0, **whose)
        context = await memory.context(question, budget=100_000, **whose)
        found |= {hit.id for hit in hits} | {hit.id for hit in context.hits}
    for name in ("Alice", "Alpha", "user", "Rex"):
        found |= {edge.note.id for edge in await memory.related(name, hops=2, **whose)}
    lines = io.StringIO()
    await memory.export_to(lines, **whose)
    exported = [json.loads(line) for line in lines.getvalue().splitlines()]
    found |= {line["id"] for line in exported if "id" in line and line.get("key") != LAW}
    return found


async def read_by_id(memory: AsyncMemory, id):
    """Whether an id leads anywhere."""
    try:
        await memory.get(id, **DANA)
    except NotFound:
        for verb in (memory.history, memory.why):
            with pytest.raises(NotFound):
                await verb(id, **DANA)
        with pytest.raises(NotFound):
            await memory.why_not("city", id, **DANA)
        return False
    return True


async def test_what_expires_is_out_of_every_reads_reach(memory: AsyncMemory, clock):
    told = Message("My dog is called Rex.", id="m1", metadata={"expires": "2026-01-10"})
    added = await memory.add(told, session_id="s1", at=START, **DANA)
    await memory.add(Message("I like Python.", id="m2"), session_id="s2", at=START, **DANA)
    theme = await memory.set("ui.theme", "dark", expires="2026-01-10", **DANA)
    edge = await memory.relate("Alice", "MANAGES", "Alpha", at=START, **DANA)
    await memory.expire(edge.id, "2026-01-10", **DANA)
    ending = {"m1", theme.id, edge.id, *(note.id for note in added.notes)}
    assert ending <= await reached(memory)
    assert {s.session_id for s in await memory.sessions(**DANA)} == {"s1", "s2"}
    clock.now = datetime(2026, 1, 10, tzinfo=UTC)
    assert ending.isdisjoint(await reached(memory))
    assert "m2" in await reached(memory)
    assert not [id for id in ending if await read_by_id(memory, id)]
    assert await memory.value("ui.theme", **DANA) is None
    assert "ui.theme" not in await memory.values(**DANA)
    assert await memory.related("Alice", as_of=START + DAY, **DANA) == []
    assert {e.name for e in await memory.entities(**DANA)}.isdisjoint({"Alice", "Alpha"})
    assert [s.session_id for s in await memory.sessions(**DANA)] == ["s2"]


async def test_what_is_said_again_for_good_outlives_what_was_to_end(memory: AsyncMemory, clock):
    ends = {"expires": "2026-01-10"}
    await memory.add("My dog is called Rex.", at=START, metadata=ends, **DANA)
    first = [n.text for n in await memory.notes(**DANA)]
    assert first
    await memory.add("My dog is called Rex.", at=START + DAY, **DANA)
    clock.now = datetime(2026, 2, 1, tzinfo=UTC)
    assert [n.text for n in await memory.notes(**DANA)] == first
    await memory.set("city", "Berlin", expires="2026-02-02", **DANA)
    clock.now = datetime(2026, 3, 1, tzinfo=UTC)
    assert await memory.value("city", **DANA) is None
    again = await memory.set("city", "Berlin", **DANA)
    assert await memory.value("city", **DANA) == "Berlin"
    assert await memory.set("city", "Berlin", **DANA) == again


async def test_a_policy_ends_each_kind_in_its_time(memory: AsyncMemory, clock):
    said = await memory.add("I like Python.", at=START, **DANA)
    event = await noted(memory, "Dana moved.", kind="episodic")
    fact = await noted(memory, "Dana likes code.")
    shown = await memory.policy(keep={"episodic": "30 days", "message": "1 year"}, **DANA)
    assert shown.keep == {"episodic": 30 * DAY, "message": 365 * DAY}
    assert shown.half_life == HALF_LIFE
    clock.now = START + 29 * DAY
    assert {said.ids[0], event.id, fact.id} <= await reached(memory)
    clock.now = START + 30 * DAY
    left = await reached(memory)
    assert event.id not in left
    assert {said.ids[0], fact.id} <= left
    clock.now = START + 365 * DAY
    left = await reached(memory)
    assert said.ids[0] not in left
    assert fact.id in left
    await memory.policy(keep={"message": None}, **DANA)
    assert said.ids[0] in await reached(memory)


async def test_an_agents_policy_goes_before_the_users(memory: AsyncMemory, clock):
    mine = await memory.add("I like Python.", at=START, **DANA)
    ours = await memory.add("I like Rust.", at=START, agent_id="coach", **DANA)
    await memory.policy(keep={"message": "10 days"}, **DANA)
    shown = await memory.policy(keep={"message": "for ever"}, agent_id="coach", **DANA)
    assert shown.keep == {"message": None}
    clock.now = START + 20 * DAY
    assert [m.id for m in await memory.messages(**DANA)] == list(ours.ids)
    assert (await memory.policy(**DANA)).keep == {"message": 10 * DAY}
    assert not await read_by_id(memory, mine.ids[0])


async def test_the_newest_are_found_behind_many_that_ended(memory: AsyncMemory, clock):
    chat = [{"role": "user", "content": f"word number {i} of a theme"} for i in range(120)]
    await memory.add(chat, at=START, learn="never", **DANA)
    old = [
        {"role": "user", "content": f"dark theme {i}", "metadata": {"expires": "2026-01-02"}}
        for i in range(300)
    ]
    await memory.add(old, at=START + timedelta(hours=1), learn="never", **DANA)
    clock.now = START + 2 * DAY
    last = await memory.messages(last=100, **DANA)
    assert [m.content for m in last] == [one["content"] for one in chat[20:]]
    hits = await memory.search("dark theme", limit=50, min_relevance=0, **DANA)
    assert len(hits) == 50
    assert all("number" in hit.text for hit in hits)


async def test_fading_changes_the_order_and_nothing_else(memory: AsyncMemory, clock):
    old = await noted(memory, "Dana was in Berlin, the city.", kind="episodic")
    new = await noted(
        memory, "Dana was in Lisbon, the city.", kind="episodic", learned_at=START + 60 * DAY
    )
    clock.now = START + 60 * DAY
    hits = await memory.search("Which city was Dana in?", min_relevance=0, explain=True, **DANA)
    assert [hit.id for hit in hits] == [new.id, old.id]
    assert hits[1].parts["faded"] == pytest.approx(-0.1 * 0.75)
    assert any("not used since" in why for why in hits[1].why)
    await memory.pin(old.id, **DANA)
    hits = await memory.search("Which city was Dana in?", min_relevance=0, **DANA)
    assert all("faded" not in hit.parts for hit in hits)
    await memory.unpin(old.id, **DANA)
    await memory.policy(half_life="60 days", **DANA)
    hits = await memory.search("Which city was Dana in?", min_relevance=0, **DANA)
    assert hits[1].parts["faded"] == pytest.approx(-0.1 * 0.5)


async def test_what_a_model_was_shown_is_fresh_again(memory: AsyncMemory, clock):
    old = await noted(memory, "Dana was in Berlin, the city.", kind="episodic")
    clock.now = START + 60 * DAY
    before = await memory.search("city", min_relevance=0, **DANA)
    assert before[0].parts["faded"] < -0.05
    seq = len(await memory._store.changes(0))
    shown = await memory.context("Which city was Dana in?", **DANA)
    assert old.id in {hit.id for hit in shown.hits}
    assert len(await memory._store.changes(0)) == seq  # a read is not a write
    await memory.add("Thank you.", learn="never", **DANA)
    after = await memory.search("city", min_relevance=0, **DANA)
    (hit,) = [hit for hit in after if hit.id == old.id]
    assert "faded" not in hit.parts
    written = len(await memory._store.changes(0))
    await memory.context("Which city was Dana in?", **DANA)
    await memory.add("Thanks again.", learn="never", **DANA)
    assert len(await memory._store.changes(0)) == written + 1  # the words alone: once a day


async def test_what_those_are_shown_who_never_write_fills_no_room(
    memory: AsyncMemory, clock, monkeypatch
):
    clock.now = START + 60 * DAY
    monkeypatch.setattr("recollect.memory.aio.showing.OWNERS", 2)
    for user in ("dana", "erik", "kim", "dana"):
        await noted(memory, "Dana was in Berlin, the city.", kind="episodic", user_id=user)
        assert (await memory.context("Which city was Dana in?", user_id=user)).hits
    assert [owner.id for owner in memory._used] == ["dana", "erik"]
    assert len(memory._used[Owner("user", "dana")]) == 2


async def test_core_comes_first_and_in_one_order(memory: AsyncMemory, clock):
    await memory.add("The dark theme of the city.", at=START + DAY, **DANA)
    await memory.set("human", "Dana is a baker.", kind="core", at=START, **DANA)
    await memory.set("persona", "You are kind.", kind="core", at=START + DAY, **DANA)
    await memory.set("city", "Berlin", at=START, **DANA)
    for question in ("dark theme", "city", "nothing of that"):
        context = await memory.context(question, budget=200, **DANA)
        assert [hit.kind for hit in context.hits[:2]] == ["core", "core"]
        assert [hit.record.key for hit in context.hits[:2]] == ["human", "persona"]
        assert context.tokens <= 200
    short = await memory.context("dark theme", budget=40, **DANA)
    assert [hit.record.key for hit in short.hits if hit.kind == "core"][:1] == ["human"]
    with pytest.raises(InputError, match="kind must be"):
        await memory.set("human", "x", kind="soul", **DANA)


async def test_a_pin_goes_before_every_end(memory: AsyncMemory, clock):
    said = await memory.add("I like Python.", metadata={"expires": "2026-01-02"}, at=START, **DANA)
    event = await noted(memory, "Dana moved.", kind="episodic")
    fact = await memory.set("city", "Berlin", **DANA)
    for id in (said.ids[0], event.id, fact.id):
        assert (await memory.pin(id, **DANA)).id == id
    await memory.policy(keep={"episodic": 1, "message": 1, "semantic": 1}, **DANA)
    clock.now = START + 400 * DAY
    pruned = await memory.prune(closed="1 day")
    assert pruned.ok
    assert {said.ids[0], event.id, fact.id} <= await reached(memory)
    assert {one.id for one in await memory.pins(**DANA)} == {said.ids[0], event.id, fact.id}
    moved = await memory.set("city", "Lisbon", **DANA)
    assert moved.id in {one.id for one in await memory.pins(**DANA)}
    clock.now += 400 * DAY
    await memory.prune(closed="1 day")
    assert await memory.value("city", **DANA) == "Lisbon"
    assert [n.value for n in await memory.history(moved.id, **DANA)] == ["Lisbon"]
    await memory.unpin(event.id, **DANA)
    assert event.id not in await reached(memory)
    receipt = await memory.erase(**DANA)
    assert receipt.ok
    assert await memory.owners() == []


async def test_pruning_says_what_goes_and_then_does_it(memory: AsyncMemory, clock):
    ends = {"expires": "2026-01-02"}
    said = await memory.add("My dog is called Rex.", metadata=ends, at=START, **DANA)
    kept = await memory.add("I like Python.", at=START, **DANA)
    await noted(memory, "Dana moved.", kind="episodic")
    await memory.set("city", "Berlin", at=START, **DANA)
    await memory.set("city", "Lisbon", at=START + DAY, **DANA)
    await memory.add("I like Rust.", metadata=ends, at=START, user_id="erik")
    await memory.policy(keep={"episodic": "10 days"}, **DANA)
    clock.now = START + 100 * DAY
    dry = await memory.prune(closed="30 days", dry_run=True)
    assert not dry.receipt.done
    assert dry.reasons["messages: expired"] == 2
    assert dry.reasons["notes: kept 10 days"] == 1
    assert dry.reasons["notes: closed more than 30 days ago"] == 1
    assert {one.kind for one in dry.going if one.id in said.ids} == {"message"}
    count = (await memory.stats()).messages
    assert count == 3
    steps = []
    pruned = await memory.prune(closed="30 days", progress=lambda *step: steps.append(step))
    assert pruned.ok, str(pruned)
    assert pruned.reasons == dry.reasons
    assert pruned.receipt.removed["messages"] == 2
    assert steps[-1] == (len(dry.going), len(dry.going))
    assert (await memory.stats()).messages == 1
    assert await memory.value("city", **DANA) == "Lisbon"
    assert kept.ids[0] in await reached(memory)
    assert (await memory.verify()).ok
    again = await memory.prune(closed="30 days")
    assert again.ok
    assert (again.reasons, again.receipt.removed) == ({}, {})


async def test_pruning_keeps_to_the_scope_that_is_named(memory: AsyncMemory, clock):
    ends = {"expires": "2026-01-02"}
    for whose in (DANA, {**DANA, "agent_id": "coach"}, {"agent_id": "coach"}, {"session_id": "s"}):
        await memory.add("I like Python.", at=START, metadata=ends, **whose)
    clock.now = START + 5 * DAY
    pruned = await memory.prune(agent_id="coach", **DANA)
    assert pruned.ok, str(pruned)
    assert pruned.receipt.removed["messages"] == 1
    assert (await memory.stats()).messages == 3
    assert (await memory.prune(**DANA)).receipt.removed["messages"] == 1
    assert (await memory.prune()).receipt.removed["messages"] == 2
    assert (await memory.verify()).ok


async def test_a_note_may_outlive_its_words(memory: AsyncMemory, clock):
    said = await memory.add("My dog is called Rex.", at=START, **DANA)
    (note, *_) = said.notes
    await memory.policy(keep={"message": "10 days"}, **DANA)
    clock.now = START + 20 * DAY
    assert note.id in await reached(memory)
    assert (await memory.prune(**DANA)).ok
    left = await memory.get(note.id, **DANA)
    assert (left.text, left.sources) == (note.text, ())
    assert (await memory.why(note.id, **DANA)).messages == ()
    assert (await memory.verify()).ok


async def test_a_message_that_expires_takes_along_what_rests_on_it_alone(
    memory: AsyncMemory, clock
):
    await memory.add(Message("My dog is called Rex.", id="m1"), at=START, **DANA)
    await memory.add(Message("I like Python.", id="m2"), at=START, **DANA)
    alone = await noted(memory, "Dana has a pet.", sources=("m1",))
    both = await noted(memory, "Dana codes with Rex.", sources=("m1", "m2"))
    await memory.expire("m1", **DANA)
    clock.now += DAY
    left = await reached(memory)
    assert {"m1", alone.id}.isdisjoint(left)
    assert {"m2", both.id} <= left
    assert (await memory.prune(**DANA)).ok
    assert (await memory.get(both.id, **DANA)).sources == ("m2",)
    with pytest.raises(NotFound):
        await memory.expire("m1", **DANA)


async def test_an_end_can_be_lifted_while_it_is_ahead(memory: AsyncMemory, clock):
    fact = await memory.set("city", "Berlin", expires="2026-01-10", **DANA)
    await memory.expire(fact.id, never=True, **DANA)
    clock.now = START + 50 * DAY
    assert await memory.value("city", **DANA) == "Berlin"
    changed = await memory.update(fact.id, text="city: Berlin, Mitte", **DANA)
    assert "expires" not in changed.metadata


async def test_erasing_leaves_no_name_in_the_law(memory: AsyncMemory, clock):
    said = await memory.add("My dog is called Rex.", session_id="s1", at=START, **DANA)
    kept = await memory.add("I like Python.", session_id="s2", at=START, **DANA)
    await memory.pin(said.ids[0], **DANA)
    await memory.pin(kept.ids[0], **DANA)
    await memory.policy(keep={"message": "2 years"}, **DANA)
    receipt = await memory.erase(session_id="s1", **DANA)
    assert receipt.ok, str(receipt)
    law = await memory._living.law(kept.messages[0].scope.owner)
    assert law.pins == {kept.ids[0]}
    assert (await memory.policy(**DANA)).keep == {"message": 730 * DAY}
    assert (await memory.verify()).ok


async def test_laws_move_with_the_memory(memory: AsyncMemory, clock, embedder):
    said = await memory.add("I like Python.", at=START, **DANA)
    await memory.pin(said.ids[0], **DANA)
    await memory.policy(keep={"message": "10 days"}, **DANA)
    lines = io.StringIO()
    await memory.export_to(lines)
    async with AsyncMemory("memory://", embedder=embedder) as other:
        await other.policy(keep={"message": "20 days", "episodic": "1 day"}, **DANA)
        lines.seek(0)
        await other.import_from(lines)
        lines.seek(0)
        assert await other.import_from(lines) == 0
        assert [one.id for one in await other.pins(**DANA)] == list(said.ids)
        assert (await other.policy(**DANA)).keep == {"message": 20 * DAY, "episodic": DAY}


async def test_everybody_who_opens_the_memory_sees_a_law_at_once(tmp_path, embedder):
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    async with AsyncMemory(url, embedder=embedder) as one, AsyncMemory(url, embedder=None) as two:
        said = await one.add("I like Python.", at="2020-01-01", **DANA)
        assert len(await two.messages(**DANA)) == 1
        await one.policy(keep={"message": "1 year"}, **DANA)
        assert await two.messages(**DANA) == []
        with pytest.raises(NotFound):
            await two.pin(said.ids[0], **DANA)
        await one.policy(keep={"message": None}, **DANA)
        await two.pin(said.ids[0], **DANA)
        await one.policy(keep={"message": "1 year"}, **DANA)
        assert [one.id for one in await one.messages(**DANA)] == list(said.ids)


async def test_a_version_that_was_closed_at_the_last_moment_there_is_is_not_old(memory):
    for value in ("Berlin", "Lisbon"):
        await memory.set("city", value, at=datetime.max.replace(tzinfo=UTC), **DANA)
    assert (await memory.prune(closed="1000 years", **DANA)).reasons == {}
    assert len(await memory.notes(closed=True, **DANA)) == 2


async def test_pruning_many_owners_lists_them_no_oftener_than_few(memory: AsyncMemory, clock):
    listing, lists = memory._store.owners, []

    async def counted():
        lists.append(1)
        return await listing()

    memory._store.owners = counted
    often = []
    for count in (2, 12):
        clock.now = START
        for number in range(count):
            whose = {"agent_id" if number % 2 else "user_id": f"somebody{number}"}
            await memory.add("Gone soon.", metadata={"expires": "2026-01-02"}, **whose)
        clock.now = START + 5 * DAY
        lists.clear()
        assert (await memory.prune()).reasons == {"messages: expired": count}
        often.append(len(lists))
    assert often[0] == often[1]


async def test_an_interrupted_prune_goes_on(memory: AsyncMemory, clock, monkeypatch):
    monkeypatch.setattr(pruning, "CHUNK", 4)
    ends = {"expires": "2026-01-02"}
    for i in range(10):
        await memory.add(f"canary{i} of the city", at=START, metadata=ends, learn="never", **DANA)
    fact = await memory.set("city", "Berlin", **DANA)
    clock.now = START + 5 * DAY
    commit, calls = memory._commit, []

    async def broken(batch):
        calls.append(batch)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return await commit(batch)

    memory._commit = broken
    with pytest.raises(KeyboardInterrupt):
        await memory.prune()
    memory._commit = commit
    assert (await memory.stats()).messages == 2
    assert (await memory.verify()).ok
    assert await reached(memory) == {fact.id}
    pruned = await memory.prune()
    assert pruned.ok, str(pruned)
    assert pruned.reasons == {"messages: expired": 2}
    traces = await memory._store.traces([b"canary%d" % i for i in range(10)])
    assert not any(traces.values())


async def test_somebody_else_writes_while_it_prunes(memory: AsyncMemory, clock, monkeypatch):
    monkeypatch.setattr(pruning, "CHUNK", 3)
    added = [
        await memory.add(f"word {i}", at=START, metadata={"expires": "2026-01-02"}, **DANA)
        for i in range(9)
    ]
    clock.now = START + 5 * DAY
    commit, calls = memory._commit, []

    async def meanwhile(batch):
        calls.append(batch)
        if len(calls) == 2:
            memory._commit = commit
            await memory.erase(id=added[-1].ids[0], **DANA)
            memory._commit = meanwhile
        return await commit(batch)

    memory._commit = meanwhile
    pruned = await memory.prune()
    assert pruned.ok, str(pruned)
    assert (await memory.stats()).messages == 0


async def test_nothing_is_learned_from_words_that_have_ended(memory: AsyncMemory, clock):
    await memory.add("My dog is called Rex.", at=START, learn="later", **DANA)
    await memory.add("I live in Berlin.", at=START + 9 * DAY, learn="later", **DANA)
    await memory.policy(keep={"message": "5 days"}, **DANA)
    clock.now = START + 10 * DAY
    await memory.learn(**DANA)
    texts = " ".join(note.text for note in await memory.notes(**DANA))
    assert "Berlin" in texts
    assert "Rex" not in texts


async def test_a_law_that_cannot_be_read_breaks_no_read(memory: AsyncMemory, clock):
    said = await memory.add("I like Python.", at=START, **DANA)
    value = {
        "keep": {"message": "soon", "episodic": -1, "letters": 5, "semantic": 86400},
        "pins": {"a": 1}, "expires": {"x": "soon", said.ids[0]: None}, "half_life": "long",
    }  # fmt: skip
    lines = [
        {"recollect": 1, "records": 2},
        {"type": "note", "id": "law", "user_id": "dana", "text": "x", "key": LAW, "value": value},
        {"type": "note", "id": "uses", "user_id": "dana", "text": "x", "key": HIDDEN[1],
         "value": {"x": "soon", "y": None}},
        {"type": "end", "records": 2},
    ]  # fmt: skip
    await memory.import_from(io.StringIO("\n".join(map(json.dumps, lines))))
    assert (await memory.policy(**DANA)).keep == {"semantic": DAY}
    assert said.ids[0] in await reached(memory)
    await noted(memory, "x", key=HIDDEN[0], agent_id="coach", value=value)
    await noted(memory, "x", key=HIDDEN[1], agent_id="coach", value=[1])
    assert said.ids[0] in await reached(memory)
    assert await memory.pins(**DANA) == []


@pytest.mark.parametrize("seed", range(4))
async def test_random_lives(memory: AsyncMemory, clock, seed):
    """Fading never changes what is found; what is pinned stays; pruning twice is pruning once."""
    chance = random.Random(seed)
    kinds = ["semantic", "episodic", "procedural", "summary", "core"]
    made = []
    for i in range(40):
        at = START + chance.randrange(100) * DAY
        ends = {} if chance.random() < 0.5 else {
            "expires": (at + chance.randrange(1, 200) * DAY).isoformat()
        }  # fmt: skip
        words = f"note {i} of the {chance.choice(['city', 'dog', 'dark theme', 'code'])}"
        if chance.random() < 0.5:
            fields = {"kind": chance.choice(kinds), "importance": chance.random()}
            made.append(await noted(memory, words, learned_at=at, metadata=ends, **fields))
        else:
            added = await memory.add(words, at=at, metadata=ends, learn="never", **DANA)
            made.append(added.messages[0])
    clock.now = START + 100 * DAY
    keep = {kind: chance.randrange(20, 300) for kind in chance.sample(["message", *kinds], 3)}
    pins = {one.id for one in chance.sample(made, 8)}
    alive = await reached(memory)
    for id in pins & alive:
        await memory.pin(id, **DANA)
    pins &= alive
    sets = []
    for half_life in (1, 30, 3000):
        await memory.policy(half_life=half_life, **DANA)
        hits = await memory.search("city dog theme", limit=1000, min_relevance=0, **DANA)
        sets.append({hit.id: hit.relevance for hit in hits})
    assert sets[0] == pytest.approx(sets[1])
    assert sets[0] == pytest.approx(sets[2])
    await memory.policy(keep=keep, **DANA)
    clock.now += chance.randrange(200) * DAY
    before = await reached(memory)
    assert pins <= before
    dry = await memory.prune(dry_run=True)
    assert {one.id for one in dry.going} == {one.id for one in made} - before
    pruned = await memory.prune()
    assert pruned.ok, str(pruned)
    assert await reached(memory) == before
    assert (await memory.prune()).receipt.removed == {}
    stored = {one.id for one in await memory._records(made[0].scope.owner.scope)}
    assert stored - before == {n.id for n in await memory._store.notes(_laws(made[0]))}
    assert (await memory.verify()).ok


def _laws(record):
    return Query(record.scope.owner.scope, keys=HIDDEN)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda m: m.policy(keep={"message": "soon"}, **DANA), "length of time"),
        (lambda m: m.policy(keep={"message": -1}, **DANA), "more than nothing"),
        (lambda m: m.policy(keep={"messages": 1}, **DANA), "keep knows message"),
        (lambda m: m.policy(keep={}, **DANA), "keep must be a dict"),
        (lambda m: m.policy(half_life=0, **DANA), "more than nothing"),
        (lambda m: m.policy(half_life=True, **DANA), "length of time"),
        (lambda m: m.policy(keep={"message": 1}), "say whose memory"),
        (lambda m: m.prune(closed="x", **DANA), "length of time"),
        (lambda m: m.add("x", metadata={"expires": "soon"}, **DANA), "not a date"),
        (lambda m: m.add("x", metadata={"expires": 7}, **DANA), r"metadata\['expires'\] must be"),
        (lambda m: m.set("a", 1, expires="soon", **DANA), "not a date"),
        (lambda m: m.set("recollect:law", 1, **DANA), "recollect's own"),
        (lambda m: m.pin("nobody", **DANA), "no message or note"),
        (lambda m: m.expire("nobody", **DANA), "no message or note"),
    ],
)
async def test_refused_before_anything_is_written(memory: AsyncMemory, call, words):
    with pytest.raises((InputError, NotFound, ScopeError), match=words):
        await call(memory)
    assert await memory.owners() == []


async def test_a_fact_that_has_ended_is_as_good_as_none_to_a_writer(memory: AsyncMemory, clock):
    gone = await memory.set("code", "1234", expires=START + DAY, **DANA)
    with pytest.raises(Stale) as refused:
        await memory.set("code", "5678", if_version="", **DANA)
    assert refused.value.current == gone
    clock.now += 2 * DAY
    with pytest.raises(Stale) as refused:
        await memory.set("code", "5678", if_version=gone.id, **DANA)
    assert refused.value.current is None
    made = await memory.set("code", "5678", if_version="", **DANA)
    assert await memory.value("code", **DANA) == made.value == "5678"


async def test_an_end_and_no_end_are_not_said_at_once(memory: AsyncMemory, clock):
    note = await memory.set("code", "1234", **DANA)
    with pytest.raises(InputError, match="never"):
        await memory.expire(note.id, START + DAY, never=True, **DANA)


async def test_what_is_deleted_is_named_no_more(memory: AsyncMemory):
    """Whatever its id is: a law has names of its own."""
    for id in ("keep", "pins", "expires", "half_life"):
        await memory.add({"content": f"About {id}.", "id": id}, **DANA)
        await memory.pin(id, **DANA)
    await memory.policy(**DANA, keep={"message": "2 years"}, half_life="60 days")
    for id in ("keep", "expires", "half_life"):
        await memory.delete(id, **DANA)
    await memory.erase(id="pins", **DANA)
    (law,) = await memory._store.notes(Query(Scope("dana"), keys=(LAW,)))
    assert law.value == {"keep": {"message": 63_072_000.0}, "half_life": 5_184_000.0, "pins": []}


async def test_what_has_ended_takes_no_place_among_the_newest(url):
    async with AsyncMemory(url, embedder=None) as memory:
        memory._now = Clock()
        added = await memory.add([f"message number {n}" for n in range(9)], **DANA)
        for id in added.ids[-3:]:
            await memory.expire(id, START)
        hits = await memory.search("Wombats?", min_relevance=0, **DANA)
        assert sorted(hit.id for hit in hits) == sorted(added.ids[1:6])
        newest = {hit.id: hit.parts["recent"] for hit in hits}
        await memory.prune()
        after = await memory.search("Wombats?", min_relevance=0, **DANA)
        assert {hit.id: hit.parts["recent"] for hit in after} == newest
