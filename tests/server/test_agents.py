"""Persistent agents over HTTP."""

import json

import pytest

pytest.importorskip("starlette")

from recollect.server.rules import Rules

from .conftest import Running


def model(messages, tools=()):
    """Says what it has in view."""
    return "Tea." if "likes tea" in messages[0]["content"] else "I do not know."


@pytest.fixture(scope="module")
def running():
    with Running(rules=Rules(rate=1e6, burst=10**6)) as opened:
        opened.app.state.llm = model
        yield opened


@pytest.fixture
def http(running):
    with running.client(running.key("t", right="admin")) as client:
        yield client
        for one in client.get("/v1/agents").json()["items"]:
            assert client.delete(f"/v1/agents/{one['name']}").status_code == 200


def made(http, **about):
    asked = {"name": "sam", "persona": "I am Sam.", "human": "Dana.", **about}
    answer = http.post("/v1/agents", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_agents_are_made_listed_shown_and_erased(http):
    state = made(http, tags=["x"])
    assert state["agent"]["name"] == "sam"
    assert [one["label"] for one in state["blocks"]] == ["persona", "human"]
    assert http.get("/v1/agents/sam").json() == state
    assert [one["name"] for one in http.get("/v1/agents").json()["items"]] == ["sam"]
    assert http.post("/v1/agents", json={"name": "sam"}).status_code == 409
    assert http.delete("/v1/agents/sam").json()["removed"]
    assert http.get("/v1/agents/sam").status_code == 404


def test_a_block_is_changed_from_the_version_that_was_read(http):
    made(http)
    path = "/v1/agents/sam/blocks/human"
    tag = http.get(path).headers["etag"]
    first = http.put(path, json={"value": "Dana, 41."}, headers={"If-Match": tag})
    assert first.status_code == 200
    late = http.put(path, json={"value": "Dana, 42."}, headers={"If-Match": tag})
    assert late.status_code == 412
    assert "by 'sam'" in late.json()["error"]["message"]
    assert http.get(path).json()["value"] == "Dana, 41."
    again = {"If-Match": first.headers["etag"]}
    assert http.put(path, json={"value": "Dana, 42."}, headers=again).status_code == 200
    assert http.put("/v1/agents/sam/blocks/goals", json={"value": "Run."}).status_code == 201
    full = http.put("/v1/agents/sam/blocks/goals", json={"value": "x" * 6000})
    assert (full.status_code, full.json()["error"]["code"]) == (400, "bad_input")
    assert http.get("/v1/agents/sam/blocks/nobody").status_code == 404


def test_a_turn_and_the_archive(http):
    made(http, human="Dana likes tea.")
    assert (
        http.post("/v1/agents/sam/chat", json={"text": "What do I like?"}).json()["text"] == "Tea."
    )
    said = http.get("/v1/agents/sam/messages").json()["items"]
    assert [one["role"] for one in said] == ["user", "assistant"]
    http.post("/v1/agents/sam/archive", json={"text": "The race is in May.", "tags": ["race"]})
    found = http.get("/v1/agents/sam/archive", params={"query": "when is the race?"}).json()
    assert [one["text"] for one in found["items"]] == ["The race is in May."]


@pytest.mark.parametrize("form", ["json", "af"])
def test_a_state_goes_out_and_comes_in_without_its_model(http, form):
    made(http)
    state = json.loads(http.get("/v1/agents/sam/export", params={"form": form}).text)
    if form == "json":
        state["agent"]["llm"] = "openai:somebody-elses"
    answer = http.post("/v1/agents/import", params={"name": "twin"}, json=state)
    assert answer.status_code == 201, answer.text
    assert "llm" not in answer.json()["agent"]
    assert [one["value"] for one in answer.json()["blocks"]] == ["I am Sam.", "Dana."]
    assert http.post("/v1/agents/sam/clone", json={"name": "third"}).status_code == 201


def test_no_way_of_writing_settings_chooses_the_model_of_the_server(http):
    made(http, human="Dana likes tea.")
    params = {"agent_id": "sam", "key": "agent"}
    (note,) = http.get("/v1/notes", params=params).json()["items"]
    change = {"value": {**note["value"], "llm": "openai:somebody-elses"}, "agent_id": "sam"}
    assert http.patch(f"/v1/records/{note['id']}", json=change).status_code == 200
    assert http.post("/v1/agents/sam/chat", json={"text": "?"}).json()["text"] == "Tea."


def test_what_is_wrong_is_refused(http):
    for body in ({}, {"name": ""}, {"name": "a", "llm": "openai:x"}, {"name": "a", "blocks": [1]},
                 {"name": "a", "tools": ["rm"]}, {"name": "team:x"}, {"name": 3}):  # fmt: skip
        assert http.post("/v1/agents", json=body).status_code == 400, body
    assert http.get("/v1/agents").json()["items"] == []


def test_a_users_key_has_that_users_side_of_an_agent(running, http):
    made(http)
    dana, erik = (running.key("t", right="write", user_id=who) for who in ("dana", "erik"))
    with running.client(dana) as one, running.client(erik) as two:
        path = "/v1/agents/sam/blocks/human"
        assert one.put(path, json={"value": "Dana likes tea."}).status_code == 200
        assert one.post("/v1/agents/sam/chat", json={"text": "?"}).json()["text"] == "Tea."
        assert two.get(path).json()["value"] == "Dana."
        assert two.get("/v1/agents/sam/messages").json()["items"] == []
        assert one.put("/v1/agents/sam/blocks/new", json={"value": "x"}).status_code == 403
        assert one.post("/v1/agents", json={"name": "mine"}).status_code == 403
        assert one.delete("/v1/agents/sam").status_code == 403
    with running.client(running.key("other", right="admin")) as stranger:
        assert stranger.get("/v1/agents/sam").status_code == 404
        assert stranger.get("/v1/agents").json()["items"] == []


def test_a_label_may_hold_a_slash_and_a_block_may_be_asked_to_be_new(http):
    made(http)
    path = "/v1/agents/sam/blocks/notes/2026 may"
    new = {"If-None-Match": "*"}
    assert http.put(path, json={"value": "Run."}, headers=new).status_code == 201
    assert http.get(path).json()["label"] == "notes/2026 may"
    assert http.put(path, json={"value": "Rest."}, headers=new).status_code == 412
    none = http.put("/v1/agents/sam/blocks/goals", json={"value": "x"}, headers={"If-Match": "*"})
    assert none.status_code == 412
    assert http.get(path).json()["value"] == "Run."


def test_a_key_of_nobody_in_particular_may_name_the_user(http):
    made(http)
    path, fay = "/v1/agents/sam/blocks/human", {"user_id": "fay"}
    assert http.put(path, json={"value": "Fay likes tea.", **fay}).status_code == 200
    assert http.post("/v1/agents/sam/chat", json={"text": "?", **fay}).json()["text"] == "Tea."
    assert http.get(path).json()["value"] == "Dana."
    assert http.get(path, params=fay).json()["value"] == "Fay likes tea."
    assert http.get("/v1/agents/sam/messages").json()["items"] == []
    assert len(http.get("/v1/agents/sam/messages", params=fay).json()["items"]) == 2


def test_what_is_sent_again_is_done_once(http):
    again = {"Idempotency-Key": "k1"}

    def twice(method, path, json=None):
        first, second = (http.request(method, path, json=json, headers=again) for _ in range(2))
        assert second.headers["idempotency-replayed"] == "true"
        assert second.status_code == first.status_code
        return first.json(), second.json()

    def same(*asked):
        first, second = twice(*asked)
        assert first == second
        return first

    same("POST", "/v1/agents", {"name": "sam", "human": "Dana likes tea."})
    turn = same("POST", "/v1/agents/sam/chat", {"text": "What do I like?"})
    assert (turn["text"], turn["refused"]) == ("Tea.", False)
    assert len(http.get("/v1/agents/sam/messages").json()["items"]) == 2
    same("POST", "/v1/agents/sam/archive", {"text": "The race is in May."})
    assert len(http.get("/v1/agents/sam/archive").json()["items"]) == 1
    same("PUT", "/v1/agents/sam/blocks/human", {"value": "Dana."})
    same("POST", "/v1/agents/sam/clone", {"name": "twin"})
    assert same("DELETE", "/v1/agents/twin")["removed"] != {}
    other = http.post("/v1/agents/sam/chat", json={"text": "Else?"}, headers=again)
    assert other.status_code == 409
