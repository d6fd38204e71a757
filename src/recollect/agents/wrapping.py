"""`wrap`: a provider's client that remembers."""

from __future__ import annotations

from typing import Any, TypeVar

from ..errors import InputError
from ..memory.aio.door import AsyncMemory
from ..memory.sync.door import Memory
from ..read.patterns import checked
from ..wiring import counter
from ..write import limits
from ..write.limits import share
from .clients import CLIENTS, Colour, copied, kind

C = TypeVar("C")
BUDGET = 1500


def wrap(
    client: C,
    memory: Memory | AsyncMemory,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    session_id: str | None = None,
    pattern: str = "hybrid",
    budget: int = BUDGET,
    tokens: Any = None,
    min_relevance: float = 0.0,
) -> C:
    """A client like the given one, whose calls see memory and are remembered.

    It takes OpenAI's, Anthropic's and google-genai's clients: a `Memory` for a sync one, an
    `AsyncMemory` for an async one. Every chat completion, response, message or content that is made
    with it, streamed or not, is shown what helps with the newest words of the user, with `budget`
    tokens at most, and both sides of it are kept in the session, word for word. `min_relevance`
    leaves out what is recalled and less sure. Everything else of the client is as it was. Another
    client, or one that is async where the memory is not, is an `InputError`.
    """
    colour = _colour(client, memory)
    scope = memory._conversation(user_id, agent_id, session_id)
    if tokens is not None and not memory._counts_here:
        raise InputError("the server counts tokens; leave `tokens` out")
    most = limits.count(budget, "budget", limits.MAX_BUDGET)
    how = checked(pattern), most, counter(tokens), share(min_relevance, "min_relevance")
    if isinstance(memory, AsyncMemory):
        from .aio.exchange import AsyncListener
        from .aio.exchange import Manner as AsyncManner
        from .aio.overhearing import AsyncOverhearing

        ear = AsyncListener(memory, scope, AsyncManner(*how))
        made = copied(client, colour, lambda *inner: AsyncOverhearing(inner[0], ear, *inner[1:]))
    else:
        from .sync.exchange import Listener, Manner
        from .sync.overhearing import Overhearing

        own = Listener(memory, scope, Manner(*how))
        made = copied(client, colour, lambda *inner: Overhearing(inner[0], own, *inner[1:]))
    wrapped: C = made
    return wrapped


def _colour(client: object, memory: object) -> Colour:
    """That of both; InputError if they do not match."""
    needed = CLIENTS[kind(client)]
    if not isinstance(memory, Memory | AsyncMemory):
        raise InputError(f"wrap takes a Memory or an AsyncMemory, not {type(memory).__name__}")
    given: Colour = "async" if isinstance(memory, AsyncMemory) else "sync"
    if needed not in (None, given):
        right = "an AsyncMemory" if needed == "async" else "a Memory"
        name = type(client).__name__
        raise InputError(f"{name} needs {right} beside it, not {type(memory).__name__}")
    return given
