"""ADK's contract for session services, as its own tests have it, and what is promised besides."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from google.adk.errors import StaleSessionError
from google.adk.errors.already_exists_error import AlreadyExistsError
from google.adk.errors.session_not_found_error import SessionNotFoundError
from google.adk.events import Event, EventActions
from google.adk.sessions import Session
from google.adk.sessions.base_session_service import GetSessionConfig
from google.genai import types

from recollect import AsyncMemory, InputError, Memory
from recollect.errors import ScopeError, StoreBusy
from recollect.hosts.adk import RecollectMemoryService, RecollectSessionService
from tests.faults.canaries import left
from tests.serving import serving

DANA = {"app_name": "school", "user_id": "dana"}
KIM = {"app_name": "school", "user_id": "kim"}
SHOP = {"app_name": "shop", "user_id": "dana"}
Service = RecollectSessionService
ROOT = Path(__file__).parents[3]


@pytest.fixture
def service(memory: AsyncMemory) -> Service:
    return RecollectSessionService(memory)


def change(author: str = "user", **delta: Any) -> Event:
    """An event that changes a state; `user__x` stands for `user:x`."""
    named = {key.replace("__", ":"): value for key, value in delta.items()}
    return Event(invocation_id="i1", author=author, actions=EventActions(state_delta=named))


def said(text: str, **more: Any) -> Event:
    content = types.Content(role="user", parts=[types.Part(text=text)])
    return Event(invocation_id="i1", author="user", content=content, **more)


async def got(service: Service, id: str, whose: dict[str, str] = DANA, **config: Any) -> Session:
    asked = GetSessionConfig(**config) if config else None
    made = await service.get_session(session_id=id, config=asked, **whose)
    assert made is not None
    return made


async def test_a_session_is_made_got_and_deleted(service: Service):
    assert await service.get_session(session_id="s1", **DANA) is None
    made = await service.create_session(state={"key": "value"}, **DANA)
    assert (made.app_name, made.user_id, made.state) == ("school", "dana", {"key": "value"})
    assert made.id
    assert made.last_update_time <= time.time()
    assert await got(service, made.id) == made
    for _ in range(2):
        await service.delete_session(session_id=made.id, **DANA)
        assert await service.get_session(session_id=made.id, **DANA) is None
    with pytest.raises(SessionNotFoundError):
        await service.append_event(made, said("Hello."))
    assert (await service.list_sessions(**DANA)).sessions == []


async def test_an_id_is_given_once(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    await service.append_event(made, said("Hello."))
    for id in ("s1", " s1\n"):
        with pytest.raises(AlreadyExistsError):
            await service.create_session(session_id=id, state={"user:x": 1}, **DANA)
    assert (await got(service, "s1")).state == {}
    tries = [service.create_session(session_id="s2", **DANA) for _ in range(5)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, AlreadyExistsError) for one in done) == 4
    assert sum(isinstance(one, Session) for one in done) == 1


async def test_an_id_may_be_padded_or_strange(service: Service):
    for given, id in ((" padded ", "padded"), ("a/b c%2F\td", "a/b c%2F\td"), ("日本", "日本")):
        made = await service.create_session(session_id=given, **DANA)
        assert made.id == id
        assert await got(service, given) == made
        assert [one.id for one in (await service.list_sessions(**DANA)).sessions] == [id]
        await service.delete_session(session_id=given, **DANA)
    assert (await service.create_session(session_id="  ", **DANA)).id.strip()


async def test_sessions_are_listed_without_their_events_the_latest_last(service: Service):
    for whose, id in ((DANA, "s1"), (DANA, "s2"), (KIM, "s3"), (SHOP, "s4")):
        await service.create_session(session_id=id, state={"key": id, "user:n": 1}, **whose)
    first = await got(service, "s1")
    await service.append_event(first, change(more=2))

    async def listed(**whose: Any) -> list[Session]:
        return (await service.list_sessions(**whose)).sessions

    assert [one.id for one in await listed(**DANA)] == ["s2", "s1"]
    assert [one.id for one in await listed(app_name="school")] == ["s2", "s3", "s1"]
    assert [one.id for one in await listed(**SHOP)] == ["s4"]
    (last,) = (await listed(**DANA))[1:]
    assert last.state == {"key": "s1", "more": 2, "user:n": 1}
    assert last.events == []
    assert last.last_update_time == first.last_update_time
    await service.append_event(last, said("From a list."))
    assert len((await got(service, "s1")).events) == 2


async def test_each_state_is_seen_where_it_belongs(service: Service):
    given = {"app:a": 1, "user:u": 1, "own": 1, "temp:t": 1}
    first = await service.create_session(session_id="s1", state=given, **DANA)
    assert first.state == {"app:a": 1, "user:u": 1, "own": 1}
    await service.append_event(first, change(app__b=2, user__v=2, more=2))
    everything = {"app:a": 1, "app:b": 2, "user:u": 1, "user:v": 2, "own": 1, "more": 2}
    assert first.state == everything
    assert (await got(service, "s1")).state == everything
    app, user = {"app:a": 1, "app:b": 2}, {"user:u": 1, "user:v": 2}
    assert (await service.create_session(session_id="s2", **DANA)).state == app | user
    assert (await service.create_session(session_id="s1", **KIM)).state == app
    assert (await service.create_session(session_id="s1", **SHOP)).state == {}
    assert await service.get_user_state(**DANA) == {"u": 1, "v": 2}
    assert await service.get_user_state(**KIM) == {}
    assert await service.get_user_state(**SHOP) == {}
    await service.delete_session(session_id="s1", **DANA)
    assert await service.get_user_state(**DANA) == {"u": 1, "v": 2}
    assert (await got(service, "s2")).state == app | user


async def test_the_latest_value_holds_and_the_others_are_not_kept(
    service: Service, memory: AsyncMemory
):
    made = await service.create_session(session_id="s1", state={"user:z": 0}, **DANA)
    for n in range(12):
        await service.append_event(made, change(user__n=n, user__x={"n": n}, app__n=None, n=n))
    assert await service.get_user_state(**DANA) == {"z": 0, "n": 11, "x": {"n": 11}}
    assert (await got(service, "s1")).state == made.state
    assert made.state["app:n"] is None
    kept = await memory.messages(user_id="dana", session_id="adk:state")
    assert [one.metadata["item"] for one in kept] == [{"z": 0}, {"n": 11, "x": {"n": 11}}]
    assert len(await memory.messages(agent_id="school", session_id="adk:state")) == 1


async def test_writers_of_one_state_lose_nothing(service: Service):
    made = [await service.create_session(session_id=f"s{n}", **DANA) for n in range(6)]
    await asyncio.gather(
        *(service.append_event(one, change(**{f"user__{one.id}": 1, "app__x": 1})) for one in made)
    )
    assert await service.get_user_state(**DANA) == {f"s{n}": 1 for n in range(6)}


async def test_what_is_temporary_lasts_as_long_as_its_run(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    event = change(temp__out="seen", own=1)
    await service.append_event(made, event)
    assert made.state == {"temp:out": "seen", "own": 1}
    assert event.actions.state_delta == {"own": 1}
    kept = await got(service, "s1")
    assert kept.state == {"own": 1}
    assert kept.events == [event]


async def test_events_come_back_as_they_were(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    image = types.Part.from_bytes(data=b"\x00\xff" * 40_000, mime_type="image/png")
    call = types.Part.from_function_call(name="tune", args={"what": ["a", 1, None, {"b": 0.1}]})
    words = types.Part(
        text="NUL \0 and “quotes”\u2028 👩‍👩‍👧", thought=True, thought_signature=b"\xfe"
    )
    full = Event(
        invocation_id="i1",
        author="tutor",
        content=types.Content(role="model", parts=[words, image, call]),
        turn_complete=True,
        partial=False,
        actions=EventActions(artifact_delta={"file": 0}, transfer_to_agent="a", escalate=True),
        long_running_tool_ids={"t1", "t2"},
        error_code="code",
        error_message="message",
        interrupted=True,
        grounding_metadata=types.GroundingMetadata(
            web_search_queries=["q"], search_entry_point=types.SearchEntryPoint(sdk_blob=b"blob")
        ),
        usage_metadata=types.GenerateContentResponseUsageMetadata(total_token_count=2),
        citation_metadata=types.CitationMetadata(),
        custom_metadata={"custom": "value"},
        timestamp=1700000000.123,
        input_transcription=types.Transcription(text="heard", finished=True),
        branch="a.b",
    )
    for event in (full, said("x" * 200_000), Event(author="user")):
        assert await service.append_event(made, event) is event
        assert await got(service, "s1") == made
    assert made.events[0] == full


async def test_what_is_partial_is_not_kept(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    await service.append_event(made, said("Hel", partial=True))
    assert made.events == (await got(service, "s1")).events == []


async def test_the_time_of_the_last_event_is_the_sessions(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    later = made.last_update_time + 10.1
    await service.append_event(made, said("Hello.", timestamp=later))
    assert made.last_update_time == (await got(service, "s1")).last_update_time == later


async def test_some_of_the_events(service: Service):
    made = await service.create_session(session_id="s1", state={"a": 1}, **DANA)
    for n in range(1, 6):
        await service.append_event(made, said(f"{n}", timestamp=n))

    async def times(**config: Any) -> list[float]:
        found = await got(service, "s1", **config)
        assert found.state == {"a": 1}
        return [one.timestamp for one in found.events]

    assert await times() == [1, 2, 3, 4, 5]
    assert await times(num_recent_events=0) == []
    assert await times(num_recent_events=3) == [3, 4, 5]
    assert await times(num_recent_events=9) == [1, 2, 3, 4, 5]
    assert await times(after_timestamp=4.0) == [4, 5]
    assert await times(after_timestamp=50) == []
    assert await times(after_timestamp=4.0, num_recent_events=3) == [4, 5]
    few = await got(service, "s1", num_recent_events=0)
    await service.append_event(few, said("6", timestamp=6))
    assert await times() == [1, 2, 3, 4, 5, 6]


async def test_events_are_in_the_order_in_which_they_were_appended(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    for n in (5, 3, 3, 9, 1):
        await service.append_event(made, said(f"{n}", timestamp=n))
    assert (await got(service, "s1")).events == made.events
    assert [one.timestamp for one in made.events] == [5, 3, 3, 9, 1]


async def test_a_stale_session_is_refused(service: Service):
    old = await service.create_session(session_id="s1", **DANA)
    await service.append_event(old, change(a=1))
    new = await got(service, "s1")
    await service.append_event(new, change(b=2))
    for _ in range(2):
        with pytest.raises(StaleSessionError, match="modified in storage"):
            await service.append_event(old, change(c=3, user__c=3, temp__c=3))
    assert len(old.events) == 1
    assert old.state == {"a": 1}
    kept = await got(service, "s1")
    assert kept == new
    assert kept.state == {"a": 1, "b": 2}
    await service.append_event(new, last := change(d=4))
    with pytest.raises(StaleSessionError):  # it is there, and what came before it was not seen
        await service.append_event(old, last.model_copy(deep=True))


async def test_a_session_of_an_earlier_life_is_stale(service: Service):
    old = await service.create_session(session_id="s1", **DANA)
    await service.delete_session(session_id="s1", **DANA)
    new = await service.create_session(session_id="s1", **DANA)
    with pytest.raises(StaleSessionError):
        await service.append_event(old, said("Hello."))
    await service.append_event(new, said("Hello."))


async def test_of_two_at_once_one_is_stale(service: Service):
    await service.create_session(session_id="s1", **DANA)
    for n in range(5):
        latest = await got(service, "s1")
        rivals = [latest.model_copy(deep=True) for _ in range(3)]
        tries = [
            service.append_event(rival, change(**{f"k{n}": m})) for m, rival in enumerate(rivals)
        ]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, StaleSessionError) for one in done) == 2
        (won,) = [m for m, one in enumerate(done) if isinstance(one, Event)]
        assert (await got(service, "s1")).state[f"k{n}"] == won
    assert len((await got(service, "s1")).events) == 5


async def test_a_session_without_a_revision_goes_by_its_events(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    for text in ("one", "two"):
        loose = Session.model_validate(made.model_dump())
        assert loose._storage_update_marker is None
        await service.append_event(loose, said(text))
        with pytest.raises(StaleSessionError):
            await service.append_event(Session.model_validate(made.model_dump()), said("late"))
        made = loose
    assert (await got(service, "s1")).events == made.events


async def test_the_same_event_is_appended_once(service: Service):
    made = await service.create_session(session_id="s1", **DANA)
    event = change(user__a=1)
    for _ in range(2):
        await service.append_event(made, event)
    await service.append_event(made, event.model_copy(deep=True))
    assert (await got(service, "s1")).events == [event] == made.events


async def test_an_append_that_broke_off_is_repeated(
    service: Service, memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    made = await service.create_session(session_id="s1", **DANA)
    before, event, add = made.model_copy(deep=True), change(user__a=1, b=2, temp__c=3), memory.add

    async def broken(content: Any, **options: Any) -> Any:
        if options["session_id"] == "adk:state":
            raise StoreBusy("another writer")
        return await add(content, **options)

    monkeypatch.setattr(memory, "add", broken)
    with pytest.raises(StoreBusy):
        await service.append_event(made, event)
    assert made == before
    assert event.actions.state_delta == {"user:a": 1, "b": 2, "temp:c": 3}
    monkeypatch.undo()
    await service.append_event(made, event)
    kept = await got(service, "s1")
    assert kept.events == [event]
    assert kept.state == {"user:a": 1, "b": 2}


async def test_an_answer_that_was_lost_is_no_rival(
    service: Service, memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    made = await service.create_session(session_id="s1", **DANA)
    add = memory.add

    async def twice(content: Any, **options: Any) -> Any:
        await add(content, **options)
        return await add(content, **options)  # the client asks again: nothing is new

    monkeypatch.setattr(memory, "add", twice)
    await service.append_event(made, said("Hello."))
    assert await got(service, "s1") == made


async def test_two_apps_and_two_users_have_sessions_of_one_name(service: Service):
    for whose in (DANA, KIM, SHOP):
        made = await service.create_session(session_id="s1", **whose)
        await service.append_event(made, said(str(whose)))
    await service.delete_session(session_id="s1", **DANA)
    assert await service.get_session(session_id="s1", **DANA) is None
    for whose in (KIM, SHOP):
        (event,) = (await got(service, "s1", whose)).events
        assert event.content.parts[0].text == str(whose)


async def test_a_transcript_is_no_memory_and_outlived_by_it(memory: AsyncMemory, service: Service):
    remembers = RecollectMemoryService(memory)
    made = await service.create_session(session_id="s1", state={"x": "cello"}, **DANA)
    await service.append_event(made, said("I play the cello."))
    assert await memory.search("cello", user_id="dana", min_relevance=0) == []
    await remembers.add_session_to_memory(made)
    assert len(await memory.search("cello", user_id="dana")) == 1
    await service.delete_session(session_id="s1", **DANA)
    await remembers.add_session_to_memory(made)
    found = (await remembers.search_memory(query="cello", **DANA)).memories
    assert [one.content.parts[0].text for one in found] == ["I play the cello."]


async def test_a_name_of_a_session_is_not_that_of_a_transcript(
    memory: AsyncMemory, service: Service
):
    made = await service.create_session(session_id="x", **DANA)
    other = Session(id="adk/x", events=[said("I play the cello.")], **DANA)
    await RecollectMemoryService(memory).add_session_to_memory(other)
    assert await got(service, "x") == made
    await service.delete_session(session_id="x", **DANA)
    assert len(await memory.search("cello", user_id="dana")) == 1


async def test_erasing_a_user_leaves_nothing(tmp_path: Path):
    word, large = "Quetzalcoatlus", "Pteranodon" * 20_000
    async with AsyncMemory(tmp_path / "agent.db", embedder=None) as memory:
        service = RecollectSessionService(memory)
        made = await service.create_session(session_id="s1", state={"user:a": word}, **DANA)
        await service.append_event(made, said(word))
        await service.append_event(made, said(large))
        await RecollectMemoryService(memory).add_session_to_memory(made)
        await service.create_session(session_id="s1", state={"user:a": "stays"}, **KIM)
        await memory.erase(user_id="dana")
        assert await service.get_session(session_id="s1", **DANA) is None
        assert (await got(service, "s1", KIM)).state == {"user:a": "stays"}
    assert left(tmp_path, [word.encode(), b"Pteranodon"]) == []


async def test_a_memory_that_redacts_gives_back_what_it_kept():
    async with AsyncMemory("memory://", embedder=None, secrets="redact") as memory:
        service = RecollectSessionService(memory)
        made = await service.create_session(session_id="s1", **DANA)
        await service.append_event(made, said("My password is hunter2secret!"))
        await service.append_event(made, change(user__password="hunter2secret!"))
        kept = await got(service, "s1")
        assert kept.events[0].content.parts[0].text == "My password is [password]!"
        assert kept.state == {"user:password": "[password]"}
        assert "hunter2" not in str([one.metadata for one in await memory.messages(user_id="dana")])


async def write(path: str, who: str) -> None:
    """Append five events, again where somebody else was faster."""
    async with AsyncMemory(path, embedder=None) as memory:
        service = RecollectSessionService(memory)
        for event in [change(who, **{f"user__{who}{n}": n}) for n in range(5)]:
            while event is not None:
                with suppress(StaleSessionError):
                    await service.append_event(await got(service, "s1"), event)
                    event = None


OTHER = """
import asyncio, sys
from tests.hosts.adk.test_adk_sessions import write

asyncio.run(write(sys.argv[1], "y"))
"""


async def test_processes_share_a_session(tmp_path: Path):
    path = str(tmp_path / "agent.db")
    async with AsyncMemory(path, embedder=None) as memory:
        await RecollectSessionService(memory).create_session(session_id="s1", **DANA)
    told = {**os.environ, "PYTHONPATH": str(ROOT)}
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", OTHER, path, env=told)
    while other.returncode is None:
        await write(path, "x")
        with suppress(TimeoutError):
            await asyncio.wait_for(other.wait(), 0.1)
    assert other.returncode == 0
    async with AsyncMemory(path, embedder=None) as memory:
        kept = await got(RecollectSessionService(memory), "s1")
    for who in "xy":
        own = [one.actions.state_delta for one in kept.events if one.author == who]
        assert own[:5] == [{f"user:{who}{n}": n} for n in range(5)]
        assert who == "x" or len(own) == 5
    assert len(kept.events) % 5 == 0
    assert len(kept.state) == 10


async def test_over_http():
    with serving(embedder=None) as running:
        async with AsyncMemory(running.url, api_key=running.key("adk", right="admin")) as memory:
            service = RecollectSessionService(memory)
            made = await service.create_session(session_id="s1", state={"app:a": 1}, **DANA)
            old = made.model_copy(deep=True)
            await service.append_event(made, change(user__x=1))
            await service.append_event(made, said("x" * 200_000))
            with pytest.raises(StaleSessionError):
                await service.append_event(old, said("late"))
            assert await got(service, "s1") == made
            (one,) = (await service.list_sessions(app_name="school")).sessions
            assert one.state == {"app:a": 1, "user:x": 1}
            await service.delete_session(session_id="s1", **DANA)
            assert await service.get_session(session_id="s1", **DANA) is None


async def test_bad_input_is_refused_before_anything_is_written(plain: AsyncMemory):
    service = RecollectSessionService(plain)
    for id in ("x" * 300, 9):
        with pytest.raises(InputError, match="session_id"):
            await service.get_session(session_id=id, **DANA)
    for whose in ({"app_name": "school", "user_id": ""}, {"app_name": " ", "user_id": "dana"}):
        with pytest.raises(ScopeError):
            await service.create_session(session_id="s1", state={"app:a": 1}, **whose)
    assert (await plain.stats()).messages == 0
    made = await service.create_session(session_id="s1", **DANA)
    with pytest.raises(InputError, match="an event must be JSON"):
        await service.append_event(made, said("half \ud800", id="e1"))
    assert (await got(service, "s1")).events == made.events == []
    with Memory("memory://", embedder=None) as sync, pytest.raises(InputError, match="AsyncMemory"):
        RecollectSessionService(sync)
