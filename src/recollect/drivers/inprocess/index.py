"""Exact search over what a store's feed has told: cosine, BM25 and relations."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import StoreClosed
from ...orders import NOBODY, Change, Found, Match, Nearest, Neighbours, Put
from ...ports.features import Features
from ...types import Owner
from ..beside.marked import Marked
from ..beside.sequel import require_sequel
from ..forking import lock
from ..shard import Shard


class InProcessIndex:
    """An index with one shard per owner, so that a search costs what that owner's data costs."""

    features = Features(nearest=True, match=True, neighbours=True, hops=True, as_of=True)
    url = "inprocess://"

    def __init__(self) -> None:
        self._shards: dict[Owner, Shard] = {}
        self._position, self._tail = 0, ""
        self._marked = Marked()
        self._closed = False
        self._lock = lock()

    def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed; those known already are passed over."""
        with self._lock:
            self._alive()
            require_sequel(self._position, after)
            for change in changes:
                if change.seq > self._position:
                    self._take(change)
                    self._position, self._tail = change.seq, change.sign

    def position(self) -> int:
        """The last change applied; 0 for none."""
        with self._lock:
            self._alive()
            return self._position

    def tail(self) -> str:
        """The sign of the last change applied."""
        with self._lock:
            self._alive()
            return self._tail

    def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Best first; of equals the newest."""
        with self._lock:
            self._alive()
            shard = self._shards.get(request.scope.owner)
            if shard is None or request.limit < 1:
                return []
            if isinstance(request, Nearest):
                return shard.nearest(request)
            if isinstance(request, Match):
                return shard.match(request)
            return shard.neighbours(request)

    def erase(self, owner: Owner) -> None:
        """Forget everything of an owner."""
        with self._lock:
            self._alive()
            self._shards.pop(owner, None)

    def clear(self) -> None:
        """Forget everything, and begin again at 0."""
        with self._lock:
            self._alive()
            self._shards.clear()
            self._position, self._tail = 0, ""

    def close(self) -> None:
        """Release everything. Closing twice is fine."""
        with self._lock:
            self._closed = True
            self._shards.clear()

    def _take(self, change: Change) -> None:
        owner = change.scope.owner
        if change.op == "erase":
            self._erase(change)
        elif change.op == "drop" or change.put is None:
            self._remove(owner, change.id)
        else:
            self._keep(self._shards.setdefault(owner, Shard()), change, change.put)

    def _keep(self, shard: Shard, change: Change, put: Put) -> None:
        # Only a put brings terms: a feed need not repeat them with every change of a record.
        if change.op == "put" or change.id not in shard:
            shard.put(put, change.seq)
        if change.op == "close":
            shard.close(put.record, change.seq)
        elif change.op == "vector" and put.vector is not None:
            shard.embed(change.id, put.vector)

    def _erase(self, change: Change) -> None:
        """Forget the owner or the record that a mark means; it names neither."""
        if change.scope != NOBODY:
            id = self._marked.find(change, self._shards.get(change.scope.owner, ()))
            if id is not None:
                self._remove(change.scope.owner, id)
            return
        for owner in [owner for owner in self._shards if change.erases(owner)]:
            del self._shards[owner]

    def _remove(self, owner: Owner, id: str) -> None:
        shard = self._shards.get(owner)
        if shard is not None:
            shard.remove(id)
            if not len(shard):
                del self._shards[owner]

    def _alive(self) -> None:
        if self._closed:
            raise StoreClosed("this index is closed; open the memory again")
