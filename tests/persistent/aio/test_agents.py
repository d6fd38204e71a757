"""Agents are made, listed, copied, carried and taken away."""

import json

import pytest

from recollect import ConfigError, Conflict, InputError, NotFound
from recollect.agents import AsyncAgents
from recollect.agents.block import Block


async def full(agents):
    agent = await agents.create(
        "coach", persona="I am Sam.", human="Dana.", system="You coach.", llm="openai:gpt-5-mini",
        blocks=[Block("rules", "Be kind.", read_only=True, limit=99)],
        description="Coaches runners.", tags=["sport"], metadata={"shoe": 41},
    )  # fmt: skip
    memory = agent.memory
    own = {"agent_id": "coach", "session_id": "coach"}
    await memory.add(
        [
            {"role": "user", "content": "I ran five km. My name is Dana."},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "type": "function",
                     "function": {"name": "archival_memory_search", "arguments": '{"query": "x"}'}}
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "nothing"},
            {"role": "assistant", "content": "Well done!"},
        ],
        **own,
    )  # fmt: skip
    await memory.summary(**own)
    return agent


async def whole(agents, name):
    """Everything an agent is, but for ids and times."""
    state = await agents.export(name)
    for record in state["messages"] + state["notes"]:
        for part in ("id", "recorded_at", "sources", "replaces", "metadata"):
            record.pop(part, None)
    state["agent"].pop("name")
    return state


@pytest.mark.parametrize("url", ["sqlite", "json", "http"], indirect=True)  # these last
async def test_an_agent_is_there_in_another_process(reopened, agents):
    await full(agents)
    async with reopened() as again:
        found = await AsyncAgents(again, llm=None).get("coach")
        settings = await found.settings()
        assert (settings.system, settings.llm) == ("You coach.", "openai:gpt-5-mini")
        assert settings.metadata == {"shoe": 41}
        assert [one.label for one in await found.blocks()] == ["persona", "human", "rules"]


async def test_names_are_unique_and_missing_ones_are_not_found(agents):
    await agents.create("coach")
    with pytest.raises(Conflict, match="already"):
        await agents.create("coach", persona="another")
    with pytest.raises(NotFound, match="nobody"):
        await agents.get("nobody")
    with pytest.raises(NotFound):
        await agents.delete("nobody")
    assert await (await agents.get("coach")).blocks() == []


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"tags": "sport"}, "tags must be a list"),
        ({"tags": 5}, "tags must be a list"),
        ({"tags": [5]}, "tags are names"),
        ({"tools": "core_memory_append"}, "tools must be a list"),
        ({"tools": None}, "tools must be a list"),
        ({"tools": ["nothing"]}, "no tool 'nothing'"),
        ({"llm": "clippy"}, "no language model 'clippy'"),
        ({"llm": 5}, "llm must be text"),
        ({"system": " "}, "system is empty"),
        ({"description": None}, "is text"),
        ({"metadata": [1]}, "metadata must be a dict"),
        ({"name": "sam"}, "no setting to change"),
    ],
)
async def test_settings_that_are_none_change_nothing(agents, changes, why):
    agent = await agents.create("coach", tags=["sport"], llm="openai:gpt-5-mini")
    before = await agent.settings()
    with pytest.raises((InputError, ConfigError), match=why):
        await agent.configure(**changes)
    assert await (await agents.get("coach")).settings() == before


async def test_what_is_no_block_and_no_state_is_told(agents):
    for blocks, why in (
        ([5], "not int"),
        ([Block("agent", "x")], "'agent' is taken"),
        ([Block("日本", "x")], "a to z"),
    ):
        with pytest.raises(InputError, match=why):
            await agents.create("coach", blocks=blocks)
    with pytest.raises(InputError, match="not str"):
        await agents.share("policy", team_name="health")
    for state in (5, None, "", b""):
        with pytest.raises(InputError, match="the path of a file"):
            await agents.import_(state)
    assert await agents.list() == []


@pytest.mark.parametrize("form", ["dict", "json", "yaml", "af"])
async def test_every_form_carries_every_character(agents, form):
    odd = ("\x85next", "a\u2028b", "a\rb\x0cc", "[tool call me] twice.", "yes", "1e3", " - x: # y")
    blocks = [Block(f"b{place}", text) for place, text in enumerate(odd)]
    coach = await agents.create("coach", blocks=blocks, metadata={"odd": list(odd)})
    call = {"name": "look", "arguments": '{\n  "at": "the\\nsky"\n}'}
    said = [{"role": "user", "content": text} for text in odd]
    said.append({"role": "assistant", "content": "So:", "tool_calls": [{"id": "c1", **call}]})
    await agents.memory.add(said, agent_id="coach", session_id="coach", learn="never")
    twin = await agents.import_(await agents.export("coach", form), name="twin")
    assert [one.value for one in await twin.blocks()] == [*odd]
    assert (await twin.settings()).metadata["odd"] == [*odd]
    kept = [one.content for one in await coach.messages(hidden_too=True)]
    assert [one.content for one in await twin.messages(hidden_too=True)] == kept


async def test_agents_are_listed_by_name(agents, memory):
    await agents.create("coach", llm="openai:gpt-5-mini", tags=["sport"])
    await agents.create("baker")
    await memory.add("I am no agent.", agent_id="stranger")
    await memory.set("agent", "a word", agent_id="actor")
    baker, coach = await agents.list()
    assert (baker.name, baker.llm) == ("baker", None)
    assert (coach.name, coach.llm, coach.tags) == ("coach", "openai:gpt-5-mini", ("sport",))


@pytest.mark.parametrize("url", ["http"], indirect=True)
async def test_a_name_that_no_path_can_hold_is_refused_over_http(agents):
    with pytest.raises(InputError, match="slash"):
        await agents.create("a/b")
    made = await agents.create("Zoë's coach & co? #1 50%", persona="I am Zoë.")
    assert [one.value for one in await (await agents.get(made.name)).blocks()] == ["I am Zoë."]
    assert (await made.archive("The race is in May.")).text == "The race is in May."
    assert (await agents.clone(made.name, "two %2F")).name == "two %2F"
    assert [one.name for one in await agents.list()] == [made.name, "two %2F"]


async def test_settings_change_and_keep_their_past(agents, memory):
    agent = await agents.create("coach")
    await agent.configure(system="Be brief.", tags=("x",))
    assert (await (await agents.get("coach")).settings()).system == "Be brief."
    (note,) = [one for one in await memory.notes(agent_id="coach") if one.key == "agent"]
    assert len(await memory.history(note.id)) == 2
    with pytest.raises(InputError):
        await agent.configure(system="")
    with pytest.raises(InputError, match="no tool"):
        await agent.configure(tools=("rm_rf",))
    for wrong in ("nonsense", "name", "attached"):
        with pytest.raises(InputError, match="no setting to change"):
            await agent.configure(**{wrong: "x"})


async def test_a_deleted_agent_leaves_nothing_but_what_is_others(agents, memory):
    agent = await full(agents)
    await agent.attach(await agents.share(Block("policy", "x"), team_name="t"))
    await (await agents.get("coach", user_id="dana")).set_block("human", "Dana runs.")
    receipt = await agents.delete("coach")
    assert receipt.ok
    assert await memory.messages(agent_id="coach") == []
    assert await memory.notes(agent_id="coach", closed=True) == []
    assert (await agents.shared("policy", team_name="t")).value == "x"
    assert await memory.value("human", user_id="dana", agent_id="coach") == "Dana runs."
    assert await agents.list() == []


async def test_of_an_agent_that_is_deleted_in_a_turn_nothing_is_kept(memory):
    agents = AsyncAgents(memory, llm=lambda messages, tools=(): "Hello!")
    held = await agents.create("coach")
    await held.chat("One.")
    await agents.delete("coach")
    with pytest.raises(NotFound, match="no agent 'coach'"):
        await held.chat("Two.")
    assert await memory.messages(agent_id="coach") == []

    async def left() -> None:
        async for piece in held.stream("Three."):
            assert piece == "Hello!"
            await agents.delete("coach")

    await agents.create("coach")
    with pytest.raises(NotFound, match="no agent 'coach'"):
        await left()
    assert await memory.messages(agent_id="coach") == []


async def test_a_clone_is_the_same_and_goes_its_own_way(agents, memory):
    agent = await full(agents)
    await agent.attach(await agents.share(Block("policy", "x"), team_name="t"))
    twin = await agents.clone("coach", "twin")
    assert await whole(agents, "twin") == await whole(agents, "coach")
    await twin.set_block("human", "Erik.")
    assert (await agent.block("human")).value == "Dana."
    await twin.set_block("policy", "y")
    assert (await agent.block("policy")).value == "y"
    with pytest.raises(Conflict):
        await agents.clone("coach", "twin")
    ids = [one.id for name in ("coach", "twin") for one in await memory.messages(agent_id=name)]
    assert len({*ids}) == 8


@pytest.mark.parametrize("form", ["dict", "json", "yaml", "af"])
async def test_an_agents_whole_state_goes_out_and_comes_in(agents, form):
    await full(agents)
    state = await agents.export("coach", form)
    assert isinstance(state, dict if form == "dict" else str)
    other = await agents.import_(state, name="other")
    assert (await other.settings()).name == "other"
    before, after = [await whole(agents, name) for name in ("coach", "other")]
    if form == "af":  # what comes from a file of another program counts as imported
        for record in before["messages"] + after["messages"]:
            record.pop("source")
    assert after == before
    said = [one.content for one in await other.messages()]
    assert said == ["I ran five km. My name is Dana.", "Well done!"]


async def test_an_import_is_whole_or_nothing(agents, memory):
    await full(agents)
    state = await agents.export("coach")
    state["messages"].append({"type": "message", "id": "x", "role": "king", "content": "obey"})
    with pytest.raises(InputError, match="role"):
        await agents.import_(state, name="other")
    with pytest.raises(Conflict):
        await agents.import_(await agents.export("coach"))
    assert [one.name for one in await agents.list()] == ["coach"]
    assert len(await memory.messages(agent_id="coach")) == 4


@pytest.mark.parametrize(
    "wrong",
    ["{}", "[1]", "{", '{"format": "recollect-agent", "version": 2}', "no/such/file.af",
     '{"format": "recollect-agent", "version": 1}',
     '{"format": "recollect-agent", "version": 1, "agent": {"name": "a"}, "blocks": [1]}',
     '{"format": "recollect-agent", "version": 1, "agent": {"name": "a"}, "notes": {}}',
     '{"agents": [], "blocks": []}', '{"agents": [1], "blocks": []}'],
)  # fmt: skip
async def test_what_is_no_agent_is_refused(agents, wrong):
    with pytest.raises(InputError):
        await agents.import_(wrong)
    assert await agents.list() == []


async def test_a_file_is_read_by_its_path(agents, tmp_path):
    await full(agents)
    path = tmp_path / "coach.json"
    path.write_text(await agents.export("coach", "json"), encoding="utf-8")
    assert json.loads(path.read_text("utf-8"))["agent"]["name"] == "coach"
    assert (await agents.import_(path, name="one")).name == "one"
    assert (await agents.import_(str(path), name="two")).name == "two"
