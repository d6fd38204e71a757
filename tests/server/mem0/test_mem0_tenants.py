"""Random calls of several tenants over mem0's REST: nobody ever sees a word of another's."""

import random

import httpx
import pytest
from starlette.applications import Starlette

from recollect import AsyncMemory
from recollect.server.app import build
from recollect.server.keys import Keys
from recollect.server.rules import Rules

USERS = ("dana", "kim")
WORDS = ("jazz", "trains", "rain", "chess")


class Tenant:
    """Somebody who calls at random, and remembers what must be there."""

    def __init__(self, http: httpx.AsyncClient, name: str, token: str) -> None:
        self.http, self.canary = http, f"canary{name}"
        self.head = {"Authorization": f"Token {token}"}
        self.kept: dict[str, str] = {}

    async def call(self, method: str, path: str, **given: object) -> httpx.Response:
        answer = await self.http.request(method, path, headers=self.head, **given)
        assert answer.status_code < 500, (method, path, answer.text)
        return answer

    async def step(self, chance: random.Random, others: list["Tenant"]) -> httpx.Response:
        """One call; some of them with an id of another tenant."""
        user, word = chance.choice(USERS), chance.choice(WORDS)
        mine = chance.choice([*self.kept, "nothing"])
        foreign = [id for other in others for id in other.kept] or ["nothing"]
        theirs = chance.choice(foreign)
        filters = {"OR": [{"user_id": user}, {"user_id": "*"}, {"run_id": "s1"}]}
        kind = chance.randrange(12)
        if kind < 4:
            said = f"I love {word} of {self.canary} {chance.randrange(10**9)}."
            body = {"messages": said, "user_id": user, "run_id": "s1", "infer": kind == 0}
            answer = await self.call("POST", "/v3/memories/add/", json=body)
            self.kept |= {one["id"]: one["memory"] for one in answer.json()["results"]}
            return answer
        if kind == 4:
            body = {"query": word, "filters": filters, "threshold": 0, "top_k": 50}
            return await self.call("POST", "/v3/memories/search/", json=body)
        if kind == 5:
            return await self.call("POST", "/v3/memories/", json={"filters": filters})
        if kind == 6:
            answer = await self.call("GET", f"/v1/memories/{mine}/")
            if mine in self.kept:
                assert answer.json()["memory"] == self.kept[mine]
            return answer
        if kind == 7:
            text = {"text": f"Changed by {self.canary}"}
            answer = await self.call("PUT", f"/v1/memories/{theirs}/", json=text)
            assert answer.status_code == 404
            return answer
        if kind == 8:
            batch = {"memories": [{"memory_id": theirs}]}
            answer = await self.call("DELETE", "/v1/batch/", json=batch)
            assert answer.status_code == 404
            return answer
        if kind == 9:
            return await self.call("GET", "/v1/entities/")
        path = f"/v1/memories/{theirs}/{'history/' if kind == 10 else ''}"
        answer = await self.call("GET" if kind == 10 else "DELETE", path)
        assert answer.status_code == 404
        missing = await self.call("GET" if kind == 10 else "DELETE", path.replace(theirs, "f" * 32))
        assert answer.text.replace(theirs, "") == missing.text.replace("f" * 32, "")
        return answer


async def fuzz(app: Starlette, memory: AsyncMemory, tenants: int, steps: int, seed: int) -> None:
    chance, keys = random.Random(seed), Keys(memory)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        all_of_them = []
        for number in range(tenants):
            _, token = await keys.create(f"tenant{number}")
            all_of_them.append(Tenant(http, f"{number}x", token))
        for _ in range(steps):
            one = chance.choice(all_of_them)
            others = [other for other in all_of_them if other is not one]
            answer = await one.step(chance, others)
            for other in others:
                assert other.canary not in answer.text
        assert any(one.kept for one in all_of_them)
        for one in all_of_them:
            body = {"filters": {"user_id": "*"}}
            answer = await one.call("POST", "/v3/memories/?page_size=1000", json=body)
            assert {row["id"] for row in answer.json()["results"]} == set(one.kept)


@pytest.mark.parametrize(
    ("tenants", "steps"), [(5, 250), pytest.param(50, 5_000, marks=pytest.mark.faults)]
)
async def test_nobody_sees_another(tmp_path, tenants, steps):
    async with AsyncMemory(str(tmp_path / "agent.db"), embedder=None) as memory:
        app = build(memory, Rules(rate=1e6, burst=1_000_000))
        await fuzz(app, memory, tenants, steps, seed=7)
