"""Many tenants at random on one server: nobody ever sees a word, an id or a count of another's.

Every path of the server and every tool is asked for, each tenant with the same names of users,
sessions, keys and agents, and with a mark of its own in all its words.
"""

import json
import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from recollect.server.api.table import ENDPOINTS
from recollect.server.mem0.routes import NOT_SERVED

from .inside import housed, served
from .operations import (
    AGENT,
    CALLS,
    MISSING,
    TOOLS,
    USERS,
    Asked,
    Party,
    catalogue,
    of_call,
    of_endpoint,
    order,
    rpc,
)  # fmt: skip

VAULT = "vault"
USUAL = {400, 403, 404, 409, 412, 415, 422}
STATUSES = {(one.method, one.path): {*one.done, *one.errors, *USUAL} for one in ENDPOINTS}
SINGLE = {"id", "agent_id", "block_id", "memory_id"}
"""Names in a path that are ids."""
RECORDS = ("message", "note", "held")
"""What of a vault is a record."""


async def done(http, method, path, body=None, **params):
    answer = await http.ask(method, path, params, body)
    assert answer.status < 300, answer.text
    return answer.body


async def settled(house, number):
    """A tenant with what others must never reach, and what it works with itself."""
    party = Party(await house.client(f"tenant {number}"), f"mark{number:03}x")
    http, mark, whose = party.http, party.mark, {"user_id": VAULT}
    said = await done(http, "POST", "/v1/messages", {"content": f"{mark} is locked.", **whose})
    held = await done(http, "POST", "/v1/messages", {"content": order(mark), **whose})
    fact = await done(http, "PUT", "/v1/facts/city", {"value": mark, **whose})
    agent = f"vault of {mark}"
    await done(http, "POST", "/v1/agents", {"name": agent, "human": mark})
    await done(http, "POST", "/v1/agents", {"name": AGENT, "human": mark})
    await done(http, "POST", "/v1/agents/" + agent + "/archive", {"text": f"{mark} is archived."})
    made = {"name": "pat", "memory_blocks": [{"label": "human", "value": mark}]}
    pat = await done(http, "POST", "/letta/v1/agents/", made)
    block = await done(http, "POST", "/letta/v1/blocks/", {"label": "goals", "value": mark})
    passage = await done(
        http, "POST", f"/letta/v1/agents/{pat['id']}/archival-memory", {"text": mark}
    )
    party.vault = {
        "message": said["new"][0], "note": fact["id"], "held": held["new"][0], "agent": agent,
        "letta": pat["id"], "block": block["id"], "passage": passage[0]["id"],
    }  # fmt: skip
    party.locked = {*party.vault.values()} | set(
        re.findall(r'"id":"?\s?"(\w+)"', await locked(party))
    )
    party.told(await done(http, "POST", "/letta/v1/agents/", made))
    await done(http, "POST", "/v1/agents", {"name": "twin", "human": mark})
    own = {"content": order(mark), "user_id": USERS[0]}
    mine = await done(http, "POST", "/v1/messages", own)
    party.agents, party.held = ["twin"], [(mine["new"][0], USERS[0])]
    return party


async def locked(party):
    """What is in the vault, word for word."""
    kept = []
    for owner in (
        {"user_id": VAULT},
        *({"agent_id": party.vault[one]} for one in ("agent", "letta")),
    ):
        answer = await party.http.ask("GET", "/v1/export", owner)
        assert answer.status == 200
        kept += [line for line in answer.text.splitlines() if '"type": "end"' not in line][1:]
    return "\n".join(kept)


class Fuzz:
    """The run: what was asked, and of whom something leaked."""

    def __init__(self, house, parties, seed):
        self.house, self.parties, self.chance = house, parties, random.Random(seed)
        self.operations = catalogue(served(house.app))
        self.asked, self.good, self.reached, self.routes = Counter(), Counter(), 0, set()

    async def run(self, count):
        for make in REACHES:
            await self.reach(self.chance.choice(self.parties), make)
        names = list(self.operations)
        weights = [self.operations[name][0] for name in names]
        first = self.chance.sample(names, len(names))  # each at least once
        rest = self.chance.choices(names, weights, k=count - len(first))
        for number, name in enumerate((*first, *rest)):
            party = self.chance.choice(self.parties)
            if number % 3 == 2:
                await self.reach(party)
            else:
                await self.step(name, party)
        for name in first:  # what was left for a reach
            if not self.asked[name]:
                await self.step(name, self.chance.choice(self.parties))

    async def step(self, name, party):
        """One operation of a tenant in its own part."""
        asked = self.operations[name][1](party, self.chance)
        answer = await self.ask(asked, party)
        self.asked[name] += 1
        assert answer.status in STATUSES.get((asked.method, asked.template), answers(asked)), (
            asked, answer.text
        )  # fmt: skip
        if answer.status < 300 and not _failed(answer):
            self.good[name] += 1
            self.noted(party, asked, answer)
        self.harmless(party, answer.text, asked)

    async def ask(self, asked, party):
        self.house.upstream.clear()
        answer = await asked.of(party.http)
        self.routes.add((asked.method, asked.template))
        for sent in self.house.upstream:
            self.harmless(party, sent, asked)
        return answer

    def noted(self, party, asked, answer):
        if asked.template == "/v1/export" and asked.params.get("user_id"):
            party.exported = answer.text
        body = answer.body
        party.told_of(asked, body)
        if not isinstance(body, str):
            party.told(body.get("result", {}).get("structuredContent", body)
                       if isinstance(body, dict) else body)  # fmt: skip

    def harmless(self, party, text, asked):
        """Nobody else's mark is in it."""
        for mark in re.findall(r"mark\d{3}x", text):
            assert mark == party.mark, (asked, text)

    async def reach(self, party, make=None):
        """Ask for what is another's by its id: it must look like what is not there."""
        other = self.chance.choice([one for one in self.parties if one is not party])
        asked, id, none = (make or self.chance.choice(REACHES))(party, other, self.chance)
        told = []
        for one in (id, none):
            answer = await self.ask(filled(asked, one), party)
            self.reached += 1
            told.append((answer.status, timeless(answer.body, one)))
        assert told[0] == told[1], (asked, told)
        self.harmless(party, str(told), asked)


def answers(asked):
    """The statuses that the parts beside the API may answer with."""
    return {200, 201, 202, 204, 400, 403, 404, 405, 406, 409, 412, 422, 501}


def _failed(answer):
    return '"isError":true' in answer.text.replace(" ", "") or '"error":{"code"' in answer.text


def filled(asked, id):
    """A request with an id in every place that waits for one."""
    spot = json.loads(json.dumps([asked.fills, asked.body]).replace("{ID}", id))
    return replace(asked, fills=spot[0], body=spot[1])


def timeless(answer, id):
    """An answer without the moment and the salt, which differ in any two."""
    if isinstance(answer, dict):
        skip = ("at", "salt")
        return {k: timeless(v, id) for k, v in answer.items() if k not in skip}
    if isinstance(answer, list):
        return [timeless(one, id) for one in answer]
    if not isinstance(answer, str):
        return answer
    return answer.replace(id, "ID").replace(id.removeprefix("passage-"), "ID")


def reaches():
    """Every operation that names an id, as a maker of the same request for two ids."""
    kinds = {
        "id": (RECORDS, MISSING),
        "agent_id": (("agent",), "vault of markxxx"),
        "block_id": (("block",), f"block-{MISSING}"),
        "memory_id": (("passage",), f"passage-{MISSING}"),
    }

    def by_path(make, name, letta=False):
        def made(party, other, chance):
            found, none = kinds[name]
            if name == "agent_id" and letta:
                found, none = ("letta",), f"agent-{MISSING}"
            asked = make(party, chance)
            asked = replace(asked, fills={**asked.fills, name: "{ID}"}, headers=bare(asked))
            return asked, other.vault[chance.choice(found)], none

        return made

    def by_body(asked):
        def made(party, other, chance):
            user = {} if "/mcp" not in asked.template else {"user_id": party.user or "dana"}
            whose = replace(asked, params=user)
            return whose, other.vault[chance.choice(RECORDS)], MISSING

        return made

    found = []
    for one in ENDPOINTS:
        for name in SINGLE & set(one.names):
            found.append(by_path(lambda p, c, one=one: of_endpoint(one, p, c), name))
    for method, path in CALLS:
        for name in SINGLE & set(re.findall(r"{(\w+)}", path)):
            if not path.startswith("/v2/entities"):
                found.append(
                    by_path(lambda p, c, m=method, t=path: of_call(m, t, p, c), name, True)
                )
    triple = {"subject": "a", "relation": "b", "object": "c", "user_id": "dana"}
    for path, body in (
        ("/v1/erase", {"id": "{ID}"}), ("/v1/erase", {"id": "{ID}", "user_id": "dana"}),
        ("/v1/why-not", {"query": "tea", "id": "{ID}"}),
        ("/v1/relations", {**triple, "sources": ["{ID}"]}),
    ):  # fmt: skip
        found.append(by_body(Asked("POST", path, {}, None, body)))
    for method, body in (
        ("PUT", {"memory_id": "{ID}", "text": "x"}),
        ("DELETE", {"memory_id": "{ID}"}),
    ):
        found.append(by_body(Asked(method, "/v1/batch/", {}, None, {"memories": [body]})))
    found.append(
        by_body(rpc("tools/call", {"name": "forget", "arguments": {"id": "{ID}"}}, "dana"))
    )
    found.append(by_body(rpc("resources/read", {"uri": "recollect://notes/{ID}"}, "dana")))
    found.append(by_body(rpc("resources/read", {"uri": "recollect://sessions/{ID}"}, "dana")))
    return found


def bare(asked):
    return {name: value for name, value in asked.headers.items() if name != "idempotency-key"}


REACHES = reaches()


async def fuzz(url, tenants, operations, seed=7):
    async with housed(url) as house:
        parties = [await settled(house, number) for number in range(tenants)]
        before = [await locked(party) for party in parties]
        run = Fuzz(house, parties, seed)
        await run.run(operations)
        for party, kept in zip(parties, before, strict=True):
            assert await locked(party) == kept
            everything = await party.http.ask("GET", "/v1/export")
            run.harmless(party, everything.text, "all that is kept")
    assert run.routes >= set(served(house.app)), "every path was asked for"
    assert all(run.asked[name] for name in run.operations)
    assert {name for kind, name in run.operations if kind == "tool"} == set(TOOLS)
    return run


async def test_nobody_sees_another_tenants(folder):
    await fuzz(f"sqlite:///{folder / 'a.db'}", 12, 1000)


@pytest.mark.faults
async def test_nobody_sees_another_tenants_at_length():
    run = await fuzz("memory://", 50, 20_000)
    assert sum(run.asked.values()) + run.reached >= 20_000
    never = {name for name in run.operations if not run.good[name]}
    refused = {path.replace(":path", "") for path in NOT_SERVED} | {"/letta/v1/{rest}"}
    assert {path for _, path in never} <= refused, "each was answered at least once"
