"""What is done once: who comes while it is done waits for it."""

import asyncio
import threading

from recollect import AsyncMemory
from recollect.agents.aio.exchange import AsyncExchange, AsyncListener, Manner
from recollect.agents.wires.base import Turn
from recollect.agents.wires.chat import ChatWire
from recollect.concurrency import AsyncOnce, Once
from recollect.types import Scope


async def turns_of_the_loop():
    for _ in range(20):
        await asyncio.sleep(0)


async def test_both_wait_and_it_is_done_once():
    once, gate, done = AsyncOnce(), asyncio.Event(), []

    async def work():
        await gate.wait()
        done.append(1)

    first, second = (asyncio.create_task(once.do(work)) for _ in range(2))
    await turns_of_the_loop()
    assert not second.done()
    first.cancel()
    gate.set()
    await second
    assert done == [1]


def test_threads_wait_and_it_is_done_once():
    once, begun, gate, done = Once(), threading.Event(), threading.Event(), []

    def work():
        begun.set()
        gate.wait()
        once.do(work)  # from within, nobody waits for himself
        done.append(1)

    first = threading.Thread(target=once.do, args=(work,))
    first.start()
    begun.wait()
    second = threading.Thread(target=once.do, args=(work,))
    second.start()
    gate.set()
    second.join()
    assert done == [1]
    first.join()


async def test_a_stream_that_is_closed_while_it_is_tidied_up_is_kept_then():
    """A caller who goes on asks the next thing behind the answer."""
    body = {"messages": [{"role": "user", "content": "Count."}]}
    async with AsyncMemory("memory://", embedder=None) as memory:
        listener = AsyncListener(
            memory, Scope("dana", None, "s1"), Manner("buffer", 100, lambda text: len(text))
        )
        exchange: AsyncExchange = await listener.begin(ChatWire(), body)
        answer = Turn({"role": "assistant", "content": "one two three"})
        tidying = asyncio.create_task(exchange.replied(answer))
        await asyncio.sleep(0)
        await exchange.replied(answer)
        kept = await memory.messages(user_id="dana", session_id="s1")
        await tidying
    assert [one.content for one in kept] == ["Count.", "one two three"]
