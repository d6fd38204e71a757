"""A wrapped client: its calls see memory, and the log of the conversation is exact."""

from __future__ import annotations

import gc
from itertools import pairwise
from threading import Event

import pytest

import recollect
from recollect import AsyncMemory, InputError, StoreError
from recollect.concurrency import AsyncClock
from tests.providers import Call, Drop, Fail, Request, Say, Stall
from tests.providers.requests import BESIDE, words
from tests.wrapping.aio.talkers import TALKERS, AsyncChat, AsyncClaude, AsyncTalker

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"
PATIENT = [kind for kind in TALKERS if kind.wire != "gemini"]  # it has one patience for all calls


async def log(memory: AsyncMemory, session: str = "s1") -> list[tuple[str, str]]:
    said = await memory.messages(user_id="dana", session_id=session)
    return [(message.role, message.content) for message in said]


async def pieces(talker: AsyncTalker, turns: list[tuple[str, str]], most: int = 99) -> list[str]:
    got: list[str] = []
    stream = talker.stream(turns)
    async for piece in stream:
        got.append(piece)
        if len(got) == most:
            break
    await stream.aclose()
    return got


async def test_a_new_session_sees_what_an_old_one_said(scripted, memory, talker):
    await memory.add(DARK, user_id="dana", session_id="monday")
    await memory.add("I prefer light mode.", user_id="erik", session_id="monday")
    scripted.script.append(Say("Dark mode."))
    assert await talker.ask([("user", ASKED)], "You are brief.") == "Dark mode."
    (request,) = scripted.requests
    assert request.wire == talker.wire
    assert DARK in request.seen
    assert "light mode" not in request.seen
    assert request.system.startswith("You are brief.")
    assert request.asked == ASKED
    assert await log(memory) == [("user", ASKED), ("assistant", "Dark mode.")]


async def test_a_character_that_cannot_be_kept_costs_no_turn(scripted, memory, talker, caplog):
    await memory.add(DARK, user_id="dana", session_id="monday")
    scripted.script.append(Say("Dark\0 mode."))
    await talker.ask([("user", f"{ASKED}\0")])
    assert DARK in scripted.requests[0].seen
    assert await log(memory) == [("user", f"{ASKED}\ufffd"), ("assistant", "Dark\ufffd mode.")]
    assert not caplog.records


async def test_what_is_less_sure_can_be_left_out(scripted, memory):
    await memory.add(DARK, user_id="dana", session_id="monday")
    for least, shown in ((0.1, True), (1, False)):
        talker = AsyncChat(memory, session_id=f"at {least}", min_relevance=least, pattern="vector")
        await talker.ask([("user", ASKED)])
        await talker.close()
        assert (DARK in scripted.requests[-1].seen) == shown
    with pytest.raises(InputError, match="min_relevance"):
        AsyncChat(memory, min_relevance="high")


async def test_a_conversation_is_kept_once_however_often_it_is_sent(scripted, memory, talker):
    turns: list[tuple[str, str]] = []
    for text in ("Hello!", "Yes.", "Yes.", "And now?"):
        turns.append(("user", text))
        turns.append(("assistant", await talker.ask(turns, "Be brief.")))
        assert await log(memory) == turns


async def test_only_the_newest_words_may_be_sent(scripted, memory, talker):
    said = []
    for text in ("Hello!", "Yes.", "Yes."):
        said += [("user", text), ("assistant", await talker.ask([("user", text)]))]
        assert await log(memory) == said


async def test_the_last_turns_may_be_sent(scripted, memory, talker):
    turns: list[tuple[str, str]] = []
    for number in range(8):
        turns.append(("user", f"This is number {number}."))
        turns.append(("assistant", await talker.ask(turns[-3:])))
    assert await log(memory) == turns


async def test_a_history_from_elsewhere_is_kept_once(scripted, memory, talker):
    turns = [("user", "One."), ("assistant", "I see."), ("user", "Two.")]
    turns.append(("assistant", await talker.ask(turns)))
    assert await log(memory) == turns
    turns.append(("user", "Three."))
    turns.append(("assistant", await talker.ask(turns)))
    assert await log(memory) == turns


async def test_words_may_be_taken_back_and_said_otherwise(scripted, memory, talker):
    first = [("user", "One."), ("assistant", await talker.ask([("user", "One.")]))]
    second = ("assistant", await talker.ask([*first, ("user", "Two.")]))
    third = ("assistant", await talker.ask([*first, ("user", "Three.")]))
    wanted = [*first, ("user", "Two."), second, ("user", "Three."), third]
    assert await log(memory) == wanted
    again = ("assistant", await talker.ask([*first, ("user", "Three.")]))
    assert await log(memory) == [*wanted, again]  # the answer alone was made anew


async def test_an_answer_that_the_caller_begins_is_kept_from_there(scripted, memory):
    talker = AsyncClaude(memory)
    begun = [("user", "Which mode? Answer as JSON."), ("assistant", '{"mode":')]
    scripted.script += [Say(' "dark"}'), Say(' "light"}')]
    assert await talker.ask(begun) == ' "dark"}'
    wanted = [begun[0], ("assistant", '{"mode": "dark"}')]
    assert await log(memory) == wanted
    again = [("user", "And by day?"), ("assistant", '{"mode":')]
    assert "".join(await pieces(talker, [*wanted, *again])) == ' "light"}'
    wanted += [again[0], ("assistant", '{"mode": "light"}')]
    assert await log(memory) == wanted
    scripted.script.append(Say(calls=(Call("switch", {}),)))
    await talker.ask([*wanted, ("user", "Do it."), ("assistant", "I will")])
    assert (await log(memory))[-1] == ("assistant", "I will\n[tool call switch {}]")
    await talker.close()


async def test_a_stream_is_kept_whole(scripted, memory, talker):
    await memory.add(DARK, user_id="dana", session_id="monday")
    scripted.script.append(Say("Dark mode, as ever."))
    assert "".join(await pieces(talker, [("user", ASKED)])) == "Dark mode, as ever."
    assert DARK in scripted.requests[0].seen
    assert await log(memory) == [("user", ASKED), ("assistant", "Dark mode, as ever.")]
    (reply,) = (await memory.messages(user_id="dana", session_id="s1"))[1:]
    assert "broken" not in reply.metadata


async def test_a_stream_that_breaks_is_kept_as_far_as_it_came(scripted, memory, talker):
    many = 7 if talker.wire == "responses" else 5
    scripted.script.append(Drop(Say("one two three four five six seven"), after=many))
    with pytest.raises(Exception, match=r"(?i)connection|closed"):
        await pieces(talker, [("user", "Count.")])
    user, reply = await memory.messages(user_id="dana", session_id="s1")
    assert user.content == "Count."
    assert reply.content.startswith("one two ")
    assert "seven" not in reply.content
    assert reply.metadata["broken"] is True
    scripted.script.append(Say("one two three"))
    assert await talker.ask([("user", "Count."), ("assistant", reply.content), ("user", "Again.")])
    assert [text for _, text in await log(memory)][2:] == ["Again.", "one two three"]


async def test_words_whose_answer_broke_off_are_kept_once_when_they_are_sent_again(
    scripted, memory, talker
):
    for _ in range(2):
        many = 7 if talker.wire == "responses" else 5
        scripted.script.append(Drop(Say("one two three four five six seven"), after=many))
        with pytest.raises(Exception, match=r"(?i)connection|closed"):
            await pieces(talker, [("user", "Count.")])
    assert await talker.ask([("user", "Count.")])
    assert [role for role, _ in await log(memory)] == ["user", *["assistant"] * 3]


async def test_an_answer_to_words_that_were_erased_meanwhile_is_not_kept(scripted, memory, talker):
    await memory.add("I have a bad knee.", user_id="dana")
    for _ in range(2):  # the second time the words were said before
        scripted.script.append(Say("Your knee is bad."))
        erased = False
        async for _ in talker.stream([("user", "How is my knee?")]):
            while not erased and not await memory.messages(user_id="dana", session_id="s1"):
                await AsyncClock.sleep(0.01)  # they are kept while the provider answers
            erased = (await memory.erase(user_id="dana")).ok
        assert await memory.messages(user_id="dana") == []
        scripted.script.append(Fail("bad_request"))
        with pytest.raises(Exception, match=r"(?i)400|invalid|bad"):
            await talker.ask([("user", "How is my knee?")])
        assert len(await memory.messages(user_id="dana")) == 1


@pytest.mark.parametrize("asked", [True, False])
async def test_what_is_erased_at_the_last_moment_takes_the_answer_along(
    scripted, memory, talker, monkeypatch, asked
):
    """Though only if that is what was asked."""
    other = await memory.add("I have a boat.", user_id="dana")
    commit = memory._store.commit

    async def overtaken(batch):
        if any(put.record.text == "Your knee is bad." for put in batch.puts):
            monkeypatch.setattr(memory._store, "commit", commit)
            (question,) = await memory.messages(user_id="dana", session_id="s1")
            gone = question.id if asked else other.ids[0]
            assert (await memory.erase(id=gone, user_id="dana")).ok
        return await commit(batch)

    monkeypatch.setattr(memory._store, "commit", overtaken)
    scripted.script.append(Say("Your knee is bad."))
    assert await talker.ask([("user", "I have a bad knee.")]) == "Your knee is bad."
    kept = [one.content for one in await memory.messages(user_id="dana")]
    assert kept == (["I have a boat."] if asked else ["I have a bad knee.", "Your knee is bad."])


async def test_a_conversation_of_nobody_is_kept_by_its_name(scripted, memory, talker, caplog):
    other = type(talker)(memory, user_id=None)
    await other.ask([("user", "Hello!")])
    assert len(await memory.messages(session_id="s1")) == 2
    assert caplog.records == []
    await other.close()


async def test_a_stream_that_nobody_reads_to_the_end_is_kept_as_far_as_it_came(
    scripted, memory, talker
):
    words = " ".join(f"word{number}" for number in range(9))
    scripted.script.append(Say(words, between=lambda n: n < 8 or scripted.ended.wait(0.5)))
    got = await pieces(talker, [("user", "Count.")], most=2)
    assert len(got) == 2
    for _ in range(5000):
        if len(kept := await memory.messages(user_id="dana", session_id="s1")) == 2:
            break
        gc.collect()  # to which Google's SDK leaves the closing
        await AsyncClock.sleep(0.02)
    user, reply = kept
    assert user.content == "Count."
    assert reply.content.startswith("word0 word1")
    assert reply.metadata["broken"] is True


async def test_a_stream_that_is_left_open_is_kept_when_the_memory_closes(scripted, folder, talker):
    """Nobody reads on, closes it, or lets go of it; the program ends all the same."""
    held = Event()
    words = " ".join(f"word{number}" for number in range(9))
    scripted.script.append(Say(words, between=lambda n: n < 8 or held.wait(5)))
    async with AsyncMemory(str(folder / "left.db"), embedder=None) as memory:
        other = type(talker)(memory)
        stream = other.stream([("user", "Count.")])
        got = []
        async for piece in stream:
            got.append(piece)
            if len(got) == 2:
                break
    async with AsyncMemory(str(folder / "left.db"), embedder=None) as memory:
        user, reply = await memory.messages(user_id="dana", session_id="s1")
        assert (user.content, reply.metadata["broken"]) == ("Count.", True)
        assert reply.content.startswith("".join(got).strip() or "word0")
        assert words.startswith(reply.content)
        held.set()
        await stream.aclose()
        assert len(await memory.messages(user_id="dana", session_id="s1")) == 2
    await other.close()


@pytest.mark.parametrize("fault", ["rate_limit", "server"])
async def test_an_error_keeps_the_words_once_however_often_they_are_sent(
    scripted, memory, talker, fault
):
    for reply in (Fail(fault), Fail(fault), Say("At last.")):
        scripted.script.append(reply)
        if isinstance(reply, Fail):
            with pytest.raises(Exception):  # noqa: B017, the SDK's own
                await talker.ask([("user", "Hello!")])
            assert await log(memory) == [("user", "Hello!")]
    assert await talker.ask([("user", "Hello!")]) == "At last."
    assert await log(memory) == [("user", "Hello!"), ("assistant", "At last.")]


async def test_the_connection_drops_before_an_answer(scripted, memory, talker):
    for reply in (Drop(), Drop(Say("never heard"), after=1)):
        scripted.script.append(reply)
        with pytest.raises(Exception, match=r"(?i)connection|closed|disconnected"):
            await talker.ask([("user", "Hello!")])
    assert await log(memory) == [("user", "Hello!")]


async def test_what_is_too_long_is_asked_again_with_less_memory(scripted, memory, talker):
    said = [f"{DARK} I said so on day {number} of the great UI debate." for number in range(20)]
    await memory.add(said, user_id="dana", session_id="monday", learn="never")
    scripted.script += [Fail("context"), Say("Dark mode.")]
    assert await talker.ask([("user", ASKED)], "Be brief.") == "Dark mode."
    first, second = scripted.requests
    assert len(second.seen) < len(first.seen)
    assert second.system.startswith("Be brief.")
    assert second.asked == ASKED
    assert await log(memory) == [("user", ASKED), ("assistant", "Dark mode.")]


async def test_what_is_too_long_without_memory_is_the_callers_to_know(scripted, memory, talker):
    scripted.script += [Fail("context"), Say("never asked")]
    with pytest.raises(Exception, match=r"(?i)context|too long|exceeds"):
        await talker.ask([("user", "Hello!")])
    assert len(scripted.requests) == 1
    assert await log(memory) == [("user", "Hello!")]


async def test_a_refusal_is_kept(scripted, memory, talker):
    scripted.script.append(Say(refusal="I will not."))
    await talker.ask([("user", "Do it!")])
    _, reply = await memory.messages(user_id="dana", session_id="s1")
    assert reply.content == ("[refused: SAFETY]" if talker.wire == "gemini" else "I will not.")
    plain = talker.wire == "interactions"  # a refusal is words like others there
    assert reply.metadata.get("refusal", False) is not plain


async def test_trouble_with_memory_does_not_keep_a_call_from_its_answer(
    scripted, memory, talker, caplog
):
    await memory.close()
    assert await talker.ask([("user", "Hello!")]) == "You said: Hello!"
    assert "without memory" in caplog.text


@pytest.mark.parametrize("verb", ["messages", "_jot"])
async def test_both_sides_are_kept_when_memory_is_there_again(
    scripted, memory, talker, monkeypatch, verb
):
    usual, calls = getattr(memory, verb), []

    async def down_once(*given, **named):
        calls.append(verb)
        if len(calls) == 1:
            raise StoreError("down for a moment")
        return await usual(*given, **named)

    monkeypatch.setattr(memory, verb, down_once)
    assert await talker.ask([("user", "Hello!")]) == "You said: Hello!"
    monkeypatch.undo()
    assert await log(memory) == [("user", "Hello!"), ("assistant", "You said: Hello!")]


async def test_what_another_memory_added_is_nobodys_words(scripted, memory, talker):
    """As where a wrapped client talks to a proxy that remembers, too."""
    await memory.add(DARK, user_id="kim", session_id="monday")
    ids = {"user_id": "kim", "session_id": "s2"}
    talker.wrapped = recollect.wrap(talker.wrapped, memory, **ids)
    scripted.script.append(Say("Dark mode."))
    await talker.ask([("user", ASKED)])
    assert DARK in scripted.requests[0].seen
    assert await log(memory) == [("user", ASKED), ("assistant", "Dark mode.")]


async def test_what_is_sent_first_stays_the_same_to_the_byte(scripted, memory, talker):
    await memory.add(DARK, user_id="dana", session_id="monday")
    await memory.set("persona", "You are Ada, a tutor.", user_id="dana", kind="core")
    turns: list[tuple[str, str]] = []
    for number in range(6):
        turns.append(("user", f"Question {number}: which UI mode do I prefer?"))
        turns.append(("assistant", await talker.ask(turns, "Be brief. " * 20)))
    shown = [prompt(request) for request in scripted.requests]
    for before, after in pairwise(shown):
        assert "You are Ada" in before
        assert DARK in before
        stays = before[: before.rindex(DARK)]
        stays = stays[: stays.rindex("You said") if "You said" in stays else 200]
        assert after.startswith(stays)


def prompt(request: Request) -> str:
    """What a model is shown, in its order."""
    beside = [request.body.get(name) for name in BESIDE]
    return "\n".join(words([*beside, *request.messages]))


@pytest.mark.parametrize("talker", PATIENT, ids=lambda kind: kind.wire, indirect=True)
async def test_a_stall_ends_by_the_clients_own_patience(scripted, memory, talker):
    scripted.script.append(Stall())
    with pytest.raises(Exception, match=r"(?i)timed out"):
        await talker.ask([("user", "Hello!")], timeout=0.2)
    assert await log(memory) == [("user", "Hello!")]
