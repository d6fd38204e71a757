"""Healthy stores of other shapes than the in-memory one, and broken ones that must be caught."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

from recollect.conformance.sync import (
    closing,
    commits,
    concurrency,
    counting,
    deleting,
    feeds,
    filters,
    isolation,
    lasting,
    matching,
    nearest,
    past,
    records,
    relations,
    terms,
    vectors,
)
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.state.checks import Rehearsal
from recollect.drivers.state.kept import Kept
from recollect.errors import StoreClosed
from recollect.orders import (
    Batch,
    Change,
    Committed,
    Cursor,
    Found,
    Match,
    Nearest,
    Neighbours,
    Put,
    Query,
    Seen,
    Terms,
    Vector,
)
from recollect.ports import Features
from recollect.types import EVERYTHING, Message, Note, Owner, Record, Scope, new_id


class Searching(InMemoryStore):
    """Healthy: searches by itself."""

    features = Features(nearest=True, match=True, neighbours=True, as_of=True)

    def index(self) -> InProcessIndex:
        if not hasattr(self, "_index"):
            self._index = InProcessIndex()
        self._index.apply(self.changes(self._index.position(), 1_000_000))
        return self._index

    def commit(self, batch: Batch) -> Committed:
        done = super().commit(batch)
        if batch.forget:
            self._index = InProcessIndex()
        return done

    def nearest(self, request: Nearest) -> list[Found]:
        return self.index().search(request)

    def match(self, request: Match) -> list[Found]:
        return self.index().search(request)

    def neighbours(self, request: Neighbours) -> list[Note]:
        found = tuple(hit.id for hit in self.index().search(request))
        query = Query(request.scope, ids=found, closed=True, as_of=request.as_of)
        return sorted(self.notes(query), key=lambda note: found.index(note.id))


class Handle:
    """Healthy: one of several handles on a store that outlives them."""

    features = Features(
        nearest=True, match=True, neighbours=True, as_of=True, durable=True, shared=True
    )
    url = "handle://"

    def __init__(self, store: InMemoryStore | None = None) -> None:
        self.inner = store or Searching()
        self.open = True

    def __getattr__(self, name: str) -> Any:
        if not self.open:
            raise StoreClosed("closed")
        return getattr(self.inner, name)

    def close(self) -> None:
        self.open = False

    def another(self) -> Handle:
        return type(self)(self.inner)


class Broken:
    """A mark: some test of these topics must fail, one whose name holds `caught_by` among them."""

    topics: ClassVar[tuple[type, ...]] = (StoreSuite,)
    caught_by: ClassVar[str] = ""


class LosesWrites(Broken, InMemoryStore):
    """Every seventh put is acknowledged and not stored."""

    puts = 0

    def _put(self, put: Put) -> bool:
        self.puts += 1
        return True if self.puts % 7 == 0 else super()._put(put)


class LeaksById(Broken, InMemoryStore):
    """A message is found by its id whoever asks."""

    caught_by = "test_isolation_reading"

    def messages(self, query: Query) -> list[Message]:
        found = super().messages(query)
        if query.ids is None or found:
            return found
        scopes = [Scope(**{f"{o.kind}_id": o.id}, tenant=o.tenant) for o in self._partitions]
        return [
            m
            for scope in scopes
            for m in super(LeaksById, self).messages(replace(query, scope=scope))
        ]


class NeverStale(Broken, InMemoryStore):
    """The last to close a note wins."""

    caught_by = "test_closing_twice_is_stale"

    def commit(self, batch: Batch) -> Committed:
        with self._lock:
            for close in batch.closes if batch.id not in self._batches else ():
                partition = self._partitions.get(close.scope.owner)
                kept = partition.kept.get(close.id) if partition else None
                if kept and isinstance(kept.record, Note):
                    kept.record = replace(kept.record, closed_at=None)
            return super().commit(batch)


class DropsUnseen(Broken, InMemoryStore):
    """A note is dropped by who has not seen that it was closed."""

    topics = (closing.ClosingTests,)
    caught_by = "test_a_note_is_dropped_by_who_saw_it_closed"

    def commit(self, batch: Batch) -> Committed:
        now = tuple(replace(drop, record=self._as_held(drop.record)) for drop in batch.drops)
        return super().commit(replace(batch, drops=now))

    def _as_held(self, record: Record) -> Record:
        partition = self._partitions.get(record.scope.owner)
        kept = partition.kept.get(record.id) if partition else None
        return kept.record if kept and kept.record else record


class NotAtomic(Broken, InMemoryStore):
    """Puts are stored before the rest of the batch is looked at."""

    caught_by = "test_all_of_it_or_nothing"

    def commit(self, batch: Batch) -> Committed:
        if batch.id in self._batches or not batch.closes:
            return super().commit(batch)
        first = super().commit(Batch(puts=batch.puts))
        done = super().commit(replace(batch, puts=()))
        self._batches[batch.id] = Committed(done.position, first.new)
        return self._batches[batch.id]


class ChecksThenActs(Broken, InMemoryStore):
    """Right as long as nobody else writes between the check and the act."""

    topics = (concurrency.ConcurrencyTests,)
    caught_by = "test_together_one_of_many_closers_wins"

    def commit(self, batch: Batch) -> Committed:
        if batch.id in self._batches:
            return self._batches[batch.id]
        Rehearsal(self._partitions, self._sizes, self._cursors).run(batch)
        time.sleep(0.01)
        with self._lock:
            self._batches[batch.id] = Committed(self._seq, self._apply(batch))
        return self._batches[batch.id]


class Torn(Broken, InMemoryStore):
    """Readers can see half a batch."""

    topics = (concurrency.ConcurrencyTests,)
    caught_by = "test_together_reading_while_others_write"

    def commit(self, batch: Batch) -> Committed:
        for put in batch.puts[:-1]:
            super().commit(Batch(puts=(put,)))
            time.sleep(0.001)
        return super().commit(replace(batch, puts=batch.puts[-1:]))


class ForgetsBatches(Broken, InMemoryStore):
    """A repeated batch is done again."""

    topics = (commits.RepeatsTests,)

    def commit(self, batch: Batch) -> Committed:
        return super().commit(replace(batch, id=new_id()))


class IgnoresOtherWords(Broken, InMemoryStore):
    """A known id is never refused."""

    topics = (commits.RepeatsTests,)

    def commit(self, batch: Batch) -> Committed:
        fresh = [put for put in batch.puts if not self.locate(put.record.id)]
        return super().commit(replace(batch, puts=tuple(fresh)))


class ReordersFeed(Broken, InMemoryStore):
    """The last two changes of a page change places."""

    topics = (feeds.FeedTests,)

    def changes(self, after: int, limit: int = 1000, owner: Owner | None = None) -> list[Change]:
        found = super().changes(after, limit, owner)
        return [*found[:-2], *found[:-3:-1]]


class SkipsInFeed(Broken, InMemoryStore):
    """The first change behind a position is passed over, unless it is the very first."""

    topics = (feeds.FeedTests,)
    caught_by = "test_feed_resumable"

    def changes(self, after: int, limit: int = 1000, owner: Owner | None = None) -> list[Change]:
        return super().changes(after + 1 if after else 0, limit, owner)


class FeedKeepsText(Broken, InMemoryStore):
    """What was dropped can still be read in the feed."""

    topics = (feeds.FeedTests,)
    caught_by = "test_feed_a_dropped_record_is_gone"

    def _remove(self, owner: Owner, id: str) -> Scope:
        kept = self._partitions[owner].kept[id]
        held = Kept(kept.record, kept.number, kept.terms)
        scope = super()._remove(owner, id)
        self._feed = [replace(e, kept=held) if e.kept is kept else e for e in self._feed]
        return scope


class EraseIsSilent(Broken, InMemoryStore):
    """Erasing is not told to those who follow."""

    topics = (feeds.FeedTests,)
    caught_by = "test_feed_erasing_is_told"

    def erase(self, owner: Owner) -> dict[str, int]:
        removed = super().erase(owner)
        self._feed.pop()
        return removed


class Milliseconds(Broken, InMemoryStore):
    """Times are kept too roughly."""

    topics = (records.RecordsTests,)
    caught_by = "test_odd_times"

    def _put(self, put: Put) -> bool:
        record = put.record
        if isinstance(record, Message):
            rough = record.at.replace(microsecond=record.at.microsecond // 1000 * 1000)
            put = replace(put, record=replace(record, at=rough))
        return super()._put(put)


class OrdersById(Broken, InMemoryStore):
    """Messages of one moment come back in the wrong order."""

    topics = (records.OrderTests,)

    def messages(self, query: Query) -> list[Message]:
        return sorted(super().messages(query), key=lambda message: (message.at, message.id))


class TakesAnyVector(Broken, InMemoryStore):
    """A vector may have any size."""

    topics = (vectors.BadVectorsTests,)

    def commit(self, batch: Batch) -> Committed:
        self._sizes.clear()
        return super().commit(batch)


class FoldsTenants(Broken, InMemoryStore):
    """Two tenants' users of one name are one."""

    topics = (isolation.IsolationTests,)

    def notes(self, query: Query) -> list[Note]:
        found = super().notes(query)
        bare = replace(query, scope=replace(query.scope, tenant=""))
        return found or super().notes(bare)


class KeysPileUp(Broken, InMemoryStore):
    """Several open notes have one key."""

    topics = (closing.KeysTests,)
    caught_by = "test_a_second_open_note_of_a_key_is_stale"

    def commit(self, batch: Batch) -> Committed:
        for held in self._partitions.values():
            held.open_keys.clear()
        return super().commit(batch)


class CountsTwice(Broken, InMemoryStore):
    """A message that was counted is counted again."""

    topics = (counting.SeenTests,)
    caught_by = "test_seen_once_for_each_message"

    def _see(self, seen: Seen) -> None:
        self._partitions[seen.scope.owner].cited.pop(seen.source, None)
        super()._see(seen)


class SeenMakesNotes(Broken, InMemoryStore):
    """What is said again is another note."""

    topics = (counting.SeenTests,)
    caught_by = "test_seen_again_is_one_note_still"

    def _see(self, seen: Seen) -> None:
        note = self._partitions[seen.scope.owner].kept[seen.id].record
        assert isinstance(note, Note)
        self._put(Put(replace(note, id=new_id(), key=None, sources=(seen.source,))))


class LastReaderWins(Broken, InMemoryStore):
    """Two readers both do the same stretch."""

    topics = (counting.CursorTests,)
    caught_by = "test_cursor_moved_meanwhile_is_stale"

    def commit(self, batch: Batch) -> Committed:
        moves = tuple(
            replace(move, after=self.cursor(move.owner, move.name)) for move in batch.cursors
        )
        return super().commit(replace(batch, cursors=moves))


class CursorsOfAll(Broken, InMemoryStore):
    """Everybody's cursors are listed."""

    topics = (counting.CursorTests,)
    caught_by = "test_cursors_are_listed_by_how_they_begin"

    def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        found = ((name, place) for (_, name), place in self._cursors.items())
        return {name: place for name, place in found if name.startswith(prefix)}


class CursorFirst(Broken, InMemoryStore):
    """The cursor moves though the rest of the batch is refused."""

    topics = (counting.CursorTests,)
    caught_by = "test_cursor_stays_when_the_batch_is_refused"

    def commit(self, batch: Batch) -> Committed:
        if any(move.position is not None for move in batch.cursors):
            super().commit(Batch(cursors=batch.cursors))
            batch = replace(batch, cursors=())
        return super().commit(batch)


class PassesOver(Broken, InMemoryStore):
    """The cursor goes along over messages that nobody has read."""

    topics = (counting.CursorTests,)
    caught_by = "test_cursor_waits_for_what_was_not_read"

    def _move(self, cursor: Cursor, before: int) -> None:
        super()._move(cursor, 0)


class NeverOutdated(Broken, InMemoryStore):
    """Terms are made anew over whatever has come meanwhile."""

    topics = (terms.TermsTests,)
    caught_by = "test_terms_stale"

    def commit(self, batch: Batch) -> Committed:
        made = tuple(self._whole(one) for one in batch.terms)
        return super().commit(replace(batch, terms=made))

    def _whole(self, one: Terms) -> Terms:
        given = {put.record.id: put for put in one.puts}
        kept = self._partitions[one.owner].kept
        puts = [given.get(id) or Put(k.record, k.terms) for id, k in kept.items() if k.record]
        return replace(one, puts=tuple(puts))


class FindsClosed(Broken, Searching):
    """Closed notes are found by their words."""

    topics = (closing.ClosingTests,)
    caught_by = "test_a_closed_note_is_not_found"

    def match(self, request: Match) -> list[Found]:
        shard = self.index()._shards.get(request.scope.owner)
        if shard is not None:
            shard._closed.clear()
        return super().match(request)


class EraseLeavesTerms(Broken, Searching):
    """The words of the erased can still be searched."""

    topics = (deleting.ErasingTests,)
    caught_by = "test_erasing_gone_from_everywhere"

    def erase(self, owner: Owner) -> dict[str, int]:
        held = self.index()._shards.get(owner)
        removed = super().erase(owner)
        if held is not None:
            self.index()._shards[owner] = held
        return removed


class EraseNamesTheErased(Broken, InMemoryStore):
    """The feed says whom it has forgotten."""

    topics = (deleting.ErasingTests,)
    caught_by = "test_erasing_leaves_no_name"

    def erase(self, owner: Owner) -> dict[str, int]:
        removed = super().erase(owner)
        self._feed[-1] = replace(self._feed[-1], scope=owner.scope)
        return removed


class EraseKeepsIds(Broken, InMemoryStore):
    """The ids of erased records stay in the feed."""

    topics = (deleting.ErasingSomeTests,)
    caught_by = "test_erasing_some_is_told_without_their_names"

    def commit(self, batch: Batch) -> Committed:
        return super().commit(replace(batch, erase=False))


class LooksAway(Broken, InMemoryStore):
    """What was stored by earlier commits is still named, and nobody finds it."""

    topics = (deleting.ErasingTests,)
    caught_by = "test_erasing_leaves_no_trace"

    def _forget_batches(self, ids: set[str]) -> None:
        return None


class DropLeavesVectors(Broken, Searching):
    """The vector of what was dropped is still found."""

    topics = (nearest.NearestTests,)
    caught_by = "test_nearest_dropped_is_not_found"

    def nearest(self, request: Nearest) -> list[Found]:
        if not hasattr(self, "_old"):
            self._old = InProcessIndex()
        feed = [change for change in self._feed if change.seq > self._old.position()]
        self._old.apply([entry.change() for entry in feed if entry.op != "drop"])
        return self._old.search(request)


class IgnoresWhere(Broken, Searching):
    """Nearest does not look at the filter."""

    topics = (filters.FiltersTests,)
    caught_by = "test_filter_searching"

    def nearest(self, request: Nearest) -> list[Found]:
        return super().nearest(replace(request, where=EVERYTHING))


class FiltersTooLate(Broken, Searching):
    """Takes the best few, then filters them."""

    topics = (nearest.NearestTests,)
    caught_by = "test_nearest_filters"

    def nearest(self, request: Nearest) -> list[Found]:
        found = super().nearest(replace(request, where=EVERYTHING))
        kept = super().nearest(replace(request, limit=1_000_000))
        return [hit for hit in found if hit in kept]


class SharesStatistics(Broken, Searching):
    """How rare a word is depends on other people's records."""

    topics = (matching.MatchTests,)
    caught_by = "test_match_other_owners"

    def match(self, request: Match) -> list[Found]:
        others = len(self._feed)
        return [replace(hit, score=hit.score * (1 + others)) for hit in super().match(request)]


class MixesModels(Broken, Searching):
    """Compares whatever has the same size."""

    topics = (vectors.VectorsTests,)
    caught_by = "test_vectors_two_models"

    def nearest(self, request: Nearest) -> list[Found]:
        found = super().nearest(request)
        for model in self._sizes:
            if self._sizes[model] == len(request.vector.data) and model != request.vector.model:
                other = Vector(model, request.vector.data)
                found += super().nearest(replace(request, vector=other))
        return found


class OneEnd(Broken, Searching):
    """Only the subject of a relation is looked at."""

    topics = (relations.NeighboursTests,)
    caught_by = "test_neighbours_either_end"

    def neighbours(self, request: Neighbours) -> list[Note]:
        wanted = {name.strip().casefold() for name in request.entities}
        found = super().neighbours(request)
        return [note for note in found if (note.subject or "").strip().casefold() in wanted]


class FirstEntity(Broken, Searching):
    """Of several entities only the first is looked at."""

    topics = (relations.NeighboursTests,)
    caught_by = "test_neighbours_of_several"

    def neighbours(self, request: Neighbours) -> list[Note]:
        return super().neighbours(replace(request, entities=request.entities[:1]))


class ForgetsEnded(Broken, Searching):
    """What was closed is not found when it is asked for."""

    topics = (relations.NeighboursTests,)
    caught_by = "test_neighbours_closed"

    def neighbours(self, request: Neighbours) -> list[Note]:
        return super().neighbours(replace(request, closed=False))


class OldestFirst(Broken, Searching):
    """The limit keeps the oldest relations."""

    topics = (relations.NeighboursTests,)
    caught_by = "test_neighbours_newest_first"

    def neighbours(self, request: Neighbours) -> list[Note]:
        found = super().neighbours(replace(request, limit=1_000_000))
        return found[::-1][: request.limit]


class ForgetsThePast(Broken, InMemoryStore):
    """As of a moment it shows, of what is there now, what was known then."""

    topics = (past.PastTests,)
    caught_by = "test_what_was_known"

    def notes(self, query: Query) -> list[Note]:
        found = super().notes(query)
        if query.as_of is None or query.closed:
            return found
        now = {note.id for note in super().notes(replace(query, as_of=None))}
        return [note for note in found if note.id in now]


class ShowsThePresent(Broken, InMemoryStore):
    """It finds what stood then, and shows it as it is now."""

    topics = (past.PastTests,)
    caught_by = "test_a_note_is_shown_as_it_was"

    def notes(self, query: Query) -> list[Note]:
        found = tuple(note.id for note in super().notes(query))
        return super().notes(replace(query, as_of=None, closed=True, ids=found))


class LooksBackTooLate(Broken, Searching):
    """It takes the best few of the present, then keeps those of the past."""

    topics = (past.PastTests,)
    caught_by = "test_what_came_later_crowds"

    def match(self, request: Match) -> list[Found]:
        best = {hit.id for hit in super().match(replace(request, as_of=None))}
        notes = self.notes(Query(request.scope, closed=True))
        best |= {note.id for note in notes if not note.open}
        return [hit for hit in super().match(request) if hit.id in best]


class TodaysStatistics(Broken, Searching):
    """How rare a word was depends on what came later."""

    topics = (past.PastTests,)
    caught_by = "test_what_came_later_crowds"

    def match(self, request: Match) -> list[Found]:
        later = len(self._feed) if request.as_of else 1
        return [replace(hit, score=hit.score * later) for hit in super().match(request)]


class FindsNoClosed(Broken, Searching):
    """What is closed by now is not found as of the time when it was open."""

    topics = (past.PastTests,)
    caught_by = "test_what_is_closed_now"

    def nearest(self, request: Nearest) -> list[Found]:
        closed = {
            note.id for note in self.notes(Query(request.scope, closed=True)) if not note.open
        }
        return [hit for hit in super().nearest(request) if hit.id not in closed]


class AlwaysToday(Broken, InMemoryStore):
    """Whatever the moment, the feed had come as far as it has now."""

    topics = (past.PastTests,)
    caught_by = "test_how_far"

    def position(self, at: datetime) -> int:
        return self._seq


class SaysWhatWasSaid(Broken, InMemoryStore):
    """What was committed by then is answered by what had been said."""

    topics = (past.PastTests,)
    caught_by = "test_what_had_been_committed"

    def messages(self, query: Query) -> list[Message]:
        asked = query.as_of and replace(query.as_of, position=None)
        return super().messages(replace(query, as_of=asked))


class LosesOnClose(Broken, Handle):
    """Declares itself durable and is not."""

    topics = (lasting.PersistenceTests,)

    def another(self) -> Handle:
        return type(self)()


class ReadsOldCopies(Broken, Handle):
    """A handle does not see what another one wrote after its first look."""

    topics = (concurrency.SharingTests,)

    def nearest(self, request: Nearest) -> list[Found]:
        if not hasattr(self, "_copy"):
            self._copy = InProcessIndex()
            self._copy.apply(self.inner.changes(0))
        return self._copy.search(request)


HEALTHY: tuple[type, ...] = (InMemoryStore, Handle)
BROKEN: tuple[type, ...] = tuple(Broken.__subclasses__())
