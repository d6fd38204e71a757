"""Which documents hold which terms, and how well they fit a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...text.bm25 import REPEATS, Counted, bm25, rarity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...orders import Floats


class Postings:
    """An inverted index. A document has a slot; the slots of removed ones are used again."""

    def __init__(self) -> None:
        import numpy as np

        self.ids: list[str] = []
        self._slots: dict[str, int] = {}
        self._free: list[int] = []
        self._terms: dict[str, Mapping[str, int]] = {}
        self._holders: dict[str, dict[int, int]] = {}
        self._lengths = np.zeros(8)
        self._total = 0

    def put(self, id: str, terms: Mapping[str, int]) -> None:
        """Add a document, or replace the terms it has."""
        self.remove(id)
        slot = self._slots[id] = self._slot(id)
        self._terms[id] = dict(terms)
        for term, count in terms.items():
            self._holders.setdefault(term, {})[slot] = count
        length = sum(terms.values())
        self._lengths[slot] = length
        self._total += length

    def remove(self, id: str) -> None:
        """Forget a document, if it is there."""
        slot = self._slots.pop(id, None)
        if slot is None:
            return
        terms = self._terms.pop(id)
        for term in terms:
            holders = self._holders[term]
            del holders[slot]
            if not holders:
                del self._holders[term]
        self._total -= sum(terms.values())
        self.ids[slot] = ""
        self._free.append(slot)

    def scores(
        self, terms: Mapping[str, float], known: Sequence[str] | None = None
    ) -> tuple[Floats, Floats]:
        """The score of every slot, and the share of the terms it holds; 0 where it holds none.

        With `known`, as if these documents were all there are.
        """
        import numpy as np

        # Single precision, added in the order of the terms, as in every store: equals are equal.
        scores: Floats = np.zeros(len(self.ids), dtype=np.float32)
        shares: Floats = np.zeros(len(self.ids), dtype=np.float32)
        count, total, among = len(self._slots), float(self._total), None
        if known is not None:
            places = self.slots(tuple(known))
            count, total, among = len(places), self._lengths[places].sum(), set(places.tolist())
        repeats, _ = self._held(REPEATS, among)
        counted = Counted.of(len(self.ids), count, total, repeats, self._lengths[repeats])
        entries = {term: self._held(term, among) for term in terms}
        dfs = {term: counted.df(slots) for term, (slots, _) in entries.items()}
        worths = {term: weight * rarity(dfs[term], counted.count) for term, weight in terms.items()}
        whole = sum(worths.values()) or 1.0
        for term, (slots, tf) in entries.items():
            scores[slots] += terms[term] * bm25(
                tf, self._lengths[slots], dfs[term], counted.count, counted.average
            )
            shares[slots] += worths[term] / whole
        return scores, shares

    def _held(
        self, term: str, among: set[int] | None
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The slots that hold a term, and how often each does."""
        import numpy as np

        holders = self._holders.get(term, {})
        if among is not None:
            holders = {slot: tf for slot, tf in holders.items() if slot in among}
        slots = np.fromiter(holders.keys(), dtype=np.intp, count=len(holders))
        return slots, np.fromiter(holders.values(), dtype=np.float64, count=len(holders))

    def slots(self, ids: tuple[str, ...]) -> NDArray[np.intp]:
        """The slots of those ids that are here."""
        import numpy as np

        known = (self._slots[id] for id in dict.fromkeys(ids) if id in self._slots)
        return np.fromiter(known, dtype=np.intp)

    def _slot(self, id: str) -> int:
        import numpy as np

        if self._free:
            slot = self._free.pop()
            self.ids[slot] = id
            return slot
        self.ids.append(id)
        if len(self.ids) > len(self._lengths):
            self._lengths = np.concatenate([self._lengths, np.zeros(len(self._lengths))])
        return len(self.ids) - 1
