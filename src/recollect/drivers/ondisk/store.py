"""A store that keeps all in the process and writes every commit to a log before it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from ...errors import StoreError, StoreReadOnly
from ...orders import Batch, Committed
from ...ports.features import Features
from ...types import Owner, Report, Stats
from ..flushing import flush
from ..forking import watch
from ..sizes import size_of
from . import asides, tracing, writing
from .failures import DENIED, read_only, translated
from .following import Following
from .lock import Lock

IGNORE = ".gitignore"
LOCK = "lock"
LEAST = 1 << 20
"""Bytes of log before it is worth writing it anew."""
OFTEN = 64
"""Changes before the readable files are worth writing anew."""


class OnDiskStore(Following):
    """Built on by stores whose files people read and edit: those say what the files hold.

    Of every handle the dicts are a copy. It is brought up to date before anything is read or
    written, by what others added to the log and by what people changed in the files.
    """

    features = Features(as_of=True, durable=True, shared=True, edited=True)

    def __init__(self, url: str, path: Path, room: Path) -> None:
        super().__init__(url, path, room / "log")
        self.room = room
        self._turn = Lock(room / LOCK)
        self._inside = 0
        watch(self)
        with self._lock, translated(path):
            self._begin()

    def commit(self, batch: Batch) -> Committed:
        """Do all of a batch, on the disk before this returns, or none of it."""
        with self._writing():
            done = super().commit(batch)
            self._ahead = False
            if batch.erase:
                self._rewrite()
            else:
                # It is done, whatever hinders this: the next commit, or closing, tries it again.
                with suppress(OSError, StoreError):
                    self._tidy()
            return done

    def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner from the files and the log."""
        with self._writing():
            self._ahead = True
            removed = super().erase(owner)
            if removed:
                self._rewrite()
            self._ahead = False
            return removed

    def scrub(self) -> list[str]:
        """Write all files anew, overwrite what was there, and remove what was set aside."""
        with self._writing():
            self._rewrite()
            return asides.clear([*self._asides(), *self._left_over()])

    def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read in the files where no kept record holds them."""
        with self._lock, translated(self.path):
            self._alive()
            kept = (one for held in self._partitions.values() for one in held.kept.values())
            places = {
                "files": [self._place(name) for name in self._shown.digests],
                "log": [self._log.path],
                "set aside": self._asides(),
                "left over": self._left_over(),
            }
            return tracing.traces(places, kept, needles, self._form())

    def check(self) -> Report:
        """Look for damage in the files, and for disagreement between them and the records."""
        with self._lock, translated(self.path):
            report = super().check()
            problems = list(report.problems)
            if self._log.damaged():
                problems.append("lines of the log are damaged; open the memory again to mend it")
            return replace(report, problems=tuple(problems))

    def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept, and the bytes of all files."""
        with self._lock, translated(self.path):
            stats = super().stats(model, owner, tenant)
            if owner is not None or tenant is not None:
                return stats
            files = [self._log.path, *(self._place(name) for name in self._shown.digests)]
            return replace(stats, bytes=size_of(files))

    def close(self) -> None:
        """Bring the readable files up to date and release everything. Closing twice is fine."""
        with self._lock:
            if self._closed:
                return
            try:
                if not self._read_only and (self._shown.behind or self._dirty):
                    with self._writing():
                        self._finish()
            finally:
                super().close()
                self._log.close()
                self._turn.close()

    def after_fork(self) -> None:
        """A child has none of its parent's threads, and locks of its own."""
        self._lock = type(self._lock)()
        self._log.close()
        if self._inside:  # another thread of the parent was in the middle of something
            self._inside, self._loaded = 0, False

    def _form(self) -> bytes:
        """What the files say besides records and what files of every kind say."""
        return b""

    def _may_write(self) -> bool:
        """Whether people let the readable files be changed."""
        return True

    def _begin(self) -> None:
        if not self._may_write():
            self._look_on()
            return
        try:
            with self._writing():
                if self._shown.behind:
                    self._show()
        except (StoreReadOnly, OSError) as error:
            denied = isinstance(error, StoreReadOnly) or error.errno in DENIED
            if not denied or not self._is_there():
                raise
            self._look_on()

    def _is_there(self) -> bool:
        """Whether there is anything that could be read."""
        return self._log.mark() is not None or bool(self._present())

    def _look_on(self) -> None:
        """Read what is there, without a lock and without writing anything."""
        self._read_only = True
        self._inside += 1
        try:
            self._catch_up()
            self._honour()
        finally:
            self._inside -= 1

    def _alive(self) -> None:
        super()._alive()
        if self._inside:
            return
        with translated(self.path):
            known = self._loaded and self._log.is_read
            if known and self._watch() == self._shown.watched:
                return
            if self._read_only:
                self._look_on()
                return
        with self._writing():
            pass

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Alone among all handles and processes, and up to date."""
        with self._lock, translated(self.path):
            if self._inside:
                yield
                return
            self._open()
            if self._read_only:
                raise read_only(self.path)
            self._inside += 1
            try:
                self._acquire()
                new = self._log.mark() is None
                try:
                    self._ignore()
                    self._catch_up()
                    if self._honour():
                        self._show()
                except BaseException:
                    if new:
                        self._leave()
                    raise
                yield
            finally:
                self._inside -= 1
                if self._ahead:  # the log and the dicts may disagree: read it again
                    self._loaded = self._ahead = False
                self._turn.release()

    def _acquire(self) -> None:
        while True:
            try:
                return self._turn.acquire()
            except FileNotFoundError:  # one who may not begin here takes the folder away again
                self.room.mkdir(mode=0o700, exist_ok=True)
                flush(self.room.parent)

    def _leave(self) -> None:
        """What cannot be a memory gets no hidden folder. Who waits for its lock makes a new one."""
        self._log.close()
        if not writing.NAMES_MAY_GO:
            self._turn.close()
        with suppress(OSError):
            for name in (self._log.path.name, IGNORE, LOCK):
                (self.room / name).unlink(missing_ok=True)
            self.room.rmdir()

    def _ignore(self) -> None:
        """What is in the hidden folder belongs to this machine, not into a repository."""
        ignore = self.room / IGNORE
        if not ignore.exists():
            writing.put(ignore, (b"*\n",))

    def _tidy(self) -> None:
        """Write anew what has grown long, so seldom that it costs little a commit."""
        if self._log.offset - self._log.base > max(LEAST, 2 * self._log.base):
            self._rewrite()
        elif len(self._shown.before) > max(OFTEN, self._number // 4):
            self._show()

    def _finish(self) -> None:
        if self._dirty:
            self._rewrite()
        elif self._shown.behind:
            self._show()

    def _rewrite(self) -> None:
        """Write the readable files, and the log without all that is gone."""
        self._ahead = True
        self._show(wipe=True)
        self._log.replace(self._lines())
        self._ahead = self._dirty = False

    def _show(self, *, wipe: bool = False) -> None:
        """Bring the readable files up to date, each of them whole or not at all."""
        while self._honour():
            continue
        files = self._render()
        for name, data in files.items():
            if self._shown.is_news(name, data):
                place = self._place(name)
                writing.make(place.parent)
                writing.put(place, (data,), wipe=wipe)
        for name in self._shown.digests.keys() - files.keys():
            writing.remove(self._place(name), self.path)
        self._shown.all(files, self._watch())
        if not wipe:
            self._log.append({"shown": self._shown.digests})

    def _open(self) -> None:
        """Raise if this handle is closed; without looking at the files."""
        self._inside += 1
        try:
            self._alive()
        finally:
            self._inside -= 1

    def _asides(self) -> list[Path]:
        """Copies of damaged files that were set aside."""
        return asides.found([self._log.path, *(self._place(n) for n in self._shown.digests)])

    def _left_over(self) -> list[Path]:
        """What a killed process did not finish writing."""
        files = [self._log.path, *(self._place(name) for name in self._shown.digests)]
        return [left for file in files for left in writing.left(file)]
