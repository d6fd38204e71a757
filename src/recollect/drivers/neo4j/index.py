"""An index of relations in a graph database: entities are nodes, notes that relate them are edges.

All changes of one call, and how far it has come with them, are one transaction.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction
from neo4j.exceptions import ClientError, TransientError

from ...errors import SchemaTooNew
from ...orders import NOBODY, Change, Found, Match, Nearest, Neighbours
from ...ports.features import Features
from ...types import Owner, new_id
from ..beside.marked import Marked
from ..beside.sequel import require_sequel
from . import cypher
from .failures import closed, translated
from .loop import Loop
from .place import Place
from .plan import Plan, Row, ends, key, name

FORM = 1
SECONDS = 10.0
"""A server that does not answer a question in this time counts as down."""
PATIENCE = 60.0
"""The same for changes, of which there may be many."""
RETRIES = 1.0
"""Seconds in which a change is tried again by itself; later it is, by whoever asks next."""
T = TypeVar("T")
_elsewhere: list[Any] = []
"""What the process that this one was forked from had open. Closing it would end its connections."""


@dataclass(frozen=True, slots=True)
class About:
    """A graph as `recollect doctor` sees it."""

    version: str
    clock: float
    entities: int
    relations: int
    indexed: bool


class Neo4jIndex:
    """Relations by entity, and several steps away from one in a single question."""

    features = Features(neighbours=True, hops=True, durable=True, shared=True)

    def __init__(self, url: str) -> None:
        self._place = Place.of(url)
        self.url = self._place.shown
        self._closed = False
        self._loop: Loop | None = None
        self._driver: AsyncDriver | None = None
        self._starting = Lock()

    def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed; those known already are passed over."""
        if changes:
            self._run(self._applied(changes, after), PATIENCE)

    def position(self) -> int:
        """The last change applied; 0 for none."""
        return int(self._head()["position"])

    def tail(self) -> str:
        """The sign of the last change applied."""
        return str(self._head()["tail"])

    def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Newest first. Of a walk of several steps that finds more than the limit, some."""
        if not isinstance(request, Neighbours) or request.as_of is not None or request.limit < 1:
            self._run(_nothing(), SECONDS)
            return []
        scope = request.scope
        asked = {
            "owner": key(scope.owner, self._place.memory),
            "names": [name(one) for one in request.entities],
            "relations": None if request.relations is None else list(request.relations),
            "agent": scope.agent_id,
            "session": scope.session_id,
            "closed": request.closed,
            "limit": request.limit,
        }
        steps = cypher.STEP if request.hops < 2 else cypher.walk(request.hops)
        return [Found(row["id"], 1.0) for row in self.ask(steps, **asked)]

    def erase(self, owner: Owner) -> None:
        """Forget everything of an owner."""
        self._run(self._written(self._forgotten, [key(owner, self._place.memory)]), PATIENCE)

    def clear(self) -> None:
        """Forget everything, and begin again at 0."""
        self._run(self._written(self._emptied, cypher.FORGET), PATIENCE)

    def close(self) -> None:
        """Let go of the server. Closing twice is fine."""
        with self._starting:
            self._closed = True
            self._leave()
            loop, self._loop = self._loop, None
        if loop is not None:
            try:
                loop.run(self._let_go(), SECONDS)
            finally:
                loop.stop()

    def ask(self, statement: str, **values: Any) -> list[Row]:
        """The answer to one statement of this package."""
        return self._run(self._asked(statement, values), SECONDS)

    def about(self) -> About:
        """What server it is, what it holds of this memory, and by which clock it goes."""
        memory = self._place.memory
        [server], [held] = self.ask(cypher.SERVER), self.ask(cypher.COUNT, memory=memory)
        made = {label for row in self.ask(cypher.MADE) for label in row["labels"] or ()}
        [told] = self.ask(cypher.CLOCK)
        version = f"Neo4j {server['versions'][0]}, {server['edition']}"
        return About(
            version, told["millis"] / 1000, held["entities"], held["relations"],
            made >= cypher.LABELS,
        )  # fmt: skip

    def _head(self) -> Row:
        found = self.ask(cypher.HEAD, memory=self._place.memory)
        return self._known(found)

    def _known(self, found: list[Row]) -> Row:
        head = found[0] if found else {"position": 0, "tail": "", "form": FORM}
        if head["form"] != FORM:
            raise SchemaTooNew(
                f"the graph at {self.url} is in the form of another release; update recollect, or "
                "fill it anew: recollect reindex --index graph"
            )
        return head

    def _run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        try:
            with self._starting:
                if self._closed:
                    raise closed()
                self._leave()
                self._loop = loop = self._loop or Loop()
        except BaseException:
            work.close()
            raise
        with translated(self.url):
            return loop.run(work, seconds)

    def _leave(self) -> None:
        """Begin anew in a process that was forked."""
        if self._loop is not None and self._loop.pid != os.getpid():
            _elsewhere.append((self._loop, self._driver))
            self._loop = self._driver = None

    async def _let_go(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            await driver.close()

    def _connected(self) -> AsyncDriver:
        if self._driver is None:
            place = self._place
            self._driver = AsyncGraphDatabase.driver(
                place.uri,
                auth=None if place.user is None else (place.user, place.password),
                user_agent="recollect",
                connection_timeout=SECONDS / 2,
                connection_acquisition_timeout=SECONDS,
                max_transaction_retry_time=RETRIES,
                liveness_check_timeout=SECONDS,
                notifications_min_severity="OFF",
                telemetry_disabled=True,
            )
        return self._driver

    async def _asked(self, statement: str, values: Row) -> list[Row]:
        async with self._connected().session(database=self._place.database) as session:
            return await (await session.run(statement, values)).data()

    async def _written(self, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        async with self._connected().session(database=self._place.database) as session:
            await session.execute_write(work, *given)

    async def _applied(self, changes: Sequence[Change], after: int) -> None:
        if not await self._asked(cypher.HEAD, {"memory": self._place.memory}):
            await self._prepare()
        await self._written(self._taken, changes, after)

    async def _prepare(self) -> None:
        """Make constraints and indexes, once for all memories. Many may start at the same time."""
        made = await self._asked(cypher.MADE, {})
        if {label for row in made for label in row["labels"] or ()} >= cypher.LABELS:
            return
        for statement in cypher.SCHEMA:
            await self._make(statement)

    async def _make(self, statement: str) -> None:
        for last in (False, False, True):
            try:
                await self._asked(statement, {})
                return
            except (ClientError, TransientError) as error:
                if "AlreadyExists" in (error.code or ""):
                    return
                if last:
                    raise

    async def _taken(
        self, tx: AsyncManagedTransaction, changes: Sequence[Change], after: int
    ) -> None:
        memory = self._place.memory
        await tx.run(cypher.LOCK, memory=memory, form=FORM, turn=new_id())
        head = self._known(await _rows(tx, cypher.HEAD, memory=memory))
        require_sequel(head["position"], after)
        fresh = [change for change in changes if change.seq > head["position"]]
        if not fresh:
            return
        if head["position"] == 0:
            await self._emptied(tx)  # what somebody left who wiped half of it
        plan, marked = Plan(memory), Marked()
        for change in fresh:
            if change.op != "erase":
                plan.take(change)
                continue
            if plan.notes:  # a mark may mean what is not there yet
                await self._do(tx, plan)
                plan, marked = Plan(memory), Marked()
            await self._erased(tx, change, marked, plan)
        await self._do(tx, plan)
        await tx.run(cypher.MOVE, memory=memory, position=fresh[-1].seq, tail=fresh[-1].sign)

    async def _do(self, tx: AsyncManagedTransaction, plan: Plan) -> None:
        if not plan:
            return
        left = await _rows(tx, cypher.REMOVE, notes=plan.gone) if plan.gone else []
        if plan.notes:
            memory = self._place.memory
            await tx.run(cypher.OWN, owners=plan.owners, memory=memory)
            await tx.run(cypher.NAME, entities=plan.entities, memory=memory)
            left += await _rows(tx, cypher.MOVED, notes=plan.notes)
            await tx.run(cypher.RELATE, notes=plan.notes)
        if left:
            await self._tidied(tx, left)

    async def _tidied(self, tx: AsyncManagedTransaction, left: list[Row]) -> None:
        """Names that nothing is said of any more go, and so does who has none."""
        await tx.run(cypher.LONELY, entities=ends(left))
        owners = {row["owner"] for row in left}
        having = await _rows(tx, cypher.LEFT, owners=sorted(owners))
        await tx.run(cypher.DISOWN, owners=sorted(owners - {row["owner"] for row in having}))

    async def _erased(
        self, tx: AsyncManagedTransaction, change: Change, marked: Marked, plan: Plan
    ) -> None:
        """Forget the owner or the record that a mark means; it names neither."""
        memory, owner = self._place.memory, change.scope.owner
        if change.scope != NOBODY:
            held: list[Row] = []
            if not marked.knows(change):  # else each of many marks would read all that there is
                held = await _rows(tx, cypher.IDS, owner=key(owner, memory))
            id = marked.find(change, [row["id"] for row in held])
            if id is not None:
                plan.remove(owner, id)
            return
        for row in await _rows(tx, cypher.OWNERS, memory=memory):
            if change.erases(Owner(row["kind"], row["id"], row["tenant"])):
                await self._forgotten(tx, [row["owner"]])

    async def _forgotten(self, tx: AsyncManagedTransaction, owners: Sequence[str]) -> None:
        for owner in owners:
            await tx.run(cypher.ERASE, owner=owner)
        await tx.run(cypher.DISOWN, owners=list(owners))

    async def _emptied(self, tx: AsyncManagedTransaction, *more: str) -> None:
        for statement in (*more, *cypher.CLEAR):
            await tx.run(statement, memory=self._place.memory)


async def _rows(tx: AsyncManagedTransaction, statement: str, **values: Any) -> list[Row]:
    return await (await tx.run(statement, values)).data()


async def _nothing() -> None:
    """Asks whether it is open, and no more."""
