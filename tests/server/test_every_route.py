"""Who may, on every path that the server has: made from its routes, so that none is left out."""

from datetime import timedelta
from functools import wraps

from recollect.server import page
from recollect.server.api.table import ENDPOINTS
from recollect.server.guard import PUBLIC
from recollect.server.keys import Keys
from recollect.types import utcnow

from .inside import Inside, housed, served
from .operations import AGENT, USERS, Party, order
from .test_tenant_fuzz import Fuzz, done

TAKES_A_USER = {(one.method, one.path) for one in ENDPOINTS if one.takes_a_user}


def at_home(test):
    """Give a test a server of its own, opened and closed in the test's own task."""

    @wraps(test)
    async def run():
        async with housed() as house:
            await test(house)

    del run.__wrapped__  # pytest would look for a fixture of that name
    return run


def paths(app):
    """Every method and path, with something in the place of names."""
    for method, path in served(app):
        if path not in PUBLIC and (path not in page.ASSETS or path == page.HOME):
            spot = "/".join("x" if part.startswith("{") else part for part in path.split("/"))
            yield method, spot


@at_home
async def test_no_wrong_expired_and_revoked_keys_are_refused_everywhere(house):
    good = await house.key("acme", right="admin")
    _, id, secret = good.split("_", 2)
    soon = await house.key("acme", right="admin", expires=utcnow() + timedelta(hours=1))
    gone = await house.key("acme", right="admin")
    for token in (gone, soon):  # the server has seen them when they were good
        asked = {"query": "Who am I?", "user_id": "dana"}
        assert (await Inside(house.app, token).ask("POST", "/v1/search", body=asked)).status == 200
    await Keys(house.memory).revoke(gone.split("_")[1])
    house.ahead = timedelta(hours=2)
    refused = [None, soon, gone, "x", good[:-1], f"rk_{id}_", f"rk_{id}_{'A' * 43}",
               f"rk_{'0' * 16}_{secret}"]  # fmt: skip
    count = 0
    for token in refused:
        for header in ("x-recollect-key", "x-api-key") if token else ("none",):
            http = Inside(house.app, token, header)
            for method, path in paths(house.app):
                answer = await http.ask(method, path, headers={"accept": "text/event-stream"})
                assert (answer.status, token) == (401, token), (method, path)
                assert answer.body["error"]["code"] == ("bad_key" if token else "no_key")
                count += 1
        if token:
            bearer = Inside(house.app, f"Bearer {token}", "authorization")
            for method, path in paths(house.app):
                assert (await bearer.ask(method, path)).status == 401, (method, path)
    assert count > 15 * 100
    assert house.upstream == []
    allowed = Inside(house.app, good)
    statuses = [(await allowed.ask(*one)).status for one in paths(house.app)]
    assert 401 not in statuses


@at_home
async def test_the_key_of_a_provider_opens_nothing(house):
    good = await house.key("acme", right="admin")
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    who = {"x-recollect-user": "dana"}
    for provider in ("openai", "anthropic", "gemini"):
        path = f"/{provider}/v1/chat/completions"
        other = Inside(house.app, "Bearer sk-of-a-provider", "authorization")
        assert (await other.ask("POST", path, None, body, who)).status == 401
        ours = Inside(house.app, f"Bearer {good}", "authorization")
        assert (await ours.ask("POST", path, None, body, who)).status == 401
    assert house.upstream == []


@at_home
async def test_a_reading_key_writes_nowhere_and_a_writing_key_erases_nothing(house):
    admin = await house.client("acme")
    kept = await done(admin, "POST", "/v1/messages", {"content": "Hello.", "user_id": "dana"})
    await done(admin, "POST", "/v1/agents", {"name": AGENT})
    fills = {"id": kept["new"][0], "agent_id": AGENT, "label": "human", "key": "city"}
    before = (await admin.ask("GET", "/v1/export")).text.splitlines()[1:-1]
    for right, allowed in (("read", ("read",)), ("write", ("read", "write"))):
        http = Inside(house.app, await house.key("acme", right=right))
        for one in ENDPOINTS:
            if one.right in allowed:
                continue
            path = one.path
            for name, value in fills.items():
                path = path.replace("{" + name + "}", value)
            answer = await http.ask(one.method, path, None, {} if one.body is not None else None)
            assert (answer.status, answer.body["error"]["code"]) == (403, "forbidden"), one
    assert (await admin.ask("GET", "/v1/export")).text.splitlines()[1:-1] == before


class Bound(Fuzz):
    """Two users of one tenant, each with a key that is bound to them."""

    async def ask(self, asked, party):
        answer = await super().ask(asked, party)
        named = {**(asked.params or {}), **(asked.body if isinstance(asked.body, dict) else {})}
        user = named.get("user_id") or asked.headers.get("x-recollect-user", party.user)
        known = (asked.method, asked.template) in TAKES_A_USER or asked.template.startswith("/mcp")
        if user != party.user and (known or "{path}" in asked.template):
            assert answer.status == 403, (asked, answer.text)
        return answer

    async def reach(self, party, make=None):
        """What the other has is put there anew, for they may have let go of it meanwhile."""
        (other,) = (one for one in self.parties if one is not party)
        await filled_up(other)
        await super().reach(party, make)


async def filled_up(party):
    words = {"content": f"{party.mark} is locked."}
    said = await done(party.http, "POST", "/v1/messages", words)
    fact = await done(party.http, "PUT", "/v1/facts/locked", {"value": party.mark})
    held = await done(party.http, "POST", "/v1/messages", {"content": order(party.mark)})
    path = f"/letta/v1/agents/{party.letta['agent'][0]}/archival-memory"
    passage = await done(party.http, "POST", path, {"text": party.mark})
    party.vault |= {
        "message": said["new"][0], "note": fact["id"], "held": held["new"][0],
        "passage": passage[0]["id"],
    }  # fmt: skip


async def users(house):
    admin = await house.client("acme")
    await done(admin, "POST", "/v1/agents", {"name": AGENT, "human": "Somebody."})
    blocks = {"name": "pat", "memory_blocks": [{"label": "human", "value": "Somebody."}]}
    pat = await done(admin, "POST", "/letta/v1/agents/", blocks)
    made = []
    for number, user in enumerate(USERS[:2]):
        party = Party(await house.client("acme", user_id=user), f"mark{number:03}x")
        # Agents and shared blocks are there for all, so nobody has one that is another's.
        party.user, party.vault = user, {"letta": "none", "agent": "none", "block": "none"}
        party.letta = {"agent": [pat["id"]]}
        await filled_up(party)
        made.append(party)
    return made


@at_home
async def test_a_users_key_sees_nothing_of_another_user_anywhere(house):
    parties = await users(house)
    run = Bound(house, parties, seed=3)
    await run.run(480)
    assert run.routes >= set(served(house.app))
    assert all(run.asked[name] for name in run.operations)
    for kind in ("GET", "POST", "PUT", "PATCH", "DELETE", "tool", "page", "proxy"):
        assert sum(run.good[name] for name in run.operations if name[0] == kind) > 2, kind
