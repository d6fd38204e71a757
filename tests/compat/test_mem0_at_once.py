"""Many at once on one memory: nothing is doubled, nothing is lost."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from recollect.compat.mem0 import AsyncMemory, Memory


async def test_the_same_words_at_once_are_one_memory(tmp_path):
    async with AsyncMemory(str(tmp_path / "agent.db")) as memory:
        adding = (memory.add("Where is the station?", user_id="dana") for _ in range(20))
        done = await asyncio.gather(*adding)
        assert len({one["results"][0]["id"] for one in done}) == 1
        [one] = (await memory.get_all(filters={"user_id": "dana"}))["results"]
        await memory.delete(one["id"])
        assert await memory.recollect.messages(user_id="dana") == []


async def test_updates_at_once_are_all_in_the_history(tmp_path):
    async with AsyncMemory(str(tmp_path / "agent.db")) as memory:
        [one] = (await memory.add("Draft 0.", user_id="dana", infer=False))["results"]
        drafts = [f"Draft {number}." for number in range(1, 13)]
        await asyncio.gather(*(memory.update(one["id"], text=text) for text in drafts))
        rows = await memory.history(one["id"])
        assert sorted(row["new_memory"] for row in rows) == sorted(["Draft 0.", *drafts])
        for before, after in pairwise(rows):
            assert after["old_memory"] == before["new_memory"]


def test_threads(tmp_path):
    with Memory(str(tmp_path / "agent.db")) as memory, ThreadPoolExecutor(8) as pool:
        texts = [f"Parcel {number} is in the hall." for number in range(40)]
        list(pool.map(lambda text: memory.add(text, user_id="dana"), texts))
        found = memory.get_all(filters={"user_id": "dana"}, top_k=100)["results"]
        assert sorted(one["memory"] for one in found) == sorted(texts)
