"""What the hosts share: one session, written by several at once, over HTTP too."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory
from recollect.errors import SecretFound
from recollect.hosts.aio.conversation import AsyncConversation as Conversation
from recollect.hosts.transcript import Said
from tests.faults.canaries import left
from tests.serving import serving

PICTURE = "iVBORw0KGgoAAAANSUhEUg" * 200_000
WRITER = """
import asyncio, sys
from recollect import AsyncMemory
from recollect.errors import SecretFound
from recollect.hosts.aio.conversation import AsyncConversation as Conversation
from recollect.hosts.transcript import Said

async def main(path, who):
    async with AsyncMemory(path, embedder=None) as memory:
        mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
        for turn in range(10):
            said = [f"{who}.{turn}.{n}" for n in "ab"]
            await mine.add([Said({"text": one}, "user", [one]) for one in said])

asyncio.run(main(*sys.argv[1:]))
"""


async def items(memory: AsyncMemory) -> list[Any]:
    made = Conversation(memory, "s1", user_id="dana", agent_id=None)
    return [item for _, item in await made.items()]


async def test_processes_share_a_session(tmp_path: Path):
    path = str(tmp_path / "agent.db")
    run = asyncio.create_subprocess_exec
    begun = [await run(sys.executable, "-c", WRITER, path, who) for who in "xyz"]
    assert [await one.wait() for one in begun] == [0, 0, 0]
    async with AsyncMemory(path, embedder=None) as memory:
        said = [item["text"] for item in await items(memory)]
    assert [one[:-1] for one in said[::2]] == [one[:-1] for one in said[1::2]]
    for who in "xyz":
        own = [one for one in said if one.startswith(who)]
        assert own == [f"{who}.{turn}.{n}" for turn in range(10) for n in "ab"]


async def test_a_server_keeps_it_all_the_same():
    with serving(embedder=None) as running:
        async with AsyncMemory(running.url, api_key=running.key("host", right="admin")) as memory:
            mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
            text = {"text": "Hi"}
            large = {"text": "Look:", "data": PICTURE, "nul": "\0"}
            await mine.add([Said(text, "user", ["Hi"]), Said(large, "user", ["Look:"])])
            await mine.add([Said(text, "user", ["Hi"], id="own")] * 2)
            await mine.add([Said({"text": "other"}, "user", ["other"], id="own")])
            assert await items(memory) == [text, large, text]
            popped = await mine.pop()
            assert popped is not None
            assert popped[1] == text
            long = {"text": "语" * 2_200_000}  # three bytes each
            await mine.add([Said(long, "tool", [long["text"]])])
            assert [item for _, item in await mine.items(last=1)] == [long]
            await mine.clear()
            assert await memory.messages(user_id="dana") == []


async def test_it_moves_with_the_memory(tmp_path: Path):
    said = [{"text": f"turn {n}", "data": PICTURE[: n * 40_000]} for n in range(5)]
    async with AsyncMemory(tmp_path / "one.db", embedder=None) as one:
        mine = Conversation(one, "s1", user_id="dana", agent_id=None)
        await mine.add([Said(item, "user", [str(item["text"])]) for item in said])
        await one.copy_to(str(tmp_path / "two.json"))
        await one.export_to(tmp_path / "all.jsonl")
    async with AsyncMemory(tmp_path / "two.json", embedder=None) as two:
        assert await items(two) == said
    async with AsyncMemory("memory://", embedder=None) as three:
        await three.import_from(tmp_path / "all.jsonl")
        assert await items(three) == said


async def test_a_call_that_is_cancelled_happened_or_did_not(tmp_path: Path):
    async with AsyncMemory(tmp_path / "agent.db", embedder=None) as memory:
        mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
        for n in range(20):
            pair = [Said({"n": n, "data": PICTURE[:100_000]}, "user"), Said({"n": n}, "user")]
            adding = asyncio.create_task(mine.add(pair))
            await asyncio.sleep(n / 1000)
            adding.cancel()
            await asyncio.wait([adding])
        await mine.add([Said({"n": "last"}, "user")])
        numbers = [item["n"] for item in await items(memory)]
        assert numbers.pop() == "last"
        assert numbers == sorted([*set(numbers)] * 2)


async def test_opaque_messages_stay_out_of_the_way():
    async with AsyncMemory("memory://") as memory:
        await memory.add("My sister's cat is called Miso.", user_id="dana")
        await memory.add("I moved to Lisbon last spring.", user_id="dana")
        mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
        await mine.add([Said({"type": "progress", "n": n}, "system") for n in range(100)])
        await mine.add([Said({"type": "x", "data": PICTURE[:1_000_000]}, "user", ["A picture."])])
        for asked in ("What did I say today?", "Where do I live?", "What is the cat called?"):
            shown = await memory.context(asked, user_id="dana", budget=4000)
            assert "…" not in [hit.text for hit in shown.hits]
            assert [hit for hit in shown.hits if "Miso" in hit.text or "Lisbon" in hit.text]
        assert {one.metadata.get("learn") for one in await memory.messages(user_id="dana")} == {
            None, "never",
        }  # fmt: skip


async def test_a_secret_that_breaks_a_large_item_is_refused():
    async with AsyncMemory("memory://", embedder=None, secrets="redact") as memory:
        mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
        key = "-----BEGIN RSA PRIVATE KEY----- MIIEow"
        await mine.add([Said({"text": "Hi", "key": key}, "user", ["Hi"])])
        with pytest.raises(SecretFound, match="too large to be redacted"):
            await mine.add([Said({"data": PICTURE[:100_000], "key": key}, "user")])
        assert [one["text"] for one in await items(memory)] == ["Hi"]


CANARIES = [b"Qzpixelsxx", b"Qzseenxx"]
LARGE = Said({"data": "Qzpixelsxx" * 20_000}, "user", ["I live in Qzseenxx."])


async def test_a_session_that_is_erased_leaves_no_piece(memory: AsyncMemory, tmp_path: Path):
    mine, stays = (Conversation(memory, id, user_id="dana", agent_id=None) for id in ("s1", "s2"))
    await mine.add([LARGE, Said({"text": "Hi"}, "user", ["Hi"])])
    await stays.add([Said({"data": PICTURE[:200_000]}, "user", ["I live in Oslo."])])
    kept = await stays.items()
    if memory.url != "memory://":
        assert {needle for _, needle in left(tmp_path, CANARIES)} == {*CANARIES}
    receipt = await memory.erase(user_id="dana", session_id="s1")
    assert receipt.ok, str(receipt)
    assert await mine.items() == []
    assert await stays.items() == kept
    assert [note.text for note in await memory.notes(user_id="dana")] == ["The user lives in Oslo."]
    assert left(tmp_path, CANARIES) == []
    assert (await memory.erase(user_id="dana", id=kept[0][0].id)).ok
    assert await memory.messages(user_id="dana") == []


async def test_a_piece_goes_over_http_too(tmp_path: Path):
    with serving(url=str(tmp_path / "agent.db"), embedder=None) as running:
        async with AsyncMemory(running.url, api_key=running.key("host", right="admin")) as memory:
            mine = Conversation(memory, "s1", user_id="dana", agent_id=None)
            await mine.add([LARGE])
            assert left(tmp_path, CANARIES)
            assert (await memory.erase(user_id="dana", session_id="s1")).ok
            assert await memory.messages(user_id="dana") == []
            await mine.add([LARGE])
            (kept,) = await mine.items()
            assert (await memory.delete(kept[0].id, user_id="dana")).removed["messages"] == 5
            await memory.erase(user_id="dana")
        assert left(tmp_path, CANARIES) == []


@pytest.mark.parametrize("text", ["small", "large " * 20_000])
async def test_of_several_who_claim_an_id_one_gets_it(memory: AsyncMemory, text: str):
    rivals = [Conversation(memory, "s1", user_id="dana", agent_id=None) for _ in range(4)]
    tries = [
        one.claim(Said({"text": text, "n": n}, "system", id="c1")) for n, one in enumerate(rivals)
    ]
    done = await asyncio.gather(*tries)
    assert sorted(done) == [False, False, False, True]
    assert await items(memory) == [{"text": text, "n": done.index(True)}]
    assert not await rivals[0].claim(Said({"text": text}, "system", id="c1"))
    assert await rivals[0].claim(Said({"text": "next"}, "system", id="c2"))
    assert len(await items(memory)) == 2


async def test_what_is_shared_with_an_agent_is_another_conversation(memory: AsyncMemory):
    alone = Conversation(memory, "monday", user_id="dana", agent_id=None)
    coached = Conversation(memory, "monday", user_id="dana", agent_id="coach")
    for n in range(3):
        await alone.add([Said({"alone": n}, "user")])
        await coached.add([Said({"coached": n}, "user")])
    assert [item for _, item in await alone.items()] == [{"alone": n} for n in range(3)]
    assert [item for _, item in await alone.items(last=2)] == [{"alone": 1}, {"alone": 2}]
    assert [item for _, item in await coached.items()] == [{"coached": n} for n in range(3)]
    popped = await alone.pop()
    assert (popped or (None, None))[1] == {"alone": 2}
    assert len(await coached.items()) == 3
    await alone.clear()
    assert await alone.items() == []
    assert len(await coached.items()) == 3
    await coached.clear()
    assert await memory.messages(user_id="dana") == []
