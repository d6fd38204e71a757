"""Tenants: one store, and nobody sees another's."""

import io
import json

import pytest

from recollect import AsyncMemory, InputError, Message, NotFound
from recollect.errors import ConfigError, ScopeError
from recollect.memory.aio.ledger import AsyncLedger
from recollect.orders import Batch, Late, Query
from recollect.types import Scope
from recollect.write.index import puts

DANA = {"user_id": "dana"}


async def two(memory: AsyncMemory):
    """Two tenants with a user of the same name, and one without a tenant."""
    ours, theirs = memory.tenant("ours"), memory.tenant("theirs")
    await ours.add(Message("I live in Berlin.", id="m1"), session_id="s1", **DANA)
    await theirs.add(Message("My dog is called Rex.", id="m2"), session_id="s2", **DANA)
    await memory.add(Message("I code in Rust.", id="m3"), **DANA)
    return ours, theirs


async def test_each_reads_its_own(memory: AsyncMemory):
    ours, theirs = await two(memory)
    assert [said.id for said in await ours.messages(**DANA)] == ["m1"]
    assert [said.id for said in await theirs.messages(**DANA)] == ["m2"]
    assert [said.id for said in await memory.tenant("").messages(**DANA)] == ["m3"]
    best = await ours.search("pet home code", min_relevance=0, **DANA)
    assert best[0].id == "m1"
    found = await ours.search("Rex the dog", min_relevance=0, **DANA)
    assert "m2" not in {hit.id for hit in found}
    assert [info.session_id for info in await ours.sessions(**DANA)] == ["s1"]
    assert "Rex" not in str(await ours.context("Rex the dog", **DANA))


async def test_a_foreign_id_looks_like_a_missing_one(memory: AsyncMemory):
    ours, _ = await two(memory)
    note = await memory.tenant("theirs").set("ui.theme", "dark", **DANA)
    for verb in ("get", "history", "why", "delete", "pin", "expire", "undo", "update"):
        told = []
        for id in (note.id, "f" * 32):
            for whose in ({}, DANA):
                with pytest.raises(NotFound) as error:
                    await getattr(ours, verb)(id, **whose)
                told.append(str(error.value).replace(id, "ID"))
        assert len(set(told)) == 1, verb


async def test_counts_owners_and_spending_are_its_own(memory: AsyncMemory):
    ours, theirs = await two(memory)
    await theirs.add("Something else.", user_id="erik")
    assert [info.owner.id for info in await ours.owners()] == ["dana"]
    assert ((await ours.stats()).messages, (await ours.stats()).owners) == (1, 1)
    assert (await theirs.stats()).messages == 2
    assert (await ours.verify()).checked["messages"] == 1
    assert (await ours.spend()).lines == ()
    assert (await ours.waiting()).messages == 0
    assert (await memory.stats()).messages == 4


async def test_counts_are_asked_for_once_however_many_owners(memory: AsyncMemory, monkeypatch):
    ours, _ = await two(memory)
    for number in range(5):
        await ours.add("Hello.", user_id=f"user-{number}")
    asked, stats = [], memory._store.stats

    def counted(*args, **named):
        asked.append(args)
        return stats(*args, **named)

    monkeypatch.setattr(memory._store, "stats", counted)
    assert (await ours.stats()).owners == 6
    assert len(asked) == 1


async def test_erasing_a_namesake_leaves_the_other(memory: AsyncMemory):
    ours, theirs = await two(memory)
    receipt = await ours.erase(**DANA)
    assert receipt.ok, str(receipt)
    assert receipt.removed["messages"] == 1
    assert [said.id for said in await theirs.messages(**DANA)] == ["m2"]
    nothing = await ours.erase(id="m2")
    assert nothing.ok
    assert not any(nothing.removed.values())
    assert (await theirs.get("m2")).id == "m2"


async def test_the_same_id_may_be_used_by_each(memory: AsyncMemory):
    ours, theirs = memory.tenant("ours"), memory.tenant("theirs")
    await ours.add(Message("Ours.", id="same"), **DANA)
    await theirs.add(Message("Theirs.", id="same"), **DANA)
    assert (await ours.get("same")).content == "Ours."
    assert (await theirs.get("same")).content == "Theirs."


async def test_an_export_names_no_tenant_and_is_taken_in_by_another(memory: AsyncMemory):
    ours, theirs = await two(memory)
    await ours.set("city", "Berlin", **DANA)
    lines = io.StringIO()
    await ours.export_to(lines)
    assert "ours" not in lines.getvalue()
    assert "Rex" not in lines.getvalue()
    third = memory.tenant("third")
    assert await third.import_from(io.StringIO(lines.getvalue())) > 0
    assert await third.value("city", **DANA) == "Berlin"
    assert {said.tenant for said in await third.messages(**DANA)} == {"third"}
    forged = lines.getvalue().replace('"user_id": "dana"', '"user_id": "dana", "tenant": "theirs"')
    before = await theirs.messages(**DANA)
    await memory.tenant("fourth").import_from(io.StringIO(forged))
    assert await theirs.messages(**DANA) == before


async def test_a_message_that_names_another_tenant_is_filed_here(memory: AsyncMemory):
    ours = memory.tenant("ours")
    await ours.add(Message("Hello.", id="m1", tenant="theirs"), **DANA)
    assert (await ours.get("m1")).tenant == "ours"
    assert await memory.tenant("theirs").messages(**DANA) == []


async def test_the_graph_and_the_past_are_its_own(memory: AsyncMemory):
    ours, theirs = await two(memory)
    await theirs.relate("Alice", "MANAGES", "Alpha", **DANA)
    assert await ours.related("Alice", **DANA) == []
    assert "Alice" not in {one.name for one in await ours.entities(**DANA)}
    assert len(await theirs.related("Alice", **DANA)) == 1
    assert len(await theirs.as_of("2999-01-01").related("Alice", **DANA)) == 1
    assert await ours.as_of("2999-01-01").related("Alice", **DANA) == []
    past = await ours.as_of("2999-01-01").search("Rex the dog", min_relevance=0, **DANA)
    assert "m2" not in {hit.id for hit in past}


async def test_a_session_keeps_to_its_tenant(memory: AsyncMemory):
    ours = memory.tenant("ours")
    async with ours.session(session_id="s9", **DANA) as chat:
        await chat.user("I moved to Lisbon.")
        assert "Lisbon" in str(await chat.prompt())
    assert await memory.tenant("theirs").messages(**DANA) == []
    assert {note.tenant for note in await ours.notes(**DANA)} == {"ours"}


async def test_work_on_the_whole_store_is_not_for_one_tenant(memory: AsyncMemory):
    ours = memory.tenant("ours")
    with pytest.raises(ConfigError):
        await ours.reindex()
    with pytest.raises(ConfigError):
        ours.tenant("theirs")
    assert ours.tenant("ours") is ours
    await ours.close()
    await memory.add("Still open.", **DANA)


@pytest.mark.parametrize("name", ["spend", ":keys", " x", "a\n", "x" * 300, None, 7])
async def test_a_bad_name_is_refused(memory: AsyncMemory, name):
    with pytest.raises(InputError):
        memory.tenant(name)


async def test_the_view_itself_refuses_another_scope(memory: AsyncMemory):
    ours, _ = await two(memory)
    with pytest.raises(ScopeError):
        await ours._store.messages(Query(Scope("dana", tenant="theirs")))
    with pytest.raises(ScopeError):
        await ours._store.commit(Batch(puts([Message("x", user_id="dana")], None)))


async def test_the_feed_tells_a_tenant_of_its_own(memory: AsyncMemory):
    ours, theirs = await two(memory)
    note = await ours.set("city", "Berlin", **DANA)
    await theirs.set("city", "Lisbon", **DANA)
    feed = await ours.changes()
    assert {"m1", note.id} <= {change.id for change in feed}
    assert {change.scope.tenant for change in feed} == {"ours"}
    some = await ours.changes(limit=1)
    rest = await ours.changes(some[-1].seq)
    assert [change.seq for change in rest] == [change.seq for change in feed[1:]]
    assert await ours.changes(feed[-1].seq) == []
    await ours.delete("m1")
    assert (await ours.changes(feed[-1].seq, **DANA))[0].op == "drop"
    assert await ours.changes(user_id="erik") == []
    for bad in (-1, True, "1", 1 << 70):
        with pytest.raises(InputError):
            await ours.changes(bad)


async def test_one_tenant_is_moved_out_alone(memory: AsyncMemory, tmp_path):
    ours, _ = await two(memory)
    await ours.set("city", "Berlin", **DANA)
    done = await ours.copy_to(str(tmp_path / "moved.db"))
    assert done.ok
    async with AsyncMemory(str(tmp_path / "moved.db"), embedder=None) as moved:
        assert {info.owner.tenant for info in await moved.owners()} == {"ours"}
        assert await moved.tenant("ours").value("city", **DANA) == "Berlin"
        assert (await moved.verify()).ok


async def test_a_feed_that_is_quiet_for_a_reader_is_read_once(memory: AsyncMemory, monkeypatch):
    ours, theirs = await two(memory)
    read, asked = memory._store.changes, []

    async def changes(after, limit=1000, owner=None):
        asked.append(found := await read(after, limit, owner))
        return found

    whole, own = (await ours.changes())[-1].seq, (await memory.changes(**DANA))[-1].seq
    for number in range(20):
        await theirs.add(f"Number {number}.", learn="never", **DANA)
    late = Late(memory._scope("dana"), "m3", (await memory._embed(["I code in Rust."]))[0])
    await memory._store.commit(Batch(vectors=(late,)))
    monkeypatch.setattr(memory._store, "changes", changes)
    for _ in range(3):
        assert await ours.changes(whole) == []
        assert await memory.changes(own, **DANA) == []
    assert sum(map(len, asked)) == 20 + 1 + 1, "theirs and the vector once, and the vector of one"
    for view in (ours, memory):
        await view.add("I like tea.", learn="never", **DANA)
    assert [one.op for one in await ours.changes(whole)] == ["put"]
    assert [one.op for one in await memory.changes(own, **DANA)] == ["put"]


async def test_what_recollect_keeps_for_itself_is_nobodys(memory: AsyncMemory):
    ledger = AsyncLedger(memory, "keys")
    for name in ("a", "b", "c"):
        await ledger.put(name, {"n": name})
    await ledger.put("a", {"n": "again"})
    assert await ledger.all() == {"b": {"n": "b"}, "c": {"n": "c"}, "a": {"n": "again"}}
    assert await ledger.get("a") == {"n": "again"}
    assert await memory.owners() == []
    assert await memory.changes() == []
    assert await memory.consolidate() == []
    lines = io.StringIO()
    assert await memory.export_to(lines) == 0
    assert not any((await memory.prune()).receipt.removed.values())
    assert await ledger.drop("a", "b") == 2
    assert await ledger.drop("a") == 0
    assert await ledger.get("b") is None
    assert len(await ledger.all()) == 1
    assert (await memory.verify()).ok


@pytest.mark.parametrize("tenant", [":keys", ":", "spend", " x", None, 7])
async def test_no_import_brings_what_is_recollects_own(memory: AsyncMemory, tenant):
    note = {"type": "note", "id": "n1", "user_id": "keys", "key": "feedfacefeedface", "text": ":"}
    note |= {"tenant": tenant, "value": {"right": "admin"}}
    lines = [{"recollect": 1, "records": 1}, note, {"type": "end", "records": 1}]
    text = "\n".join(map(json.dumps, lines))
    for place in (memory, memory.tenant("ours")):
        with pytest.raises(InputError, match="line 2: "):
            await place.import_from(io.StringIO(text))
    assert await AsyncLedger(memory, "keys").all() == {}
