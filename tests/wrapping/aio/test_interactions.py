"""Google's interactions through a wrapped client, as the SDK has them from its version 3 on."""

from __future__ import annotations

from typing import Any

import pytest

import recollect
from recollect import AsyncMemory
from tests.providers import Call, Say
from tests.wrapping.aio.talkers import AsyncInteractions
from tests.wrapping.aio.test_tools_and_patterns import CALL, SIGNATURE, is_as_wanted, kept, results
from tests.wrapping.kinds import steps

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"


async def interactions_text(client: Any) -> str:
    made = await client.interactions.create(model="m", input=ASKED)
    return made.output_text or ""


async def interactions_raw(client: Any) -> str:
    raw = await client.interactions.with_raw_response.create(model="m", input=ASKED)
    return (await raw.parse()).output_text or ""


async def interactions_streaming_response(client: Any) -> str:
    asked = client.interactions.with_streaming_response.create(model="m", input=ASKED)
    async with asked as response:
        made = await response.parse()
    return made.output_text or ""


@pytest.mark.parametrize(
    "way", [interactions_text, interactions_raw, interactions_streaming_response]
)
async def test_each_way_sees_memory_and_is_kept(scripted, memory: AsyncMemory, way):
    await memory.add(DARK, user_id="dana", session_id="monday")
    talker = AsyncInteractions(memory)
    scripted.script.append(Say("Dark mode."))
    assert await way(talker.wrapped) == "Dark mode."
    assert DARK in scripted.requests[0].seen
    assert await kept(memory) == [("user", ASKED), ("assistant", "Dark mode.")]
    await talker.close()


@results
async def test_tools_of_interactions(scripted, memory, result):
    talker = AsyncInteractions(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    asked: list[Any] = steps([("user", "Is it warm in Porto?")])
    create = talker.wrapped.interactions.create
    for _ in range(2):
        made = await create(model="m", input=asked, store=False)
        for step in made.steps:
            asked.append(step)  # as the SDK gives it
            if step.type == "function_call":
                told = {"call_id": step.id, "name": step.name, "result": result}
                asked.append({"type": "function_result", **told})
    asked += steps([("user", "Thanks!")])
    await create(model="m", input=asked, store=False)
    await is_as_wanted(memory, result)
    await talker.close()


@results
async def test_tools_of_interactions_that_google_keeps(scripted, memory, result):
    talker = AsyncInteractions(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    asked: Any = "Is it warm in Porto?"
    more: dict[str, Any] = {}
    for _ in range(2):
        made = await talker.wrapped.interactions.create(model="m", input=asked, **more)
        more = {"previous_interaction_id": made.id}
        asked = [
            {"type": "function_result", "call_id": step.id, "name": step.name, "result": result}
            for step in made.steps
            if step.type == "function_call"
        ]
    await talker.wrapped.interactions.create(model="m", input="Thanks!", **more)
    await is_as_wanted(memory, result)
    await talker.close()


async def test_what_an_interaction_signs_goes_back_with_the_call(scripted, memory):
    signed = Call("weather", {"city": "Porto"}, "c1", SIGNATURE)
    scripted.script += [Say(calls=(signed,)), Say("Yes, 24 degrees.")]
    talker = AsyncInteractions(memory, pattern="buffer")
    asked: list[Any] = steps([("user", "Is it warm in Porto?")])
    create = talker.wrapped.interactions.create
    made = await create(model="m", input=asked)
    told = {"call_id": "c1", "name": "weather", "result": "24 degrees"}
    await create(model="m", input=[*asked, *made.steps, {"type": "function_result", **told}])
    await create(model="m", input="Thanks!")
    again = scripted.requests[-1].body["input"]
    assert [one["type"] for one in again] == [
        "user_input", "thought", "function_call", "function_result", "model_output", "user_input",
    ]  # fmt: skip
    assert again[1]["signature"] == SIGNATURE
    assert again[2]["arguments"] == {"city": "Porto"}
    assert again[3]["result"] == "24 degrees"
    await talker.close()


async def test_interactions_that_were_used_before_they_are_wrapped_are_heard(scripted, memory):
    talker = AsyncInteractions(memory)
    await talker.bare.interactions.create(model="m", input="Unheard.")
    talker.wrapped = recollect.wrap(talker.bare, memory, user_id="dana", session_id="s1")
    assert await talker.ask([("user", "Hello!")]) == "You said: Hello!"
    assert [one[1] for one in await kept(memory)] == ["Hello!", "You said: Hello!"]
    await talker.bare.interactions.create(model="m", input="Unheard.")
    assert len(await kept(memory)) == 2
    await talker.close()


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary"])
async def test_a_pattern_that_holds_turns_gives_back_those_a_request_lacks(
    scripted, memory, pattern
):
    talker = AsyncInteractions(memory, pattern=pattern)
    await talker.ask([("user", "I am Ada.")], "Be brief.")
    await talker.ask([("user", "Who am I?")], "Be brief.")
    assert "I am Ada." in scripted.requests[1].seen
    assert scripted.requests[1].asked == "Who am I?"
    assert scripted.requests[1].system == "Be brief."
    await talker.close()


async def test_what_google_keeps_of_a_conversation_is_not_sent_again(scripted, memory):
    await memory.add(DARK, user_id="dana", session_id="monday")
    talker = AsyncInteractions(memory, pattern="buffer")
    await talker.ask([("user", "One.")])
    await talker.ask([("user", "Two.")])
    assert scripted.requests[-1].messages[0]["content"][0]["text"] == "One."
    await talker.close()
    talker = AsyncInteractions(memory, session_id="s2")
    await talker.ask([("user", ASKED)], "Be brief.", previous_interaction_id="v1_1")
    (step,) = scripted.requests[-1].body["input"]
    assert step["content"] == [{"type": "text", "text": ASKED}]
    assert scripted.requests[-1].system.startswith("Be brief.")
    assert DARK in scripted.requests[-1].system
    await talker.close()
