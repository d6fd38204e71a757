"""The chat loop: what is stored, what the model sees, and what happens when it fails."""

import json
from contextlib import aclosing

import pytest

from recollect import (
    AsyncAgent,
    AsyncMemory,
    ConfigError,
    InputError,
    ModelError,
    errors,
)


def weather(city: str) -> str:
    """The weather in a city."""
    return f"24 degrees in {city}"


async def test_a_turn_is_stored_and_answered(memory: AsyncMemory, model, log):
    model.script = ["Hello Dana!"]
    async with AsyncAgent(memory, model, user_id="dana") as agent:
        reply = await agent.chat("My name is Dana.")
        assert reply == "Hello Dana!"
        assert reply.text == "Hello Dana!"
        assert reply.tokens > 0
        assert reply.message is not None
        assert await log(agent.session_id) == [
            ("user", "My name is Dana."),
            ("assistant", "Hello Dana!"),
        ]
    assert model.seen[0][-1] == {"role": "user", "content": "My name is Dana."}
    assert "memory" in model.seen[0][0]["content"]
    summaries = await memory.notes(user_id="dana", kind="summary")
    assert [note.session_id for note in summaries] == [agent.session_id]


async def test_another_session_sees_what_was_said_and_says_on_what_it_rests(
    memory: AsyncMemory, model
):
    async with AsyncAgent(memory, model, user_id="dana", system="Be brief.") as agent:
        await agent.chat("I prefer dark mode in every UI.")
    async with AsyncAgent(memory, model, user_id="dana", pattern="vector") as agent:
        reply = await agent.chat("Which UI mode do I prefer?")
    assert model.seen[0][0] == {"role": "system", "content": "Be brief."}
    assert "I prefer dark mode" in str(model.seen[1])
    assert "I prefer dark mode in every UI." in [one.text for one in reply.sources]


async def test_what_is_less_sure_can_be_left_out(memory: AsyncMemory, model):
    await memory.add("I prefer dark mode.", user_id="dana", session_id="monday")
    for least, shown in ((0.1, True), (1, False)):
        agent = AsyncAgent(memory, model, user_id="dana", pattern="vector")
        reply = await agent.chat("Which mode do I prefer?", min_relevance=least)
        assert ("dark mode" in str(model.seen[-1]), bool(reply.sources)) == (shown, shown)
        [_ async for _ in agent.stream("And what do I prefer?", min_relevance=least)]
        assert ("dark mode" in str(model.seen[-1])) == shown


async def test_the_users_words_are_stored_before_the_model_is_asked(memory: AsyncMemory, log):
    seen = []

    def asked(messages):
        with_words = [m for m in messages if m["content"] == "Hello?"]
        seen.append(len(with_words))
        raise RuntimeError("down")

    agent = AsyncAgent(memory, asked, user_id="dana", session_id="s1")
    with pytest.raises(ModelError, match="it raised RuntimeError"):
        await agent.chat("Hello?")
    assert seen == [1]
    assert await log("s1") == [("user", "Hello?")]


async def test_saying_it_again_after_a_failure_doubles_nothing(memory: AsyncMemory, model, log):
    model.script = [RuntimeError("down"), RuntimeError("down"), "Here I am."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    for _ in range(2):
        with pytest.raises(ModelError):
            await agent.chat("Hello?")
    again = AsyncAgent(memory, model, user_id="dana", session_id="s1")  # as in another process
    assert await again.chat("Hello?") == "Here I am."
    assert await log("s1") == [("user", "Hello?"), ("assistant", "Here I am.")]
    await again.chat("Hello?")
    assert len(await log("s1")) == 4, "once it is answered, the same words are said anew"


async def test_other_words_after_a_failure_stand_beside_it(memory: AsyncMemory, model, log):
    model.script = [RuntimeError("down"), "Yes."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    with pytest.raises(ModelError):
        await agent.chat("Hello?")
    await agent.chat("Are you there?")
    assert await log("s1") == [
        ("user", "Hello?"),
        ("user", "Are you there?"),
        ("assistant", "Yes."),
    ]


async def test_a_stream_comes_in_pieces_and_is_stored_whole(memory: AsyncMemory, model, log):
    model.script = [["Hel", "lo ", "Dana!"]]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    pieces = [piece async for piece in agent.stream("Hi, I am Dana.")]
    assert pieces == ["Hel", "lo ", "Dana!"]
    assert agent.last == "Hello Dana!"
    assert await log("s1") == [("user", "Hi, I am Dana."), ("assistant", "Hello Dana!")]


async def test_a_stream_that_breaks_keeps_what_was_said_and_marks_it(
    memory: AsyncMemory, model, log
):
    model.script = [["The answer ", "is ", ConnectionError("gone")], "Forty-two."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    pieces = []

    async def listen() -> None:
        async for piece in agent.stream("What is it?"):
            pieces.append(piece)

    with pytest.raises(ModelError):
        await listen()
    assert pieces == ["The answer ", "is "]
    last = (await memory.messages(user_id="dana", session_id="s1"))[-1]
    assert (last.role, last.content) == ("assistant", "The answer is ")
    assert last.metadata["broken"] == "ModelError"
    again = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    assert await again.chat("What is it?") == "Forty-two."
    assert await log("s1") == [
        ("user", "What is it?"),
        ("assistant", "The answer is "),
        ("assistant", "Forty-two."),
    ]
    assert model.seen[1][-1] == {"role": "user", "content": "What is it?"}


async def test_an_answer_to_words_that_were_erased_meanwhile_is_not_kept(memory: AsyncMemory):
    await memory.add("I have a bad knee.", user_id="dana")
    agent = AsyncAgent(memory, lambda messages: iter(("Your knee ", "is bad.")), user_id="dana")

    async def erased() -> None:
        async for _ in agent.stream("How is my knee?"):
            await memory.erase(user_id="dana")

    async def left() -> None:
        async with aclosing(agent.stream("How is my knee?")) as pieces:
            async for _ in pieces:
                await memory.erase(user_id="dana")
                break

    with pytest.raises(errors.NotFound, match="erased meanwhile"):
        await erased()
    assert await memory.messages(user_id="dana") == []
    await left()
    assert await memory.messages(user_id="dana") == []
    await agent.chat("Hello?")
    assert len(await memory.messages(user_id="dana")) == 2


@pytest.mark.parametrize("asked", [True, False])
async def test_what_is_erased_at_the_last_moment_takes_the_answer_along(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch, asked: bool
):
    """Though only if that is what was asked."""
    other = await memory.add("I have a boat.", user_id="dana")
    agent = AsyncAgent(memory, lambda messages: "Your knee is bad.", user_id="dana")
    commit = memory._store.commit

    async def overtaken(batch):
        if any(put.record.text == "Your knee is bad." for put in batch.puts):
            monkeypatch.setattr(memory._store, "commit", commit)
            gone = (await memory.messages(user_id="dana"))[-1].id if asked else other.ids[0]
            assert (await memory.erase(id=gone, user_id="dana")).ok
        return await commit(batch)

    monkeypatch.setattr(memory._store, "commit", overtaken)
    if asked:
        with pytest.raises(errors.NotFound, match="erased meanwhile"):
            await agent.chat("I have a bad knee.")
    else:
        assert await agent.chat("I have a bad knee.") == "Your knee is bad."
    kept = [one.content for one in await memory.messages(user_id="dana")]
    assert kept == (["I have a boat."] if asked else ["I have a bad knee.", "Your knee is bad."])


async def test_an_answer_without_a_model_goes_with_what_it_quotes(memory: AsyncMemory, log):
    await memory.add("I am allergic to peanuts.", user_id="dana", session_id="s1")
    said = await memory.add("My boat is red.", user_id="dana", session_id="s1")
    agent = AsyncAgent(memory, None, user_id="dana", session_id="s2")
    for question in ("What am I allergic to?", "Which colour is my boat?"):
        assert "From memory" in await agent.chat(question)
    await memory.erase(id=said.ids[0], user_id="dana")
    assert "peanuts" in str(await log("s2"))
    assert "red" not in str(await log("s2"))
    await memory.erase(session_id="s1", user_id="dana")
    assert [role for role, _ in await log("s2")] == ["user", "user"]


async def test_a_stream_that_is_left_keeps_what_was_heard(memory: AsyncMemory, model, log):
    model.script = [["One, ", "two, ", "three."]]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    async with aclosing(agent.stream("Count.")) as stream:
        async for piece in stream:
            assert piece == "One, "
            break
    last = (await memory.messages(user_id="dana", session_id="s1"))[-1]
    assert (last.content, last.metadata["broken"]) == ("One, ", "stopped")
    assert await agent.chat("Thanks.") == "Very well.", "the next turn is not held up"


@pytest.mark.parametrize("ended", ["agent", "memory"])
async def test_a_stream_that_is_left_open_holds_nobody_up(tmp_path, model, ended):
    """Nobody reads on, closes it, or lets go of it: what was heard is kept when its agent closes,
    or the memory."""
    model.script.append(["One ", "two ", "three."])
    memory = AsyncMemory(f"sqlite:///{tmp_path / 'left.db'}", embedder=None)
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    stream = agent.stream("Count.")
    async for piece in stream:
        assert piece == "One "
        break
    if ended == "agent":
        await agent.close()
        assert [piece async for piece in stream] == []
        assert await agent.chat("Go on.") == "Very well."
    await memory.close()
    async with AsyncMemory(f"sqlite:///{tmp_path / 'left.db'}", embedder=None) as memory:
        said = await memory.messages(user_id="dana", session_id="s1")
        assert [one.content for one in said[:2]] == ["Count.", "One "]
        assert said[1].metadata["broken"] == "stopped"
        assert len(said) == (4 if ended == "agent" else 2)
    await stream.aclose()


async def test_tools_are_called_and_kept_with_their_results(memory: AsyncMemory, model, log):
    model.script = [model.calls("weather", '{"city": "Porto"}'), "It is warm."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await agent.chat("Is it warm in Porto?") == "It is warm."
    assert [role for role, _ in await log("s1")] == ["user", "assistant", "tool", "assistant"]
    *_, call, result = model.seen[1]
    assert call["tool_calls"][0]["function"] == {
        "name": "weather",
        "arguments": '{"city": "Porto"}',
    }
    assert result == {"role": "tool", "tool_call_id": "c1", "content": "24 degrees in Porto"}


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("weather", "{}", "error: the argument 'city' is missing"),
        ("weather", '{"city": 5}', "error: the argument 'city' must be text"),
        ("weather", "Porto!", "error: the arguments are not JSON; write one JSON object"),
        ("weather", '{"town": "Porto"}', "error: no argument 'town'; it takes: city"),
        ("whether", "{}", "error: there is no tool 'whether'; there are: weather, fails"),
        ("fails", "{}", "error: ZeroDivisionError: by zero"),
        ("weather ", "{}", "error: there is no tool 'weather '; there are: weather, fails"),
    ],
)
async def test_a_tool_that_goes_wrong_is_told_to_the_model(
    memory: AsyncMemory, model, name, arguments, told
):
    def fails() -> str:
        """Always."""
        raise ZeroDivisionError("by zero")

    model.script = [model.calls(name, arguments), "I see."]
    agent = AsyncAgent(memory, model, user_id="dana", tools=[weather, fails])
    assert await agent.chat("Try it.") == "I see."
    assert model.seen[1][-1]["content"] == told


@pytest.mark.parametrize(
    ("answered", "seen"),
    [
        ("", "(nothing)"),
        (" \n", "(nothing)"),
        ("24\0", "24\ufffd"),
        ("\ud83d\ude00 \ud83d", "\U0001f600 \ufffd"),
        ("x" * 1_000_001, "x" * 1_000_000),
    ],
    ids=["empty", "blank", "NUL", "halves", "long"],
)
async def test_whatever_a_tool_answers_is_kept_as_far_as_it_can(
    memory: AsyncMemory, model, log, answered, seen
):
    def look() -> str:
        """Look."""
        return answered

    model.script = [model.calls("look", "{}"), "I see."]
    agent = AsyncAgent(
        memory, model, user_id="dana", session_id="s1", tools=[look], budget=1_000_000
    )
    assert await agent.chat("Look.") == "I see."
    assert model.seen[1][-1]["content"] == seen
    assert (await log("s1"))[2] == ("tool", seen)


async def test_whatever_a_model_says_is_kept_as_far_as_it_can(memory: AsyncMemory, model, log):
    model.script = ["Dark\0 mode.", ["\ud83d", "\ude00"], ["\n", RuntimeError("gone")]]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    assert await agent.chat("Which mode?") == "Dark\0 mode."
    assert [piece async for piece in agent.stream("And how?")] == ["\ud83d", "\ude00"]
    with pytest.raises(ModelError, match="it raised RuntimeError"):
        async for _ in agent.stream("And now?"):
            pass
    assert await log("s1") == [
        ("user", "Which mode?"),
        ("assistant", "Dark\ufffd mode."),
        ("user", "And how?"),
        ("assistant", "\U0001f600"),
        ("user", "And now?"),
    ]


@pytest.mark.parametrize("size", [20_000, 60_000, 200_000])
async def test_a_model_sees_a_call_of_many_words_and_does_not_make_it_again(
    memory: AsyncMemory, model, size
):
    written = []

    def write(path: str, text: str) -> str:
        """Write a file."""
        written.append(text)
        return "written"

    text = "word " * (size // 5)
    call = model.calls("write", json.dumps({"path": "a.txt", "text": text}))
    model.script = [{**call, "content": "I write it."}, "Done."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[write])
    assert await agent.chat("Write it.") == "Done."
    assert written == [text]
    *_, called, result = model.seen[1]
    given = json.loads(called["tool_calls"][0]["function"]["arguments"])
    assert (given["path"], result["content"]) == ("a.txt", "written")
    assert text.startswith(given["text"].removesuffix("…"))
    assert called["content"] == "I write it."
    kept = (await memory.messages(user_id="dana", session_id="s1"))[1]
    assert text in kept.content


async def test_what_was_read_stays_in_view_behind_the_next_call(memory: AsyncMemory, model):
    def read() -> str:
        """Read a long file."""
        return "line " * 20_000

    model.script = [
        model.calls("read", "{}", "c1"),
        model.calls("weather", '{"city": "Porto"}', "c2"),
        "I see.",
    ]
    agent = AsyncAgent(memory, model, user_id="dana", tools=[read, weather])
    await agent.chat("Read it, and then?")
    told = [one["content"] for one in model.seen[2] if one["role"] == "tool"]
    assert told[0].startswith("line line")
    assert told[1] == "24 degrees in Porto"


async def test_calls_of_one_turn_may_be_many(memory: AsyncMemory, model):
    city = json.dumps({"city": "Porto" * 200})
    calls = [model.calls("weather", city, f"c{n}")["tool_calls"][0] for n in range(100)]
    model.script = [{"content": None, "tool_calls": calls}, "I see."]
    agent = AsyncAgent(memory, model, user_id="dana", tools=[weather], budget=100_000)
    assert await agent.chat("Is it warm?") == "I see."
    assert [one["tool_call_id"] for one in model.seen[1] if one["role"] == "tool"] == [
        f"c{n}" for n in range(100)
    ]


async def test_a_call_that_comes_too_late_is_not_made(memory: AsyncMemory, model, log):
    call = model.calls("weather", '{"city": "Porto"}')
    model.script = [{**call, "content": "Let me look."}] * 9
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await agent.chat("Is it warm?") == "Let me look."
    assert len([role for role, _ in await log("s1") if role == "tool"]) == 8


async def test_tools_are_not_called_for_ever(memory: AsyncMemory, model, log):
    model.script = [model.calls("weather", '{"city": "Porto"}', f"c{i}") for i in range(8)]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await agent.chat("Is it warm?") == "Very well."
    assert model.tools == [["weather"]] * 8 + [[]]
    assert len(await log("s1")) == 2 + 2 * 8


async def test_a_failure_after_tools_goes_on_from_there(memory: AsyncMemory, model, log):
    model.script = [model.calls("weather", '{"city": "Porto"}'), RuntimeError("429"), "Warm."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    with pytest.raises(ModelError):
        await agent.chat("Is it warm?")
    again = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await again.chat("Is it warm?") == "Warm."
    assert [role for role, _ in await log("s1")] == ["user", "assistant", "tool", "assistant"]
    assert model.seen[2][-1]["role"] == "tool"


async def test_a_failure_after_many_tools_doubles_nothing(memory: AsyncMemory, model, log):
    def six(step):
        made = [model.calls("weather", '{"city": "Porto"}', f"c{step}-{n}") for n in range(6)]
        return {"content": None, "tool_calls": [one["tool_calls"][0] for one in made]}

    model.script = [*map(six, range(7)), RuntimeError("429"), "Warm."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    with pytest.raises(ModelError):
        await agent.chat("Is it warm?")
    assert await agent.chat("Is it warm?") == "Warm."
    assert [role for role, _ in await log("s1")].count("user") == 1


async def test_a_prompt_that_is_too_long_is_shrunk_once(memory: AsyncMemory, model, log):
    model.script = [errors.TooLong("too long"), "Short, then."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", pattern="buffer")
    for _ in range(20):
        await agent.session.user("word " * 50)
    assert await agent.chat("And now?") == "Short, then."
    first, second = (sum(len(m["content"]) for m in seen) for seen in model.seen)
    assert second < 0.6 * first
    assert model.seen[1][-1]["content"] == "And now?"
    assert len(await log("s1")) == 22
    model.script = [errors.TooLong("too long"), errors.TooLong("too long"), "No."]
    with pytest.raises(errors.TooLong):
        await agent.chat("Once more?")
    assert model.script == ["No."], "it is tried once more, not for ever"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "gave an empty answer"),
        ([], "gave an empty answer"),
        (5, "gave int; a model gives text"),
        ([5], "gave int; a model gives text"),
        (b"yes", "gave bytes; a model gives text"),
    ],
)
async def test_a_function_that_gives_no_answer_is_told_so(memory: AsyncMemory, model, answer, why):
    agent = AsyncAgent(memory, model, user_id="dana")
    model.script = [answer, answer]
    with pytest.raises(errors.Unreadable, match=why):
        await agent.chat("Hello?")
    with pytest.raises(errors.Unreadable, match=why):
        async for _ in agent.stream("Hello?"):
            pass


async def test_a_function_may_say_something_and_then_call_a_tool(memory: AsyncMemory, model, log):
    call = {"name": "weather", "arguments": {"city": "Porto"}}  # as an object, not as text
    pieces = ["Let me ", "look.", {"content": None, "tool_calls": [{"id": "c1", **call}]}]
    model.script = [pieces, "It is warm.", pieces, "Still warm."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await agent.chat("Is it warm?") == "It is warm."
    said = [piece async for piece in agent.stream("And now?")]
    assert said == ["Let me ", "look.", "Still warm."]
    assert (await log("s1"))[2] == ("tool", "24 degrees in Porto")


async def test_an_empty_answer_is_no_answer(memory: AsyncMemory, model, log):
    model.script = ["  "]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    with pytest.raises(errors.Unreadable, match="empty answer"):
        await agent.chat("Hello?")
    assert await log("s1") == [("user", "Hello?")]


async def test_bad_input_is_refused_before_anything_is_stored(memory: AsyncMemory, model):
    with pytest.raises(errors.ScopeError, match="user_id"):
        AsyncAgent(memory, model)
    with pytest.raises(InputError, match="pattern"):
        AsyncAgent(memory, model, user_id="dana", pattern="nonsense")
    with pytest.raises(InputError, match="docstring"):
        AsyncAgent(memory, model, user_id="dana", tools=[lambda city: city])
    with pytest.raises(InputError, match="two tools"):
        AsyncAgent(memory, model, user_id="dana", tools=[weather, weather])
    with pytest.raises(ConfigError, match="no language model"):
        AsyncAgent(memory, "clippy:98", user_id="dana")
    with pytest.raises(ConfigError, match="a function of messages"):
        AsyncAgent(memory, 42, user_id="dana")
    agent = AsyncAgent(memory, model, user_id="dana")
    for text in ("", "  ", "a\0b"):
        with pytest.raises(InputError):
            await agent.chat(text)
    with pytest.raises(InputError, match="min_relevance"):
        await agent.chat("Hello?", min_relevance=2)
    with pytest.raises(InputError, match="min_relevance"):
        [_ async for _ in agent.stream("Hello?", min_relevance="high")]
    assert await memory.messages(user_id="dana") == []


async def test_what_a_model_takes_is_counted(memory: AsyncMemory, model):
    agent = AsyncAgent(memory, model, user_id="dana")
    reply = await agent.chat("Hello?")
    spent = await memory.spend(user_id="dana")
    assert (spent.calls, spent.tokens) == (1, reply.tokens)
    assert list(spent.by_model) == ["test:model"]
    [_ async for _ in agent.stream("And again?")]
    assert (await memory.spend(user_id="dana")).calls == 2


async def test_a_cap_is_kept_and_nothing_is_lost(tmp_path, model):
    url = f"sqlite:///{tmp_path / 'capped.db'}"
    async with AsyncMemory(url, embedder=None, budget=10) as memory:
        agent = AsyncAgent(memory, model, user_id="dana")
        with pytest.raises(errors.OverBudget):
            await agent.chat("Hello?")
        assert model.seen == []
        assert [one.content for one in await memory.messages(user_id="dana")] == ["Hello?"]


async def test_closing_twice_is_fine_and_a_failed_block_makes_no_summary(
    memory: AsyncMemory, model
):
    agent = AsyncAgent(memory, model, user_id="dana")
    await agent.chat("We decided to use Django.")
    assert await agent.close() is not None
    await agent.close()

    async def fail() -> None:
        async with AsyncAgent(memory, model, user_id="kim") as other:
            await other.chat("We decided to use Flask.")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await memory.notes(user_id="kim", kind="summary") == []
    assert await agent.chat("Still there?") == "Very well.", "a session that ended may go on"
