"""A live conversation: what is said in it is kept as it is said, and a prompt sees the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...read.patterns import WINDOW, checked, prompt, room
from ...read.tokens import estimate
from ...types import Context, Message, Scope
from ...write import limits

if TYPE_CHECKING:
    from .door import AsyncMemory

BUDGET = 4000


class AsyncSession:
    """One session of one user. Leaving the block ends it; everything said is stored already."""

    def __init__(
        self, memory: AsyncMemory, scope: Scope, pattern: str, window: int = WINDOW
    ) -> None:
        self._memory = memory
        self._scope = scope
        self.pattern = checked(pattern)
        self.window = limits.count(window, "window", limits.MAX_LIST)

    @property
    def session_id(self) -> str:
        """The session's id: pass it again to go on another day."""
        return self._scope.session_id or ""

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def user(self, content: Any) -> Message:
        """Keep what the user said."""
        return await self._say("user", content)

    async def assistant(self, content: Any) -> Message:
        """Keep what the assistant said."""
        return await self._say("assistant", content)

    async def turns(self) -> list[Message]:
        """The session so far: all of it for a `buffer`, else its last turns."""
        last = None if self.pattern == "buffer" else self.window
        return await self._memory.messages(last=last, **self._ids())

    async def prompt(self, *, budget: int = BUDGET) -> list[dict[str, str]]:
        """The messages to send to a model: never over budget, the newest turn always there."""
        limits.count(budget, "budget", limits.MAX_BUDGET)
        turns = await self.turns()
        context = None
        if self.pattern == "vector" and turns:
            context = await self._recalled(turns, room(turns[-1], budget, estimate))
        return prompt(turns, context, budget, estimate)

    async def _recalled(self, turns: list[Message], budget: int) -> Context | None:
        """What is relevant to the newest words and not among these turns."""
        whose: dict[str, Any] = {
            "user_id": self._scope.user_id,
            "agent_id": self._scope.agent_id,
        }
        if budget < 1 or not any(whose.values()):
            return None
        asked = turns[-1].content[: limits.MAX_QUERY]
        return await self._memory._shown(asked, whose, budget, {turn.id for turn in turns})

    async def _say(self, role: str, content: Any) -> Message:
        said = content if isinstance(content, dict) else {"content": content}
        added = await self._memory.add({**said, "role": role}, **self._ids())
        return added.messages[0]

    def _ids(self) -> dict[str, Any]:
        return {
            "user_id": self._scope.user_id,
            "agent_id": self._scope.agent_id,
            "session_id": self._scope.session_id,
        }
