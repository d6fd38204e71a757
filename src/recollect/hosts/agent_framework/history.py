"""The messages of an `AgentSession`, kept in a memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent_framework import AgentSession, HistoryProvider, Message

from ..either import Either
from .keeping import Keeping, Owner, User

USER = "user_id"


class RecollectHistoryProvider(HistoryProvider):  # type: ignore[misc]
    """The history of an agent's sessions: `Agent(…, context_providers=[…])`.

    Every message comes back as it was, and its words are remembered like any others. `user_id` is
    a name, or a function of the `AgentSession`; without it, it is `session.state["user_id"]`. The
    `options` are those of `HistoryProvider`. Close the memory, not this.
    """

    def __init__(
        self,
        memory: Either,
        *,
        user_id: User = None,
        agent_id: str | None = None,
        source_id: str = "recollect_history",
        **options: Any,
    ) -> None:
        super().__init__(source_id, **options)
        self._keeping = Keeping(memory, user_id, agent_id)

    async def get_messages(
        self, session_id: str | None, *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> list[Message]:
        """The messages of a session, oldest first."""
        return await self._keeping.read(session_id, self._owner(state))

    async def save_messages(
        self,
        session_id: str | None,
        messages: Sequence[Message],
        *,
        state: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Keep messages behind those that are there, all or none; what is there already, once."""
        await self._keeping.keep(session_id, self._owner(state), messages)

    async def before_run(
        self, *, agent: Any, session: AgentSession, context: Any, state: dict[str, Any]
    ) -> None:
        """Show the model what was said in the session."""
        self._named(session, state)
        await super().before_run(agent=agent, session=session, context=context, state=state)

    async def after_run(
        self, *, agent: Any, session: AgentSession, context: Any, state: dict[str, Any]
    ) -> None:
        """Keep both sides of the run."""
        self._named(session, state)
        await super().after_run(agent=agent, session=session, context=context, state=state)

    def _named(self, session: AgentSession, state: dict[str, Any]) -> None:
        """The framework asks for messages by the id of a session alone: its user is noted."""
        state[USER] = self._keeping.owner(session)[0]

    def _owner(self, state: dict[str, Any] | None) -> Owner:
        if state is not None and USER in state:
            return state[USER], self._keeping.agent_id
        return self._keeping.owner(None)
