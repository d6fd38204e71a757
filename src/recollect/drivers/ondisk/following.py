"""The dicts of a handle, kept in step with the log and with what people change in the files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ... import text
from ...errors import Conflict, RecollectError, SchemaTooNew, Stale, StoreCorrupt
from ...orders import Batch
from ...times import moment
from ...types import Message, Note, Owner, Record, new_id, utcnow
from ..state import StateStore
from ..state.kept import Partition
from . import asides
from .coding import bare, decode, encode
from .log import Line, Log
from .shown import Shown
from .snapshot import Known

VERSION = 1
BY_HAND = 0
"""The version of terms that were made here; the next opening makes them as they should be."""


class Following(StateStore):
    """Reads a log, writes to it, and takes over what people did to the readable files.

    A store of files says what these are: `_present`, `_watch`, `_render`, `_edits`, `_place`.
    """

    def __init__(self, url: str, path: Path, log: Path) -> None:
        super().__init__(url)
        self.path = path
        self._log = Log(log)
        self._shown = Shown()
        self._terms = text.VERSION
        self._now = utcnow()
        """When the batch that is being done was committed first."""
        self._replaying = self._ahead = self._dirty = self._read_only = self._loaded = False

    def _present(self) -> dict[str, bytes]:
        """The readable files as they are on the disk, by name."""
        raise NotImplementedError

    def _watch(self) -> object:
        """What tells, at little cost, whether somebody touched the readable files."""
        raise NotImplementedError

    def _render(self) -> dict[str, bytes]:
        """The readable files as they should be."""
        raise NotImplementedError

    def _edits(self, files: dict[str, bytes], base: dict[tuple[Owner, str], Record]) -> Batch:
        """What people changed in the files since those showed `base`."""
        raise NotImplementedError

    def _place(self, name: str) -> Path:
        """Where a readable file lies."""
        raise NotImplementedError

    def _catch_up(self) -> None:
        """Learn what others added to the log."""
        # Ctrl-C may come at any step: what was learned in part is read again from the beginning.
        loaded, self._loaded = self._loaded, False
        if not loaded or (self._log.is_new and self._log.mark() is not None):
            self._load()
        elif not self._log.is_new and not self._log.is_read:
            self._replay(self._log.read())
        self._loaded = True
        if self._log.mark() is None and not self._read_only:
            self._log.replace(self._lines())  # none yet, or somebody removed it: nothing is lost

    def _load(self) -> None:
        self._log.close()
        self._log = Log(self._log.path)
        self._shown = Shown()
        known, entries = Known(), list[Line]()
        for line in self._log.read():
            if entries or not (self._header(line) or known.take(line)):
                entries.append(line)
        known.finish()
        self._adopt(known)
        self._dirty = False
        self._replay(entries)
        if self._log.bad and not self._read_only:
            self._mend()

    def _header(self, line: Line) -> bool:
        version = line.get("recollect")
        if version is not None and version > VERSION:
            raise SchemaTooNew(
                f"{self._log.path} has version {version}, the newest this recollect knows is "
                f"{VERSION}; it was left as it is. Run: pip install -U recollect"
            )
        return version is not None

    def _adopt(self, known: Known) -> None:
        self._partitions, self._feed = known.partitions, known.feed
        self._batches, self._cursors = known.batches, known.cursors
        self._moments = known.moments
        self._seq, self._number = known.seq, known.number
        self._counts, self._sizes = Counter(), {}
        for held in self._partitions.values():
            for kept in held.kept.values():
                for model, data in kept.vectors.items():
                    self._counts[model] += 1
                    self._sizes[model] = len(data)

    def _lines(self) -> Iterator[Line]:
        """All that a log must begin with."""
        known = Known()
        known.partitions, known.feed = self._partitions, self._feed
        known.batches, known.cursors = self._batches, self._cursors
        known.moments = self._moments
        known.seq, known.number = self._seq, self._number
        yield {"recollect": VERSION, "log": new_id()}  # which no other log has
        yield from known.lines()
        yield from self._more()
        if self._shown.digests:
            yield {"shown": self._shown.digests}

    def _more(self) -> Iterator[Line]:
        """What else a store of files keeps in its log."""
        return iter(())

    def _learn(self, line: Line) -> None:
        """Take back one of those."""

    def _replay(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if "shown" in line:
                self._shown.take(line["shown"])
            elif "batch" in line:
                self._now = moment(line["now"])
                with suppress(RecollectError):  # only if lines before it were damaged
                    self._again(bare(decode(Batch, line["batch"])), line["terms"])
            else:
                self._learn(line)

    def _again(self, batch: Batch, terms: int, *, log: bool = False) -> None:
        """Do what a line of the log says, or a person."""
        self._replaying, self._terms, was = not log, terms, self._replaying
        try:
            if batch.id not in self._batches:
                StateStore.commit(self, batch)
        finally:
            self._replaying, self._terms = was, text.VERSION

    def _mend(self) -> None:
        """Set a damaged log aside; what it lost of the records is in the readable files."""
        asides.keep(self._log.path)
        self._shown.lost()
        self._log.replace(self._lines())

    def _record(self, batch: Batch) -> None:
        self._shown.remember(batch, self._partitions)
        if self._replaying:
            return
        self._now = utcnow()
        self._ahead = True
        if not batch.erase:
            line = {"batch": encode(bare(batch)), "terms": self._terms}
            self._log.append(line | {"now": self._now.isoformat()})

    def _moment(self) -> datetime:
        return self._now

    def _apply(self, batch: Batch, removed: Counter[str] | None = None) -> tuple[str, ...]:
        places = self._places(batch) if self._terms == BY_HAND else {}
        new = super()._apply(batch, removed)
        for (owner, id), (number, turn) in places.items():
            self._partitions[owner].renumber(id, number, turn)
        self._dirty = self._dirty or bool(batch.drops or batch.forget)
        for put in batch.puts:
            held = self._partitions[put.record.scope.owner]
            if held.version is None or self._terms == BY_HAND:
                held.version = self._terms
            if batch.drops and isinstance(put.record, Message):
                _cite_again(held, put.record.id)
        return new

    def _places(self, batch: Batch) -> dict[tuple[Owner, str], tuple[int, int | None]]:
        """Where those stand that are replaced: what was corrected by hand stays in its place."""
        anew = {(put.record.scope.owner, put.record.id) for put in batch.puts}
        dropped = {(drop.record.scope.owner, drop.record.id) for drop in batch.drops}
        kept = {key: self._partitions[key[0]].kept[key[1]] for key in anew & dropped}
        return {key: (one.number, getattr(one.record, "turn", None)) for key, one in kept.items()}

    def _honour(self) -> bool:
        """Take over what people changed in the readable files, if anything."""
        watched = self._watch()
        if watched == self._shown.watched:
            return False
        files = self._present()
        edited = self._shown.is_edited(files)
        if edited:
            batch = self._edits(files, self._shown.base(self._partitions))
            if batch.puts or batch.closes or batch.drops:
                self._take(batch)
            self._shown.found(files)
        self._shown.watched = watched
        return edited

    def _take(self, batch: Batch) -> None:
        """Do what people did, or refuse it."""
        try:
            self._again(batch, BY_HAND, log=not self._read_only)
        except Stale:
            raise self._refused(
                "two open notes of one owner have the same key; give the older one a closed_at, or "
                "leave it out"
            ) from None
        except Conflict as error:
            raise self._refused(str(error)) from None
        self._ahead = False

    def _refused(self, why: str) -> StoreCorrupt:
        return StoreCorrupt(
            f"{self.path}: {why}. It was left as it is; correct it and open the memory again"
        )


def _cite_again(held: Partition, source: str) -> None:
    """A message that was replaced in place is still what notes rest on."""
    for _, _, id in held.notes:
        note = held.kept[id].record
        if isinstance(note, Note) and source in note.sources:
            held.cited.setdefault(source, {})[id] = None
