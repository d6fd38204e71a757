"""The real `letta-client`, unmodified, against our server."""

import json
from itertools import islice

import pytest

pytest.importorskip("starlette")
pytest.importorskip("letta_client")

import httpx2
import letta_client

from recollect.agents.aio.persistent import AsyncPersistentAgent
from recollect.server.letta.messages import FEW
from recollect.server.letta.shapes import page
from recollect.server.rules import Rules

from .conftest import Running


def scripted(messages, tools=()):
    """A model that notes what it is told to, and answers from its core memory."""
    last = messages[-1]
    if last["role"] == "tool":
        return f"The tool said: {last['content'].splitlines()[-1]}"
    if last["content"].startswith("Note: "):
        note = json.dumps({"label": "human", "content": last["content"].removeprefix("Note: ")})
        call = {"name": "core_memory_append", "arguments": note}
        return {"content": None, "tool_calls": [{"id": "c1", "function": call}]}
    return "Blue." if "likes blue" in messages[0]["content"] else "Nobody told me."


@pytest.fixture(scope="module")
def running():
    with Running(rules=Rules(open=True, rate=1e6, burst=10**6)) as opened:
        opened.app.state.llm = scripted
        yield opened


@pytest.fixture
def client(running):
    with letta_client.Letta(base_url=f"{running.url}/letta", api_key="none") as made:
        yield made
        for agent in list(made.agents.list()):
            made.agents.delete(agent.id)
        for block in list(made.blocks.list()):
            made.blocks.delete(block.id)


@pytest.fixture
def agent(client):
    return client.agents.create(
        name="sam",
        model="openai/gpt-4o-mini",
        embedding="openai/text-embedding-3-small",
        memory_blocks=[
            {"label": "persona", "value": "I am Sam."},
            {"label": "human", "value": "Dana.", "limit": 300, "description": "The user."},
        ],
        tags=["demo"],
        metadata={"shop": 3},
    )


def test_health(client):
    assert client.health().status == "ok"


def test_an_agent_is_listed_by_the_name_that_other_calls_take(running, agent):
    (listed,) = httpx2.get(f"{running.url}/v1/agents").json()["items"]
    assert listed["name"] == agent.id
    assert httpx2.get(f"{running.url}/v1/agents/{agent.id}").status_code == 200


def test_an_agent_is_made_shown_changed_and_deleted(client, agent):
    assert isinstance(agent, letta_client.types.AgentState)
    assert agent.id.startswith("agent-")
    assert (agent.name, agent.model, agent.tags) == ("sam", "openai/gpt-4o-mini", ["demo"])
    assert agent.metadata == {"shop": 3}
    assert {one.label: one.value for one in agent.blocks} == {
        "persona": "I am Sam.", "human": "Dana.",
    }  # fmt: skip
    assert {one.name for one in agent.tools} >= {"core_memory_append", "conversation_search"}
    changed = client.agents.update(agent.id, name="samuel", system="Be brief.", tags=["x", "y"])
    assert (changed.name, changed.system, changed.tags) == ("samuel", "Be brief.", ["x", "y"])
    assert client.agents.retrieve(agent.id).metadata == {"shop": 3}
    assert [one.id for one in client.agents.list(name="samuel")] == [agent.id]
    assert list(client.agents.list(name="sam")) == []
    assert [one.id for one in client.agents.list(tags=["y"])] == [agent.id]
    client.agents.delete(agent.id)
    with pytest.raises(letta_client.NotFoundError):
        client.agents.retrieve(agent.id)


@pytest.mark.parametrize("tags", ["xy", 5, [5]])
def test_tags_that_are_none_change_nothing(client, agent, tags):
    with pytest.raises(letta_client.BadRequestError, match="tags"):
        client.agents.update(agent.id, tags=tags)
    assert client.agents.retrieve(agent.id).tags == ["demo"]


def test_two_agents_may_have_one_name_and_lists_have_pages(client):
    made = [client.agents.create(name="twin").id for _ in range(5)]
    assert len({*made}) == 5
    assert [one.id for one in client.agents.list(order="asc")] == made
    first = client.agents.list(order="asc", limit=2)
    assert [one.id for one in first.items] == made[:2]
    assert [one.id for one in client.agents.list(order="asc", limit=2)] == made  # page by page


def test_a_turn_with_a_tool(client, agent):
    answer = client.agents.messages.create(agent.id, input="Note: She likes blue.")
    kinds = [one.message_type for one in answer.messages]
    assert kinds == ["tool_call_message", "tool_return_message", "assistant_message"]
    call, returned, said = answer.messages
    assert call.tool_call.name == "core_memory_append"
    assert json.loads(call.tool_call.arguments)["content"] == "She likes blue."
    assert (returned.status, returned.tool_call_id) == ("success", call.tool_call.tool_call_id)
    assert said.content == "The tool said: She likes blue."
    assert answer.stop_reason.stop_reason == "end_turn"
    assert answer.usage.step_count >= 1
    assert client.agents.blocks.retrieve("human", agent_id=agent.id).value == (
        "Dana.\nShe likes blue."
    )
    again = client.agents.messages.create(
        agent.id, messages=[{"role": "user", "content": "Which colour?"}]
    )
    assert again.messages[-1].content == "Blue."


def test_a_request_that_the_client_sends_again_is_one_turn(running, client, agent):
    failures = [1]

    def failing(messages, tools=()):
        if failures:
            failures.pop()
            raise RuntimeError("the model is away")
        return "Here I am."

    running.app.state.llm = failing
    try:
        sent = [{"role": "system", "content": "It is nine."}, {"role": "user", "content": "Hi."}]
        answer = client.agents.messages.create(agent.id, messages=sent)
    finally:
        running.app.state.llm = scripted
    assert answer.messages[-1].content == "Here I am."
    said = list(client.agents.messages.list(agent.id, order="asc"))
    assert [one.content for one in said] == ["It is nine.", "Hi.", "Here I am."]


def test_steps_have_a_limit(client, agent):
    answer = client.agents.messages.create(agent.id, input="Note: She likes blue.", max_steps=1)
    assert answer.messages[-1].message_type == "assistant_message"


def test_what_was_said_is_listed(client, agent):
    client.agents.messages.create(agent.id, input="Note: She likes blue.")
    client.agents.messages.create(agent.id, input="Which colour?")
    said = list(client.agents.messages.list(agent.id, order="asc"))
    assert [one.message_type for one in said] == [
        "user_message", "tool_call_message", "tool_return_message", "assistant_message",
        "user_message", "assistant_message",
    ]  # fmt: skip
    assert said[0].content == "Note: She likes blue."
    newest = client.agents.messages.list(agent.id, limit=1)
    assert [one.content for one in newest.items] == ["Blue."]
    only = client.agents.messages.list(agent.id, include_return_message_types=["user_message"])
    assert {one.message_type for one in only.items} == {"user_message"}
    client.agents.messages.reset(agent.id)
    assert client.agents.messages.list(agent.id).items == []
    assert len(client.agents.retrieve(agent.id).blocks) == 2


@pytest.mark.parametrize("tokens", [False, True])
def test_a_turn_comes_as_events(client, agent, tokens):
    with client.agents.messages.create(
        agent.id, input="Note: She likes blue.", streaming=True, stream_tokens=tokens
    ) as stream:
        events = list(stream)
    kinds = [one.message_type for one in events]
    assert kinds[:2] == ["tool_call_message", "tool_return_message"]
    assert kinds[-2:] == ["stop_reason", "usage_statistics"]
    words = "".join(one.content for one in events if one.message_type == "assistant_message")
    assert words == "The tool said: She likes blue."
    assert len(list(client.agents.messages.list(agent.id))) == 4


@pytest.mark.parametrize("streaming", [False, True])
def test_a_long_conversation_is_not_read_whole_for_a_turn(client, agent, monkeypatch, streaming):
    for number in range(12):
        client.agents.messages.create(agent.id, input=f"Note: Line {number}.")
    read, asked = AsyncPersistentAgent.messages, []

    async def messages(self, last=None, **more):
        asked.append(found := await read(self, last, **more))
        return found

    monkeypatch.setattr(AsyncPersistentAgent, "messages", messages)
    made = client.agents.messages.create(
        agent.id, input="Note: She likes blue.", streaming=streaming
    )
    kinds = [one.message_type for one in (made if streaming else made.messages)]
    assert kinds[:3] == ["tool_call_message", "tool_return_message", "assistant_message"]
    assert max(map(len, asked)) == FEW, "of 52 messages"


def test_a_turn_comes_as_events_without_a_model(client, agent, running, monkeypatch):
    monkeypatch.setitem(running.app.state._state, "llm", None)
    with client.agents.messages.create(
        agent.id, input="Where do I live?", streaming=True, stream_tokens=True
    ) as stream:
        kinds = [one.message_type for one in stream]
    assert kinds == ["assistant_message", "stop_reason", "usage_statistics"]


def test_every_list_has_an_end(client, agent):
    """The client asks for the next page until one is empty."""
    client.agents.messages.create(agent.id, input="Note: She likes blue.")
    shared = client.blocks.create(label="team", value="We.")
    client.agents.blocks.attach(shared.id, agent_id=agent.id)
    every = {
        "tools": client.agents.tools.list(agent.id, limit=2),
        "blocks": client.agents.blocks.list(agent.id, limit=1),
        "messages": client.agents.messages.list(agent.id, limit=1, order="asc"),
        "agents of a block": client.blocks.agents.list(shared.id, limit=1),
    }
    lengths = {name: len(list(islice(pages, 50))) for name, pages in every.items()}
    assert lengths == {"tools": 5, "blocks": 3, "messages": 4, "agents of a block": 1}
    with pytest.raises(letta_client.NotFoundError, match="go on from"):
        client.agents.list(after="agent-that-was-deleted")


def test_what_has_one_id_is_on_one_page():
    items = ["a", "b1", "b2", "c"]
    for order, first in (("asc", ["a"]), ("desc", ["c"])):
        seen, asked = [], {"limit": "1", "order": order}
        while found := page(items, asked, lambda one: one[0], order):
            assert seen or found == first
            seen += found
            asked["after"] = found[-1][0]
        assert sorted(seen) == items
    assert page(items, {"limit": "1", "before": "c"}, lambda one: one[0], "asc") == ["b1", "b2"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/agents/", {"memory_blocks": 5}), ("/v1/agents/", {"block_ids": 5}),
        ("/v1/agents/", {"tags": 5}), ("/v1/agents/", {"tools": "all"}),
        ("/v1/agents/", {"metadata": 5}), ("/v1/agents/", {"memory_blocks": [5]}),
        ("/v1/agents/AGENT/archival-memory", {"text": "x", "tags": "abc"}),
        ("/v1/agents/AGENT/messages", {"input": 5}),
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_kind_is_refused(client, agent, running, path, body):
    with running.client() as http:
        answer = http.post("/letta" + path.replace("AGENT", agent.id), json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
        found = http.get(f"/letta/v1/agents/{agent.id}/archival-memory/search?top_k={'9' * 5000}")
        assert found.status_code == 400
    assert [one.id for one in client.agents.list()] == [agent.id]


@pytest.mark.parametrize("text", ["[" * 100_000, "a: &b [*b]", "no file"])
def test_what_is_no_agent_file_is_refused(client, text):
    with pytest.raises(letta_client.BadRequestError):
        client.agents.import_file(file=text.encode())


def test_blocks_are_shared_by_their_id(client, agent):
    other = client.agents.create(name="eve")
    block = client.blocks.create(label="policy", value="No sugar.", limit=100, description="Rules")
    assert block.id.startswith("block-")
    for one in (agent, other):
        assert block.id in [b.id for b in client.agents.blocks.attach(
            block.id, agent_id=one.id).blocks]  # fmt: skip
    client.agents.blocks.update("policy", agent_id=agent.id, value="No salt.")
    assert client.agents.blocks.retrieve("policy", agent_id=other.id).value == "No salt."
    client.blocks.update(block.id, value="No fat.", read_only=True)
    assert client.blocks.retrieve(block.id).value == "No fat."
    assert {one.id for one in client.blocks.agents.list(block.id)} == {agent.id, other.id}
    assert [one.id for one in client.blocks.list(label="policy")] == [block.id]
    client.agents.blocks.detach(block.id, agent_id=other.id)
    assert [one.label for one in client.agents.blocks.list(other.id)] == []
    client.blocks.delete(block.id)
    assert [one.label for one in client.agents.blocks.list(agent.id)] == ["persona", "human"]
    with pytest.raises(letta_client.NotFoundError):
        client.blocks.retrieve(block.id)


def test_a_block_of_an_agents_own_has_an_id_too(client, agent):
    (human,) = [one for one in client.blocks.list() if one.label == "human"]
    assert client.blocks.retrieve(human.id).limit == 300
    assert client.blocks.update(human.id, value="Dana, 41.").value == "Dana, 41."
    made = client.agents.create(name="reader", block_ids=[human.id])
    assert [one.value for one in made.blocks] == ["Dana, 41."]


def test_a_block_that_is_too_long_is_refused(client, agent):
    with pytest.raises(letta_client.BadRequestError, match="limit is 300"):
        client.agents.blocks.update("human", agent_id=agent.id, value="x" * 301)
    with pytest.raises(letta_client.NotFoundError):
        client.agents.blocks.retrieve("nobody", agent_id=agent.id)


def test_the_archive(client, agent):
    passages = client.agents.passages
    (kept,) = passages.create(agent.id, text="The launch is in May.", tags=["work"])
    passages.create(agent.id, text="Rex likes tuna.", tags=["dog"])
    assert kept.text == "The launch is in May."
    assert [one.text for one in passages.list(agent.id)] == [
        "The launch is in May.", "Rex likes tuna.",
    ]  # fmt: skip
    found = passages.search(agent.id, query="when is the launch?")
    assert found.results[0].content == "The launch is in May."
    assert found.results[0].tags == ["work"]
    tagged = passages.search(agent.id, query="tuna", tags=["dog"])
    assert [one.content for one in tagged.results] == ["Rex likes tuna."]
    passages.delete(kept.id, agent_id=agent.id)
    assert [one.text for one in passages.list(agent.id)] == ["Rex likes tuna."]
    with pytest.raises(letta_client.NotFoundError):
        passages.delete(kept.id, agent_id=agent.id)


def test_an_agent_goes_out_and_comes_in_as_a_file(client, agent, tmp_path):
    client.agents.messages.create(agent.id, input="Note: She likes blue.")
    text = client.agents.export_file(agent.id)
    file = tmp_path / "sam.af"
    file.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    with file.open("rb") as opened:
        (id,) = client.agents.import_file(file=opened).agent_ids
    twin = client.agents.retrieve(id)
    assert twin.name == "sam_copy"
    assert {one.label: one.value for one in twin.blocks}["human"] == "Dana.\nShe likes blue."
    assert len(list(client.agents.messages.list(id))) == 4


def test_what_is_not_served_says_so(client, agent):
    with pytest.raises(letta_client.APIStatusError) as caught:
        client.agents.folders.list(agent.id)
    assert caught.value.status_code == 501
    for wrong in ([], "", [{"role": "assistant", "content": "x"}]):
        with pytest.raises(letta_client.BadRequestError):
            client.agents.messages.create(agent.id, messages=wrong)
    assert client.agents.messages.list(agent.id).items == []


async def test_the_async_client(running):
    async with letta_client.AsyncLetta(base_url=f"{running.url}/letta", api_key="none") as client:
        agent = await client.agents.create(name="async", memory_blocks=[
            {"label": "human", "value": "likes blue"}])  # fmt: skip
        answer = await client.agents.messages.create(agent.id, input="Which colour?")
        assert answer.messages[0].content == "Blue."
        asked = {"agent_id": agent.id, "input": "Which colour?"}
        with pytest.warns(DeprecationWarning, match="deprecated"):
            stream = await client.agents.messages.stream(**asked)
        kinds = [one.message_type async for one in stream]
        assert kinds == ["assistant_message", "stop_reason", "usage_statistics"]
        await client.agents.delete(agent.id)


def test_a_key_reaches_its_own_tenant_and_user_alone():
    with Running(rules=Rules(rate=1e6, burst=10**6)) as opened:
        opened.app.state.llm = scripted

        def client(token):
            return letta_client.Letta(base_url=f"{opened.url}/letta", api_key=token, max_retries=0)

        one, two = client(opened.key("one", right="admin")), client(opened.key("two"))
        agent = one.agents.create(name="sam", memory_blocks=[{"label": "human", "value": "?"}])
        assert list(two.agents.list()) == []
        with pytest.raises(letta_client.NotFoundError):
            two.agents.messages.create(agent.id, input="Hi.")
        with pytest.raises(letta_client.AuthenticationError):
            list(client("wrong").agents.list())
        dana, erik = (
            client(opened.key("one", right="write", user_id=who)) for who in ("dana", "erik")
        )
        dana.agents.messages.create(agent.id, input="Note: Dana has a secret.")
        assert "secret" in dana.agents.blocks.retrieve("human", agent_id=agent.id).value
        for other in (erik, one):
            assert other.agents.blocks.retrieve("human", agent_id=agent.id).value == "?"
            assert list(other.agents.messages.list(agent.id)) == []
        for refused in (
            lambda: dana.agents.update(agent.id, system="Obey dana."),
            lambda: dana.agents.create(name="mine"),
            lambda: list(dana.blocks.list()),
            lambda: dana.agents.blocks.update("human", agent_id=agent.id, value="x"),
        ):
            with pytest.raises(letta_client.PermissionDeniedError):
                refused()
