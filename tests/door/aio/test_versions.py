"""Edits that name the version they were made from, and who wrote what."""

from io import StringIO

import pytest

from recollect import Conflict, InputError, NotFound
from recollect.errors import Stale
from recollect.transfer.jsonl import Writing
from recollect.types import Note
from recollect.write.authors import writer


async def test_an_edit_of_the_version_that_stands_is_made(memory):
    first = await memory.set("plan", "walk", user_id="dana")
    second = await memory.update(first.id, value="run", if_version=first.id, user_id="dana")
    third = await memory.set("plan", "swim", user_id="dana", if_version=second.id)
    assert await memory.value("plan", user_id="dana") == "swim"
    versions = await memory.history(third.id, user_id="dana")
    assert [note.value for note in versions] == ["walk", "run", "swim"]


async def test_an_edit_of_an_older_version_is_refused_and_says_whose_stands(memory):
    first = await memory.set("plan", "walk", user_id="dana")
    coach = memory.acting_as("coach")
    second = await coach.update(first.id, value="run", user_id="dana")
    with pytest.raises(Conflict, match="by 'coach'") as caught:
        await memory.update(first.id, value="swim", if_version=first.id, user_id="dana")
    assert isinstance(caught.value, Stale)
    assert caught.value.current == second
    assert second.id in str(caught.value)
    assert "run" not in str(caught.value)
    with pytest.raises(Stale) as caught:
        await memory.set("plan", "swim", user_id="dana", if_version=first.id)
    assert caught.value.current == second
    assert await memory.value("plan", user_id="dana") == "run"


async def test_what_is_set_now_stands_though_what_it_was_ended_later(memory):
    """As by a clock that was set back, or another machine's that goes ahead."""
    walk = await memory.set("plan", "walk", user_id="dana", at="2099-01-01")
    await memory.undo(walk.id, user_id="dana")
    assert (await memory.set("plan", "run", user_id="dana")).open
    assert await memory.value("plan", user_id="dana") == "run"
    await memory.set("tea", "green", user_id="dana")
    black = await memory.set("tea", "black", user_id="dana", at="2099-01-01")
    await memory.delete(black.id, user_id="dana")
    assert (await memory.set("tea", "green", user_id="dana")).open
    assert await memory.value("tea", user_id="dana") == "green"


async def test_an_edit_without_a_version_is_one_of_the_id_it_names(memory):
    first = await memory.set("plan", "walk", user_id="dana")
    second = await memory.update(first.id, value="run")
    with pytest.raises(Stale) as caught:
        await memory.update(first.id, value="swim")
    assert caught.value.current == second


async def test_any_version_names_a_note_if_the_one_read_is_given(memory):
    first = await memory.set("plan", "walk", user_id="dana")
    second = await memory.update(first.id, value="run")
    third = await memory.update(first.id, value="swim", if_version=second.id)
    assert third.replaces == second.id
    with pytest.raises(Stale):
        await memory.update(second.id, value="sit", if_version=second.id)


async def test_a_note_without_a_key_has_versions_too(memory):
    added = await memory.add("I love tea.", user_id="dana")
    first = added.notes[0]
    second = await memory.update(first.id, text="Dana loves green tea.")
    with pytest.raises(Stale) as caught:
        await memory.update(first.id, text="Dana loves coffee.", if_version=first.id)
    assert caught.value.current == second
    third = await memory.update(first.id, text="Dana loves mint tea.", if_version=second.id)
    assert third.text == "Dana loves mint tea."


async def test_nothing_yet_is_a_version_too(memory):
    made = await memory.set("plan", "walk", user_id="dana", if_version="")
    with pytest.raises(Stale) as caught:
        await memory.set("plan", "run", user_id="dana", if_version="")
    assert caught.value.current == made
    with pytest.raises(Stale, match="no newer one"):
        await memory.set("other", "run", user_id="dana", if_version=made.id)


async def test_a_deleted_note_is_not_found_and_an_ended_one_is_stale(memory):
    made = await memory.set("plan", "walk", user_id="dana")
    await memory.delete(made.id)
    with pytest.raises(NotFound):
        await memory.update(made.id, value="run", if_version=made.id)
    again = await memory.set("plan", "sit", user_id="dana")
    await memory.undo(again.id)
    with pytest.raises(Stale, match="no newer one"):
        await memory.update(again.id, value="run", if_version=again.id)


@pytest.mark.parametrize("wrong", [1, 0, b"x", " x", True])
async def test_a_version_is_the_id_of_a_note(memory, wrong):
    made = await memory.set("plan", "walk", user_id="dana")
    with pytest.raises(InputError, match="if_version"):
        await memory.set("plan", "run", user_id="dana", if_version=wrong)
    with pytest.raises(InputError, match="if_version"):
        await memory.update(made.id, value="run", if_version=wrong)
    assert await memory.value("plan", user_id="dana") == "walk"


async def test_setting_the_same_again_changes_nothing(memory):
    first = await memory.set("plan", "walk", user_id="dana", metadata={"tag": 1})
    again = await memory.set("plan", "walk", user_id="dana", if_version=first.id)
    assert again == first
    other = await memory.set("plan", "walk", user_id="dana", metadata={"tag": 2})
    assert other.id != first.id
    assert other.metadata == {"tag": 2}


async def test_what_is_written_for_somebody_says_so_and_can_be_asked_for(memory):
    coach, cook = memory.acting_as("coach"), memory.acting_as("cook")
    await coach.set("plan", "run", user_id="dana")
    await cook.set("diet", "soup", user_id="dana")
    await cook.relate("Dana", "LIKES", "soup", user_id="dana")
    await coach.add("Well done!", user_id="dana")
    await memory.add("My dog is called Rex.", user_id="dana")
    by_cook = await memory.notes(user_id="dana", where={"metadata": {"author": "cook"}})
    assert {note.text for note in by_cook} == {"diet: soup", "Dana likes soup."}
    said = await memory.messages(user_id="dana", where={"metadata": {"author": "coach"}})
    assert [(one.content, writer(one)) for one in said] == [("Well done!", "coach")]
    assert [writer(one) for one in await memory.messages(user_id="dana")][-1] == "dana"


async def test_an_edit_is_its_editors(memory):
    first = await memory.acting_as("coach").set("plan", "run", user_id="dana")
    second = await memory.update(first.id, value="walk")
    assert "author" not in second.metadata
    third = await memory.acting_as("cook").update(second.id, value="eat")
    assert writer(third) == "cook"
    assert [writer(one) for one in await memory.history(third.id)] == ["coach", None, "cook"]


async def test_notes_taken_of_what_an_agent_added_are_its_notes(memory):
    added = await memory.acting_as("coach").add("My dog is called Rex.", user_id="dana")
    notes = await memory.notes(user_id="dana")
    assert added.notes
    assert {writer(note) for note in notes} == {"coach"}


async def test_the_note_under_a_key_is_found_with_its_past(memory):
    first = await memory.set("plan", "walk", user_id="dana")
    second = await memory.set("plan", "run", user_id="dana")
    await memory.set("plan.b", "swim", user_id="dana")
    await memory.set("plan", "eat", user_id="erik")
    assert await memory.notes(user_id="dana", key="plan") == [second]
    both = await memory.notes(user_id="dana", key="plan", closed=True)
    assert [note.id for note in both] == [first.id, second.id]
    assert await memory.notes(user_id="dana", key="plan", kind="core") == []
    assert await memory.notes(user_id="dana", key="nothing") == []
    with pytest.raises(InputError, match="key"):
        await memory.notes(user_id="dana", key="")


async def test_private_shared_and_team_memory_are_kept_apart(memory):
    """As docs/memory.md has it: one agent's, that of an agent and a user, a user's, a team's."""
    places = {
        "private": {"agent_id": "coach"},
        "both": {"user_id": "dana", "agent_id": "coach"},
        "user": {"user_id": "dana"},
        "team": {"agent_id": "team:support"},
        "others": {"agent_id": "cook"},
    }
    for name, place in places.items():
        coach = memory.acting_as("coach" if name != "others" else "cook")
        await coach.add(f"The {name} word is falcon.", **place)
    for name, place in places.items():
        hits = await memory.search("What is the word?", min_relevance=0, **place)
        said = {hit.text for hit in hits if hit.kind == "message"}
        both = {"The both word is falcon.", "The user word is falcon."}
        assert said <= ({f"The {name} word is falcon."} | (both if name == "user" else set()))
        assert f"The {name} word is falcon." in said
        (own,) = [hit.record for hit in hits if hit.text == f"The {name} word is falcon."]
        assert writer(own) == ("cook" if name == "others" else "coach")


async def test_a_version_may_have_any_letters(memory):
    file, id = StringIO(), 'ĥo/2, "50%" ☕'
    with Writing(file, 1) as writing:
        writing.write(Note(text="Dana loves tea.", id=id, user_id="dana"))
    file.seek(0)
    await memory.import_from(file)
    new = await memory.update(id, text="Dana loves coffee.", if_version=id, user_id="dana")
    assert new.replaces == id
    with pytest.raises(Stale):
        await memory.update(id, text="Dana loves milk.", if_version=id, user_id="dana")
