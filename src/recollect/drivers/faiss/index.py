"""An index of vectors in a folder: all of it in memory, saved now and then and at the end.

What was not saved when a process dies is in the store's feed, and comes from there again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...errors import StoreClosed, VectorError
from ...orders import NOBODY, Change, Found, Match, Nearest, Neighbours, Put
from ...ports.features import Features
from ...types import Note, Owner
from ..beside.card import Card, narrow, passing
from ..beside.marked import Marked
from ..beside.ranking import best
from ..beside.sequel import require_sequel
from ..forking import lock, watch
from .flat import alone
from .folder import Folder, State
from .space import Space

SAVE_EVERY = 20_000


class FaissIndex:
    """A FAISS index for each owner and model, so that a search costs what is theirs."""

    features = Features(nearest=True, durable=True)

    def __init__(self, path: str) -> None:
        self._folder = Folder(Path(path).absolute())
        self.url = f"faiss:///{self._folder.path}"
        self._state = self._folder.load()
        self._unsaved = 0
        self._marked = Marked()
        self._closed = False
        self._forked = False
        self._lock = lock()
        watch(self)

    def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed; those known already are passed over."""
        with self._lock:
            self._alive()
            require_sequel(self._state.position, after)
            fresh = [change for change in changes if change.seq > self._state.position]
            erased = max((one.seq for one in fresh if one.op == "erase"), default=0)
            before = self._state.position, self._state.tail
            try:
                self._follow(fresh, at_once=bool(erased))
            except BaseException:
                if erased:  # the folder still has it: it must be told again
                    self._state.position, self._state.tail = before
                    self._marked = Marked()
                raise
            if erased and not self._folder.holds(erased):
                self._folder.require_own("what was erased is still in there")

    def position(self) -> int:
        """The last change applied; 0 for none."""
        with self._lock:
            self._alive()
            return self._state.position

    def tail(self) -> str:
        """The sign of the last change applied."""
        with self._lock:
            self._alive()
            return self._state.tail

    def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Best first; of equals the newest."""
        with self._lock:
            self._alive()
            if not isinstance(request, Nearest) or request.limit < 1:
                return []
            owner = request.scope.owner
            space = self._state.spaces.get(owner, {}).get(request.vector.model)
            if space is None or not len(space):
                return []
            if len(request.vector.data) != space.size:
                raise VectorError(
                    f"the query's vector has {len(request.vector.data)} numbers, those of "
                    f"{request.vector.model!r} have {space.size}; embed the query with the model "
                    "that made them"
                )
            cards = self._state.cards.get(owner, {})
            found = space.near(request.vector.data, request.limit, _among(cards, request))
            return best(((cards[id], score) for id, score in found.items()), request.limit)

    def erase(self, owner: Owner) -> None:
        """Forget everything of an owner, on the disk, too."""
        with self._lock:
            self._alive()
            self._drop_owner(owner)
            self._save()
            self._folder.require_own("what was erased is still in there")

    def clear(self) -> None:
        """Forget everything, and begin again at 0."""
        with self._lock:
            self._alive()
            self._folder.require_own("nothing was changed")
            self._state = State()
            self._save()

    def close(self) -> None:
        """Save what is new and let go of the folder. Closing twice is fine."""
        with self._lock:
            if not self._closed:
                try:
                    if self._unsaved:
                        self._save()
                finally:
                    self._closed = True
                    self._folder.close()
                    self._state = State()

    def after_fork(self) -> None:
        """The folder stays the parent's, which goes on writing it."""
        self._forked = True
        self._folder.yielded()

    def _follow(self, fresh: Sequence[Change], *, at_once: bool) -> None:
        """Take changes, and save them now and then or at once."""
        for change in fresh:
            self._take(change)
            self._state.position, self._state.tail = change.seq, change.sign
        self._unsaved += len(fresh)
        if self._unsaved >= SAVE_EVERY or at_once:
            self._save()

    def _take(self, change: Change) -> None:
        owner = change.scope.owner
        if change.op == "erase":
            self._erase(change)
        elif change.op == "drop" or change.put is None:
            self._remove(owner, change.id)
        else:
            self._keep(owner, change.put)

    def _keep(self, owner: Owner, put: Put) -> None:
        record = put.record
        if isinstance(record, Note) and not record.open:
            self._remove(owner, record.id)
            return
        self._state.cards.setdefault(owner, {})[record.id] = Card.of(record)
        if put.vector is not None:
            models = self._state.spaces.setdefault(owner, {})
            model, size = put.vector.model, len(put.vector.data)
            if model not in models or models[model].size != size:
                models[model] = Space(size)
            models[model].put(record.id, put.vector.data)

    def _erase(self, change: Change) -> None:
        """Forget the owner or the record that a mark means; it names neither."""
        owner = change.scope.owner
        if change.scope != NOBODY:
            id = self._marked.find(change, self._state.cards.get(owner, ()))
            if id is not None:
                self._remove(owner, id)
            return
        for one in [one for one in self._state.cards if change.erases(one)]:
            self._drop_owner(one)

    def _remove(self, owner: Owner, id: str) -> None:
        cards = self._state.cards.get(owner, {})
        if cards.pop(id, None) is None:
            return
        if not cards:
            self._drop_owner(owner)
        for space in self._state.spaces.get(owner, {}).values():
            space.remove(id)

    def _drop_owner(self, owner: Owner) -> None:
        self._state.cards.pop(owner, None)
        self._state.spaces.pop(owner, None)

    def _save(self) -> None:
        self._folder.save(self._state)
        self._unsaved = 0

    def _alive(self) -> None:
        if self._closed:
            raise StoreClosed("this index is closed; open the memory again")
        if self._forked:  # FAISS would wait for threads of OpenMP that only the parent has
            alone()


def _among(cards: dict[str, Card], request: Nearest) -> list[str] | None:
    """The ids that pass; None if all do."""
    if request.ids is None and not narrow(request):
        return None
    every = cards.values()
    chosen = every if request.ids is None else [cards[id] for id in request.ids if id in cards]
    return [card.id for card in passing(chosen, request.scope, request.where)]
