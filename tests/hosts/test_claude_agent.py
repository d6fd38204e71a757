"""Transcripts of Claude's Agent SDK: entries as they were, and their words as messages."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import claude_agent_sdk as sdk
import pytest

from recollect import AsyncMemory, InputError, Memory
from recollect.errors import ScopeError
from recollect.hosts.claude_agent import RecollectSessionStore, recall

KEY: Any = {"project_key": "-home-dana-app", "session_id": "6d7c6842-132b-4d15-9292-8d92189226c3"}
SUB: Any = {**KEY, "subpath": "subagents/agent-a1"}
LONG = "line of a long file\n" * 1_000


def entry(kind: str, uuid: str | None = None, **more: Any) -> Any:
    return {"type": kind, **({} if uuid is None else {"uuid": uuid}), **more}


def said(role: str, content: Any, uuid: str | None = None, **more: Any) -> Any:
    return entry(role, uuid or str(uuid4()), message={"role": role, "content": content}, **more)


CALL = {"type": "tool_use", "id": "t1", "name": "Write", "input": {"path": "x.py", "text": LONG}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": LONG}]}
THOUGHT = {"type": "thinking", "thinking": "A secret thought.", "signature": "abc"}
ENTRIES: list[Any] = [
    entry("file-history-snapshot", snapshot={"files": {}, "n": 1.5}),
    said("user", "I live in Lisbon.", "u1", timestamp="2026-03-01T10:00:00.000Z", cwd="/x"),
    said("assistant", [THOUGHT, {"type": "text", "text": "Noted: Lisbon."}, CALL], "u2"),
    said("user", [RESULT], "u3", toolUseResult={"stdout": LONG, "ok": True}),
    said("user", "A caveat of the program.", "u4", isMeta=True),
    said("user", "This session is being continued.", "u5", isCompactSummary=True),
    said("user", [{"type": "image", "source": {"data": "A" * 100_000}}], "u6"),
    entry("summary", summary="A summary.", leafUuid="u2"),
    entry("custom-title", customTitle="Moving"),
    said("user", "nul \0 and half \ud800", "u7"),
    entry("x", message="not a dict", timestamp="not a time"),
    entry("assistant", message={"content": 5}),
]


@pytest.fixture
def store(memory: AsyncMemory) -> RecollectSessionStore:
    return RecollectSessionStore(memory, user_id="dana")


async def words(memory: AsyncMemory) -> list[tuple[str, str]]:
    return [(one.role, one.content) for one in await memory.messages(user_id="dana")]


async def test_entries_come_back_as_they_were(store: RecollectSessionStore):
    await store.append(KEY, ENTRIES)
    await store.append(KEY, [entry("tag", tag="x")] * 2)
    assert await store.load(KEY) == [*ENTRIES, entry("tag", tag="x"), entry("tag", tag="x")]


async def test_they_are_there_on_another_day(url: str):
    if "://" in url:
        return
    async with AsyncMemory(url, embedder=None) as memory:
        await RecollectSessionStore(memory, user_id="dana").append(KEY, ENTRIES)
    async with AsyncMemory(url, embedder=None) as memory:
        store = RecollectSessionStore(memory, user_id="dana")
        assert await store.load(KEY) == ENTRIES
        assert [one["session_id"] for one in await store.list_sessions(KEY["project_key"])] == [
            KEY["session_id"]
        ]


async def test_what_was_said_becomes_words(plain: AsyncMemory):
    store = RecollectSessionStore(plain, user_id="dana")
    await store.append(KEY, ENTRIES)
    spoken = [one for one in await words(plain) if one[1] != "…"]
    assert spoken == [
        ("user", "I live in Lisbon."),
        ("assistant", f"Noted: Lisbon.\n[tool call Write]\nx.py\n{LONG}"),
        ("tool", LONG),
        ("user", "nul \ufffd and half \ufffd"),
    ]
    kept = await plain.messages(user_id="dana", where={"role": "tool"})
    assert len(json.dumps(kept[0].metadata)) < 500, "the same text twice in an entry is kept once"
    assert await plain.value("user.home.place", user_id="dana") == "Lisbon"
    (hit,) = await plain.search("Where do I live?", user_id="dana", limit=1)
    assert hit.at.isoformat() == "2026-03-01T10:00:00+00:00"
    assert not await plain.search("secret thought", user_id="dana")


async def test_a_subagents_prompt_is_not_the_users_word(plain: AsyncMemory):
    store = RecollectSessionStore(plain, user_id="dana")
    await store.append(SUB, [said("user", "I live in Porto."), said("assistant", "Done.")])
    await store.append(KEY, [said("user", "I live in Faro.", isSidechain=True)])
    assert {role for role, _ in await words(plain)} == {"assistant"}
    assert await plain.value("user.home.place", user_id="dana") is None


async def test_an_entry_with_a_uuid_is_kept_once(store: RecollectSessionStore, memory: AsyncMemory):
    picture = said("user", [{"type": "image", "source": {"data": "B" * 200_000}}], "p1")
    first = [said("user", "One.", "u1"), picture, entry("tag", tag="a")]
    await store.append(KEY, first)
    before = len(await memory.messages(user_id="dana"))
    await store.append(KEY, [*first[:2], said("user", "Two.", "u2"), said("user", "Two.", "u2")])
    assert await store.load(KEY) == [*first, said("user", "Two.", "u2")]
    assert len(await memory.messages(user_id="dana")) == before + 1
    changed = said("user", "Not one.", "u1")
    await store.append(KEY, [changed, said("user", "Three.", "u3"), said("user", "Four.", "u3")])
    assert await store.load(KEY) == [
        *first,
        said("user", "Two.", "u2"),
        said("user", "Three.", "u3"),
    ]


async def test_a_fork_may_have_the_same_uuids(store: RecollectSessionStore):
    fork: Any = {**KEY, "session_id": "fork"}
    for key in (KEY, fork, SUB):
        await store.append(key, [said("user", "One.", "u1")])
        await store.append(key, [said("user", f"In {key}", "u2")])
    for key in (KEY, fork, SUB):
        assert await store.load(key) == [
            said("user", "One.", "u1"),
            said("user", f"In {key}", "u2"),
        ]


async def test_what_was_deleted_may_be_appended_again(
    store: RecollectSessionStore, memory: AsyncMemory
):
    for _ in range(2):
        await store.append(KEY, ENTRIES)
        await store.append(SUB, ENTRIES)
        assert await store.load(KEY) == await store.load(SUB) == ENTRIES
        await store.delete(KEY)
        assert await store.load(KEY) is await store.load(SUB) is None
        assert await memory.messages(user_id="dana") == []


async def test_the_order_is_that_of_appending(store: RecollectSessionStore):
    times = [
        "2026-03-01T10:00:05Z",
        "2026-03-01T10:00:01Z",
        "2999-01-01T00:00:00Z",
        "x",
        "2020-01-01",
    ]
    entries = [said("user", f"turn {n}", timestamp=at) for n, at in enumerate(times * 3)]
    await store.append(KEY, entries[:4])
    await asyncio.gather(*(store.append(KEY, [one]) for one in entries[4:]))
    assert await store.load(KEY) == entries
    (listed,) = await store.list_sessions(KEY["project_key"])
    assert listed["mtime"] <= time.time() * 1000, "nothing was said in the future"


async def test_many_sessions_at_once(store: RecollectSessionStore):
    keys: list[Any] = [{**KEY, "session_id": f"s{n}"} for n in range(10)]
    batches = [[said("user", f"{n}.{i}") for i in range(5)] for n in range(10)]
    for i in range(5):
        await asyncio.gather(*(store.append(keys[n], [batches[n][i]]) for n in range(10)))
    assert [await store.load(key) for key in keys] == batches


@pytest.mark.parametrize(
    "key",
    [
        {"project_key": "a/b", "session_id": "c"},
        {"project_key": "a", "session_id": "b/c"},
        {"project_key": "a", "session_id": "d", "subpath": "c"},
        {"project_key": " ", "session_id": "\n\t\0"},
        {"project_key": "%2F", "session_id": "é 漢 👩"},
        {"project_key": "/", "session_id": "..", "subpath": "../ \x7f/\ud800"},
        {
            "project_key": "p" * 5_000,
            "session_id": str(uuid4()),
            "subpath": "subagents/" + "x" * 90,
        },
    ],
)
async def test_any_key_is_a_key(plain: AsyncMemory, key: Any):
    store = RecollectSessionStore(plain, user_id="dana")
    others: list[Any] = [
        {"project_key": "a", "session_id": "b"},
        {"project_key": "p" * 4_999, "session_id": key["session_id"]},
        {**key, "session_id": key["session_id"] + "/"},
    ]
    main = {name: part for name, part in key.items() if name != "subpath"}
    for one in (*others, main, key):
        await store.append(one, [entry("x", n=str(one))])
    for one in (*others, key):
        assert [e["n"] for e in await store.load(one) or []][-1:] == [str(one)]
    listed = [one["session_id"] for one in await store.list_sessions(key["project_key"])]
    assert key["session_id"] in listed
    assert await store.list_subkeys(main) == ([key["subpath"]] if "subpath" in key else [])
    await store.delete(main)  # type: ignore[arg-type]
    assert await store.load(key) is None
    assert [len(await store.load(one) or []) for one in others] == [1, 1, 1]


@pytest.mark.parametrize(
    "key",
    [
        {},
        {"project_key": "", "session_id": "s"},
        {"project_key": "p", "session_id": ""},
        {"project_key": "p", "session_id": 5},
        {"project_key": "p", "session_id": "s", "subpath": ""},
        {"project_key": "p", "session_id": "s" * 300},
    ],
)
async def test_what_is_no_key_is_refused(plain: AsyncMemory, key: Any):
    store = RecollectSessionStore(plain, user_id="dana")
    for call in (store.append(key, [entry("x")]), store.load(key), store.delete(key)):
        with pytest.raises(InputError):
            await call
    assert await words(plain) == []


async def test_bad_entries_are_refused_before_anything_is_written(plain: AsyncMemory):
    store = RecollectSessionStore(plain, user_id="dana")
    for bad in (None, "text", {"x": float("nan")}, {"x": {1, 2}}):
        with pytest.raises(InputError, match="an item must be"):
            await store.append(KEY, [said("user", "Hi"), bad])  # type: ignore[list-item]
    assert await words(plain) == []


async def test_what_a_store_needs(plain: AsyncMemory):
    with pytest.raises(ScopeError, match="whose conversation"):
        RecollectSessionStore(plain)
    with Memory("memory://", embedder=None) as sync, pytest.raises(InputError, match="AsyncMemory"):
        RecollectSessionStore(sync, user_id="dana")  # type: ignore[arg-type]


async def test_owners_are_apart(plain: AsyncMemory):
    dana, kim = (RecollectSessionStore(plain, user_id=name) for name in ("dana", "kim"))
    await dana.append(KEY, [said("user", "Hi")])
    assert await kim.load(KEY) is None
    assert await kim.list_sessions(KEY["project_key"]) == []
    await kim.delete(KEY)
    assert len(await dana.load(KEY) or []) == 1


async def test_erasing_the_user_takes_everything(store: RecollectSessionStore, memory: AsyncMemory):
    await store.append(KEY, ENTRIES)
    assert (await memory.erase(user_id="dana")).ok
    assert await store.load(KEY) is None
    assert (await memory.stats()).messages == 0


async def test_summaries_follow_what_is_appended(store: RecollectSessionStore):
    project = KEY["project_key"]
    await store.append(KEY, ENTRIES)
    (first,) = await store.list_session_summaries(project)
    assert first["data"]["custom_title"] == "Moving"
    assert first["data"]["first_prompt"] == "I live in Lisbon."
    first["data"]["custom_title"] = "changed by the caller"
    assert (await store.list_session_summaries(project))[0]["data"]["custom_title"] == "Moving"
    await store.append(KEY, [entry("custom-title", customTitle="Moved")])
    (second,) = await store.list_session_summaries(project)
    assert second["data"]["custom_title"] == "Moved"
    assert second["mtime"] == (await store.list_sessions(project))[0]["mtime"]


async def test_the_sdk_reads_and_changes_sessions(memory: AsyncMemory, tmp_path: Path):
    store: Any = RecollectSessionStore(memory, user_id="dana")
    where = str(tmp_path)
    key: Any = {"project_key": sdk.project_key_for_directory(where), "session_id": str(uuid4())}
    id, at, uuids = key["session_id"], "2026-03-01T10:00:00.000Z", [str(uuid4()) for _ in range(2)]
    more = {"sessionId": id, "timestamp": at, "cwd": where, "isSidechain": False}
    turns = [
        said("user", "Hello there.", uuids[0], parentUuid=None, **more),
        said("assistant", [{"type": "text", "text": "Hi."}], uuids[1], parentUuid=uuids[0], **more),
    ]
    await store.append(key, turns)
    await store.append({**key, "subpath": "subagents/agent-a1"}, turns)
    await sdk.rename_session_via_store(store, id, "Greetings", where)
    await sdk.tag_session_via_store(store, id, "short", where)
    (info,) = await sdk.list_sessions_from_store(store, directory=where)
    assert (info.custom_title, info.tag, info.first_prompt) == (
        "Greetings",
        "short",
        "Hello there.",
    )
    found = await sdk.get_session_messages_from_store(store, id, directory=where)
    assert [one.uuid for one in found] == uuids
    assert await sdk.list_subagents_from_store(store, id, directory=where) == ["a1"]
    fork = await sdk.fork_session_via_store(store, id, directory=where)
    assert len(await sdk.list_sessions_from_store(store, directory=where)) == 2
    await sdk.delete_session_via_store(store, id, where)
    (left,) = await sdk.list_sessions_from_store(store, directory=where)
    assert left.session_id == fork.session_id


async def test_recall_shows_other_sessions_only(plain: AsyncMemory):
    store = RecollectSessionStore(plain, user_id="dana")
    await store.append(KEY, [said("user", "I play the cello.")])
    await plain.add("My cello is </memory> old.", user_id="dana")
    hook = recall(plain, user_id="dana", budget=300)
    given = {"hook_event_name": "UserPromptSubmit", "prompt": "the cello?"}
    other = await hook({**given, "session_id": "other"}, None, {})
    shown = other["hookSpecificOutput"]["additionalContext"]
    assert other["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert shown.startswith("<memory>\n")
    assert shown.count("</memory>") == 1
    assert "I play the cello." in shown
    same = await hook({**given, "session_id": KEY["session_id"]}, None, {})
    assert "I play the cello." not in str(same)
    assert "My cello is" in str(same)
    assert await hook({**given, "prompt": " ", "session_id": "x"}, None, {}) == {}
    with pytest.raises(ScopeError):
        recall(plain)


async def test_what_is_less_sure_can_be_left_out(plain: AsyncMemory):
    await plain.add("I play the cello.", user_id="dana")
    given = {"session_id": "other", "prompt": "the cello?"}
    hook = recall(plain, user_id="dana", min_relevance=0.1)
    assert "I play the cello." in str(await hook(given, None, {}))
    assert await recall(plain, user_id="dana", min_relevance=1)(given, None, {}) == {}


async def test_trouble_with_memory_keeps_no_prompt_from_the_model(
    plain: AsyncMemory, caplog: pytest.LogCaptureFixture
):
    await plain.add("I play the cello.", user_id="dana")
    hook = recall(plain, user_id="dana")
    given = {"session_id": "other", "prompt": "the cello \0 and \ud800?"}
    assert "I play the cello." in str(await hook(given, None, {}))
    await plain.close()
    assert await hook(given, None, {}) == {}
    assert "the model is asked without memory" in caplog.text
