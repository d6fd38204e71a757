"""Looking back, taking back, and what changed meanwhile."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recollect import AsyncMemory, InputError, Message, NotFound, StoreError
from recollect.errors import Stale
from recollect.types import utcnow

DANA = {"user_id": "dana"}


def soon() -> datetime:
    """A moment that nothing was committed at, between what was and what will be."""
    then = utcnow()
    while utcnow() <= then + timedelta(microseconds=2):
        time.sleep(0.0001)
    return then + timedelta(microseconds=1)


async def texts(memory, **asked) -> list[str]:
    return [note.text for note in await memory.notes(**DANA, **asked)]


async def history(memory: AsyncMemory) -> None:
    """A home that changes twice, with words around it."""
    for at, words in (
        ("2026-01-01", "I live in Lisbon."),
        ("2026-02-01", "I live in Berlin."),
        ("2026-03-01", "I live in Oslo."),
    ):
        await memory.add(words, **DANA, at=at)


async def test_what_had_been_said_by_then(memory: AsyncMemory):
    await history(memory)
    for moment, home, count in (
        ("2025-12-31", None, 0),
        ("2026-01-01", "Lisbon", 1),
        ("2026-01-31T23:59:59Z", "Lisbon", 1),
        ("2026-02-15", "Berlin", 2),
        ("2099-01-01", "Oslo", 3),
    ):
        then = memory.as_of(moment)
        assert await then.value("user.home.place", **DANA) == home
        assert await then.values("user.", **DANA) == ({"user.home.place": home} if home else {})
        assert len(await then.messages(**DANA)) == count
        notes = await then.notes(**DANA)
        assert [note.value for note in notes] == [home] * bool(home)
        assert all(note.open and note.valid_to is None for note in notes)
        assert len(await then.notes(**DANA, closed=True)) == count
        hits = await then.search("Where do I live?", **DANA)
        assert any(home in hit.text for hit in hits) if home else hits == []
        later = {"Lisbon", "Berlin", "Oslo"} - {note.value for note in await then.notes(
            **DANA, closed=True)}  # fmt: skip
        context = str(await then.context("Where do I live?", **DANA))
        assert not any(place in context for place in later)
    assert await memory.value("user.home.place", **DANA) == "Oslo"


async def test_a_view_reads_history_reasons_and_relations(memory: AsyncMemory):
    await history(memory)
    await memory.relate("Alice", "MANAGES", "Alpha", **DANA, at="2026-01-05")
    await memory.unrelate("Alice", "MANAGES", "Alpha", **DANA, at="2026-02-05")
    await memory.relate("Bob", "MANAGES", "Alpha", **DANA, at="2026-02-05")
    then = memory.as_of("2026-02-03")
    (home,) = [note for note in await then.notes(**DANA) if note.key == "user.home.place"]
    assert [note.value for note in await then.history(home.id, **DANA)] == ["Lisbon", "Berlin"]
    why = await then.why(home.id)
    assert (why.replaces.value, why.replaced_by) == ("Lisbon", None)
    assert [said.content for said in why.messages] == ["I live in Berlin."]
    assert [edge.subject for edge in await then.related("Alpha", **DANA)] == ["Alice"]
    assert len(await then.path("Alice", "Alpha", **DANA)) == 1
    assert await then.path("Bob", "Alpha", **DANA) == []
    assert "Bob" not in {entity.name for entity in await then.entities(**DANA)}
    newest = (await memory.notes(**DANA))[-1]
    with pytest.raises(NotFound):
        await then.get(newest.id, **DANA)
    with pytest.raises(InputError, match="already"):
        await then.related("Alpha", as_of="2026-01-01", **DANA)


async def test_closed_notes_are_found_by_words_and_meaning_and_nothing_crowds_them_out(
    memory: AsyncMemory,
):
    await memory.set("ui.colour", "dark theme", **DANA, at="2026-01-01")
    await memory.set("ui.colour", "light", **DANA, at="2026-02-01")
    many = [f"The dark theme, once more: {number}" for number in range(150)]
    await memory.add(many, **DANA, at="2026-03-01", learn="never")
    then = memory.as_of("2026-01-15")
    assert [hit.text for hit in await then.search("dark theme", **DANA)] == [
        "ui.colour: dark theme"
    ]
    looked = await memory.as_of("2026-03-02").search("Which mode of interface?", **DANA)
    assert "ui.colour: dark theme" not in [hit.text for hit in looked]
    (seen,) = await then.search("Which mode of interface?", **DANA)
    assert (seen.text, seen.record.open) == ("ui.colour: dark theme", True)


async def test_time_words_are_read_against_that_moment(memory: AsyncMemory):
    await memory.add("We chose the dark theme.", **DANA, at="2026-01-08")
    await memory.add("We chose the light theme.", **DANA, at="2026-01-20")
    (first, *_) = await memory.as_of("2026-01-14").search("What did we choose last week?", **DANA)
    assert (first.text, "when" in first.parts) == ("We chose the dark theme.", True)


async def test_what_was_committed_by_then(memory: AsyncMemory):
    await memory.set("plan", "a", **DANA)
    before = soon()
    await memory.add("I live in Lisbon.", **DANA, at="2023-05-01")
    await memory.set("plan", "b", **DANA)
    then, said = memory.as_of(before, recorded=True), memory.as_of("2023-06-01")
    assert await texts(then) == ["plan: a"]
    assert await then.messages(**DANA) == []
    assert await then.search("Where do I live? Lisbon", **DANA, min_relevance=0) != []
    assert all("Lisbon" not in hit.text
               for hit in await then.search("Lisbon", **DANA, min_relevance=0))  # fmt: skip
    assert await then.value("plan", **DANA) == "a"
    assert await texts(said) == ["The user lives in Lisbon."]
    assert await texts(memory.as_of("2020-01-01", recorded=True)) == []
    assert await texts(memory.as_of("2099-01-01", recorded=True)) == await texts(memory)


async def test_what_is_said_often_is_counted_as_far_as_it_was_said(memory: AsyncMemory):
    for number in range(12):
        said = datetime(2026, 1, number + 1, tzinfo=UTC)
        await memory.add(Message("I love jazz.", id=f"m{number}", at=said), **DANA)
    (now,) = await memory.notes(**DANA)
    (then,) = await memory.as_of("2026-01-04").notes(**DANA)
    assert (now.seen, then.seen, then.id) == (12, 4, now.id)
    assert then.sources == ("m0", "m1", "m2", "m3")
    assert then.last_seen == datetime(2026, 1, 4, tzinfo=UTC)
    (first,) = await memory.as_of("2026-01-01").notes(**DANA)
    assert (first.seen, first.last_seen, first.sources) == (1, None, ("m0",))


async def test_older_news_end_nothing_newer(memory: AsyncMemory):
    await memory.add("I live in Oslo.", **DANA, at="2026-03-01")
    await memory.add("I live in Lisbon.", **DANA, at="2026-01-01")
    await memory.add("I live in Berlin.", **DANA, at="2026-02-01")
    then = [memory.as_of(f"2026-0{month}-10") for month in (1, 2, 3)]
    homes = [await view.value("user.home.place", **DANA) for view in then]
    assert homes == ["Lisbon", "Berlin", "Oslo"]
    assert await memory.value("user.home.place", **DANA) == "Oslo"
    # Said again in April: what is told of a March afterwards was before that.
    await memory.add("I live in Oslo.", **DANA, at="2026-04-20")
    await memory.add("I live in Rome.", **DANA, at="2026-04-01")
    assert await memory.value("user.home.place", **DANA) == "Oslo"
    assert await memory.as_of("2026-04-10").value("user.home.place", **DANA) == "Rome"
    # And the same value, said before it was known to be so.
    await memory.set("size", 3, **DANA, at="2026-03-01")
    await memory.set("size", 3, **DANA, at="2026-01-01")
    assert await memory.as_of("2026-02-01").value("size", **DANA) == 3
    assert (await memory.verify()).ok


async def test_undoing_a_fact(memory: AsyncMemory):
    first = await memory.set("plan", "a", **DANA, at="2026-01-01")
    second = await memory.set("plan", "b", **DANA, at="2026-02-01")
    done = await memory.undo(second.id, **DANA, at="2026-03-01")
    (again,) = done.restored
    assert (done.closed.id, again.value, again.replaces) == (second.id, "a", second.id)
    assert again.metadata == {"undoes": second.id, "restores": first.id}
    assert (again.open, again.valid_to, again.valid_from) == (True, None, first.valid_from)
    assert await memory.value("plan", **DANA) == "a"
    values = [note.value for note in await memory.history(again.id, **DANA)]
    assert values == ["a", "b", "a"]
    why = await memory.why(again.id)
    assert (why.replaces.id, why.note.metadata["undoes"]) == (second.id, second.id)
    assert await memory.as_of("2026-02-15").value("plan", **DANA) == "b"
    with pytest.raises(Stale, match="newer"):
        await memory.undo(second.id, **DANA)
    with pytest.raises(Stale, match="newer"):
        await memory.undo(first.id, **DANA)
    # Undoing the undoing.
    redone = await memory.undo(again.id, **DANA)
    assert await memory.value("plan", **DANA) == "b"
    assert redone.restored[0].metadata["undoes"] == again.id
    edited = await memory.update(redone.restored[0].id, value="c")
    assert "undoes" not in edited.metadata


async def test_what_is_told_late_ends_no_earlier_than_it_began(memory: AsyncMemory):
    await memory.set("plan", "a", at="2026-01-01", **DANA)
    wrong = await memory.set("plan", "b", at="2026-02-01", **DANA)
    await memory.undo(wrong.id, at="2026-04-01", **DANA)
    await memory.set("plan", "c", at="2026-03-01", **DANA)
    assert await memory.value("plan", **DANA) == "a"
    for note in await memory.notes(closed=True, **DANA):
        assert note.valid_from <= (note.valid_to or note.valid_from)


async def test_undoing_what_was_just_learned(memory: AsyncMemory):
    added = await memory.add("I live in Lisbon.", **DANA)
    (note,) = added.notes
    done = await memory.undo(note.id)
    assert (done.restored, done.closed.id) == ((), note.id)
    assert await memory.notes(**DANA) == []
    assert [hit.kind for hit in await memory.search("Lisbon", **DANA)] == ["message"]
    back = await memory.undo(note.id)
    assert (back.closed, [one.text for one in back.restored]) == (None, [note.text])
    assert await texts(memory) == [note.text]
    moved = (await memory.add("I live in Oslo.", **DANA)).notes[0]
    await memory.undo(moved.id)
    assert await memory.value("user.home.place", **DANA) == "Lisbon"
    assert (await memory.verify()).ok


async def test_undoing_edits_and_relations(memory: AsyncMemory):
    alice = ("Alice", "MANAGES", "Alpha")
    said = {"at": "2026-01-01", "valid_to": "2027-01-01"}
    edge = await memory.relate(*alice, **DANA, **said)
    ended = await memory.unrelate(*alice, **DANA, at="2026-02-01")
    assert await memory.related("Alpha", **DANA, at="2026-03-01") == []
    done = await memory.undo(ended.id, **DANA, at="2026-02-02")
    assert [note.valid_to for note in done.restored] == [edge.valid_to]
    for when in ("2026-01-15", "2026-03-01"):
        (held,) = await memory.related("Alpha", **DANA, at=when)
        assert held.subject == "Alice"
    alias = await memory.same("Al", "Alice", **DANA)
    await memory.undo(alias.id)
    assert await memory.related("Al", **DANA) == []
    note = (await memory.add("I love jazz.", **DANA)).notes[0]
    edited = await memory.update(note.id, text="The user adores jazz.")
    await memory.undo(edited.id)
    assert note.text in await texts(memory)
    assert edited.text not in await texts(memory)


async def test_undoing_brings_back_all_that_was_merged(memory: AsyncMemory):
    one = (await memory.add("I love jazz.", **DANA)).notes[0]
    two = (await memory.add("I love chess.", **DANA)).notes[0]
    merged = {"merged": [one.id, two.id]}
    await memory.undo(two.id)
    both = await memory.update(one.id, text="Jazz and chess.", metadata=merged)
    assert await texts(memory) == ["Jazz and chess."]
    await memory.undo(both.id)
    assert sorted(await texts(memory)) == sorted([one.text, two.text])


async def test_what_cannot_be_undone(memory: AsyncMemory):
    (said,) = await memory.add("Hello.", **DANA)
    with pytest.raises(InputError, match="what was said"):
        await memory.undo(said.id)
    with pytest.raises(NotFound):
        await memory.undo("nothing")
    note = await memory.set("plan", "a", **DANA)
    with pytest.raises(NotFound):
        await memory.undo(note.id, user_id="eve")


async def test_what_changed_meanwhile(memory: AsyncMemory):
    await history(memory)
    await memory.relate("Alice", "MANAGES", "Alpha", **DANA, at="2026-02-10")
    await memory.unrelate("Alice", "MANAGES", "Alpha", **DANA, at="2026-03-10")
    january = await memory.diff("2025-12-01", "2026-01-31", **DANA)
    assert (len(january.said), [note.value for note in january.learned]) == (1, ["Lisbon"])
    assert (january.replaced, january.closed, january.recorded) == ((), (), False)
    spring = await memory.diff("2026-01-31", "2026-03-31", **DANA)
    assert [(old.value, new.value) for old, new in spring.replaced] == [
        ("Lisbon", "Berlin"), ("Berlin", "Oslo"),
    ]  # fmt: skip
    assert [note.subject for note in spring.learned] == ["Alice"]
    assert [note.subject for note in spring.closed] == ["Alice"]
    assert not await memory.diff("2026-04-01", "2026-05-01", **DANA)
    # The beginning is left out, the end is in.
    assert len((await memory.diff("2026-01-01", "2026-02-01", **DANA)).said) == 1
    before = soon()
    await memory.add("I live in Rome.", **DANA, at="2020-01-01")
    stored = await memory.diff(before, **DANA, recorded=True)
    assert (stored.recorded, len(stored.said)) == (True, 1)
    assert [note.value for note in stored.learned] == ["Rome"]
    assert not await memory.diff("2000-01-01", before, user_id="eve", recorded=True)


@pytest.mark.parametrize("bad", [3, None, "yesterday", "2026-13-01", b"2026-01-01", object()])
async def test_bad_moments_are_told(memory: AsyncMemory, bad):
    with pytest.raises(InputError, match="as_of"):
        memory.as_of(bad)
    with pytest.raises(InputError, match="since"):
        await memory.diff(bad, **DANA)


async def test_bad_flags_and_orders_are_told(memory: AsyncMemory):
    with pytest.raises(InputError, match="recorded"):
        memory.as_of("2026-01-01", recorded=1)
    with pytest.raises(InputError, match="earlier one first"):
        await memory.diff("2026-02-01", "2026-01-01", **DANA)
    with pytest.raises(InputError):
        await memory.diff("2026-01-01", "2026-02-01")
    naive = memory.as_of(datetime(2026, 1, 1))
    assert await naive.notes(**DANA) == []
    view = memory.as_of("2026-01-01")
    writing = ("add", "set", "update", "delete", "relate", "erase", "learn", "undo", "session")
    assert [verb for verb in writing if hasattr(view, verb)] == []


async def test_a_time_that_is_named_by_an_event(memory: AsyncMemory):
    await memory.add("We chose the dark theme.", **DANA, at="2026-01-08")
    await memory.add("We chose the light theme.", **DANA, at="2026-04-20")
    now, before = {**DANA, "at": "2026-06-01"}, "What theme did we choose before the launch?"
    assert not any("when" in hit.parts for hit in await memory.search(before, **now))
    await memory.add("The launch was on 3 March 2026.", **DANA, at="2026-03-10")
    hits = {hit.text: hit for hit in await memory.search(before, **now)}
    assert "when" in hits["We chose the dark theme."].parts
    assert "when" not in hits["We chose the light theme."].parts
    after = await memory.search("What theme have we chosen since the launch?", **now)
    assert after[0].text == "We chose the light theme."
    # As of a day when nobody knew of the launch, there is no such time.
    then = memory.as_of("2026-02-01")
    assert not any("when" in hit.parts for hit in await then.search(before, **DANA))


async def test_a_store_without_a_past_says_so(memory: AsyncMemory, monkeypatch):
    monkeypatch.setattr(memory._store, "features", replace(memory._store.features, as_of=False))
    note = await memory.set("plan", "a", **DANA)
    with pytest.raises(StoreError, match="keeps no past"):
        memory.as_of("2026-01-01")
    with pytest.raises(StoreError, match="keeps no past"):
        await memory.related("Ann", as_of="2026-01-01", **DANA)
    with pytest.raises(StoreError, match="keeps no past"):
        await memory.diff("2026-01-01", "2026-02-01", recorded=True, **DANA)
    assert (await memory.undo(note.id)).closed.id == note.id


async def test_what_stands_is_there_as_of_now_though_all_happened_at_once(memory):
    """Pruning stores the versions beside it anew; all of them were said at one moment."""
    day = {"at": "2026-03-01", **DANA}
    first = await memory.set("plan", "a", **day)
    await memory.set("plan", "b", **day)
    await memory.set("plan", "c", **day)
    await memory.expire(first.id, **DANA)
    assert (await memory.prune(**DANA)).ok
    then = memory.as_of("2026-03-01")
    assert await then.value("plan", **DANA) == await memory.value("plan", **DANA) == "c"
    assert await then.notes(**DANA) == await memory.notes(**DANA)


async def test_a_note_that_ended_does_not_come_back_by_undo(memory):
    """Its end is told beside it, and holds for the version that stands again."""
    wrong = await memory.set("door code", "4711", **DANA)
    await memory.expire(wrong.id, **DANA)
    newer = await memory.set("door code", "0815", **DANA)
    await memory.undo(newer.id, **DANA)
    assert await memory.value("door code", **DANA) is None
    assert "4711" not in [note.value for note in await memory.notes(**DANA)]


async def test_undo_hands_a_pin_back(memory):
    """As setting the fact handed it on."""
    await memory.pin((await memory.set("allergy", "nuts", **DANA)).id, **DANA)
    wrong = await memory.set("allergy", "none", **DANA)
    [again] = (await memory.undo(wrong.id, **DANA)).restored
    assert [note.id for note in await memory.pins(**DANA)] == [again.id]
    await memory.undo(again.id, **DANA)
    assert [note.value for note in await memory.pins(**DANA)] == ["none"]


@pytest.mark.parametrize("told", ["set", "said"])
async def test_what_is_told_late_between_two_changes_no_end_that_was_told(memory, told):
    """As of now everything reads as it does."""
    for day, place in ((10, "Oslo"), (1, "Rome"), (5, "Lisbon")):
        at = f"2026-01-{day:02}"
        if told == "set":
            await memory.set("user.home.place", place, at=at, user_id="dana")
        else:
            await memory.add(f"I live in {place}.", at=at, session_id=place, user_id="dana")
    now = await memory.notes(closed=True, user_id="dana")
    assert await memory.as_of("2026-02-01").notes(closed=True, user_id="dana") == now
    stood = [
        await memory.as_of(f"2026-01-{day:02}").value("user.home.place", user_id="dana")
        for day in (2, 6, 11)
    ]
    assert stood == ["Rome", "Lisbon", "Oslo"]
