"""LlamaIndex's chat store on a memory: what its own store does, and that nothing is lost."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from llama_index.core.base.llms.types import (
    ChatMessage,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from llama_index.core.storage.chat_store.base_db import MessageStatus
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore

from recollect import AsyncMemory, InputError, Memory, StoreError
from recollect.errors import ScopeError
from recollect.hosts.llama_index import RecollectChatStore
from recollect.types import new_id

from ..serving import serving

ACTIVE, ARCHIVED = MessageStatus.ACTIVE, MessageStatus.ARCHIVED
PICTURE = b"iVBORw0KGgo" * 30_000


def user(words: str) -> ChatMessage:
    return ChatMessage(words, role="user")


def told(words: str) -> ChatMessage:
    return ChatMessage(words, role="assistant")


def call(name: str, given: Any, own: str) -> ChatMessage:
    block = ToolCallBlock(tool_name=name, tool_kwargs=given, tool_call_id=own)
    return ChatMessage(role="assistant", blocks=[block])


def result(words: str, own: str) -> ChatMessage:
    return ChatMessage(words, role="tool", additional_kwargs={"tool_call_id": own})


def words(messages: list[ChatMessage]) -> list[str | None]:
    return [message.content for message in messages]


@pytest.fixture
def store(memory: AsyncMemory) -> RecollectChatStore:
    return RecollectChatStore(memory, user_id="dana")


@pytest.fixture
async def theirs() -> AsyncIterator[SQLAlchemyChatStore]:
    made = SQLAlchemyChatStore("messages")
    yield made
    if made._async_engine is not None:
        await made._async_engine.dispose()


async def state(store: Any, key: str) -> list[Any]:
    found = [await store.get_messages(key, status) for status in (ACTIVE, ARCHIVED, None)]
    counted = [await store.count_messages(key, status) for status in (ACTIVE, ARCHIVED, None)]
    assert counted == [len(one) for one in found]
    return found


@pytest.mark.parametrize("seed", range(8))
async def test_it_does_what_their_own_store_does(seed: int, plain: AsyncMemory, theirs: Any):
    """The same calls, at random, on both: the same answers, and the same state after each."""
    ours, chance = RecollectChatStore(plain, user_id="dana"), random.Random(seed)
    said = [user("Yes."), user("No."), told("Why?"), call("look", {"at": "it"}, "c1"), told("")]

    async def both(name: str, *given: Any) -> None:
        assert await getattr(ours, name)(*given) == await getattr(theirs, name)(*given), name

    async def put(key: str) -> None:
        some = chance.choices(said, k=chance.randint(1, 4))
        await both("add_messages", key, some, chance.choice([ACTIVE, ACTIVE, ARCHIVED]))

    async def set_(key: str) -> None:
        had = await theirs.get_messages(key, None)
        some = had[: chance.randint(0, len(had))] + chance.choices(said, k=chance.randint(0, 2))
        await both("set_messages", key, some, chance.choice([ACTIVE, ARCHIVED]))

    steps = [
        put,
        put,
        lambda key: both("add_message", key, chance.choice(said)),
        set_,
        lambda key: both("archive_oldest_messages", key, chance.randint(1, 3)),
        lambda key: both("archive_oldest_messages", key, chance.randint(1, 3)),
        lambda key: both("delete_oldest_messages", key, chance.randint(1, 2)),
        lambda key: both("delete_messages", key, chance.choice([ACTIVE, ARCHIVED, None])),
        lambda key: both("get_messages", key, None, chance.randint(1, 3), chance.randint(0, 2)),
    ]
    for _ in range(25):
        key = chance.choice(["monday", "friday"])
        await chance.choices(steps, [6, 6, 6, 2, 3, 3, 2, 1, 2])[0](key)
        assert await state(ours, key) == await state(theirs, key)


STRANGE = [
    user("Schau 👩🏽‍🚀!"),
    ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), ImageBlock(image=PICTURE)]),
    ChatMessage(role="assistant", blocks=[ThinkingBlock(content="hmm"), TextBlock(text="A cat.")]),
    call("weather", {"city": "Porto", "days": [1, {"of": "May"}]}, "c1"),
    result("24 degrees", "c1"),
    user("a\x00b \ud800"),
    user("  "),
    ChatMessage(role="user", blocks=[]),
    ChatMessage("x", role="developer"),
    ChatMessage("x", role="chatbot", additional_kwargs={"refusal": None, "n": 1}),
    ChatMessage("x", role="model"),
    ChatMessage("x", role="function"),
    user("long " * 60_000),
]


async def test_every_message_comes_back_as_it_was(store: Any, memory: AsyncMemory, url: str):
    for message in STRANGE:
        await store.add_message("s1", message)
    assert await store.get_messages("s1") == STRANGE
    if "://" not in url:
        async with AsyncMemory(url, embedder=None) as again:
            assert await RecollectChatStore(again, user_id="dana").get_messages("s1") == STRANGE
    assert await store.get_keys() == ["s1"]
    kept = await memory.messages(user_id="dana", session_id="s1")
    assert [(one.role, one.content) for one in kept][:6] == [
        ("user", "Schau 👩🏽‍🚀!"),
        ("user", "What is it?"),
        ("assistant", "A cat."),
        ("assistant", "[tool call weather]\nPorto\nMay"),
        ("tool", "24 degrees"),
        ("user", "a\ufffdb \ufffd"),
    ]
    roles = [one.role for one in kept]
    assert roles[8:12] == ["developer", "assistant", "assistant", "tool"]


@pytest.mark.parametrize("kind", [AsyncMemory, Memory])
async def test_a_memory_of_either_colour(kind: Any, tmp_path: Any):
    memory = kind(tmp_path / "agent.db", embedder=None)
    store = RecollectChatStore(memory, user_id="dana")
    await store.add_messages("s1", [user("Hello."), told("Hi.")])
    await store.archive_oldest_messages("s1", 1)
    assert [words(one) for one in await state(store, "s1")] == [
        ["Hi."],
        ["Hello."],
        ["Hello.", "Hi."],
    ]
    await store.delete_messages("s1")
    assert await store.get_keys() == []
    closed = memory.close()
    if kind is AsyncMemory:
        await closed


async def test_a_message_at_a_place(store: Any):
    await store.add_messages("s1", [user("One."), user("Two."), user("Three.")])
    await store.archive_oldest_messages("s1", 1)
    assert await store.delete_message("s1", 1) == user("Two.")
    assert await store.delete_message("s1", 2) is None
    assert await store.delete_message("s1", -1) is None
    assert [words(one) for one in await state(store, "s1")][:2] == [["Three."], ["One."]]


async def test_a_history_that_goes_on_is_not_stored_again(store: Any, memory: AsyncMemory):
    """An engine that is handed the whole history sets it with every turn."""
    history = [user("I like tea."), told("Noted.")]
    await store.set_messages("s1", history)
    first = [one.id for one in await memory.messages(user_id="dana", session_id="s1")]
    await store.archive_oldest_messages("s1", 2)
    history += [user("And coffee."), told("Both.")]
    await store.set_messages("s1", history)
    assert await store.get_messages("s1") == history
    kept = [one for one in await memory.messages(user_id="dana") if one.content != "…"]
    assert [one.id for one in kept][:2] == first
    assert len(kept) == 4


async def test_what_is_replaced_is_forgotten(store: Any, memory: AsyncMemory):
    await store.set_messages("s1", [user("Hi."), user("I live in Faro."), told("Nice.")])
    await store.set_messages("s1", [user("Hi."), user("I live in Porto.")])
    assert words(await store.get_messages("s1", None)) == ["Hi.", "I live in Porto."]
    assert "Faro" not in str(await memory.search("Where do I live?", user_id="dana"))
    assert "Faro" not in str(await memory.notes(user_id="dana"))


async def test_a_set_that_fails_loses_nothing(store: Any, memory: AsyncMemory, monkeypatch: Any):
    history = [user("One."), told("Two.")]
    await store.set_messages("s1", history)

    async def failing(*_: Any, **__: Any) -> None:
        raise StoreError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(memory, "add", failing)
        with pytest.raises(StoreError, match="no room"):
            await store.set_messages("s1", [user("Three.")])
    assert await store.get_messages("s1") == history


async def test_what_others_said_in_the_session_is_there_too(store: Any, memory: AsyncMemory):
    said = [{"role": "user", "content": "Hi."}, {"role": "tool", "content": "24 degrees"}]
    await memory.add(said, user_id="dana", session_id="s1")
    assert await store.get_messages("s1") == [user("Hi."), told("24 degrees")]


async def test_what_recall_answered_is_no_news_and_goes_with_what_it_quotes(
    store: Any, memory: AsyncMemory
):
    (own,) = (await memory.add("I play the cello.", user_id="dana")).ids
    tools = memory.tools(user_id="dana")
    found = await tools.call("recall", {"query": "cello"})
    asked = call("recall", {"query": "cello"}, "c1")
    asked.blocks.insert(0, TextBlock(text="Let me look."))
    await store.add_messages("s1", [user("What do I play?"), asked, result(found, "c1")])
    await store.add_messages("s1", [call("recall", {"query": "cello"}, "c2"), result(found, "c2")])
    assert len(await store.get_messages("s1")) == 5
    assert [hit.text for hit in await memory.search("cello", user_id="dana")].count(found) == 0
    await tools.call("forget", {"id": own})
    assert await store.get_messages("s1") == [user("What do I play?"), told("Let me look.")]
    assert await store.count_messages("s1") == 2


async def test_a_call_without_an_id_takes_no_words_with_it(store: Any):
    asked = ChatMessage(role="assistant", blocks=[ToolCallBlock(tool_name="recall")])
    said = [user("Hi."), asked, ChatMessage("Nothing.", role="tool"), told("No.")]
    await store.add_messages("s1", said)
    assert await store.get_messages("s1") == said


async def test_a_message_that_no_memory_holds_is_refused_before_anything(store: Any):
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    for bad in (
        ChatMessage("x", additional_kwargs={"deep": deep}),
        ChatMessage("x", additional_kwargs={"thing": object()}),
        {"role": "user", "content": "x"},
    ):
        with pytest.raises(InputError):
            await store.add_messages("s1", [user("Hi."), bad])
    assert await store.get_messages("s1", None) == []


async def test_owners_are_apart(memory: AsyncMemory):
    dana, kim = (RecollectChatStore(memory, user_id=name) for name in ("dana", "kim"))
    tutor = RecollectChatStore(memory, user_id="dana", agent_id="tutor")
    await dana.add_message("s1", user("Hello."))
    for other in (kim, tutor):
        assert await other.get_messages("s1") == []
        assert await other.get_keys() == []
        await other.delete_messages("s1")
    assert words(await dana.get_messages("s1")) == ["Hello."]


def test_what_a_store_needs():
    with Memory("memory://", embedder=None) as memory:
        with pytest.raises(ScopeError, match="whose conversation"):
            RecollectChatStore(memory)
        with pytest.raises(ScopeError):
            RecollectChatStore(memory, user_id=" dana")
    with pytest.raises(InputError, match="memory must be"):
        RecollectChatStore("agent.db", user_id="dana")  # type: ignore[arg-type]


async def test_on_a_server():
    with serving(embedder=None) as running:
        key = running.key(new_id(), right="admin")
        async with AsyncMemory(running.url, api_key=key) as memory:
            store = RecollectChatStore(memory, user_id="dana")
            await store.add_messages("s1", STRANGE)
            await store.archive_oldest_messages("s1", 2)
            assert await store.get_messages("s1", None) == STRANGE
            assert await store.get_messages("s1") == STRANGE[2:]
            await store.delete_messages("s1")
            assert await store.get_keys() == []
