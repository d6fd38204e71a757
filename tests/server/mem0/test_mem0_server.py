"""mem0's REST on a real server: by the real, unmodified mem0ai, by our client, by requests."""

import json
import subprocess
import sys

import httpx
import pytest

from recollect.compat.mem0 import Memory, MemoryClient
from recollect.compat.mem0.exceptions import (
    AuthenticationError,
    MemoryNotFoundError,
    ValidationError,
)
from recollect.server.mem0.routes import NOT_SERVED

from .conftest import HERE


def test_the_real_client_runs_unchanged(server, peer):
    done = json.loads(peer("client_program.py", "mem0", server.host, server.tokens["acme"]))
    assert done["module"] == "mem0"
    assert done["tried"] == []


def test_our_client_runs_the_same_program(server):
    given = ["recollect.compat.mem0", server.host, server.tokens["acme"]]
    done = subprocess.run(
        [sys.executable, str(HERE / "client_program.py"), *given], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def theirs(peer, tmp_path_factory):
    """What the real mem0ai's own `Memory` answers, offline, and how its methods are called."""
    return json.loads(peer("peer_shapes.py", str(tmp_path_factory.mktemp("mem0"))))


def kinds(value):
    """The shape of an answer: names, and the kinds of values."""
    if isinstance(value, dict):
        return {name: kinds(one) for name, one in value.items() if name != "score_details"}
    if isinstance(value, list):
        return [kinds(one) for one in value]
    return "number" if isinstance(value, int | float) else type(value).__name__


def test_the_same_shapes_as_the_real_package(theirs, tmp_path):
    with Memory(str(tmp_path / "agent.db")) as memory:
        whose = {"user_id": "dana", "agent_id": "coach", "run_id": "s1"}
        metadata = {"category": "music"}
        ours = {"add": memory.add("I love jazz.", **whose, metadata=metadata)}
        ours["raw"] = memory.add("I love rock.", **whose, metadata=metadata, infer=False)
        ours["plain"] = memory.add("I love pop.", user_id="kim", infer=False)
        id = ours["raw"]["results"][0]["id"]
        ours["get"] = memory.get(id)
        ours["update"] = memory.update(id, text="Dana loves rock.")
        ours["search"] = memory.search("music rock", filters={"user_id": "dana"}, explain=True)
        ours["get_all"] = memory.get_all(filters={"user_id": "dana"})
        ours["history"] = memory.history(id)
        ours["delete"] = memory.delete(id)
        ours["missing"] = [memory.get(id), memory.get("0" * 32)]
        ours["delete_all"] = memory.delete_all(user_id="kim")
    for shapes in (ours, theirs["shapes"]):
        shapes["get_all"]["results"].sort(key=lambda one: "role" in one)
        shapes["search"]["results"].sort(key=lambda one: "role" in one)
    assert kinds(ours) == kinds(theirs["shapes"])
    assert theirs["tried"] == []


@pytest.mark.parametrize("name", ["Memory", "AsyncMemory", "MemoryClient", "AsyncMemoryClient"])
def test_the_same_parameters_as_the_real_package(theirs, name):
    import inspect

    import recollect.compat.mem0 as compat
    from recollect.compat.mem0.aio.client import NOT_SERVED as NO_METHODS

    ours = getattr(compat, name)
    for method, parameters in theirs["signatures"][name].items():
        if method in NO_METHODS and "Client" in name:
            continue
        accepted = inspect.signature(getattr(ours, method)).parameters
        takes_all = any(one.kind is one.VAR_KEYWORD for one in accepted.values())
        for parameter, kind, default in parameters:
            if kind == "VAR_KEYWORD":
                assert takes_all, (method, parameter)
                continue
            assert parameter in accepted, (method, parameter)
            found = accepted[parameter]
            assert found.kind.name == kind, (method, parameter)
            if "object object" not in default:
                assert repr(found.default) == default, (method, parameter)


def test_keys(server):
    def client(name: str) -> MemoryClient:
        return MemoryClient(server.tokens[name], server.host)

    [one] = client("acme").add("I love jazz.", user_id="dana")["results"]
    [kims] = client("acme").add("I love rock.", user_id="kim")["results"]
    for bad in ("", "rk_nothing", "m0-abc", server.tokens["revoked"]):
        with pytest.raises(AuthenticationError):
            MemoryClient(bad, server.host).get(one["id"])
    assert client("reader").get(one["id"])["memory"] == "The user loves jazz."
    with pytest.raises(AuthenticationError):
        client("reader").delete(one["id"])

    other = client("other")
    with pytest.raises(MemoryNotFoundError) as foreign:
        other.get(one["id"])
    with pytest.raises(MemoryNotFoundError) as missing:
        other.get("f" * 32)
    assert str(foreign.value).replace(one["id"], "") == str(missing.value).replace("f" * 32, "")
    assert other.get_all(filters={"user_id": "*"})["count"] == 0
    assert other.users()["results"] == []
    other.delete_all(user_id="dana")
    assert client("acme").get(one["id"])

    dana = client("dana")
    assert dana.get(one["id"])
    with pytest.raises(MemoryNotFoundError):
        dana.get(kims["id"])
    with pytest.raises(AuthenticationError):
        dana.add("I am Kim.", user_id="kim")
    everybody = {"OR": [{"user_id": "dana"}, {"user_id": "kim"}, {"user_id": "*"}]}
    assert [hit["user_id"] for hit in dana.search("music", filters=everybody)["results"]] == [
        "dana"
    ]
    for another in (
        lambda: dana.get_all(filters={"user_id": "kim"}),
        lambda: dana.get_all(filters={"OR": [{"user_id": "kim"}, {"user_id": "erik"}]}),
        lambda: dana.search("music", filters={"user_id": "kim"}),
        lambda: dana.delete_all(user_id="kim"),
        lambda: dana.delete_users(user_id="kim"),
    ):
        with pytest.raises(AuthenticationError):
            another()
    for foreign in (dana.delete, dana.history, lambda id: dana.update(id, text="x")):
        with pytest.raises(MemoryNotFoundError):
            foreign(kims["id"])
    assert client("acme").get(kims["id"])["memory"] == kims["memory"]
    [own] = dana.add("I live in Lisbon.", run_id="s1")["results"]
    assert dana.get(own["id"])["user_id"] == "dana"


@pytest.mark.parametrize("name", ["acme", "boss"])
def test_delete_all_leaves_no_words(server, name):
    """A key that may not erase has them deleted."""
    client = MemoryClient(server.tokens[name], server.host)
    talk = [
        {"role": "user", "content": "I live in Lisbon, and where is the station?"},
        {"role": "assistant", "content": "Got it! I'll remember that."},
    ]
    client.add(talk, user_id="dana", run_id="s1")
    client.add("I love jazz.", user_id="dana", run_id="s2")
    client.delete_all(user_id="dana", run_id="s1")
    left = client.get_all(filters={"user_id": "dana"})["results"]
    assert [one["memory"] for one in left] == ["The user loves jazz."]
    head = {"Authorization": f"Bearer {server.tokens[name]}"}
    said = httpx.get(f"{server.host}/v1/messages?user_id=dana", headers=head, trust_env=False)
    assert "Lisbon" not in said.text
    assert "remember" not in said.text
    assert "jazz" in said.text


def test_bad_requests_are_told(server):
    token = {"Authorization": f"Token {server.tokens['acme']}"}
    with httpx.Client(base_url=server.host, headers=token, trust_env=False) as http:
        for body in (b"{", b"[]", b'"x"', b'{"messages": 7, "user_id": "a"}', b"{}"):
            answer = http.post("/v3/memories/add/", content=body)
            assert answer.status_code == 400, body
            assert answer.json()["detail"] == answer.json()["error"]["message"]
        for body in ({"query": "x"}, {"query": "x", "filters": {"user_id": "a"}, "top_k": 100_000},
                     {"query": "x", "filters": "a"}, {"filters": {"user_id": "a"}}):  # fmt: skip
            assert http.post("/v3/memories/search/", json=body).status_code == 400, body
        half = b'{"query": "x", "filters": {"user_id": "a", "b": {"\\ud800": 1}}}'
        answer = http.post("/v3/memories/search/", content=half)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
        body = {"filters": {"user_id": "a"}}
        for name in ("page", "page_size"):
            answer = http.post(f"/v3/memories/?{name}={'9' * 5000}", json=body)
            assert answer.json()["detail"] == f"{name} must be a valid integer"
        assert http.post("/v3/memories/?page_size=5000", json=body).status_code == 400
        assert http.post("/v3/memories/?page=x", json=body).status_code == 400
        assert http.delete("/v1/memories/").status_code == 400
        assert http.delete("/v1/memories/?filters=x").status_code == 400
        assert http.delete("/v1/memories/?filters={'user_id': 'nobody'}").status_code == 200
        assert http.delete("/v2/entities/planet/mars/").status_code == 400
        assert http.delete("/v2/entities/user/mars/").status_code == 404
        assert http.put("/v1/batch/", json={"memories": "all"}).status_code == 400
        assert http.put("/v1/memories/nothing/", json={}).status_code == 400
        assert http.get("/v1/memories/nothing/history/").status_code == 404
        for path in NOT_SERVED:
            plain = path.replace("{id}", "x").replace("{id:path}", "x").replace("{rest:path}", "x")
            answer = http.get(plain)
            assert answer.status_code == 501, path
            assert "mem0's platform" in answer.json()["detail"]


def test_a_client_without_a_server_has_the_same_errors(tmp_path):
    with MemoryClient(host=str(tmp_path / "agent.db")) as client:
        with pytest.raises(ValidationError):
            client.search("x", filters={"food": True})
        with pytest.raises(MemoryNotFoundError):
            client.history("nothing")
