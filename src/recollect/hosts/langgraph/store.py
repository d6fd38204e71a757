"""`RecollectStore`: LangGraph's `BaseStore` over a recollect memory."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)

from ...errors import InputError, NotFound, Stale, StoreReadOnly
from ...memory.sync.door import Memory
from ...types import Note, utcnow
from ...write import limits
from . import filters
from .items import WHOLE, Draft, draft, ends, is_item, item, note_key, refreshed, where

Whose = dict[str, Any]
Place = tuple[tuple[str, ...], str]
FEW = 64
"""So many hits cost a search no more than ten."""


class RecollectStore(BaseStore):  # type: ignore[misc]  # its package is not read for types
    """LangGraph's long-term memory, kept in a recollect memory: `compile(store=RecollectStore(…))`.

    Everything belongs to the agent `agent_id`, or to the user `user_id`. With `user_at` the label
    at that place of a namespace names the user: of ("memories", "dana") with `user_at=1`, dana.
    Namespaces that are too short for it belong to the agent.

    `fields` are the paths that items are found by, unless a put says otherwise; by default the
    whole value. `ttl` is LangGraph's `TTLConfig`. The memory stays yours to close.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: Memory,
        *,
        agent_id: str = "langgraph",
        user_id: str | None = None,
        user_at: int | None = None,
        fields: Sequence[str] = (WHOLE,),
        ttl: TTLConfig | None = None,
    ) -> None:
        if not isinstance(memory, Memory):
            raise InputError(
                "a RecollectStore takes a recollect.Memory; it does not block async graphs"
            )
        if user_at is not None and (user_id is not None or not _is_place(user_at)):
            raise InputError(
                "user_at is a place in the namespace, 0 for the first; it goes without user_id"
            )
        if isinstance(fields, str):
            raise InputError('fields is a list of paths, such as ["text"]')
        limits.scope(user_id, agent_id)
        self._memory = memory
        self._owner: Whose = {"agent_id": agent_id} if user_id is None else {"user_id": user_id}
        self._user_at = user_at
        self._fields = tuple(fields)
        self.ttl_config = _checked(ttl)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do some operations: the reads see what was there before, then every item is put once.

        All are checked before anything is written. A batch that failed on the way can be repeated.
        """
        asked = list(ops)
        puts: dict[Place, Draft | None] = {}
        for op in asked:
            validate_op_namespace(op)
            if isinstance(op, PutOp):
                self._whose(op.namespace)
                made = None if op.value is None else draft(op, self._fields, utcnow())
                puts[tuple(op.namespace), op.key] = made
            elif isinstance(op, SearchOp):
                filters.check(op.filter)
        results = [self._read(op) for op in asked]
        for (namespace, key), made in puts.items():
            if made is None:
                self._delete(namespace, key)
            else:
                self._put(made)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """`batch` in a thread. One that is cancelled is finished first: it happened whole."""
        work = asyncio.create_task(asyncio.to_thread(self.batch, list(ops)))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            while not work.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([work])
            raise

    def sweep_ttl(self) -> int:
        """Remove for good what has expired, as `memory.prune` does; counts the notes.

        What has expired is not shown in any case.
        """
        whose = self._owner if self._user_at is None else {}
        return self._memory.prune(**whose).receipt.removed.get("notes", 0)

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            note = self._note(op.namespace, op.key)
            if note is None:
                return None
            self._refresh([note], op.refresh_ttl)
            return item(note)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        if isinstance(op, PutOp):
            return None
        raise InputError(f"a store gets, puts, searches and lists; not {type(op).__name__}")

    def _put(self, made: Draft) -> None:
        old, now = self._note(made.namespace, made.key), utcnow()
        self._memory.set(
            note_key(made.namespace, made.key),
            made.words,
            **self._whose(made.namespace),
            expires=None if made.ttl is None else ends(made.ttl, now),
            metadata=made.metadata(now if old is None else item(old).created_at, now),
        )

    def _delete(self, namespace: tuple[str, ...], key: str) -> None:
        """With all its versions, the one that stands first."""
        whose = self._whose(namespace)
        versions = self._memory.notes(**whose, key=note_key(namespace, key), closed=True)
        for note in sorted(versions, key=lambda one: not one.open):
            if is_item(note, **whose):
                with suppress(NotFound):  # somebody else was faster
                    self._memory.delete(note.id, **whose)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        labels = dict(enumerate(op.namespace_prefix))
        whose = self._reached(labels)
        counted = min(op.offset, op.limit) >= 0  # else a slice counts from the end
        wanted = op.offset + op.limit if counted else sys.maxsize
        found = self._ranked(op, labels, whose, wanted) if (op.query or "").strip() else []
        if len(found) < wanted:
            ranked = {note.id for note, _ in found}
            rest = _in_order(self._notes(labels, whose))
            found += [(one, None) for one in _admitted(rest, op) if one.id not in ranked]
        shown = found[op.offset : op.offset + op.limit]
        self._refresh([note for note, _ in shown], op.refresh_ttl)
        return [item(note, SearchItem, score=score) for note, score in shown]

    def _ranked(
        self, op: SearchOp, labels: dict[int, str], whose: Whose, wanted: int
    ) -> list[tuple[Note, float | None]]:
        """What a question finds, best first. A longer search may order its hits otherwise, so the
        first are always those of a short one: every page is cut from the same list."""
        found: dict[str, tuple[Note, float | None]] = {}
        asked = where(labels, indexed=True)
        for limit in (FEW, limits.MAX_LIMIT):
            hits = self._memory.search(op.query, **whose, limit=limit, min_relevance=0, where=asked)
            scores = {hit.id: hit.relevance for hit in hits if hit.id not in found}
            notes = [hit.record for hit in hits if is_item(hit.record, **whose)]
            fitting = [note for note in _admitted(notes, op) if note.id in scores]
            found |= {note.id: (note, scores[note.id]) for note in fitting}
            if len(found) >= wanted or len(hits) < limit:
                break
        return list(found.values())

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = op.match_conditions or ()
        labels = filters.known_labels(conditions)
        found = {item(note).namespace for note in self._notes(labels, self._reached(labels))}
        matched = [
            namespace[: op.max_depth]
            for namespace in found
            if all(filters.matches(namespace, condition) for condition in conditions)
        ]
        return sorted(set(matched))[op.offset : op.offset + op.limit]

    def _note(self, namespace: tuple[str, ...], key: str) -> Note | None:
        """The note of an item, if it is there."""
        whose = self._whose(namespace)
        notes = self._memory.notes(**whose, key=note_key(namespace, key))
        return next((note for note in notes if is_item(note, **whose)), None)

    def _notes(self, labels: dict[int, str], whose: Whose) -> list[Note]:
        notes = self._memory.notes(**whose, where=where(labels))
        return [note for note in notes if is_item(note, **whose)]

    def _refresh(self, notes: Sequence[Note], wanted: bool) -> None:
        """Let what was read live on, unless somebody has written it meanwhile."""
        for note in notes if wanted else ():
            end = refreshed(note, utcnow())
            if end is not None and note.key is not None:
                whose = self._whose(item(note).namespace)
                with suppress(Stale, StoreReadOnly):
                    self._memory.set(
                        note.key,
                        note.value,
                        **whose,
                        kind=note.kind,
                        expires=end,
                        metadata=note.metadata,
                        if_version=note.id,
                    )

    def _whose(self, namespace: Sequence[str]) -> Whose:
        if self._user_at is None or len(namespace) <= self._user_at:
            return self._owner
        return {"user_id": limits.identifier(namespace[self._user_at], "a user in a namespace")}

    def _reached(self, labels: dict[int, str]) -> Whose:
        """Whose items these labels lead to: never everybody's."""
        if self._user_at is None:
            return self._owner
        if self._user_at not in labels:
            raise InputError(
                f"say whose items: each user's are kept apart, and label {self._user_at + 1} of a "
                f"namespace names the user (user_at={self._user_at}); this prefix does not reach it"
            )
        return self._whose([labels.get(place, "") for place in range(self._user_at + 1)])


def _admitted(notes: Iterable[Note], op: SearchOp) -> list[Note]:
    return [note for note in notes if filters.holds(item(note).value, op.filter or {})]


def _in_order(notes: Sequence[Note]) -> list[Note]:
    """Namespace by namespace, each in the order in which its items were made."""
    items = sorted(((item(note), note) for note in notes), key=lambda one: one[0].created_at)
    first: dict[Any, int] = {}
    for made, _ in items:
        first.setdefault(made.namespace, len(first))
    return [note for made, note in sorted(items, key=lambda one: first[one[0].namespace])]


def _checked(ttl: TTLConfig | None) -> TTLConfig | None:
    if ttl is not None and ttl.get("sweep_interval_minutes") is not None:
        raise InputError(
            "what has expired is not shown, and nothing sweeps by itself: leave "
            "sweep_interval_minutes out, and call sweep_ttl() when it is to be removed"
        )
    if ttl is not None and ttl.get("default_ttl") is not None:
        ends(ttl["default_ttl"], utcnow())
    return ttl


def _is_place(user_at: object) -> bool:
    return isinstance(user_at, int) and not isinstance(user_at, bool) and user_at >= 0
