"""Many tenants at random on one server: nobody ever sees a word, an id or a count of another's."""

import random

import pytest

from .conftest import Running
from .test_api import ok

USERS = ("dana", "erik", "agent 7")
MISSING = "0" * 31 + "f"


class Tenant:
    """One of them: its key, the mark in all its words, the ids it was given."""

    def __init__(self, running, number):
        self.mark = f"mark{number:03}x"
        self.http = running.client(running.key(f"tenant {number}", right="admin"))
        self.ids = []
        self.messages = 0


def write(tenant, chance, _):
    user = chance.choice(USERS)
    kind = chance.randrange(4)
    if kind == 0:
        said = {"content": f"I like {tenant.mark} and tea.", "user_id": user, "session_id": "s1"}
        answer = ok(tenant.http.post("/v1/messages", json=said))
        tenant.ids += answer["new"]
        tenant.messages += 1
    elif kind == 1:
        key = chance.choice(("city", "ui.theme"))
        value = f"{tenant.mark}-{chance.randrange(9)}"
        tenant.ids.append(
            ok(tenant.http.put(f"/v1/facts/{key}", json={"value": value, "user_id": user}))["id"]
        )
    elif kind == 2:
        triple = {"subject": "Alice", "relation": "KNOWS", "object": tenant.mark, "user_id": user}
        tenant.ids.append(ok(tenant.http.post("/v1/relations", json=triple))["id"])
    else:
        ok(tenant.http.post("/v1/learn", json={"user_id": user}))


def read(tenant, chance, _):
    user = {"user_id": chance.choice(USERS)}
    get = [
        "/v1/messages", "/v1/notes", "/v1/facts", "/v1/sessions", "/v1/conflicts", "/v1/entities",
        "/v1/stats", "/v1/spend", "/v1/waiting", "/v1/pins", "/v1/policy", "/v1/export",
        "/v1/changes", "/v1/facts/city",
    ]  # fmt: skip
    kind = chance.randrange(6)
    if kind < 3:
        answer = tenant.http.get(chance.choice(get), params=user)
    elif kind == 3:
        answer = tenant.http.post(
            "/v1/search", json={"query": "mark tea", "min_relevance": 0, **user}
        )
    elif kind == 4:
        answer = tenant.http.post("/v1/context", json={"query": "tea and Alice", **user})
    else:
        params = {"entity": "Alice", "hops": 2, **user}
        answer = tenant.http.get("/v1/related", params=params)
    assert answer.status_code in (200, 404), answer.text
    return answer.text


def whole(tenant, chance, _):
    answer = tenant.http.get(
        chance.choice(["/v1/owners", "/v1/export", "/v1/changes", "/v1/stats"])
    )
    assert answer.status_code == 200
    return answer.text


FORMS = (
    ("GET", "/v1/records/{}", None),
    ("GET", "/v1/records/{}/why", None),
    ("GET", "/v1/records/{}/history", None),
    ("DELETE", "/v1/records/{}", None),
    ("PATCH", "/v1/records/{}", {"text": "stolen"}),
    ("POST", "/v1/records/{}/undo", {}),
    ("POST", "/v1/records/{}/expire", {}),
    ("PUT", "/v1/records/{}/pin", None),
    ("DELETE", "/v1/records/{}/pin", None),
    ("POST", "/v1/erase", {"id": "{}"}),
    ("POST", "/v1/why-not", {"query": "tea", "id": "{}"}),
    ("POST", "/v1/relations", {"subject": "a", "relation": "b", "object": "c", "sources": ["{}"]}),
)


def reach(tenant, chance, others):
    """Ask for somebody else's record by its id: it must look like one that is not there."""
    other = chance.choice(others)
    if other is tenant or not other.ids:
        return ""
    method, path, body = chance.choice(FORMS)
    user = {"user_id": chance.choice(USERS)} if chance.random() < 0.5 else {}
    if path == "/v1/relations":
        user = {"user_id": "dana"}
    told = []
    for id in (chance.choice(other.ids), MISSING):
        if body is None:
            answer = tenant.http.request(method, path.format(id), params=user)
        else:
            filled = {k: [id] if v == ["{}"] else v.replace("{}", id) for k, v in body.items()}
            answer = tenant.http.request(method, path.format(id), json={**filled, **user})
        told.append((answer.status_code, timeless(answer.json(), id)))
    assert told[0] == told[1], path
    return str(told)


def timeless(answer, id):
    """An answer without the moment and the salt, which differ in any two."""
    if isinstance(answer, dict):
        skip = ("at", "salt")
        return {k: timeless(v, id) for k, v in answer.items() if k not in skip}
    if isinstance(answer, list):
        return [timeless(one, id) for one in answer]
    return answer.replace(id, "ID") if isinstance(answer, str) else answer


def fuzz(running, tenants, operations, seed=7):
    chance = random.Random(seed)
    parties = [Tenant(running, number) for number in range(tenants)]
    leaks = 0
    for _ in range(operations):
        tenant = chance.choice(parties)
        step = chance.choices((write, read, whole, reach), (4, 4, 1, 4))[0]
        answer = step(tenant, chance, parties) or ""
        leaks += any(one.mark in answer for one in parties if one is not tenant)
    for tenant in parties:
        kept = ok(tenant.http.get("/v1/stats"))
        assert kept["messages"] == tenant.messages
        for user in USERS:
            for one in ok(tenant.http.get("/v1/notes", params={"user_id": user}))["items"]:
                assert one["text"] != "stolen"
        tenant.http.close()
    assert leaks == 0


def test_nobody_sees_another_tenants(keyed):
    fuzz(keyed, 12, 1500)


@pytest.mark.faults
def test_nobody_sees_another_tenants_at_length(tmp_path):
    from recollect.server.rules import Rules

    with Running(f"sqlite:///{tmp_path / 'a.db'}", Rules(rate=1e6, burst=10**6)) as running:
        fuzz(running, 50, 20_000)
