"""The log: a line for each thing that happened, checked by a sum, on the disk before it counts.

It begins with what there was when it was last written anew. A line that was not finished, because
its writer was killed or the power was cut, is not there; the next writer cuts it off.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

from ..flushing import sync
from . import writing

Line: TypeAlias = dict[str, Any]
Mark: TypeAlias = tuple[int, int, int, int]
SHORT = 200
"""Bytes, of which the first line has fewer."""


class Log:
    """The log of one handle: where it is, and how far it has been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.base = 0
        self.offset = 0
        self._file: int | None = None
        self.bad = 0
        self._wrote: Mark | None = None
        self._begun = b""

    def mark(self) -> Mark | None:
        """What tells whether somebody wrote to it."""
        with suppress(FileNotFoundError):
            now = os.stat(self.path)
            return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns
        return None

    @property
    def is_new(self) -> bool:
        """Whether another file lies here than the one that was read, or none."""
        mark = self.mark()
        if mark is None or self._wrote is None or mark[:2] != self._wrote[:2]:
            return True
        # The system gives the number of a file that is gone to the next one.
        return mark != self._wrote and self._beginning() != self._begun

    @property
    def is_read(self) -> bool:
        """Whether it is as it was when it was last read or written."""
        return self.mark() == self._wrote

    def read(self) -> Iterator[Line]:
        """The lines behind those that were read, from the beginning of a new file."""
        if self.is_new:
            self.close()
            self.offset = self.base = self.bad = 0
        with suppress(FileNotFoundError), open(self.path, "rb") as file:
            if not self.offset:
                self._begun = file.readline(SHORT)
            file.seek(self.offset)
            for raw in finished(file):
                self.offset += len(raw)
                line = parse(raw)
                if line is None:
                    self.bad += 1
                else:
                    yield line
        self._wrote = self.mark()

    def damaged(self) -> int:
        """How many finished lines are not what was written."""
        with suppress(FileNotFoundError), open(self.path, "rb") as file:
            return sum(parse(raw) is None for raw in finished(file))
        return 0

    def append(self, line: Line) -> None:
        """Add a line, on the disk before this returns; if that fails, nothing was added."""
        file = self._opened()
        raw = render(line)
        if os.fstat(file).st_size != self.offset:
            os.ftruncate(file, self.offset)
        try:
            _write(file, raw)
            sync(file)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(file, self.offset)
            raise
        self.offset += len(raw)
        self._wrote = self.mark()
        if not writing.NAMES_MAY_GO:
            self.close()  # lest another process cannot write it anew

    def replace(self, lines: Iterable[Line]) -> None:
        """Begin anew with these lines, and wipe the old ones."""
        self.close()
        writing.put(self.path, map(render, lines), wipe=True)
        self._wrote, self._begun = self.mark(), self._beginning()
        assert self._wrote is not None
        self.offset = self.base = self._wrote[2]
        self.bad = 0

    def close(self) -> None:
        """Release the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _beginning(self) -> bytes:
        with suppress(FileNotFoundError), open(self.path, "rb") as file:
            return file.readline(SHORT)
        return b""

    def _opened(self) -> int:
        if self._file is None:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | writing.BINARY
            self._file = os.open(self.path, flags, writing.PRIVATE)
        return self._file


def finished(file: IO[bytes]) -> Iterator[bytes]:
    """The lines that were written whole, from where a file stands.

    Of a last one that a power cut tore, what had not reached the disk is zeros, or missing.
    """
    end = os.fstat(file.fileno()).st_size
    for raw in file:
        if not raw.endswith(b"\n") or (b"\0" in raw and file.tell() >= end):
            return
        yield raw


def render(line: Line) -> bytes:
    """A line with its sum."""
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    raw = text.encode("utf-8", "surrogatepass")
    return b"%08x %s\n" % (zlib.crc32(raw), raw)


def parse(raw: bytes) -> Line | None:
    """The line of some bytes; None if they are not what was written."""
    try:
        sum, text = int(raw[:8], 16), raw[9:-1]
        if raw[8:9] != b" " or zlib.crc32(text) != sum:
            return None
        line: Line = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return line


def _write(file: int, raw: bytes) -> None:
    view = memoryview(raw)
    while view:
        view = view[os.write(file, view) :]
