"""Notes are taken of what is said: once, from the words, and never over anybody's head."""

import io
import json

import pytest

from recollect import AsyncMemory, ConfigError, InputError, Message
from recollect.orders import FIRST_SOURCES, LAST_SOURCES

DANA = {"user_id": "dana"}


async def notes(memory: AsyncMemory, closed: bool = False) -> list[str]:
    return [note.text for note in await memory.notes(**DANA, closed=closed)]


async def test_what_is_said_is_noted_at_once(memory: AsyncMemory):
    added = await memory.add("Hello! I live in Lisbon with my sister.", **DANA)
    (note,) = await memory.notes(**DANA)
    assert added.notes == (note,)
    assert added.new == added.ids
    assert (note.key, note.value) == ("user.home.place", "Lisbon")
    assert note.text == "The user lives in Lisbon with their sister."
    assert (note.sources, note.learned_at) == (added.ids, added.messages[0].at)
    assert await memory.value("user.home.place", **DANA) == "Lisbon"


async def test_a_thousand_repeats_are_one_note(memory: AsyncMemory):
    for start in range(0, 1000, 100):
        said = [Message("I love jazz.", id=f"m{start + i}") for i in range(100)]
        await memory.add(said, **DANA)
    (note,) = await memory.notes(**DANA, closed=True)
    assert note.seen == 1000
    assert len(note.sources) == FIRST_SOURCES + LAST_SOURCES
    assert (note.sources[0], note.sources[-1]) == ("m0", "m999")
    await memory.add([Message("I love jazz.", id=f"m{i}") for i in range(1000)], **DANA)
    assert [note.seen for note in await memory.notes(**DANA, closed=True)] == [1000]


async def test_a_session_confirms_once(memory: AsyncMemory):
    for session in ("s1", "s2"):
        for _ in range(3):
            await memory.add("I love jazz!", **DANA, session_id=session)
    (note,) = await memory.notes(**DANA)
    assert note.seen == 2
    assert (await memory.why(note.id)).confidence > note.confidence


async def test_a_taste_closes_its_opposite(memory: AsyncMemory):
    await memory.add("I love jazz.", **DANA, at="2026-01-01")
    await memory.add("I hate jazz.", **DANA, at="2026-03-01")
    loved, hated = await memory.notes(**DANA, closed=True)
    assert (loved.open, loved.closed_at, hated.open) == (False, hated.learned_at, True)
    await memory.add("I love jazz!", **DANA, at="2026-04-01")
    assert await notes(memory) == ["The user loves jazz."]


async def test_a_newer_value_closes_the_older(memory: AsyncMemory):
    await memory.add("I live in Lisbon.", **DANA, at="2026-01-01")
    await memory.add("I live in Berlin.", **DANA, at="2026-03-01")
    old, new = await memory.notes(**DANA, closed=True)
    assert (old.value, old.open, new.value, new.open) == ("Lisbon", False, "Berlin", True)
    assert old.closed_at == old.valid_to == new.learned_at
    assert new.replaces == old.id
    assert await memory.history(new.id, **DANA) == [old, new]
    why = await memory.why(new.id)
    assert (why.rule, why.replaces, why.replaced_by) == ("home.lives_in", old, None)
    assert [message.content for message in why.messages] == ["I live in Berlin."]
    assert (await memory.why(old.id)).replaced_by == new


async def test_what_comes_late_is_stored_as_ended(memory: AsyncMemory):
    await memory.add("I live in Berlin.", **DANA, at="2026-03-01")
    await memory.add("I live in Lisbon.", **DANA, at="2026-01-01")
    assert await memory.value("user.home.place", **DANA) == "Berlin"
    late, now = await memory.notes(**DANA, closed=True)
    assert (late.value, late.closed_at) == ("Lisbon", now.learned_at)


async def test_what_ends_is_closed_and_its_words_stay(memory: AsyncMemory):
    await memory.add("I work at Acme. I love jazz.", **DANA)
    await memory.add("I no longer work at Acme.", **DANA)
    await memory.add("Forget that I love jazz.", **DANA)
    assert await notes(memory) == ["The user no longer works at Acme."]
    assert len(await notes(memory, closed=True)) == 3
    assert len(await memory.messages(**DANA)) == 3
    await memory.add("I love jazz.", **DANA)
    assert "The user loves jazz." in await notes(memory)


async def test_a_rule_never_closes_what_was_set_by_hand(memory: AsyncMemory):
    fact = await memory.set("user.home.place", "Rome", **DANA)
    await memory.add("I live in Lisbon.", **DANA)
    (pair,) = await memory.conflicts(**DANA)
    assert (pair[0], pair[1].value) == (fact, "Lisbon")
    assert await memory.value("user.home.place", **DANA) == "Rome"
    assert await memory.values("user.", **DANA) == {"user.home.place": "Rome"}
    await memory.add("I live in Berlin.", **DANA)
    ((_, rival),) = await memory.conflicts(**DANA)
    assert rival.value == "Berlin"
    await memory.set("user.home.place", "Berlin", **DANA)
    assert await memory.conflicts(**DANA) == []


async def test_what_was_corrected_by_hand_stays_corrected(memory: AsyncMemory):
    (note,) = (await memory.add("I live in Lisbon.", **DANA)).notes
    await memory.update(note.id, value="Porto")
    await memory.add("I live in Lisbon!", **DANA)
    assert await memory.value("user.home.place", **DANA) == "Porto"
    assert len(await memory.conflicts(**DANA)) == 1


async def test_what_the_assistant_repeats_is_no_news(memory: AsyncMemory):
    await memory.add("I love jazz.", **DANA)
    for _ in range(3):
        await memory.add({"role": "assistant", "content": "I love jazz. You love jazz."}, **DANA)
    assert [note.seen for note in await memory.notes(**DANA)] == [1]


@pytest.mark.parametrize("turns", [40, pytest.param(200, marks=pytest.mark.rest)])
async def test_recalling_and_repeating_makes_no_note(memory: AsyncMemory, turns: int):
    said = (
        "I live in Lisbon.",
        "I love jazz.",
        "My dog's name is Rex.",
        "I've booked a cabin in the mountains for my dog.",
    )
    promise = "I've scheduled your review of the home page for March 12."
    for i, words in enumerate(said):
        await memory.add(words, **DANA, session_id=f"before-{i}", at="2026-03-01")
    await memory.add({"role": "assistant", "content": promise}, **DANA, at="2026-03-01")
    before = await memory.notes(**DANA, closed=True)
    assert len(before) == len(said) + 1
    again = 0
    async with memory.session(**DANA) as chat:
        for turn in range(turns):
            await chat.user(said[turn % len(said)] if turn % 2 else "My home, pet and live music?")
            prompt = await chat.prompt(budget=4000)
            recalled = prompt[-2]["content"]
            assert any("cabin" in one["content"] for one in prompt)
            again += "cabin" in recalled  # else the words are among the turns in view
            shown = recalled.replace("user: ", "\n").replace("assistant: ", "\n")
            await chat.assistant(f"I remember: {recalled}\n{shown}\n{said[3]}\n{promise}")
    assert again > turns // 4
    every = await memory.notes(**DANA, closed=True)
    after = [note for note in every if note.kind != "summary"]  # the session itself, in short
    assert [note.text for note in after] == [note.text for note in before]
    assert all(note.open for note in after)
    assert max(note.seen for note in after) == 2


async def test_a_short_answer_is_read_with_its_question(memory: AsyncMemory):
    async with memory.session(**DANA) as chat:
        await chat.assistant("Where do you live?")
        await chat.user("Lisbon")
    assert await memory.value("user.home.place", **DANA) == "Lisbon"


async def test_later_and_never(url, embedder):
    async with AsyncMemory(url, embedder=embedder, learn="later") as memory:
        await memory.add("I live in Lisbon.", **DANA)
        private = await memory.add("I love jazz.", **DANA, learn="never")
        await memory.add("I work at Acme.", **DANA, learn="now")
        assert await notes(memory) == ["The user works at Acme."]
        assert private.messages[0].metadata == {"learn": "never"}
        assert await memory.learn(**DANA) == 1
        assert sorted(await notes(memory)) == [
            "The user lives in Lisbon.",
            "The user works at Acme.",
        ]
        assert await memory.learn() == 0
        assert all(note.seen == 1 for note in await memory.notes(**DANA))


async def test_never_is_never(url, embedder):
    async with AsyncMemory(url, embedder=embedder, learn="never") as memory:
        await memory.add("I live in Lisbon.", **DANA)
        assert await notes(memory) == []
        with pytest.raises(ConfigError, match="later"):
            await memory.learn()
    with pytest.raises(InputError, match="now, later, never"):
        AsyncMemory(url, learn="soon")


async def test_learning_now_leaves_nothing_for_later(memory: AsyncMemory):
    await memory.add(["I live in Lisbon.", "How are you?"], **DANA)
    await memory.set("theme", "dark", **DANA)
    await memory.add("I love jazz.", **DANA)
    told = []
    assert await memory.learn(**DANA, progress=lambda done, total: told.append((done, total))) == 0
    assert told[-1] == (3, 3)


async def test_learning_later_reads_as_learning_at_once(url, embedder):
    said = ["I live in Lisbon.", "I love jazz.", "I live in Porto.", "I love jazz!"]
    turns = [Message(text, id=f"m{i}") for i, text in enumerate(said)]
    found = []
    for user, when in (("now", "now"), ("later", "later")):
        async with AsyncMemory(url, embedder=embedder, learn=when) as memory:
            for turn in turns:
                await memory.add(turn, user_id=user)
            await memory.learn(user_id=user)
            kept = await memory.notes(user_id=user, closed=True)
            found.append([(n.id, n.text, n.open, n.seen, n.sources) for n in kept])
    assert found[0] == found[1]


async def test_each_agent_and_user_has_notes_of_its_own(memory: AsyncMemory):
    await memory.add("I live in Lisbon.", **DANA, agent_id="coach")
    await memory.add("I live in Berlin.", **DANA, agent_id="chef")
    await memory.add("I live in Rome.", user_id="erik")
    coach = await memory.notes(**DANA, agent_id="coach")
    assert [note.value for note in coach] == ["Lisbon"]
    assert [note.value for note in await memory.notes(user_id="erik")] == ["Rome"]
    assert await memory.conflicts(**DANA) == []


async def test_a_note_is_shown_by_its_words(memory: AsyncMemory):
    await memory.add("I live in Berlin.", **DANA)
    (hit,) = await memory.search("Where is my home?", **DANA, min_relevance=0)
    assert hit.kind == "message"
    (note,) = await memory.search("home", **DANA, min_relevance=0, where={"kind": "note"})
    assert note.sources == (hit.id,)
    absence = await memory.why_not("Where is my home?", note.id, **DANA)
    assert absence.stage == "found"


async def test_deleting_the_words_takes_the_note_along(memory: AsyncMemory):
    first = await memory.add("I love jazz.", **DANA)
    second = await memory.add("I love jazz!", **DANA)
    await memory.delete(first.ids[0])
    (note,) = await memory.notes(**DANA)
    assert (note.sources, note.seen) == (second.ids, 1)
    await memory.delete(second.ids[0])
    assert await memory.notes(**DANA, closed=True) == []


async def test_a_note_keeps_no_words_of_a_deleted_message(memory: AsyncMemory):
    first = await memory.add("I moved from Bratislava to Rome.", at="2026-01-01", **DANA)
    second = await memory.add("I moved from Lisbon to Rome.", at="2026-02-01", **DANA)
    (note,) = await memory.notes(**DANA)
    assert ("Bratislava" in note.text, note.seen) == (True, 2)
    await memory.delete(first.ids[0])
    (note,) = await memory.notes(**DANA, closed=True)
    assert note.text == "The user moved from Lisbon to Rome."
    assert (note.value, note.sources, note.seen) == ("Rome", second.ids, 1)
    assert await memory.as_of("2026-01-15").notes(**DANA) == []


async def test_counts_survive_a_move(memory: AsyncMemory, embedder):
    for _ in range(20):
        await memory.add("I love jazz.", **DANA)
    file = io.StringIO()
    await memory.export_to(file)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["seen"] for line in lines if line.get("type") == "note"] == [20]
    file.seek(0)
    async with AsyncMemory("memory://", embedder=embedder) as other:
        await other.import_from(file)
        assert await other.notes(**DANA) == await memory.notes(**DANA)


async def test_why_asks_for_a_note(memory: AsyncMemory):
    added = await memory.add("Hello there.", **DANA)
    with pytest.raises(InputError, match="note"):
        await memory.why(added.ids[0])
    fact = await memory.set("theme", "dark", **DANA)
    why = await memory.why(fact.id, **DANA)
    assert (why.rule, why.messages, why.confidence) == (None, (), 1.0)
    with pytest.raises(InputError, match="prefix"):
        await memory.values(3, **DANA)


async def test_what_is_said_again_and_changed_in_one_go_is_learned(memory: AsyncMemory):
    await memory.add("I live in Lisbon.", **DANA, at="2026-01-01")
    said = ["I live in Lisbon.", "I live in Oslo."]
    await memory.add(said, **DANA, at="2026-02-01")
    assert await memory.value("user.home.place", **DANA) == "Oslo"
    await memory.add(["I live in Oslo.", "I live in Rome."], **DANA, at="2026-03-01", learn="later")
    assert await memory.learn(**DANA) == 1
    assert await memory.value("user.home.place", **DANA) == "Rome"


async def test_who_leaves_a_place_of_work_no_longer_works_there(memory: AsyncMemory):
    await memory.add("I work at Bosch in Stuttgart. I love Bosch.", user_id="dana", at="2026-01-01")
    await memory.add("I left Bosch last month.", user_id="dana", at="2026-03-09")
    texts = [note.text for note in await memory.notes(user_id="dana")]
    assert texts == ["The user loves Bosch.", "The user left Bosch last month (2026-02)."]
    assert await memory.value("user.work.employer", user_id="dana") is None
    then = memory.as_of("2026-02-01")
    assert await then.value("user.work.employer", user_id="dana") == "Bosch in Stuttgart"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("I quit my job.", None),
        ("I left my job at Acme.", None),
        ("I left my job at Bosch.", "Acme"),
    ],
)
async def test_who_quits_a_job_quits_that_one(memory: AsyncMemory, said, left):
    await memory.add("I work at Acme.", user_id="dana", at="2026-01-01")
    await memory.add(said, user_id="dana", at="2026-03-09")
    assert await memory.value("user.work.employer", user_id="dana") == left


async def test_who_moves_from_one_place_to_another_lives_there(memory: AsyncMemory):
    await memory.add("I live in Lisbon.", user_id="dana", at="2026-01-01")
    await memory.add("I moved from Lisbon to Porto.", user_id="dana", at="2026-03-09")
    assert await memory.value("user.home.place", user_id="dana") == "Porto"


async def test_a_correction_without_a_verb_takes_the_place_of_what_it_corrects(memory: AsyncMemory):
    ids = {"user_id": "dana", "session_id": "s1"}
    await memory.add("I have a dentist appointment on Wednesday.", **ids, at="2026-03-09T10:00Z")
    noted = {"role": "assistant", "content": "Noted: you have a dentist appointment on Wednesday."}
    await memory.add([noted], **ids, at="2026-03-09T10:01Z")
    await memory.add("No, Thursday.", **ids, at="2026-03-09T10:02Z")
    (now,) = await memory.notes(user_id="dana")
    assert now.text == "The user has a dentist appointment on Thursday (2026-03-12)."
    was, again = await memory.history(now.id)
    assert (was.id, again.id) == (now.replaces, now.id)
    assert not was.open


async def test_a_correction_goes_with_the_words_that_it_corrects(memory: AsyncMemory):
    ids = {"user_id": "dana", "session_id": "s1"}
    (said,) = await memory.add("I have a canary appointment on Monday.", **ids, at="2026-03-04")
    await memory.add("No, Tuesday.", **ids, at="2026-03-05")
    (note,) = await memory.notes(user_id="dana")
    assert note.sources[0] == said.id
    assert not (await memory.verify()).problems
    await memory.erase(id=said.id, user_id="dana")
    assert await memory.notes(user_id="dana", closed=True) == []


async def test_a_page_is_not_corrected_into_a_fact_of_the_user(memory: AsyncMemory):
    ids = {"user_id": "dana", "session_id": "s1"}
    page = {"source": "web"}
    await memory.add("My appointment is on Monday.", **ids, at="2026-03-04", metadata=page)
    await memory.add("No, Tuesday.", **ids, at="2026-03-05")
    assert all(note.trust < 1.0 for note in await memory.notes(user_id="dana"))
