"""Copying a memory from store to store: nothing is lost, doubled or embedded anew."""

import pytest

from recollect import AsyncMemory, ConfigError, Memory, Message
from recollect.errors import Conflict, IdConflict, UnknownScheme
from recollect.memory.aio.spending import EVERYBODY
from recollect.memory.aio.study import CLAIM
from recollect.orders import Batch, Cursor
from recollect.types import Owner

DANA = {"user_id": "dana"}
COUNT = 300


async def filled(memory: AsyncMemory) -> None:
    """Some of everything that a memory can hold."""
    said = Message(
        "I prefer dark mode — 深色\n\n# not a heading ", name="Dana", metadata={"n": 1.5}
    )
    await memory.add(said, at="2026-01-01T10:00:00.123456Z", session_id="s1", **DANA)
    for place in ("Berlin", "Lisbon", "Lisbon"):
        await memory.add(f"I live in {place}.", session_id="s2", **DANA)
    await memory.set("city", "Berlin", user_id="erik", at="2026-01-01")
    await memory.set("city", "Lisbon", user_id="erik", at="2026-02-01")
    await memory.set("team", {"size": 4, "names": ["Ann", "Bo"]}, agent_id="coach", kind="core")
    await memory.add("agent's own", agent_id="coach")
    await memory.add("nobody's but the session's", user_id="dana", agent_id="coach")
    await memory.relate("Alice", "MANAGES", "Alpha", valid_from="2026-01-01", **DANA)
    await memory.unrelate("Alice", "MANAGES", "Alpha", **DANA)
    await memory.policy(keep={"message": "9000d"}, **DANA)
    await memory.pin(said.id, **DANA)


async def everything(memory: AsyncMemory) -> list:
    whose = [DANA, {"user_id": "erik"}, {"agent_id": "coach"}]
    read = [(await memory.messages(**who), await memory.notes(closed=True, **who)) for who in whose]
    policy = await memory.policy(**DANA)
    return [read, policy, await memory.pins(**DANA), await memory.value("team", agent_id="coach")]


def never(texts):
    raise AssertionError("there is nothing to embed")


never.id = "meaning"


async def test_everything_moves_from_store_to_store(memory: AsyncMemory, tmp_path):
    await filled(memory)
    wanted, stats = await everything(memory), await memory.stats()
    hashes = set()
    source = memory
    for place in ("a.json", "b.yaml", "c/", "memory", "d.db"):
        in_memory = place == "memory"
        url = "memory://" if in_memory else str(tmp_path / place) + "/" * place.endswith("/")
        other = AsyncMemory(url, embedder=never) if in_memory else None
        steps = []
        done = await source.copy_to(other or url, progress=lambda *step: steps.append(step))  # noqa: B023
        records = stats.messages + stats.notes
        assert (done.ok, done.lost) == (True, ())
        assert (done.written, done.vectors, done.owners) == (records, records, 3)
        assert (done.messages, done.notes) == (stats.messages, stats.notes)
        assert steps[-1] == (records, records)
        hashes |= {done.source_hash, done.target_hash}
        if source is not memory:
            await source.close()
        source = other or AsyncMemory(url, embedder=never)
        assert await everything(source) == wanted
        moved = await source.stats()
        assert (moved.vectors, moved.pending) == (stats.vectors, 0)
        assert await source.learn() == 0  # what was learned already is not learned again
        again = await memory.copy_to(source)
        assert (again.ok, again.written, again.vectors) == (True, 0, 0)
    assert len(hashes) == 1
    assert (await source.verify()).ok
    await source.close()


@pytest.mark.parametrize("kind", ["postgres", "redis"])
async def test_to_a_server_and_back(kind, embedder, tmp_path, request):
    url = request.getfixturevalue(kind)
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=embedder) as memory:
        await filled(memory)
        wanted = await everything(memory)
        there = await memory.copy_to(url)
        assert (there.ok, there.lost) == (True, ())
        assert (await memory.copy_to(url)).written == 0
    async with AsyncMemory(url, embedder=never) as server:
        assert await everything(server) == wanted
        back = await server.copy_to(str(tmp_path / "b.db"))
        assert (back.ok, back.target_hash) == (True, there.source_hash)
        assert back.vectors == there.vectors > 0
    async with AsyncMemory(str(tmp_path / "b.db"), embedder=never) as home:
        assert await everything(home) == wanted
        assert (await home.verify()).ok


@pytest.mark.parametrize("place", ["b.db", "b.json", "b/"])
async def test_an_interrupted_copy_goes_on(place, embedder, tmp_path):
    class Enough(Exception):
        pass

    def interrupt(done, total):
        if done >= COUNT // 2:
            raise Enough

    target = str(tmp_path / place) + "/" * place.endswith("/")
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=embedder) as memory:
        await memory.add([f"message {number}" for number in range(COUNT)], **DANA)
        with pytest.raises(Enough):
            await memory.copy_to(target, progress=interrupt)
        async with AsyncMemory(target, embedder=None) as half:
            held = (await half.stats()).messages
        assert 0 < held < COUNT
        done = await memory.copy_to(target)
        assert (done.ok, done.written) == (True, COUNT - held)
        assert done.vectors == COUNT - held


async def test_what_changed_since_follows(embedder, tmp_path):
    target = str(tmp_path / "b.db")
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=embedder) as memory:
        await memory.add("I live in Berlin.", **DANA)
        await memory.set("city", "Berlin", user_id="erik")
        await memory.copy_to(target)
        await memory.add("I live in Berlin.", **DANA)  # seen again
        await memory.set("city", "Lisbon", user_id="erik")  # closed
        done = await memory.copy_to(target)
        assert (done.ok, done.lost) == (True, ())
        async with AsyncMemory(target, embedder=never) as other:
            (note,) = await other.notes(**DANA)
            assert (note.seen, len(note.sources)) == (2, 2)
            assert await other.notes(closed=True, user_id="erik") == await memory.notes(
                closed=True, user_id="erik"
            )
            assert (await other.stats()).pending == 0


async def test_a_source_that_is_written_to_meanwhile(embedder, tmp_path):
    path, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    async with AsyncMemory(path, embedder=embedder) as memory:
        added = await memory.add([f"message {number}" for number in range(COUNT)], **DANA)
        await memory.set("city", "Berlin", **DANA)
        await memory.add("I live in Berlin.", user_id="erik")
        busy = Memory(path, embedder=embedder)
        turns = []

        def meddle(done, total):
            turns.append(done)
            if len(turns) == 2:
                busy.delete(added.ids[0], **DANA)
                busy.set("city", "Lisbon", **DANA)
                busy.add("I live in Berlin.", user_id="erik")
                busy.add("one more", user_id="fay")

        done = await memory.copy_to(target, progress=meddle)
        busy.close()
        assert len(turns) >= 2
        assert (done.ok, done.lost) == (True, ())
        assert done.messages == COUNT + 2
        async with AsyncMemory(target, embedder=never) as other:
            assert await other.value("city", **DANA) == "Lisbon"
            assert added.ids[0] not in {one.id for one in await other.messages(**DANA)}


async def test_a_fact_that_is_deleted_and_set_anew_meanwhile(embedder, tmp_path):
    path, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    async with AsyncMemory(path, embedder=embedder) as memory:
        first = await memory.set("city", "Berlin", **DANA)
        busy = Memory(path, embedder=embedder)

        def meddle(done, total):
            if busy.value("city", **DANA) == "Berlin":
                busy.delete(first.id, **DANA)
                busy.set("city", "Lisbon", **DANA)

        done = await memory.copy_to(target, progress=meddle)
        busy.close()
        assert (done.ok, done.notes, done.lost) == (True, 1, ())
        async with AsyncMemory(target, embedder=never) as other:
            assert [note.value for note in await other.notes(closed=True, **DANA)] == ["Lisbon"]
            assert (await other.stats()).pending == 0


async def test_what_was_spent_comes_along_and_no_claim(tmp_path):
    owner = Owner("user", "dana")
    spent = "spent/2026-01-01/model/calls"
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=None) as memory:
        await memory.add("I have a dog.", **DANA)
        moves = (
            Cursor(EVERYBODY, spent, 5),
            Cursor(owner, spent, 3),
            Cursor(owner, CLAIM, 1_700_000_000_000_000),
        )
        await memory._store.commit(Batch(cursors=moves))
        async with AsyncMemory("memory://", embedder=None) as other:
            for _ in range(2):
                assert (await memory.copy_to(other)).ok
                assert await other._store.cursor(EVERYBODY, spent) == 5
                assert await other._store.cursor(owner, spent) == 3
                assert await other._store.cursor(owner, CLAIM) == 0


async def test_what_was_not_learned_yet_is_learned_there(tmp_path):
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=None) as memory:
        await memory.add("I live in Berlin.", **DANA)
        await memory.add("I work as a baker.", learn="later", **DANA)
        async with AsyncMemory("memory://", embedder=None) as other:
            assert (await memory.copy_to(other)).ok
            assert len(await other.notes(**DANA)) == 1
            assert await other.learn() == 1
            assert await other.learn() == 0


async def test_a_target_with_other_records_is_refused(embedder, tmp_path):
    target = str(tmp_path / "b.db")
    async with AsyncMemory(target, embedder=embedder) as other:
        await other.add("I have a dog.", user_id="fay")
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=embedder) as memory:
        await filled(memory)
        with pytest.raises(Conflict, match="into=True"):
            await memory.copy_to(target)
        async with AsyncMemory(target, embedder=embedder) as other:
            assert (await other.stats()).messages == 1
        done = await memory.copy_to(target, into=True)
        assert (done.ok, done.messages) == (True, (await memory.stats()).messages)
        assert (await memory.copy_to(target, into=True)).written == 0
        async with AsyncMemory(target, embedder=embedder) as other:
            assert len(await other.messages(user_id="fay")) == 1
            assert await everything(other) == await everything(memory)


async def test_what_excludes_each_other_is_refused(tmp_path):
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=None) as memory:
        await memory.add(Message("one thing", id="same"), **DANA)
        await memory.set("city", "Berlin", user_id="erik")
        for words, city, error in (("another", None, IdConflict), (None, "Oslo", Conflict)):
            async with AsyncMemory("memory://", embedder=None) as other:
                if words:
                    await other.add(Message(words, id="same"), **DANA)
                if city:
                    await other.set("city", city, user_id="erik")
                before = await other.stats()
                with pytest.raises(error, match="nothing was written"):
                    await memory.copy_to(other, into=True)
                assert await other.stats() == before


async def test_vectors_that_do_not_fit_are_told(embedder, tmp_path):
    def short(texts):
        return [[1.0, 2.0] for _ in texts]

    short.id = embedder.id
    async with AsyncMemory(str(tmp_path / "a.db"), embedder=embedder) as memory:
        await memory.add("I have a dog.", learn="never", **DANA)
        async with AsyncMemory("memory://", embedder=short) as other:
            await other.add("I have a cat.", user_id="fay", learn="never")
            await other.add("I have two.", user_id="fay", learn="never")
            done = await memory.copy_to(other, into=True)
            assert (done.ok, done.vectors) == (True, 0)
            assert done.lost == ("1 vector of meaning, to be made anew by `reindex`",)
            assert len(await other.messages(**DANA)) == 1


async def test_places_that_cannot_be_meant(memory: AsyncMemory, url, tmp_path):
    await memory.add("I have a dog.", **DANA)
    with pytest.raises(ConfigError, match="very memory"):
        await memory.copy_to(memory)
    if not url.startswith("memory"):
        with pytest.raises(ConfigError, match="very memory"):
            await memory.copy_to(url)
    for wrong in ("memory://", "", None, 7):
        with pytest.raises(ConfigError):
            await memory.copy_to(wrong)
    with pytest.raises(UnknownScheme, match="did you mean postgresql://"):
        await memory.copy_to("postgressql://dana:hush@host/agents")
