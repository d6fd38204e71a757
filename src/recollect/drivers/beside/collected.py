"""An index in an engine with collections: one for each model and size, and one for the rest.

Each collection holds a point of its own that says how far it has followed, written after the other
points of the same changes; what is lost of a collection takes its position along. The home
collection also lists the others and the owners that have points in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any

from ...errors import ConfigError, StoreClosed, VectorError
from ...orders import NOBODY, Change, Found, Match, Nearest, Neighbours
from ...ports.features import Features
from ...types import Owner
from ...vectors import SLACK, cosines
from ..forking import watch
from .marked import Marked
from .plan import Plan, unit
from .points import HEAD, Engine, Point, Sieve, card, key, named, sieve, space, space_of, unnamed
from .ranking import best
from .sequel import require_sequel

if TYPE_CHECKING:
    from ...orders import Floats

HOME = "home"
_elsewhere: list[Engine] = []
"""What the process that this one was forked from had open. Closing it would end its connections."""
OWNERS = Sieve((("kind", "owner"),))


@dataclass(frozen=True, slots=True)
class Head:
    """How far an index has come, and the collections it consists of."""

    position: int
    tail: str
    spaces: tuple[str, ...]


class CollectedIndex:
    """What every such engine does alike; `_connect` opens the engine when it is first needed."""

    features = Features(nearest=True, durable=True)
    url: str

    def __init__(self, name: str = "") -> None:
        if name and not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", name):
            raise ConfigError(
                "the last part of an index's URL names it: letters, digits, - and _, at most 40"
            )
        self._prefix = f"recollect-{name}." if name else "recollect."
        self._engine: Engine | None = None
        self._closed = False
        self._lock = RLock()
        watch(self)

    def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed; those known already are passed over."""
        with self._lock:
            head = self._head()
            position = head.position if head else 0
            require_sequel(position, after)
            fresh = [change for change in changes if change.seq > position]
            if not fresh:
                return
            if head is None:
                head = self._begin()
            # Anew each time: what failed half way must find its ids again.
            marked, plan = Marked(), Plan()
            for change in fresh:
                if change.op != "erase":
                    plan.take(change)
                    continue
                if plan.puts:
                    head, plan, marked = self._do(plan, head), Plan(), Marked()
                self._erase(change, head, marked, plan)
            head = self._do(plan, head)
            self._write(Head(fresh[-1].seq, fresh[-1].sign, head.spaces))

    def position(self) -> int:
        """The last change applied; 0 for none."""
        with self._lock:
            head = self._head()
            return head.position if head else 0

    def tail(self) -> str:
        """The sign of the last change applied."""
        with self._lock:
            head = self._head()
            return head.tail if head else ""

    def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Best first; of equals the newest."""
        with self._lock:
            self._open()
            if not isinstance(request, Nearest) or request.limit < 1 or request.ids == ():
                return []
            name = self._space(request)
            return [] if name is None else self._near(name, request)

    def erase(self, owner: Owner) -> None:
        """Forget everything of an owner."""
        with self._lock:
            engine = self._open()
            # The home last: it must know the owner as long as a point may be left.
            for name in sorted(self._names(), key=lambda name: name == self._home):
                engine.erase(name, named(owner))

    def clear(self) -> None:
        """Forget everything, and begin again at 0."""
        with self._lock:
            engine = self._open()
            # The home first: without it nothing of the others counts.
            for name in sorted(self._names(), key=lambda name: name != self._home):
                engine.discard(name)

    def close(self) -> None:
        """Let go of the engine. Closing twice is fine."""
        with self._lock:
            self._closed = True
            engine, self._engine = self._engine, None
            if engine is not None:
                engine.close()

    def after_fork(self) -> None:
        """A child has none of its parent's threads, and connections of its own."""
        self._lock = RLock()
        if self._engine is not None:
            _elsewhere.append(self._engine)
            self._engine = None

    def _connect(self) -> Engine:
        raise NotImplementedError

    def _open(self) -> Engine:
        if self._closed:
            raise StoreClosed("this index is closed; open the memory again")
        if self._engine is not None and not self._is_there():
            gone, self._engine = self._engine, None
            gone.close()
        if self._engine is None:
            self._engine = self._connect()
        return self._engine

    def _is_there(self) -> bool:
        """Whether what is open is still in its place: a folder may be removed, and is made anew."""
        return True

    @property
    def _home(self) -> str:
        return self._prefix + HOME

    def _names(self) -> list[str]:
        return self._open().names(self._prefix)

    def _head(self) -> Head | None:
        """The least of what the collections say; None unless all that are listed say something."""
        names = self._names()
        if self._home not in names:
            return None
        engine = self._open()
        home = engine.read(self._home, HEAD)
        if home is None:
            return None
        spaces = tuple(home["spaces"].split())
        if not all(self._prefix + name in names for name in spaces):
            return None
        heads = [home, *(engine.read(self._prefix + name, HEAD) for name in spaces)]
        told = [head for head in heads if head is not None]
        if len(told) < len(heads):
            return None
        least = min(told, key=lambda head: int(head["position"]))
        return Head(least["position"], least["tail"], spaces)

    def _begin(self) -> Head:
        """An empty index; what is left of an earlier one is removed."""
        self.clear()
        head = Head(0, "", ())
        self._open().make(self._home, 1)
        self._write(head)
        return head

    def _write(self, head: Head) -> None:
        said = {"kind": "head", "position": head.position, "tail": head.tail}
        for name in head.spaces:
            self._tell(self._prefix + name, int(name.rpartition(".")[2]), said)
        self._tell(self._home, 1, said | {"spaces": " ".join(head.spaces)})

    def _tell(self, name: str, size: int, said: dict[str, Any]) -> None:
        self._open().put(name, [Point(HEAD, said, _any(size))])

    def _do(self, plan: Plan, head: Head) -> Head:
        """Do what is planned; with the collections that it needed."""
        if not plan:
            return head
        engine, head = self._open(), self._grown(plan, head)
        if plan.owners:
            engine.put(self._home, [_owner(owner) for owner in plan.owners])
        removed = plan.removed()
        for bare in head.spaces:
            name = self._prefix + bare
            if removed:
                engine.remove(name, removed)
            if points := plan.points(bare):
                engine.put(name, points)
            if described := plan.described(bare):
                engine.describe(name, described)
        return head

    def _grown(self, plan: Plan, head: Head) -> Head:
        """Make the collections that are missing, and list them before they get any points."""
        new = [name for name in plan.spaces if name not in head.spaces]
        if not new:
            return head
        for name in new:
            # One that is there unlisted was left by an attempt that ended half way.
            self._open().make(self._prefix + name, plan.spaces[name])
        grown = Head(head.position, head.tail, (*head.spaces, *new))
        self._write(grown)
        return grown

    def _erase(self, change: Change, head: Head, marked: Marked, plan: Plan) -> None:
        """Forget the owner or the record that a mark means; it names neither."""
        if change.scope != NOBODY:
            owner = change.scope.owner
            id = marked.find(change, self._ids(owner, head))
            if id is not None:
                plan.remove(owner, id)
            return
        owners = [unnamed(one["owner"]) for one in self._open().scroll(self._home, OWNERS)]
        for owner in owners:
            if change.erases(owner):
                self.erase(owner)

    def _ids(self, owner: Owner, head: Head) -> Iterator[str]:
        theirs = Sieve((("owner", named(owner)),))
        for name in head.spaces:
            for one in self._open().scroll(self._prefix + name, theirs):
                yield one["id"]

    def _space(self, request: Nearest) -> str | None:
        """The collection to search; None if nothing of this model is there."""
        model, size = request.vector.model, len(request.vector.data)
        names, wanted = self._names(), self._prefix + space(model, size)
        if wanted in names:
            return wanted
        for name in names:
            if name.startswith(self._prefix + space_of(model) + "."):
                raise VectorError(
                    f"the query's vector has {size} numbers, those of {model!r} have "
                    f"{name.rpartition('.')[2]}; embed the query with the model that made them"
                )
        return None

    def _near(self, name: str, request: Nearest) -> list[Found]:
        query, passing = unit(request.vector.data), sieve(request)
        limit, wanted = request.limit, request.limit + 1
        while True:
            rows = self._open().near(name, query, wanted, passing)
            scores = _exact(query, [vector for _, vector in rows])
            # Equals at the end of the list may be many: all of them are looked at.
            if len(rows) < wanted or sorted(scores)[-limit] - min(scores) > SLACK:
                cards = (card(payload) for payload, _ in rows)
                return best(zip(cards, scores, strict=True), limit)
            wanted *= 2


def _exact(query: Floats, rows: list[Floats]) -> list[float]:
    import numpy as np

    made: list[float] = cosines(np.asarray(rows), query).tolist() if rows else []
    return made


def _owner(owner: Owner) -> Point:
    return Point(key(owner), {"kind": "owner", "owner": named(owner)}, _any(1))


def _any(size: int) -> Floats:
    """A vector where one is needed and none is meant."""
    import numpy as np

    vector = np.zeros(size, dtype=np.float32)
    vector[0] = 1.0
    return vector
