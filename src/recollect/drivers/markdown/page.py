"""Bringing a file up to date by changing the lines that must change, and no others."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from ...types import Message, Note, Record
from .blocks import Block, goes_on, join, parse, said
from .names import day
from .units import SESSION, Unit, blocks_of, heading, lines, read_unit, unit, whose

TITLES = {"SOUL.md": "Soul", "MEMORY.md": "Memory", "CLAUDE.md": "Memory"}
BOM = "\ufeff"
HEADING = "heading"
"""The metadata that says what a note stood under."""


def updated(text: str, page: str, records: Sequence[Record], old: Iterable[Note] = ()) -> str:
    """The file with exactly these records; `old` are notes that were closed, for their places."""
    newline = "\r\n" if "\r\n" in text else "\n"
    mark = BOM if text.startswith(BOM) else ""
    blocks = blocks_of(plain(text), page) if text else []
    waiting = _without_shown(blocks, page, records)
    waiting = _in_place(blocks, waiting, {note.id: note for note in old})
    blocks = _pruned(blocks, page)
    if not blocks and waiting:
        blocks = parse(f"{_title(page)}\n")
    tail = [blocks.pop()] if blocks and blocks[-1].is_open else []
    if day(page) is not None:
        for record in waiting:
            _to_the_end(blocks, record)
    else:
        _under_headings(blocks, waiting)
    return mark + join(blocks + tail).replace("\n", newline)


def plain(text: str) -> str:
    """A file without what some editors add: a mark at its beginning, and their ends of lines."""
    return text.removeprefix(BOM).replace("\r\n", "\n")


def is_bare(text: str, page: str) -> bool:
    """Whether nothing is left of a day's log but the title that it was given here."""
    return day(page) is not None and text.strip() == _title(page)


def _title(page: str) -> str:
    return f"# {TITLES.get(page) or page.removeprefix('memory/').removesuffix('.md')}"


def _without_shown(blocks: list[Block], page: str, records: Sequence[Record]) -> list[Record]:
    """Forget the words of blocks that show nothing wanted; the records that no block shows."""
    wanted: dict[Unit, deque[Record]] = defaultdict(deque)
    for record in records:
        wanted[unit(record)].append(record)
    shown: set[str] = set()
    for block in said(blocks):
        waiting = wanted.get(read_unit(block, page))
        if waiting:
            shown.add(waiting.popleft().id)
        else:
            block.level = -1
    return [record for record in records if record.id not in shown]


def _in_place(blocks: list[Block], waiting: list[Record], old: dict[str, Note]) -> list[Record]:
    """Put a note where the one stood that it replaces."""
    going = {block.text: block for block in blocks if block.level < 0}
    left: list[Record] = []
    for record in waiting:
        before = old.get(record.replaces or "") if isinstance(record, Note) else None
        block = going.pop(_said(before), None) if before is not None else None
        if block is None:
            left.append(record)
        else:
            made = _block(record, block.under)
            block.lines, block.text, block.level = made.lines, made.text, 0
            block.is_open = False
    return left


def _said(note: Note) -> str:
    """What a block that shows a note says."""
    return _block(note, ()).text or ""


def _pruned(blocks: list[Block], page: str) -> list[Block]:
    """Without the blocks that go, and without headings of sessions that nothing is left of."""
    left = _apart(blocks)
    if day(page) is None or len(left) == len(blocks):
        return left
    kept: list[Block] = []
    for block in reversed(left):
        ours = block.level == 2 and block.under and SESSION.match(block.under[-1])
        if ours and _next_says_nothing(kept):
            while kept and kept[-1].lines == [""] and len(kept) > 1:
                kept.pop()
            continue
        kept.append(block)
    return kept[::-1]


def _apart(blocks: list[Block]) -> list[Block]:
    """Without the blocks that go; what stood on both sides of one does not become one."""
    left: list[Block] = []
    parted = False
    for block in blocks:
        if block.level < 0:
            parted = True
            continue
        if parted and left and left[-1].text and block.text and goes_on(block.lines[0]):
            left.append(Block([""], under=block.under))
        left.append(block)
        parted = False
    return left


def _next_says_nothing(later: list[Block]) -> bool:
    """Whether the next heading, or the end, comes before any words; `later` is backwards."""
    for block in reversed(later):
        if block.level:
            return True
        if block.text:
            return False
    return True


def _under_headings(blocks: list[Block], waiting: Sequence[Record]) -> None:
    """Notes stand under their headings, behind what is there."""
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in waiting:
        groups[_wanted(record)].append(record)
    for under, records in groups.items():
        place = _last(blocks, under)
        for record in records:
            place = _insert(blocks, place, _block(record, under)) + 1


def _to_the_end(blocks: list[Block], record: Record) -> None:
    """Messages stand in the order in which they came."""
    if isinstance(record, Message):
        seen = unit(record)
        now = whose(blocks[-1].under if blocks else ())
        if now != (seen.session_id, seen.agent_id):
            name = heading(seen)
            made = parse(f"\n## {name}\n")
            while blocks and blocks[-1].lines == [""]:
                blocks.pop()
            blocks += made
    _insert(blocks, len(blocks), _block(record, blocks[-1].under if blocks else ()))


def _wanted(record: Record) -> tuple[str, ...]:
    named = record.metadata.get(HEADING)
    return (
        tuple(named) if isinstance(named, list) and all(isinstance(n, str) for n in named) else ()
    )


def _last(blocks: list[Block], under: tuple[str, ...]) -> int:
    """Behind the last words under some headings; behind the headings if there are none."""
    inside = [n for n, block in enumerate(blocks) if block.under == under and block.text]
    if inside:
        return inside[-1] + 1
    heads = [n for n, block in enumerate(blocks) if block.under == under and block.level]
    if heads:
        return heads[-1] + 1
    if under:
        return _last(blocks, ())
    first = next((n for n, block in enumerate(blocks) if block.level and not block.title), None)
    return len(blocks) if first is None else first


def _insert(blocks: list[Block], place: int, made: Block) -> int:
    """Put a bullet in, with an empty line between it and what is not a bullet; where it is then."""
    while place == len(blocks) and place and blocks[-1].lines == [""]:
        blocks.pop()
        place -= 1
    before = blocks[place - 1] if place else None
    if before is not None and not _is_bullet(before):
        blocks.insert(place, Block([""], under=made.under))
        place += 1
    while place < len(blocks) and before is not None and not _is_bullet(before):
        if blocks[place].lines != [""]:
            break
        del blocks[place]
    blocks.insert(place, made)
    if place + 1 == len(blocks):
        blocks.append(Block([""], under=made.under))
    elif blocks[place + 1].lines != [""] and not _is_bullet(blocks[place + 1]):
        blocks.insert(place + 1, Block([""], under=made.under))
    return place


def _is_bullet(block: Block) -> bool:
    return bool(block.text) and block.lines[0].startswith(("- ", "* ", "+ "))


def _block(record: Record, under: tuple[str, ...]) -> Block:
    [made] = parse("\n".join(lines(record)))
    made.under = under
    return made
