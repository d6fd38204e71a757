"""The pages of a database file and its write-ahead log, read as bytes and never written.

For files that SQLite refuses: nothing here needs the header, the schema or a whole tree. The
format is https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import IO

MAGIC = b"SQLite format 3\x00"
PAGE_SIZE = 4096  # what recollect's files have; used when the header is lost
WAL_MAGIC = (0x377F0682, 0x377F0683)
LEAF_TABLE, LEAF_INDEX, INNER_INDEX = 13, 10, 2

Value = int | float | str | bytes | None
Wanted = Callable[[list[int]], bool]
"""Decides by the types of a row's columns whether to read it."""


class Unreadable(Exception):
    """These bytes are not what they should be."""


class Pages:
    """Every page of a file, by number, with the committed ones of its log on top."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("rb") if path.exists() else BytesIO()
        self._log = _open_log(path)
        header = self._file.read(100)
        self.known = header.startswith(MAGIC)
        self.size = _page_size(header, self._log.header)
        self._newer = dict(self._log.pages(self.size))
        length = self._file.seek(0, os.SEEK_END)
        self.count = max([-(-length // self.size), *self._newer])

    def __enter__(self) -> Pages:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._log.close()

    def page(self, number: int) -> bytes:
        """A page's bytes; zeros where the file is cut off."""
        if not 1 <= number <= self.count:
            raise Unreadable("no such page")
        if number in self._newer and (found := self._log.read(self._newer[number], self.size)):
            return found
        try:
            self._file.seek((number - 1) * self.size)
            return self._file.read(self.size).ljust(self.size, b"\0")
        except OSError:  # a bad sector
            return bytes(self.size)

    def rows(self, number: int, wanted: Wanted) -> Iterator[tuple[int, list[Value]]]:
        """The rows on a page whose shape is wanted, each with its row id (0 in an index)."""
        page = self.page(number)
        start = 100 if number == 1 else 0
        tree = page[start]
        if tree not in (LEAF_TABLE, LEAF_INDEX, INNER_INDEX):
            return
        first = start + (12 if tree == INNER_INDEX else 8)
        cells = min(struct.unpack_from(">H", page, start + 3)[0], (self.size - first) // 2)
        for (offset,) in struct.iter_unpack(">H", page[first : first + 2 * cells]):
            try:
                found = self._cell(page, offset, tree, wanted)
            except (Unreadable, IndexError, struct.error, UnicodeDecodeError):
                continue
            if found is not None:
                yield found

    def _cell(
        self, page: bytes, offset: int, tree: int, wanted: Wanted
    ) -> tuple[int, list[Value]] | None:
        offset += 4 if tree == INNER_INDEX else 0
        length, offset = varint(page, offset)
        rowid = 0
        if tree == LEAF_TABLE:
            rowid, offset = varint(page, offset)
        types, _ = shape(page, offset)
        if not wanted(types):
            return None
        return rowid, values(self._payload(page, offset, length, tree))

    def _payload(self, page: bytes, offset: int, length: int, tree: int) -> bytes:
        """A row's bytes: on the page, and on a chain of others when it is long."""
        size = self.size
        most = size - 35 if tree == LEAF_TABLE else (size - 12) * 64 // 255 - 23
        if length <= most:
            here = length
        else:
            least = (size - 12) * 32 // 255 - 23
            here = least + (length - least) % (size - 4)
            here = here if here <= most else least
        if offset + here > size or length > self.count * size:
            raise Unreadable("a row runs off its page")
        made = bytearray(page[offset : offset + here])
        following = int.from_bytes(page[offset + here : offset + here + 4], "big")
        while len(made) < length:
            more = self.page(following)
            following = int.from_bytes(more[:4], "big")
            made += more[4 : 4 + length - len(made)]
        return bytes(made)


def shape(data: bytes, at: int) -> tuple[list[int], int]:
    """The type numbers of a row's columns, and where its values begin."""
    size, start = varint(data, at)
    types, end = [], at + size
    while start < end:
        number, start = varint(data, start)
        types.append(number)
    return types, end


def values(payload: bytes) -> list[Value]:
    """The columns of a row."""
    types, at = shape(payload, 0)
    found: list[Value] = []
    for number in types:
        value, at = _value(payload, at, number)
        found.append(value)
    return found


def is_int(number: int) -> bool:
    """Whether a type number means a whole number."""
    return 1 <= number <= 6 or number in (8, 9)


def is_text(number: int) -> bool:
    """Whether a type number means text."""
    return number >= 13 and number % 2 == 1


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    if data[at] < 0x80:
        return data[at], at + 1
    number = 0
    for index in range(at, at + 8):
        number = number << 7 | data[index] & 0x7F
        if data[index] < 0x80:
            return number, index + 1
    number = number << 8 | data[at + 8]
    return (number - (1 << 64) if number >> 63 else number), at + 9


def _value(data: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in (0, 8, 9):
        return (None if kind == 0 else kind - 8), at
    size = (0, 1, 2, 3, 4, 6, 8, 8)[kind] if kind < 8 else (kind - 12) // 2
    raw = data[at : at + size]
    if len(raw) != size or kind in (10, 11):
        raise Unreadable("a row is cut off")
    if kind < 7:
        return int.from_bytes(raw, "big", signed=True), at + size
    if kind == 7:
        return struct.unpack(">d", raw)[0], at + size
    return (raw if kind % 2 == 0 else raw.decode("utf-8")), at + size


def _page_size(header: bytes, log: bytes) -> int:
    for found in (header[16:18] if header.startswith(MAGIC) else b"", log[8:12]):
        size = int.from_bytes(found, "big")
        size = 65536 if size == 1 else size
        if 512 <= size <= 65536 and size & (size - 1) == 0:
            return size
    return PAGE_SIZE


class Log:
    """A write-ahead log: which pages were committed to it, and where they are."""

    def __init__(self, path: Path | None) -> None:
        # Not buffered: somebody may be writing it.
        self._file = None if path is None else path.open("rb", buffering=0)
        self.header = b"" if self._file is None else self._file.read(32)

    def pages(self, size: int) -> Iterator[tuple[int, int]]:
        """Page numbers and offsets, the newest last. What was not committed is left out.

        A frame's checksum continues that of the frame before it, so each can be checked against
        its neighbour and one bad frame does not hide those behind it.
        """
        if self._file is None or len(self.header) < 32:
            return
        magic, salts = int.from_bytes(self.header[:4], "big"), self.header[16:24]
        if magic not in WAL_MAGIC:
            return
        before, waiting = struct.unpack(">II", self.header[24:32]), []
        self._file.seek(32)
        offset = 32
        while len(frame := self._file.read(24 + size)) == 24 + size and frame[8:16] == salts:
            number, committed = struct.unpack(">II", frame[:8])
            stored = struct.unpack(">II", frame[16:24])
            if checksum(frame[:8] + frame[24:], before, magic & 1) == stored:
                waiting.append((number, offset + 24))
                if committed:
                    yield from waiting
                    waiting = []
            before = stored
            offset += 24 + size

    def read(self, offset: int, size: int) -> bytes:
        """The bytes of a page; none if the log was begun anew, for then it is all in the file."""
        assert self._file is not None
        self._file.seek(offset)
        page = self._file.read(size)
        self._file.seek(0)
        return page if self._file.read(len(self.header)) == self.header else b""

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def checksum(data: bytes, before: tuple[int, ...], big: int) -> tuple[int, int]:
    """The log's checksum over some bytes, continued from another."""
    one, two = before
    numbers = array("I", data)
    if (sys.byteorder == "big") != bool(big):
        numbers.byteswap()
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def _open_log(path: Path) -> Log:
    log = Path(f"{path}-wal")
    try:
        return Log(log if log.exists() else None)
    except OSError:
        return Log(None)
