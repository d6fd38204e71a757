"""Counting, checking, moving, closing."""

import io
import json

import pytest

from recollect import AsyncMemory, InputError, Message
from recollect.conformance.together import AsyncTogether
from recollect.errors import StoreClosed


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


async def test_verify_and_reindex(memory: AsyncMemory):
    await filled(memory)
    assert (await memory.verify()).ok
    steps = []
    stats = await memory.reindex(vectors=True, progress=lambda *step: steps.append(step))
    assert steps[-1] == (4, 4)
    assert (stats.pending, stats.vectors) == (0, {"meaning": 4})
    assert (await memory.verify()).ok
    assert (await memory.search("dark look", user_id="dana"))[0].text.startswith("I prefer")


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
