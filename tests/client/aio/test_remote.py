"""A memory that a server keeps: its errors, its key, what it cannot do, and what breaks between."""

import inspect
import io

import pytest

from recollect import AsyncMemory, ConfigError, InputError, Message, NotFound, StoreError
from recollect.client.aio.door import AsyncRemoteMemory
from recollect.client.aio.talking import AsyncRemotePast
from recollect.errors import IdConflict, ScopeError, Stale, StoreClosed
from recollect.keep.pruning import Pruned
from recollect.memory.aio.time import AsyncPast
from recollect.types import new_id
from tests.client.between import between
from tests.serving import serving

DANA = {"user_id": "dana"}


@pytest.fixture(scope="module")
def served():
    with serving(embedder=None) as running:
        yield running


@pytest.fixture
def key(served):
    return served.key(new_id(), right="admin")


@pytest.fixture
async def memory(served, key):
    async with AsyncMemory(served.url, api_key=key) as opened:
        yield opened


async def test_a_url_of_http_is_the_same_door(memory: AsyncMemory, served):
    assert isinstance(memory, AsyncRemoteMemory)
    assert (memory.url, (await memory.stats()).url) == (served.url, served.url)
    for door, local in ((AsyncRemoteMemory, AsyncMemory), (AsyncRemotePast, AsyncPast)):
        for name, verb in inspect.getmembers(local, inspect.isfunction):
            if not name.startswith("_"):
                own = getattr(door, name)
                assert own is not verb, f"{door.__name__} has no {name} of its own"
                assert list(inspect.signature(own).parameters) == list(
                    inspect.signature(verb).parameters
                )


async def test_a_context_leaves_out_what_is_less_sure(memory: AsyncMemory):
    await memory.add(["I live in Berlin.", "My aunt lives abroad."], **DANA)
    whole = await memory.context("Where do I live?", **DANA)
    sure = await memory.context("Where do I live?", min_relevance=0.99, **DANA)
    assert len(sure.hits) < len(whole.hits)


async def test_what_it_is_not_told_comes_from_the_environment(served, key, monkeypatch):
    monkeypatch.setenv("RECOLLECT_URL", served.url)
    monkeypatch.setenv("RECOLLECT_API_KEY", key)
    async with AsyncMemory() as memory:
        assert isinstance(memory, AsyncRemoteMemory)
        await memory.add("hello", **DANA)
    async with AsyncMemory("memory://", embedder=None) as local:
        named = local.acting_as("kim")  # a memory of this process stays one
        await named.add("hello", **DANA)
        assert type(named) is AsyncMemory


@pytest.mark.parametrize("wrong", [None, "rk_wrong-and-secret"])
async def test_a_wrong_key_is_told_and_never_shown(served, wrong, caplog):
    caplog.set_level("DEBUG")
    async with AsyncMemory(served.url, api_key=wrong) as memory:
        with pytest.raises(ConfigError, match="api_key") as told:
            await memory.add("hello", **DANA)
        shown = f"{told.value} {told.value!r} {memory!r} {memory._wire!r} {caplog.text}"
    assert "wrong-and-secret" not in shown
    assert told.value.__cause__ is None


async def test_a_key_of_less_right_is_told(served):
    async with AsyncMemory(served.url, api_key=served.key("t", right="read")) as memory:
        with pytest.raises(ConfigError, match="may not write"):
            await memory.add("hello", **DANA)


async def test_a_key_that_is_bound_to_a_user_names_nobody(served):
    token = served.key("bound", user_id="dana")
    async with AsyncMemory(served.url, api_key=token) as memory:
        await memory.add("I prefer dark mode.")
        assert [one.user_id for one in await memory.messages()] == ["dana"]
        chat = memory.session()
        await chat.user("I live in Porto.")
        assert [one.session_id for one in await memory.messages(last=1)] == [chat.session_id]


async def test_a_new_conversation_of_nobody_is_refused(memory: AsyncMemory):
    with pytest.raises(ScopeError, match="say whose memory"):
        await memory.session().user("I live in Porto.")
    assert await memory.owners() == []
    await memory.session(session_id="s1").user("I live in Porto.")
    assert [info.owner.id for info in await memory.owners()] == ["s1"]


@pytest.mark.parametrize(
    ("url", "options", "words"),
    [
        ("http://", {}, "http://host:7077"),
        ("http://h:port", {}, "http://host:7077"),
        ("http://me:pass-word@h", {}, "api_key"),
        ("http://h?key=pass-word", {}, "api_key"),
        ("http://h", {"embedder": None}, "the server decides"),
        ("http://h", {"learn": "never", "cache": "redis://"}, "learn, cache"),
        ("http://h", {"api_key": "pass-word\n"}, "recollect keys create"),
        ("http://h", {"apikey": "pass-word"}, "api_key"),
        ("memory://", {"api_key": "pass-word"}, "for a server"),
    ],
)
async def test_what_cannot_be_opened_is_told(url, options, words):
    with pytest.raises(ConfigError, match=words) as told:
        AsyncMemory(url, **options)
    assert "pass-word" not in str(told.value)


async def test_errors_are_the_same_ones(memory: AsyncMemory):
    note = await memory.set("plan", "a", **DANA)
    newer = await memory.set("plan", "b", **DANA)
    with pytest.raises(ScopeError, match="say whose memory"):
        await memory.search("plan")
    with pytest.raises(NotFound, match="there is no message or note 'nothing' here"):
        await memory.get("nothing", **DANA)
    with pytest.raises(Stale, match="newer version") as stale:
        await memory.set("plan", "c", **DANA, if_version=note.id)
    assert stale.value.current == newer
    with pytest.raises(Stale):
        await memory.set("plan", "c", **DANA, if_version="")
    with pytest.raises(Stale) as stale:
        await memory.update(note.id, **DANA, value="c")
    assert stale.value.current == newer
    await memory.add({"id": "m1", "content": "one"}, **DANA)
    with pytest.raises(IdConflict):
        await memory.add({"id": "m1", "content": "two"}, **DANA)
    for bad in (float("nan"), {1, 2}, "\udc00"):
        with pytest.raises(InputError):
            await memory.set("plan", bad, **DANA)
    with pytest.raises(NotFound, match="a/b"):
        await memory.get("a/b", **DANA)
    several = [Message("one", session_id="s1"), Message("two", session_id="s2")]
    with pytest.raises(InputError, match="several sessions"):
        await memory.add(several, **DANA)
    assert await memory.value("plan", **DANA) == "b"


async def test_what_is_wrong_is_told_as_it_is_here(memory: AsyncMemory):
    here = AsyncMemory("memory://", embedder=None)
    for verb, asked in (
        ("values", {"prefix": []}),
        ("set", {"key": "plan", "value": "a", "if_version": "\udc00"}),
        ("policy", {"keep": b"x"}),
        ("policy", {"keep": {"everything": "1 day"}}),
        ("relate", {"subject": "A", "relation": "KNOWS", "object": "B", "sources": "m1"}),
        ("related", {"entity": "Alice", "relation": 5}),
        ("related", {"entity": "Alice", "relation": b"x"}),
        ("entities", {"limit": 100_001}),
        ("changes", {"limit": 0}),
    ):
        told = []
        for one in (memory, here):
            with pytest.raises(InputError) as error:
                await getattr(one, verb)(**asked, **DANA)
            told.append(str(error.value))
        assert told[0] == told[1], verb
    await here.close()


async def test_odd_names_stay_in_their_place(memory: AsyncMemory):
    for key in ("..", ".", "a/b", "a/../b", "ü?&=#%2F", "~"):
        await memory.set(key, key, **DANA)
        assert await memory.value(key, **DANA) == key
    for id in ("..", "%2e%2e", "ü #?", "a/b", "/", "%2F", "a/history"):
        await memory.add({"id": id, "content": f"words of {id}"}, **DANA)
        assert (await memory.get(id, **DANA)).text == f"words of {id}"


async def test_every_other_verb_answers_with_its_type(memory: AsyncMemory):
    note = await memory.set("plan", "a", **DANA, metadata={"tag": 1}, expires="2999-01-01")
    assert note.metadata["tag"] == 1
    await memory.relate("Alice", "MANAGES", "Alpha", **DANA, metadata={"tag": 2})
    await memory.same("Al", "Alice", **DANA)
    await memory.different("Al", "Alice", **DANA)
    (edge,) = await memory.related("Alpha", relation=["MANAGES"], **DANA)
    assert (edge.subject, [one.subject for one in await memory.path("Alice", "Alpha", **DANA)]) == (
        "Alice",
        ["Alice"],
    )
    await memory.pin(note.id, **DANA)
    assert [one.id for one in await memory.pins(**DANA)] == [note.id]
    assert (await memory.unpin(note.id, **DANA)).id == note.id
    assert (await memory.expire(note.id, never=True, **DANA)).id == note.id
    kept = await memory.policy(**DANA, keep={"message": "30 days", "episodic": 7}, half_life=9)
    assert kept == await memory.policy(**DANA)
    assert {kind: span.days for kind, span in kept.keep.items()} == {"message": 30, "episodic": 7}
    assert kept.half_life.days == 9
    assert await memory.conflicts(**DANA) == []
    assert (await memory.spend()).tokens == 0
    assert (await memory.waiting(**DANA)).messages == 0
    assert await memory.learn(**DANA) == 0
    assert await memory.consolidate(**DANA, dry_run=True) == []
    assert isinstance(await memory.prune(**DANA, dry_run=True), Pruned)
    assert (await memory.roll_back("tool", **DANA, dry_run=True)).messages == 0
    assert (await memory.verify()).ok
    assert [info.owner.id for info in await memory.owners()] == ["dana"]
    seen = await memory.changes(**DANA)
    assert note.id in {one.put.record.id for one in seen if one.put is not None}
    assert await memory.changes(seen[-1].seq, **DANA) == []
    tools = memory.tools(**DANA)
    assert "remembered" in await tools.call("remember", {"text": "I love jazz."})
    assert "jazz" in await tools.call("recall", {"query": "jazz"})
    receipt = await memory.erase(**DANA)
    assert (receipt.ok, bool(receipt.probes)) == (True, True)
    assert await memory.messages(**DANA) == []


async def test_long_lists_come_whole_and_in_order(memory: AsyncMemory):
    for start in range(0, 2400, 800):
        said = [f"number {i}" for i in range(start, start + 800)]
        await memory.add(said, **DANA, at="2026-01-01", learn="never")
    found = await memory.messages(**DANA)
    assert [one.content for one in found] == [f"number {i}" for i in range(2400)]
    assert [one.content for one in await memory.messages(**DANA, last=2)] == [
        "number 2398",
        "number 2399",
    ]
    feed = await memory.changes(**DANA, limit=2400)
    assert [one.id for one in feed] == [one.id for one in found]
    assert await memory.changes(feed[9].seq, **DANA, limit=1500) == feed[10:1510]


async def test_who_is_named_comes_whole_and_in_order(memory: AsyncMemory):
    for number in range(6):
        await memory.relate(f"Name {number}", "KNOWS", f"Other {number}", **DANA)
    whole = await memory.entities(**DANA, limit=5000)
    assert len(whole) == 12
    page = await memory._wire.get("/v1/entities", DANA | {"limit": 5})
    rest = await memory._wire.get("/v1/entities", DANA | {"limit": 10, "cursor": page["next"]})
    assert [one["name"] for one in page["items"] + rest["items"]] == [one.name for one in whole]
    assert rest["next"] is None


async def test_what_is_too_large_for_a_request_is_told(memory: AsyncMemory):
    with pytest.raises(InputError, match="at most 4,194,304 bytes; send it in parts"):
        await memory.add(["x" * 1_000_000] * 12, **DANA)
    assert await memory.messages(**DANA) == []


async def test_what_is_exported_can_be_imported(memory: AsyncMemory, served, tmp_path):
    await memory.add(["I live in Lisbon.", "I love jazz."], **DANA)
    written = io.StringIO()
    count = await memory.export_to(written)
    assert count == await memory.export_to(tmp_path / "all.jsonl") == 4
    async with AsyncMemory(served.url, api_key=served.key(new_id(), right="admin")) as other:
        assert await other.import_from(io.StringIO(written.getvalue())) == 4
        assert await other.import_from(tmp_path / "all.jsonl") == 0
        assert await other.value("user.home.place", **DANA) == "Lisbon"
        with pytest.raises(InputError, match="cut off"):
            await other.import_from(io.StringIO(written.getvalue()[:-30].rpartition("\n")[0]))


async def test_an_import_that_breaks_off_says_what_was_kept(memory: AsyncMemory, monkeypatch):
    monkeypatch.setattr("recollect.client.aio.keeping.MOST", 1)  # a request for each record
    written, told = io.StringIO(), []
    async with AsyncMemory("memory://", embedder=None) as local:
        for name in ("one", "two", "three"):
            await local.add({"id": f"import-{name}", "content": name}, **DANA)
        await local.export_to(written)
    await memory.add({"id": "import-three", "content": "something else"}, **DANA)
    with pytest.raises(IdConflict, match=r"\(2 of 3 records are in the memory"):
        await memory.import_from(
            io.StringIO(written.getvalue()), progress=lambda *so_far: told.append(so_far)
        )
    assert told == [(1, 3), (2, 3)]
    assert len(await memory.messages(**DANA)) == 3


async def test_an_import_is_sent_in_parts_that_a_server_takes(memory: AsyncMemory, monkeypatch):
    monkeypatch.setattr("recollect.client.aio.keeping.MOST", 200_000)
    sent, upload, written = [], memory._wire.upload, io.StringIO()

    def counted(path, text):
        sent.append(len(text.encode()))
        return upload(path, text)

    monkeypatch.setattr(memory._wire, "upload", counted)
    async with AsyncMemory("memory://", embedder=None) as local:
        large = {"piece": "语" * 20_000}
        await local.add([{"content": "…", "metadata": large} for _ in range(20)], **DANA)
        await local.export_to(written)
    assert await memory.import_from(io.StringIO(written.getvalue())) == 20
    assert len(sent) == 5
    assert max(sent) < 300_000


async def test_what_only_the_memory_itself_can_do_says_so(memory: AsyncMemory, tmp_path):
    for call in (memory.reindex, lambda: memory.copy_to(str(tmp_path / "a.db"))):
        with pytest.raises(ConfigError, match="where the memory is"):
            await call()
    with pytest.raises(ConfigError, match="api_key of that tenant"):
        memory.tenant("acme")
    with pytest.raises(InputError, match="server counts"):
        memory.session(**DANA, tokens=len)
    async with AsyncMemory("memory://", embedder=None) as local:
        with pytest.raises(ConfigError, match="in this process"):
            await local.copy_to(memory)


@pytest.mark.parametrize("name", ["kim", "Zoë Ångström", "a/b c%20", "名前"])
async def test_whoever_writes_may_have_any_name(memory: AsyncMemory, name):
    named = memory.acting_as(name)
    added = await named.add("My dog is called Rex.", **DANA)
    assert {one.metadata["author"] for one in (*added.messages, *added.notes)} == {name}
    note = await named.set("plan", "run", **DANA)
    assert (await named.update(note.id, value="swim", **DANA)).metadata["author"] == name
    assert "author" not in (await memory.add("Hello.", **DANA)).messages[0].metadata
    for wrong in ("", " kim", "x" * 2000, "a\nb"):
        with pytest.raises(InputError, match="author"):
            memory.acting_as(wrong)


async def test_a_closed_memory_says_so(memory: AsyncMemory):
    await memory.close()
    await memory.close()
    with pytest.raises(StoreClosed):
        await memory.stats()


async def test_an_answer_that_is_lost_is_asked_for_again(served, key):
    with between(served.port) as line:
        async with AsyncMemory(line.url, api_key=key) as memory:
            line.lose = 2
            added = await memory.add(["I love jazz.", "I love chess."], **DANA)
            assert (len(added.new), len(added.notes)) == (2, 2)
            line.lose = 1
            note = await memory.set("plan", "a", **DANA)
            line.lose = 1
            assert await memory.value("plan", **DANA) == "a"
            assert line.lost == 4
        async with AsyncMemory(served.url, api_key=key) as memory:
            assert len(await memory.messages(**DANA)) == 2
            assert [one.id for one in await memory.history(note.id, **DANA)] == [note.id]


async def test_what_would_be_done_twice_is_not_sent_again(served, key):
    with between(served.port) as line:
        async with AsyncMemory(line.url, api_key=key) as memory:
            note = await memory.set("plan", "a", **DANA)
            line.lose = 1
            with pytest.raises(StoreError, match="it may have been done"):
                await memory.undo(note.id, **DANA)
            assert await memory.value("plan", **DANA) is None


async def test_nobody_there(monkeypatch):
    monkeypatch.setattr("recollect.client.aio.wire.TRIES", 2)
    with between(1) as line:
        url = line.url
    async with AsyncMemory(url, api_key="rk_pass-word") as memory:
        with pytest.raises(StoreError, match="did not answer") as told:
            await memory.add("hello", **DANA)
    assert "pass-word" not in str(told.value)
    assert url in str(told.value)
