"""Counting, checking, moving, closing."""

import io
import json

import pytest

from recollect import AsyncMemory, InputError, Message
from recollect.conformance.together import AsyncTogether
from recollect.errors import Conflict, StoreBusy, StoreClosed
from recollect.memory import tries
from recollect.orders import Batch
from recollect.write.index import puts


async def filled(memory: AsyncMemory):
    await memory.add(
        Message("I prefer dark mode — 深色", name="Dana", metadata={"n": 1}, at="2026-01-01"),
        user_id="dana",
        session_id="s1",
        learn="never",
    )
    await memory.add("agent's own", agent_id="coach")
    await memory.set("city", "Berlin", user_id="dana", at="2026-01-01")
    await memory.set("city", "Lisbon", user_id="dana", at="2026-02-01")


async def everything(memory: AsyncMemory):
    dana = {"user_id": "dana"}
    return (
        await memory.messages(**dana),
        await memory.notes(closed=True, **dana),
        await memory.messages(agent_id="coach"),
    )


async def test_stats_and_owners(memory: AsyncMemory):
    await filled(memory)
    stats = await memory.stats()
    assert (stats.messages, stats.notes, stats.sessions, stats.owners) == (2, 2, 1, 2)
    assert (stats.vectors, stats.pending, stats.embedder) == ({"meaning": 4}, 0, "meaning")
    assert (await memory.stats(user_id="dana")).messages == 1
    assert (await memory.stats(user_id="nobody")).messages == 0
    owners = {(info.owner.kind, info.owner.id) for info in await memory.owners()}
    assert owners == {("user", "dana"), ("agent", "coach")}


async def test_export_and_import_keep_everything(memory: AsyncMemory, embedder, tmp_path):
    await filled(memory)
    path = tmp_path / "all.jsonl"
    steps = []
    assert await memory.export_to(path, progress=lambda *step: steps.append(step)) == 4
    assert steps[-1] == (4, 4)
    async with AsyncMemory("memory://", embedder=embedder) as other:
        assert await other.import_from(path) == 4
        assert await other.import_from(path) == 0
        assert await everything(other) == await everything(memory)
        assert await other.value("city", user_id="dana") == "Lisbon"
        (hit, *_) = await other.search("dark interface", user_id="dana")
        assert "dark mode" in hit.text


async def test_an_export_that_is_broken_off_leaves_no_file(memory: AsyncMemory, tmp_path):
    await filled(memory)
    there = set(tmp_path.iterdir())

    def tired(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        await memory.export_to(tmp_path / "all.jsonl", progress=tired)
    assert set(tmp_path.iterdir()) == there


async def test_what_is_no_open_text_file_is_refused(memory: AsyncMemory, tmp_path):
    await filled(memory)
    for target in (io.BytesIO(), 5, None):
        with pytest.raises(InputError, match="opened as text"):
            await memory.export_to(target)
    with pytest.raises(InputError, match="not int"):
        await memory.import_from(5)
    await memory.export_to(tmp_path / "all.jsonl")
    written = io.BytesIO((tmp_path / "all.jsonl").read_bytes())  # as of a file opened with "rb"
    assert await memory.import_from(written) == 0


async def test_export_of_one_user_and_through_open_files(memory: AsyncMemory, embedder):
    await filled(memory)
    file = io.StringIO()
    assert await memory.export_to(file, agent_id="coach") == 1
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line.get("type") for line in lines] == [None, "message", "end"]
    async with AsyncMemory("memory://", embedder=embedder) as other:
        assert await other.import_from(io.StringIO(file.getvalue())) == 1


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: lines[:-1], "cut off"),
        (lambda lines: [*lines[:2], "{broken", *lines[2:]], "line 3 is not JSON"),
        (lambda lines: [*lines[:2], '{"type": "message"}', *lines[2:]], "line 3"),
        (lambda lines: lines[1:], "not a recollect export"),
        (lambda lines: ['{"recollect": 99}', *lines[1:]], "version 99"),
        (lambda lines: [lines[0], *lines[2:]], "records"),
        (lambda lines: [lines[0], *lines[2:], lines[1]], "records"),
        (lambda lines: [*lines, lines[1].replace('"id": "', '"id": "0')], "behind the closing"),
        (lambda lines: [*lines, lines[-1]], "behind the closing"),
        (lambda lines: [], "cut off"),
    ],
)
async def test_a_damaged_export_imports_nothing(memory: AsyncMemory, embedder, damage, message):
    await filled(memory)
    file = io.StringIO()
    await memory.export_to(file)
    broken = "\n".join(damage(file.getvalue().splitlines()))
    async with AsyncMemory("memory://", embedder=embedder) as other:
        with pytest.raises(InputError, match=message):
            await other.import_from(io.StringIO(broken))
        assert (await other.stats()).messages == 0


NOTE = {"type": "note", "user_id": "dana", "text": "Dana likes jazz.", "source": "user",
        "learned_at": "2026-01-01T00:00:00+00:00"}  # fmt: skip


def written(*records):
    """An export of some records, as anybody may write one."""
    ends = {"recollect": 1, "records": len(records)}, {"type": "end", "records": len(records)}
    return io.StringIO("".join(json.dumps(one) + "\n" for one in (ends[0], *records, ends[1])))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("importance", "high"), ("confidence", [1]), ("trust", 5), ("trust", True), ("key", 5),
        ("subject", 7), ("relation", {}), ("object", ["x"]), ("replaces", ["n0"]), ("key", "a\0"),
        ("sources", "n0"), ("sources", 5),
    ],
)  # fmt: skip
async def test_a_field_of_another_kind_is_told_before_anything_is_imported(
    memory: AsyncMemory, field, value
):
    fine = [NOTE | {"id": f"n{number}"} for number in range(300)]
    wrong = NOTE | {"id": "wrong", "subject": "Dana", "relation": "LIKES", field: value}
    with pytest.raises(InputError, match=f"line 302: {field} must be"):
        await memory.import_from(written(*fine, wrong))
    assert (await memory.stats()).notes == 0


async def test_a_fact_that_stands_otherwise_here_is_not_written_over(memory: AsyncMemory):
    mine = await memory.set("city", "Lisbon", user_id="dana")
    theirs = NOTE | {"id": "n1", "key": "city", "value": "Berlin", "text": "city: Berlin"}
    with pytest.raises(Conflict, match=r"under a key of the file; delete one .* import again"):
        await memory.import_from(written(theirs))
    assert await memory.notes(closed=True, user_id="dana") == [mine]
    await memory.delete(mine.id)
    assert await memory.import_from(written(theirs)) == 1
    assert await memory.value("city", user_id="dana") == "Berlin"


@pytest.mark.parametrize("replaced", [["n1"], ["n2", "n1"], ["n2", "n3", "n1"]])
async def test_versions_that_go_round_in_a_circle_are_a_history_that_ends(
    memory: AsyncMemory, replaced
):
    records = [
        NOTE | {"id": f"n{number}", "replaces": before, "text": f"Dana likes jazz {number}."}
        for number, before in enumerate(replaced, start=1)
    ]
    whose = {"user_id": "dana"}
    assert await memory.import_from(written(*records)) == len(records)
    assert len(await memory.history("n1", **whose)) == len(records)
    assert (await memory.roll_back("session:s1", **whose)).closed == ()
    assert (await memory.erase(id="n1", **whose)).ok
    assert await memory.notes(closed=True, **whose) == []


@pytest.mark.parametrize(
    "marks",
    [
        {"points": [1, {}, {"about": "said"}], "covers": 5, "of": [{}, 5]},
        {"points": 7, "covers": {"first": "a", "last": 1, "messages": 1}, "of": 7},
        {"points": [{"about": "x", "text": "y", "sources": [], "at": "2026-01-01", "by": "",
                     "key": "", "weight": 1}]},
    ],
)  # fmt: skip
async def test_a_summary_that_cannot_be_read_is_made_anew(memory: AsyncMemory, marks):
    whose = {"user_id": "dana", "session_id": "s1"}
    made = {"kind": "summary", "key": "summary:session", "metadata": {"rule": "summary.quotes"}}
    made["metadata"] |= marks
    assert await memory.import_from(written(NOTE | whose | made | {"id": "n1"})) == 1
    added = await memory.add("I decided to buy a red bicycle.", **whose)
    assert (await memory.session(**whose).prompt())[-1]["content"] == added.messages[0].content
    assert "bicycle" in (await memory.summary(**whose)).text
    assert (await memory.summary(user_id="dana")) is not None
    assert (await memory.erase(id=added.ids[0], user_id="dana")).ok


async def test_verify_and_reindex(memory: AsyncMemory):
    await filled(memory)
    assert (await memory.verify()).ok
    steps = []
    stats = await memory.reindex(vectors=True, progress=lambda *step: steps.append(step))
    assert steps[-1] == (4, 4)
    assert (stats.pending, stats.vectors) == (0, {"meaning": 4})
    assert (await memory.verify()).ok
    assert (await memory.search("dark look", user_id="dana"))[0].text.startswith("I prefer")


async def test_reindexing_takes_up_what_comes_and_goes_meanwhile(memory: AsyncMemory, monkeypatch):
    """Though somebody writes whenever it has read all of them: it would never come to an end."""
    said = [Message(f"The boat of number {number} is red.", id=f"m{number}") for number in range(6)]
    await memory.add(said, user_id="dana")
    records, reads = memory._records, []

    async def slow(scope, ids=None):
        found = await records(scope, ids)
        if ids is None:
            reads.append(scope)
            number = len(reads)
            assert number < 4, "it begins anew again and again"
            monkeypatch.setattr(memory, "_records", records)
            await memory.erase(id=f"m{number}", user_id="dana")
            await memory.delete(f"m{number + 3}", user_id="dana")
            await memory.add(f"Bicycle {number}.", user_id="dana")
            await memory.set("city", f"Lisbon {number}", user_id="dana")
            monkeypatch.setattr(memory, "_records", slow)
        return found

    monkeypatch.setattr(memory, "_records", slow)
    await memory.reindex()
    monkeypatch.undo()
    assert len(reads) == 1
    assert (await memory.verify()).ok
    kept = await memory.messages(user_id="dana")
    assert [one.id for one in kept][:-1] == ["m0", "m2", "m3", "m5"]
    for words in ("bicycle", "number 5", "Lisbon"):
        assert await memory.search(words, user_id="dana"), words


async def test_reindexing_gives_up_where_others_never_rest(memory: AsyncMemory, monkeypatch):
    await memory.add("The boat is red.", user_id="dana")
    commit = memory._store.commit

    async def overtaken(batch):
        if batch.terms:
            await commit(Batch(puts=puts([Message("Red again.", user_id="dana")], None)))
        return await commit(batch)

    monkeypatch.setattr(memory._store, "commit", overtaken)
    monkeypatch.setattr(tries, "MOST", 5)
    with pytest.raises(StoreBusy, match="try again"):
        await memory.reindex()
    monkeypatch.undo()
    assert (await memory.verify()).ok
    assert len(await memory.messages(user_id="dana")) == 6


async def test_all_is_well_while_others_write(memory: AsyncMemory):
    done = []

    async def write():
        try:
            for number in range(30):
                await memory.add("I live in Lisbon.", user_id=f"user-{number}")
        finally:
            done.append(True)

    async def look():
        found = [await memory.verify()]
        while not done:
            found.append(await memory.verify())
        return found

    wrote, found = await AsyncTogether.run([write, look])
    assert wrote is None
    assert not isinstance(found, BaseException | None)
    assert [report.problems for report in found if not report.ok] == []
    assert (await memory.verify()).checked["messages"] == 30


async def test_after_close_everything_says_so(url, embedder):
    memory = AsyncMemory(url, embedder=embedder)
    await memory.close()
    await memory.close()
    with pytest.raises(StoreClosed):
        await memory.add("too late", user_id="dana")
