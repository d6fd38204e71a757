"""What both providers share: whose session it is, and what was said in it, kept once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from agent_framework import AgentSession, Message

from ...errors import ScopeError
from ...types import new_id
from ...write import limits
from ..either import Conversations, Either, done, either
from .messages import answered, fresh, identity, items, restored

User = str | Callable[[AgentSession], str | None] | None
"""Whose memory it is: a name, or a function of the session."""
Owner = tuple[str, str | None]

_RUNS = WeakKeyDictionary[Message, str]()
"""Runs by an answer of theirs: what two providers keep of one, or one keeps again, is the same."""


class Keeping:
    """The sessions of users in a memory."""

    def __init__(self, memory: Either, user_id: User, agent_id: str | None) -> None:
        self.memory = either(memory)
        named = "somebody" if user_id is None or callable(user_id) else user_id
        limits.scope(named, agent_id)  # what is wrong with a name is said at once
        self._user_id, self.agent_id = user_id, agent_id
        self._open = Conversations(memory)

    def owner(self, session: AgentSession | None) -> Owner:
        """Whose session this is; ScopeError if that is nobody."""
        given: Any = self._user_id
        if session is not None:
            given = session.state.get("user_id") if given is None else given
            given = given(session) if callable(given) else given
        if given is None or callable(given):
            raise ScopeError("say whose memory: pass user_id=…, or name it in session.state")
        limits.scope(given, self.agent_id)
        return given, self.agent_id

    async def read(self, session_id: Any, owner: Owner) -> list[Message]:
        """The messages of a session, oldest first."""
        found = await done(self._open.of(session_id, *owner).items)
        return answered([restored(*one) for one in found])

    async def keep(self, session_id: Any, owner: Owner, messages: Sequence[Message]) -> None:
        """Keep messages behind those that are there, all or none."""
        said = items(messages)
        answer = next((n for n, one in enumerate(messages) if one.role == "assistant"), None)
        run = new_id() if answer is None else _RUNS.setdefault(messages[answer], new_id())
        named = [
            replace(one, id=_id(run, n - (answer or 0), identity(one.item), session_id, *owner))
            for n, one in enumerate(said)
        ]
        kept = self._open.of(session_id, *owner)
        had = [item for _, item in await done(kept.items) if item is not None]
        await done(kept.add, fresh(had, named))


def _id(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
