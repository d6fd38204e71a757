"""The turns of a persistent agent: tools, limits, heartbeats, overflow, rest."""

import json

import pytest

from recollect import InputError
from recollect.agents import AsyncAgents, Block


class Scripted:
    """A model that says what it was told to, in turn; it keeps what it was shown."""

    id = "scripted"

    def __init__(self, *answers):
        self.answers, self.seen, self.offered = list(answers), [], []

    def chat(self, messages, tools=()):
        self.seen.append(messages)
        self.offered.append([tool["function"]["name"] for tool in tools])
        answer = self.answers.pop(0) if self.answers else "Done."
        return answer(messages) if callable(answer) else answer


def call(name, **arguments):
    """A chat dict that calls a tool."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    calls = [{"id": f"c-{name}", "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def system(model, turn=-1):
    return model.seen[turn][0]["content"]


async def made(memory, *answers, **about):
    model = Scripted(*answers)
    agents = AsyncAgents(memory, llm=model, **about)
    agent = await agents.create("coach", persona="I am Sam.", human="Name unknown.")
    return agent, model


async def test_another_model_and_other_tools_hold_from_the_next_turn_on(memory):
    agent, model = await made(memory)
    await agent.chat("Hello!")
    elsewhere = await AsyncAgents(memory, llm=model).get("coach")  # as another process would
    await elsewhere.configure(tools=["conversation_search"])
    await agent.chat("And now?")
    assert len(model.offered[0]) > 1
    assert model.offered[1] == ["conversation_search"]
    await elsewhere.configure(llm="offline")
    assert await agent.chat("Thanks!") == "You are welcome."
    await agent.configure(llm=None)
    assert await agent.chat("Are you back?") == "Done."


async def test_a_strict_model_answers_for_agents_that_name_another(memory):
    agent, model = await made(memory, strict=True)
    await agent.configure(llm="offline")
    assert await agent.chat("Thanks!") == "Done."
    usual = await AsyncAgents(memory, llm=model).get("coach")
    assert await usual.chat("Thanks!") == "You are welcome."


async def test_the_blocks_are_in_view_and_an_edit_is_at_once(memory):
    agent, model = await made(
        memory,
        call("core_memory_replace", label="human", old_content="Name unknown.",
             new_content="Her name is Dana."),
        "Hello Dana!",
    )  # fmt: skip
    reply = await agent.chat("I am Dana.")
    assert reply == "Hello Dana!"
    assert "I am Sam." in system(model, 0)
    assert "Name unknown." in system(model, 0)
    assert "Her name is Dana." in system(model, 1)
    assert model.seen[1][-1]["role"] == "tool"
    assert "Her name is Dana." in model.seen[1][-1]["content"]
    block = await agent.block("human")
    assert (block.value, block.author) == ("Her name is Dana.", "coach")


@pytest.mark.parametrize("url", ["sqlite", "json", "http"], indirect=True)  # these last
async def test_it_goes_on_in_another_process(reopened, memory):
    agent, _ = await made(memory, call("core_memory_append", label="human", content="Dark mode."))
    await agent.chat("I prefer dark mode.")
    async with reopened() as again:
        model = Scripted("Dark mode.")
        agent = await AsyncAgents(again, llm=model).get("coach")
        assert await agent.chat("What UI preference did I mention?") == "Dark mode."
        assert "Name unknown.\nDark mode." in system(model)
        assert any(one["content"] == "I prefer dark mode." for one in model.seen[0])


async def test_calls_and_their_results_are_kept_out_of_sight(memory):
    agent, _ = await made(memory, call("conversation_search", query="x"), "Hello.")
    await agent.chat("Hi there.")
    assert [one.content for one in await agent.messages()] == ["Hi there.", "Hello."]
    everything = await agent.messages(hidden_too=True)
    assert [one.role for one in everything] == ["user", "assistant", "tool", "assistant"]
    assert [one.content for one in await agent.messages(1)] == ["Hello."]


async def test_a_heartbeat_is_a_turn_that_the_user_does_not_see(memory):
    agent, model = await made(memory, "Hello.", call("archival_memory_insert", content="Quiet."))
    await agent.chat("Hi there.")
    reply = await agent.heartbeat("It is nine o'clock.")
    assert reply == "Done."
    assert "[heartbeat]" in model.seen[1][-1]["content"]
    assert [one.content for one in await agent.messages()] == ["Hi there.", "Hello."]
    everything = await agent.messages(hidden_too=True)
    assert [one.metadata.get("event") for one in everything] == [None] * 2 + ["heartbeat"] * 4
    assert "heartbeat" not in (await (await agent.tools()).call("conversation_search", {}))


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("core_memory_append", {"label": "nobody", "content": "x"}, "there are: persona, human"),
        ("core_memory_append", {"label": "human", "content": "x" * 5000}, "its limit is 5,000"),
        ("core_memory_append", {"label": "rules", "content": "x"}, "read-only"),
        ("core_memory_replace", {"label": "human", "old_content": "Eve", "new_content": "x"},
         "does not hold"),
        ("core_memory_replace", {"label": "human", "old_content": "", "new_content": "x"}, "empty"),
        ("core_memory_replace", {"label": "human"}, "missing"),
        ("archival_memory_insert", {"content": " "}, "empty"),
        ("conversation_search", {"start_date": "soon"}, "start_date"),
        ("send_rocket", {}, "there is no tool"),
    ],
)  # fmt: skip
async def test_a_tools_error_is_told_to_the_model(memory, name, arguments, told):
    agent, model = await made(memory, call(name, **arguments), "I see.")
    await agent.add_block(Block("rules", "Be kind.", read_only=True))
    before = [(one.label, one.value) for one in await agent.blocks()]
    assert await agent.chat("Do it.") == "I see."
    assert told in model.seen[1][-1]["content"]
    assert [(one.label, one.value) for one in await agent.blocks()] == before


async def test_steps_have_a_limit_after_which_it_has_to_answer(memory):
    looping = [call("archival_memory_search", query="x")] * 3
    agent, model = await made(memory, *looping, "Enough.", steps=3)
    assert await agent.chat("Go.") == "Enough."
    assert [bool(offered) for offered in model.offered] == [True, True, True, False]


async def test_functions_of_the_program_are_tools_too(memory):
    def weather(city: str) -> str:
        """How the weather is."""
        return f"rain in {city}"

    agent, model = await made(memory, call("weather", city="Porto"), "Rain.", tools=[weather])
    await agent.chat("Weather in Porto?")
    assert model.seen[1][-1]["content"] == "rain in Porto"
    assert "core_memory_append" in model.offered[0]


async def test_the_conversation_is_searched_by_words_and_by_date(memory):
    agent, _ = await made(memory)
    own = {"agent_id": "coach", "session_id": "coach"}
    await memory.add("My cat is called Tom.", at="2026-01-05T09:00Z", **own)
    await memory.add("My dog is called Rex.", at="2026-02-05T23:30Z", **own)
    await memory.add("My fox is called Fay.", at="2026-02-06T00:10Z", **own)
    tools = await agent.tools()
    assert "Rex" in await tools.call("conversation_search", {"query": "what is my dog called"})
    day = {"start_date": "2026-02-05", "end_date": "2026-02-05"}
    assert await tools.call("conversation_search", day) == (
        "2026-02-05 23:30 user: My dog is called Rex."
    )
    both = await tools.call("conversation_search", {"query": "called", "end_date": "2026-02-05"})
    assert "Rex" in both
    assert "Fay" not in both
    assert await tools.call("conversation_search", {"start_date": "2027-01-01"}) == (
        "nothing was found"
    )


async def test_what_tools_said_does_not_hide_what_the_user_said(memory):
    agent, _ = await made(memory)
    own = {"agent_id": "coach", "session_id": "coach"}
    await memory.add("My favourite town by the sea is Porto.", **own)
    said = []
    for degrees in range(110):
        told = f"{degrees} degrees in Porto."
        said.append(call("weather", city="Porto"))
        said.append({"role": "tool", "tool_call_id": "c-weather", "content": told})
    await memory.add([*said, {"role": "assistant", "content": "Porto is warm."}], **own)
    found = await (await agent.tools()).call("conversation_search", {"query": "Porto"})
    assert [line.partition(": ")[2] for line in found.splitlines()] == [
        "My favourite town by the sea is Porto.",
        "Porto is warm.",
    ]


async def test_a_tag_is_found_behind_what_has_none(memory):
    agent, _ = await made(memory)
    for number in range(110):
        await agent.archive(f"The race is {number}.")
    await agent.archive("The race in Porto, where it rained a lot, was a long one.", ["porto"])
    found = await agent.archived("race", tags=["porto"])
    assert [note.metadata["tags"] for note in found] == [["porto"]]


async def test_the_archive_keeps_notes_with_tags(memory):
    agent, _ = await made(memory)
    tools = await agent.tools()
    for text, tags in (("The launch is in May.", ["work", "dates"]), ("Rex likes tuna.", ["dog"]),
                       ("The launch party is in Porto.", ["work"])):  # fmt: skip
        assert "kept" in await tools.call("archival_memory_insert", {"content": text, "tags": tags})
    found = await tools.call("archival_memory_search", {"query": "when is the launch?"})
    assert "The launch is in May." in found
    assert "[work, dates]" in found
    some = {"query": "launch", "tags": ["work", "dates"], "tag_match_mode": "all"}
    assert "party" not in await tools.call("archival_memory_search", some)
    assert [note.text for note in await agent.archived(tags=["dog"])] == ["Rex likes tuna."]
    assert {note.metadata["author"] for note in await agent.archived()} == {"coach"}


async def test_two_questions_at_once_both_find_their_note(memory):
    agent, _ = await made(memory)
    for number in range(6):
        await agent.archive(f"The boat has sail number {number}, seen in the harbour.")
    await agent.archive("The sister of the client is called Mira.")
    both = "Which sail number has the boat in the harbour? What is the sister called?"
    found = (await agent.archived(both))[:2]
    assert ["Mira" in note.text for note in found] == [False, True]


async def test_two_questions_at_once_take_turns_over_both_archives_of_a_bound_agent(memory):
    agent, _ = await made(memory)
    dana = await AsyncAgents(memory, llm=None).get("coach", user_id="dana")
    for number in range(6):
        whose = (agent, dana)[number % 2]
        await whose.archive(f"The boat has sail number {number}, seen in the harbour.")
    await dana.archive("The sister of the client is called Mira.")
    both = "Which sail number has the boat in the harbour? What is the sister called?"
    found = await dana.archived(both)
    assert ["Mira" in note.text for note in found[:2]] == [False, True]
    assert len(found) == len({note.id for note in found}) == 7


async def test_the_best_of_both_archives_comes_first_however_little_one_holds(memory):
    agent, _ = await made(memory)
    dana = await AsyncAgents(memory, llm=None).get("coach", user_id="dana")
    await agent.archive("Everybody who rows has a boat.")
    for note in ("The boat of Dana is called Albatross.", "The boat is green.", "A boat is wet."):
        await dana.archive(note)
    found = await dana.archived("What is the boat of Dana called?")
    assert found[0].text == "The boat of Dana is called Albatross."


async def test_the_archive_of_a_user_is_for_that_user_alone(memory):
    agent, _ = await made(memory)
    agents = AsyncAgents(memory, llm=None)
    dana, erik = [await agents.get("coach", user_id=who) for who in ("dana", "erik")]
    await agent.archive("Everybody stretches first.")
    await dana.archive("Dana has a bad knee.")
    assert [note.text for note in await erik.archived("who has a bad knee?")] == []
    assert {note.text for note in await dana.archived()} == {
        "Everybody stretches first.", "Dana has a bad knee.",
    }  # fmt: skip


async def test_each_user_has_a_conversation_of_their_own(memory):
    await made(memory)
    model = Scripted("Hello Dana.", "Hello Erik.")
    agents = AsyncAgents(memory, llm=model)
    dana, erik = [await agents.get("coach", user_id=who) for who in ("dana", "erik")]
    await dana.chat("My code word is falcon.")
    await erik.chat("Hi.")
    assert not any("falcon" in str(one) for one in model.seen[1])
    assert [one.content for one in await erik.messages()] == ["Hi.", "Hello Erik."]


async def test_what_overflows_is_summed_up_by_itself(memory):
    agent, model = await made(memory, *(["Fine, noted."] * 30), budget=900)
    for number in range(30):
        await agent.chat(f"We decided to use tool number {number} for the garden of my aunt.")
    assert len(model.seen[-1]) < 60  # and all that was said are 60
    notes = await memory.notes(agent_id="coach", kind="summary")
    assert notes
    assert any("Earlier in this conversation" in str(one) for one in model.seen[-1])
    assert len(await agent.messages()) == 60


async def test_a_rest_sums_up_and_lets_the_model_write_blocks_anew(memory):
    agent, model = await made(
        memory,
        "Noted.",
        call("rethink_memory", label="human", new_memory="Dana, a baker from Porto."),
        "I wrote human anew.",
    )
    await agent.chat("We decided that my name is Dana; I bake in Porto.")
    rested = await agent.rest()
    assert [(one.label, one.value) for one in rested.blocks] == [
        ("human", "Dana, a baker from Porto.")
    ]
    assert rested.summary is not None
    assert not rested.trouble
    assert "rethink_memory" in model.offered[1]
    assert "rethink_memory" not in model.offered[0]
    history = await memory.history(rested.blocks[0].version)
    assert [note.value for note in history] == ["Name unknown.", "Dana, a baker from Porto."]
    assert [one.content for one in await agent.messages()][-1] == "Noted."
    again = await agent.rest()
    assert again.blocks == ()
    assert len(model.seen) == 3  # nothing new was said, so nobody was asked


async def test_a_rest_does_not_write_over_what_somebody_else_wrote_meanwhile(memory):
    def meanwhile(messages):
        sneaked.append(True)
        return call("rethink_memory", label="human", new_memory="Nobody.")

    sneaked = []
    agent, model = await made(memory, "Noted.", meanwhile, "I leave it.")
    await agent.chat("Hi.")
    other = AsyncAgents(memory, llm=None)
    before = await agent.block("human")
    original = agent.core.edit

    async def edit(label, change, **about):
        if sneaked:
            sneaked.clear()
            await (await other.get("coach")).set_block("human", "Dana, by hand.")
        return await original(label, change, **about)

    agent.core.edit = edit
    rested = await agent.rest()
    assert "newer version" in model.seen[-1][-1]["content"]
    assert (await agent.block("human")).value == "Dana, by hand."
    assert (await agent.block("human")).version != before.version
    assert [one.value for one in rested.blocks] == ["Dana, by hand."]


async def test_a_rest_without_a_model_or_with_a_broken_one_costs_nothing(memory):
    def broken(messages):
        raise RuntimeError("no")

    agent, _ = await made(memory, "Noted.", broken)
    await agent.chat("We decided to plant a tree.")
    before = await agent.blocks()
    rested = await agent.rest()
    assert rested.trouble
    assert await agent.blocks() == before
    calm = await AsyncAgents(memory, llm=None).get("coach")
    assert (await calm.rest()).trouble == ""
    with pytest.raises(InputError):
        await agent.set_block("human", 3)


async def test_schemas_for_the_three_providers(memory):
    agent, _ = await made(memory)
    tools = await agent.tools()
    names = ["core_memory_append", "core_memory_replace", "conversation_search",
             "archival_memory_insert", "archival_memory_search"]  # fmt: skip
    assert [one["function"]["name"] for one in tools.openai] == names
    assert [one["name"] for one in tools.anthropic] == names
    assert [one["name"] for one in tools.gemini[0]["functionDeclarations"]] == names
    schema = tools.anthropic[0]["input_schema"]
    assert schema["required"] == ["label", "content"]
    assert all(one["description"] for one in schema["properties"].values())


async def test_an_answer_comes_in_pieces(memory):
    agent, _ = await made(memory, lambda _: iter(["Hel", "lo."]))
    assert [piece async for piece in agent.stream("Hi.")] == ["Hel", "lo."]
    assert [one.content for one in await agent.messages()] == ["Hi.", "Hello."]


async def quoted(agent, word) -> list[str]:
    """The roles of the messages of its conversation that have a word."""
    return [one.role for one in await agent.messages(hidden_too=True) if word in one.content]


async def test_what_the_search_of_a_conversation_quotes_goes_with_it(memory):
    agent, _ = await made(memory, "Noted.", call("conversation_search", query="called"), "A pet.")
    await agent.chat("My wombat is called Otto.")
    await agent.chat("What is my pet?")
    assert await quoted(agent, "wombat") == ["user", "tool"]
    [said] = [one for one in await agent.messages() if "wombat" in one.content]
    receipt = await memory.erase(id=said.id, agent_id="coach")
    assert receipt.ok, str(receipt)
    assert await quoted(agent, "wombat") == []
    assert len(await agent.messages()) == 3


async def test_what_a_block_held_is_quoted_no_more_once_it_is_erased(memory):
    edit = call("core_memory_append", label="human", content="She likes tea.")
    agent, _ = await made(memory, edit, "Done.")
    await agent.set_block("human", "Her wombat is called Otto.")
    await agent.chat("I like tea.")
    assert await quoted(agent, "wombat") == ["tool"]
    block = await agent.block("human")
    assert (await memory.erase(id=block.version, agent_id="coach")).ok
    assert await quoted(agent, "wombat") == []


async def test_an_agents_own_note_is_quoted_to_nobody_once_it_is_erased(memory):
    agent, model = await made(memory)
    note = await agent.archive("Wombats are called Otto.")
    model.answers = [call("archival_memory_search", query="wombats"), "Otto."]
    dana = await AsyncAgents(memory, llm=model).get("coach", user_id="dana")
    await dana.chat("What are they called?")
    assert await quoted(dana, "Wombats") == ["tool"]
    assert (await memory.erase(id=note.id, agent_id="coach")).ok
    assert await quoted(dana, "Wombats") == []
