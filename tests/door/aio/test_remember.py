"""What goes in: add, set, update, delete."""

from datetime import UTC, date, datetime

import pytest

from recollect import AsyncMemory, InputError, Message, NotFound
from recollect.errors import IdConflict, Stale


async def test_words_are_kept_exactly(memory: AsyncMemory):
    text = "  Ünïcödé — “quotes”, tabs\t, emoji 👩‍👩‍👧, and\na second line  "
    added = await memory.add(text, user_id="dana")
    (message,) = await memory.messages(user_id="dana")
    assert message.content == text
    assert message.id == added.ids[0]
    assert (message.role, message.user_id, message.session_id) == ("user", "dana", None)


async def test_add_says_what_it_stored(memory: AsyncMemory):
    added = await memory.add(["one", "two"], user_id="dana")
    assert [message.content for message in added] == ["one", "two"]
    assert added.new == added.ids
    assert added.embedded
    assert len(added) == 2


async def test_a_message_added_twice_is_stored_once(memory: AsyncMemory):
    message = Message("I prefer dark mode.")
    first = await memory.add(message, user_id="dana")
    again = await memory.add(message, user_id="dana")
    assert first.new == (message.id,)
    assert again.new == ()
    assert len(await memory.messages(user_id="dana")) == 1


async def test_an_id_keeps_its_words(memory: AsyncMemory):
    await memory.add({"id": "m1", "content": "the first words"}, user_id="dana")
    with pytest.raises(IdConflict):
        await memory.add({"id": "m1", "content": "other words"}, user_id="dana")
    assert [m.content for m in await memory.messages(user_id="dana")] == ["the first words"]


async def test_two_users_may_choose_the_same_id(memory: AsyncMemory):
    await memory.add({"id": "m1", "content": "dana's"}, user_id="dana")
    await memory.add({"id": "m1", "content": "kim's"}, user_id="kim")
    assert (await memory.get("m1", user_id="dana")).text == "dana's"
    assert (await memory.get("m1", user_id="kim")).text == "kim's"
    with pytest.raises(NotFound, match="user_id"):
        await memory.get("m1")


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2026-03-01T10:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T10:00+02:00", datetime(2026, 3, 1, 8, tzinfo=UTC)),
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=UTC)),
        (datetime(2026, 3, 1, 10), datetime(2026, 3, 1, 10, tzinfo=UTC)),
        (date(2026, 3, 1), datetime(2026, 3, 1, tzinfo=UTC)),
    ],
)
async def test_event_time_is_kept(memory: AsyncMemory, at, expected):
    await memory.add("hello", user_id="dana", at=at)
    assert [m.at for m in await memory.messages(user_id="dana")] == [expected]


async def test_a_message_of_its_own_time_speaker_and_metadata(memory: AsyncMemory):
    said = {
        "role": "assistant",
        "name": "Kai",
        "content": "hi",
        "at": "2026-03-01",
        "metadata": {"channel": "mail", "n": 1},
    }
    await memory.add([said], user_id="dana", metadata={"channel": "chat", "lang": "en"})
    (message,) = await memory.messages(user_id="dana")
    assert (message.role, message.name, message.at.year) == ("assistant", "Kai", 2026)
    assert message.metadata == {"channel": "mail", "n": 1, "lang": "en"}


async def test_openai_parts_and_tool_calls(memory: AsyncMemory):
    picture = "data:image/png;base64," + "A" * 5000
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    await memory.add(
        [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is this?"},
                    {"type": "image_url", "image_url": {"url": picture}},
                ],
            },
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "12 degrees"},
        ],
        user_id="dana",
    )
    asked, called, answered = await memory.messages(user_id="dana")
    assert asked.content == "What is this?\n[image]"
    assert asked.metadata["parts"][0]["image_url"]["url"]["length"] == len(picture)
    assert called.content == "[tool call weather {}]"
    assert called.metadata["parts"] == [call]
    assert (answered.role, answered.metadata) == ("tool", {"tool_call_id": "c1"})


async def test_what_a_model_thought_it_did_not_say(memory: AsyncMemory):
    thought = {"type": "thinking", "thinking": "She must be bored.", "signature": "s"}
    said = [thought, {"type": "text", "text": "How about a walk?"}]
    await memory.add({"role": "assistant", "content": said}, user_id="dana")
    await memory.add({"role": "assistant", "content": [thought]}, user_id="dana")
    spoken, silent = await memory.messages(user_id="dana")
    assert (spoken.content, spoken.metadata["parts"]) == ("How about a walk?", [thought])
    assert silent.content == "[thinking]"


async def test_anthropic_blocks(memory: AsyncMemory):
    await memory.add(
        [
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Let me look."},
                    {"type": "tool_use", "id": "t1", "name": "find", "input": {"q": "Rex"}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "t1",
                        "content": [{"type": "text", "text": "Rex is a dog"}],
                    }
                ],
            },
        ],
        user_id="dana",
    )
    used, result = await memory.messages(user_id="dana")
    assert used.content == 'Let me look.\n[tool call find {"q": "Rex"}]'
    assert result.content == "Rex is a dog"
    hits = await memory.search("Rex", user_id="dana")
    assert hits[0].text == "Rex is a dog"


async def test_a_fact_has_one_value_and_a_history(memory: AsyncMemory):
    first = await memory.set("ui.theme", "dark", user_id="dana", at="2026-01-01")
    same = await memory.set("ui.theme", "dark", user_id="dana", at="2026-01-02")
    assert same.id == first.id
    second = await memory.set("ui.theme", {"name": "light", "size": 2}, user_id="dana")
    assert await memory.value("ui.theme", user_id="dana") == {"name": "light", "size": 2}
    old, new = await memory.history(second.id, user_id="dana")
    assert (old.value, old.closed_at, old.valid_to) == ("dark", new.learned_at, new.valid_from)
    assert (new.open, new.replaces) == (True, first.id)
    assert [note.id for note in await memory.notes(user_id="dana")] == [second.id]
    assert len(await memory.notes(user_id="dana", closed=True)) == 2


async def test_an_older_fact_does_not_undo_a_newer_one(memory: AsyncMemory):
    await memory.set("city", "Lisbon", user_id="dana", at="2026-03-01")
    late = await memory.set("city", "Berlin", user_id="dana", at="2026-01-01")
    assert await memory.value("city", user_id="dana") == "Lisbon"
    assert not late.open
    assert late.valid_to == datetime(2026, 3, 1, tzinfo=UTC)


async def test_a_late_fact_ends_when_the_next_one_begins(memory: AsyncMemory):
    await memory.set("city", "Berlin", user_id="dana", at="2025-01-01")
    await memory.set("city", "Lisbon", user_id="dana", at="2026-02-01")
    late = await memory.set("city", "Porto", user_id="dana", at="2024-05-01")
    assert late.valid_to == datetime(2025, 1, 1, tzinfo=UTC)
    assert await memory.value("city", user_id="dana") == "Lisbon"


async def test_a_fact_belongs_to_its_exact_scope(memory: AsyncMemory):
    await memory.set("tone", "formal", user_id="dana")
    await memory.set("tone", "playful", user_id="dana", agent_id="coach")
    assert await memory.value("tone", user_id="dana") == "formal"
    assert await memory.value("tone", user_id="dana", agent_id="coach") == "playful"
    assert await memory.value("tone", "none", user_id="kim") == "none"


async def test_update_puts_a_new_note_in_the_place_of_the_old(memory: AsyncMemory):
    note = await memory.set("city", "Berlin", user_id="dana")
    newer = await memory.update(note.id, user_id="dana", value="Lisbon", importance=0.9)
    assert (newer.text, newer.value, newer.importance) == ("city: Lisbon", "Lisbon", 0.9)
    assert [n.value for n in await memory.history(note.id)] == ["Berlin", "Lisbon"]
    with pytest.raises(Stale):
        await memory.update(note.id, user_id="dana", value="Porto")


async def test_what_was_said_cannot_be_changed(memory: AsyncMemory):
    added = await memory.add("I said this", user_id="dana")
    with pytest.raises(InputError, match="what was said"):
        await memory.update(added.ids[0], user_id="dana", text="no I did not")


async def test_delete_removes_from_every_way_of_reading(memory: AsyncMemory):
    added = await memory.add(["my dog is Rex", "I live in Berlin"], user_id="dana")
    receipt = await memory.delete(added.ids[0], user_id="dana")
    assert receipt.removed == {"messages": 1, "notes": 1}, "that there is a dog, too"
    assert [m.content for m in await memory.messages(user_id="dana")] == ["I live in Berlin"]
    hits = await memory.search("dog Rex pet", user_id="dana", min_relevance=0)
    assert added.ids[0] not in [hit.id for hit in hits]
    with pytest.raises(NotFound):
        await memory.get(added.ids[0], user_id="dana")
    assert (await memory.verify()).ok


async def test_a_foreign_id_looks_like_a_missing_one(memory: AsyncMemory):
    added = await memory.add("secret", user_id="dana")
    (id,) = added.ids
    for verb in (memory.get, memory.history, memory.delete):
        with pytest.raises(NotFound) as foreign:
            await verb(id, user_id="eve")
        with pytest.raises(NotFound) as missing:
            await verb("f" * 32, user_id="eve")
        assert str(foreign.value).replace(id, "…") == str(missing.value).replace("f" * 32, "…")
    assert (await memory.get(id, user_id="dana")).text == "secret"
