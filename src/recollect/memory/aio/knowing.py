"""What is known: facts, what a note rests on, and what contradicts what."""

from __future__ import annotations

from typing import Any

from ...errors import InputError
from ...orders import Query
from ...types import Message, Note, Why
from ...write.keys import RIVAL
from ...write.reconcile import confidence, conflicts
from .lineage import AsyncLineage


class AsyncKnowing(AsyncLineage):
    """Reading what was concluded."""

    async def conflicts(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[tuple[Note, Note]]:
        """Pairs of notes that contradict each other, where nothing decides which is right."""
        scope = self._scope(user_id, agent_id)
        return conflicts(await self._living.notes(Query(scope)))

    async def why(self, id: str, *, user_id: str | None = None, agent_id: str | None = None) -> Why:
        """What a note rests on: the words, the rule or model, how sure it is, what it replaced.

        NotFound if there is none in this scope; of a message, an InputError.
        """
        note = await self._one(id, user_id, agent_id)
        if isinstance(note, Message):
            raise InputError("a message is what was said; ask why of a note")
        scope = note.scope.owner.scope
        messages = await self._living.messages(Query(scope, ids=note.sources))
        others = await self._living.shown(scope, await self._line(note))
        old = next((one for one in others if one.id == note.replaces), None)
        new = next((one for one in others if one.replaces == note.id), None)
        rule, model = (note.metadata.get(name) for name in ("rule", "model"))
        return Why(note, tuple(messages), rule, confidence(note), old, new, model)

    async def values(
        self, prefix: str = "", *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, Any]:
        """The present values of all facts whose key begins so."""
        scope = self._scope(user_id, agent_id)
        if not isinstance(prefix, str):
            raise InputError(f"prefix must be text, not {type(prefix).__name__}")
        notes = await self._living.notes(Query(scope))
        return {
            note.key: note.value
            for note in notes
            if note.key and note.key.startswith(prefix) and note.value is not None
            if note.scope == scope and not note.key.endswith(RIVAL)
        }
