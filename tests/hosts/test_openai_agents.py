"""A session of the Agents SDK: every item comes back, in its order, whoever else writes."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from agents.memory import Session, SessionSettings

from recollect import AsyncMemory, InputError, Memory, StoreError
from recollect.errors import ScopeError
from recollect.hosts.openai_agents import RecollectSession, recall, tools
from tests.faults.canaries import left

PICTURE = "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUg" * 20_000
ITEMS: list[Any] = [
    {"role": "user", "content": "Is it warm in Porto?"},
    {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "They want the weather."}],
        "encrypted_content": "gAAAA==",
    },
    {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "weather",
        "arguments": '{"city": "Porto"}',
        "status": "completed",
    },
    {"type": "function_call_output", "call_id": "call_1", "output": "24 degrees, dry"},
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [
            {"type": "output_text", "text": "It is warm.", "annotations": [], "logprobs": []},
            {"type": "output_text", "text": "Take a hat.", "annotations": []},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "input_text", "text": "And what is this?"},
            {"type": "input_image", "image_url": "https://example.com/x.png", "detail": "auto"},
        ],
    },
    {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot say."}]},
    {"type": "computer_call", "id": "c1", "action": {"type": "click", "x": 1, "y": 2.5}},
    {"type": "function_call_output", "call_id": "c9", "output": [{"type": "input_text"}]},
    {"role": "developer", "content": ""},
    {"type": "item_reference", "id": "msg_2"},
    {"type": "function_call_output", "call_id": ["odd"], "output": {"a": 1}},
    {"type": ["odd"], "name": "recall", "role": {}, "content": [5, {"type": []}, {"text": 1}]},
    {},
]  # fmt: skip


def user(text: str) -> Any:
    return {"role": "user", "content": text}


@pytest.fixture
def session(memory: AsyncMemory) -> RecollectSession:
    return RecollectSession("s1", memory, user_id="dana")


async def everything(memory: AsyncMemory) -> list[str]:
    return [one.content for one in await memory.messages(user_id="dana")]


def test_it_is_a_session(plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana")
    assert isinstance(session, Session)
    assert session.session_id == "s1"
    assert session.session_settings == SessionSettings()


async def test_every_kind_of_item_comes_back(session: RecollectSession):
    await session.add_items(ITEMS)
    await session.add_items(list(reversed(ITEMS)))
    assert await session.get_items() == ITEMS + list(reversed(ITEMS))


async def test_it_is_there_on_another_day(url: str):
    if "://" in url:
        return
    for _ in range(2):
        async with AsyncMemory(url, embedder=None) as memory:
            session = RecollectSession("s1", memory, user_id="dana")
            await session.add_items([*ITEMS, user(PICTURE)])
    async with AsyncMemory(url, embedder=None) as memory:
        session = RecollectSession("s1", memory, user_id="dana")
        assert await session.get_items() == [*ITEMS, user(PICTURE)] * 2


async def test_a_limit_takes_the_latest_oldest_first(session: RecollectSession):
    items = [user(f"message {n}") for n in range(20)]
    await session.add_items(items)
    assert await session.get_items(limit=3) == items[-3:]
    assert await session.get_items(limit=20) == items
    assert await session.get_items(limit=1_000_000) == items
    assert await session.get_items(limit=0) == []
    assert await session.get_items(limit=-1) == []


@pytest.mark.parametrize("settings", [SessionSettings(limit=2), {"limit": 2}])
async def test_settings_have_a_limit(plain: AsyncMemory, settings: Any):
    session = RecollectSession("s1", plain, user_id="dana", session_settings=settings)
    await session.add_items([user(f"message {n}") for n in range(5)])
    assert await session.get_items() == [user("message 3"), user("message 4")]
    assert len(await session.get_items(limit=4)) == 4
    session.session_settings = None
    assert len(await session.get_items()) == 5


async def test_the_latest_item_is_popped(session: RecollectSession):
    assert await session.pop_item() is None
    await session.add_items(ITEMS)
    for item in reversed(ITEMS):
        assert await session.pop_item() == item
    assert await session.pop_item() is None
    await session.add_items(ITEMS[:1])
    assert await session.get_items() == ITEMS[:1]


async def test_a_session_is_cleared_and_begins_anew(memory: AsyncMemory, session: RecollectSession):
    other = RecollectSession("s2", memory, user_id="dana")
    await session.clear_session()
    await session.add_items([*ITEMS, user(PICTURE)])
    await other.add_items(ITEMS[:1])
    await session.clear_session()
    assert await session.get_items() == []
    assert await everything(memory) == ["Is it warm in Porto?"]
    await session.add_items(ITEMS)
    assert await session.get_items() == ITEMS


async def test_nothing_to_add_is_fine(session: RecollectSession):
    await session.add_items([])
    assert await session.get_items() == []


async def test_sessions_and_owners_are_apart(plain: AsyncMemory):
    made = [
        RecollectSession("s1", plain, user_id="dana"),
        RecollectSession("s2", plain, user_id="dana"),
        RecollectSession("s1", plain, user_id="kim"),
        RecollectSession("s1", plain, agent_id="coach"),
    ]
    for n, session in enumerate(made):
        await session.add_items([user(str(n)), user(f"{n}{PICTURE}")])
    for n, session in enumerate(made):
        assert await session.get_items() == [user(str(n)), user(f"{n}{PICTURE}")]
    await made[0].clear_session()
    assert [len(await one.get_items()) for one in made] == [0, 2, 2, 2]


async def test_many_items_in_one_call_keep_their_order(session: RecollectSession):
    items = [user(f"message {n}") for n in range(500)]
    await session.add_items(items[:250])
    await session.add_items(items[250:])
    assert await session.get_items() == items


async def test_many_tasks_at_once_lose_and_mix_nothing(memory: AsyncMemory):
    sessions = [RecollectSession("s1", memory, user_id="dana") for _ in range(4)]

    async def speak(who: int) -> None:
        for turn in range(5):
            batch = [user(f"{who}.{turn}.{n}") for n in range(3)]
            await sessions[who % 4].add_items(batch)

    await asyncio.gather(*(speak(who) for who in range(8)))
    said = [item["content"] for item in await sessions[0].get_items()]
    assert len(said) == 8 * 5 * 3
    for start in range(0, len(said), 3):  # a call's items stand together
        assert [one.rpartition(".")[2] for one in said[start : start + 3]] == ["0", "1", "2"]
        assert len({one.rpartition(".")[0] for one in said[start : start + 3]}) == 1
    for who in range(8):
        own = [one for one in said if one.startswith(f"{who}.")]
        assert own == [f"{who}.{turn}.{n}" for turn in range(5) for n in range(3)]


async def test_calls_that_nobody_waits_for_keep_their_order(session: RecollectSession):
    items = [user(f"message {n}") for n in range(30)]
    await asyncio.gather(*(session.add_items([one]) for one in items))
    assert await session.get_items() == items


async def test_two_who_pop_never_get_the_same(memory: AsyncMemory):
    sessions = [RecollectSession("s1", memory, user_id="dana") for _ in range(2)]
    await sessions[0].add_items([user(f"message {n}") for n in range(20)])
    popped = await asyncio.gather(*(sessions[n % 2].pop_item() for n in range(22)))
    assert sorted(one["content"] for one in popped if one) == sorted(
        f"message {n}" for n in range(20)
    )


async def test_the_clock_of_another_machine_may_be_fast(plain: AsyncMemory):
    await plain.add("From the future.", user_id="dana", session_id="s1", at="2999-01-01")
    session = RecollectSession("s1", plain, user_id="dana")
    for n in range(3):
        await session.add_items([user(str(n))])
    assert [one["content"] for one in await session.get_items()][1:] == ["0", "1", "2"]
    assert (await session.get_items(limit=1))[0] == user("2")


async def test_large_items_come_back_and_go(memory: AsyncMemory, session: RecollectSession):
    look: Any = {
        "role": "user",
        "content": [
            {"type": "input_text", "text": "What is in this picture?"},
            {"type": "input_image", "image_url": PICTURE},
        ],
    }
    shot = {"type": "function_call_output", "call_id": "c1", "output": "x\0" * 40_000}
    items = [user("Hi"), look, shot, look]
    await session.add_items(items)
    assert await session.get_items() == items
    assert await session.get_items(limit=2) == items[2:]
    assert [one.content[:24] for one in await memory.messages(user_id="dana", session_id="s1")] == [
        "Hi", "What is in this picture?", "x\ufffd" * 12, "What is in this picture?",
    ]  # fmt: skip
    for item in reversed(items):
        assert await session.pop_item() == item
    assert await everything(memory) == []


async def test_an_item_whose_pieces_were_not_all_written_is_not_there(
    plain: AsyncMemory, monkeypatch: pytest.MonkeyPatch
):
    session = RecollectSession("s1", plain, user_id="dana")
    await session.add_items([user("Hi")])
    real, calls = plain.add, []

    async def failing(*given: Any, **options: Any) -> Any:
        calls.append(options["session_id"])
        if len(calls) == 2:
            raise StoreError("the disk went away")
        return await real(*given, **options)

    monkeypatch.setattr(plain, "add", failing)
    with pytest.raises(StoreError, match="the disk went away"):
        await session.add_items([user("Look:"), {"role": "user", "image_url": PICTURE}])
    assert await session.get_items() == [user("Hi")]
    monkeypatch.undo()
    await session.clear_session()
    assert await everything(plain) == []


async def test_an_item_that_lost_its_pieces_is_told(plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana")
    await session.add_items([{"role": "user", "image_url": PICTURE}])
    (kept,) = await plain.messages(user_id="dana", session_id="s1")
    piece = next(one for one in await plain.messages(user_id="dana") if one.id != kept.id)
    await plain.delete(piece.id, user_id="dana")
    with pytest.raises(StoreError, match=f"pieces of the item {kept.id} are gone; delete that"):
        await session.get_items()
    await plain.delete(kept.id, user_id="dana")
    assert await session.get_items() == []


@pytest.mark.parametrize("bad", [{"role": "user", "content": b"x"}, "text", {"x": float("inf")}])
async def test_bad_items_are_refused_before_anything_is_written(plain: AsyncMemory, bad: Any):
    session = RecollectSession("s1", plain, user_id="dana")
    with pytest.raises(InputError, match="an item must be"):
        await session.add_items([user("Hi"), {"role": "user", "image_url": PICTURE}, bad])
    assert await everything(plain) == []


async def test_what_a_session_needs(plain: AsyncMemory):
    with pytest.raises(ScopeError, match="whose conversation"):
        RecollectSession("s1", plain)
    with pytest.raises(InputError, match="session_id must have"):
        RecollectSession("", plain, user_id="dana")
    with Memory("memory://", embedder=None) as sync:
        for make in (recall, tools, partial(RecollectSession, "s1")):
            with pytest.raises(InputError, match="this needs an AsyncMemory, not Memory"):
                make(sync, user_id="dana")  # type: ignore[arg-type]


async def test_what_others_said_in_the_session_is_there_too(plain: AsyncMemory):
    await plain.add(
        [user("Hi"), {"role": "tool", "content": "24 degrees"}], user_id="dana", session_id="s1"
    )
    session = RecollectSession("s1", plain, user_id="dana")
    assert await session.get_items() == [user("Hi"), {"role": "assistant", "content": "24 degrees"}]
    assert await session.pop_item() == {"role": "assistant", "content": "24 degrees"}


async def test_the_words_are_messages_of_the_memory(memory: AsyncMemory, session: RecollectSession):
    await session.add_items([user("I live in Lisbon."), *ITEMS])
    said = await memory.messages(user_id="dana", session_id="s1")
    assert [(one.role, one.content) for one in said[:6]] == [
        ("user", "I live in Lisbon."),
        ("user", "Is it warm in Porto?"),
        ("assistant", "…"),
        ("assistant", '[tool call weather]\n{"city": "Porto"}'),
        ("tool", "24 degrees, dry"),
        ("assistant", "It is warm.\nTake a hat."),
    ]
    assert await memory.value("user.home.place", user_id="dana") == "Lisbon"
    (hit,) = await memory.search("a hat", user_id="dana", limit=1)
    assert hit.session_id == "s1"
    for thought in ("They want the weather", "gAAAA"):
        assert thought not in str(
            [hit.text for hit in await memory.search(thought, user_id="dana")]
        )
    await memory.erase(user_id="dana")
    assert await session.get_items() == []
    assert await memory.value("user.home.place", user_id="dana") is None


async def test_what_a_tool_recalled_is_no_news(plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana")
    call = {"type": "function_call", "call_id": "c1", "name": "recall", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "c1", "output": "[1] I play the cello."}
    await session.add_items([call, result])
    assert await session.get_items() == [call, result]
    assert not await plain.search("cello", user_id="dana")


async def test_what_was_recalled_goes_when_it_is_erased(memory: AsyncMemory, tmp_path: Path):
    await memory.add("My boat is called Qzboatxx.", user_id="dana", session_id="old")
    (look, *_) = tools(memory, user_id="dana")[1:]
    found = await look.on_invoke_tool(None, '{"query": "boat called"}')
    assert "Qzboatxx" in found
    session = RecollectSession("s1", memory, user_id="dana")
    call = {"type": "function_call", "call_id": "c1", "name": "recall", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "c1", "output": found}
    asked, said = user("Look it up."), {"role": "assistant", "content": "I looked."}
    await session.add_items([asked, call, result, said])
    assert await session.get_items() == [asked, call, result, said]
    receipt = await memory.erase(user_id="dana", session_id="old")
    assert receipt.ok, str(receipt)
    assert await session.get_items() == [asked, said]
    assert left(tmp_path, [b"Qzboatxx"]) == []


async def test_a_redacting_memory_gives_back_what_it_kept():
    async with AsyncMemory("memory://", embedder=None, secrets="redact") as memory:
        session = RecollectSession("s1", memory, user_id="dana")
        key = "sk-" + "a1B2" * 10
        await session.add_items([user(f"My key is {key}."), user(PICTURE)])
        first, second = await session.get_items()
        assert key not in str(first)
        assert first["content"].startswith("My key is ")
        assert second == user(PICTURE)
