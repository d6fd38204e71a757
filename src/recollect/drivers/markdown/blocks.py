"""A Markdown file as blocks: what says something, and what only stands around it.

Joined again, the blocks are the file, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*$")
ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])( {1,4}|\t)(?=[^ \t\r\n])")
FENCE = re.compile(r"(```+|~~~+)")
RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")


SPACES = " \t\r\n"


@dataclass(slots=True)
class Block:
    """Some lines. `text` is what they say, if anything; `under` are the headings above."""

    lines: list[str]
    text: str | None = None
    under: tuple[str, ...] = ()
    level: int = 0
    """Of a heading: how deep it is; `title` for the first of the file."""
    title: bool = field(default=False)
    line: int = 0
    """Where it begins, counted from one."""
    is_open: bool = False
    """Whether it goes on to the end of the file, and would have in it what is written there."""


def parse(text: str, *, lazy: bool = True) -> list[Block]:
    """The blocks of a file. If not `lazy`, the other lines of an item must be indented."""
    blocks: list[Block] = []
    lines, place = text.split("\n"), 0
    above: list[tuple[int, str]] = []
    while place < len(lines):
        end, said = _block(lines, place, lazy=lazy)
        block = Block(lines[place:end], said, line=place + 1, is_open=end > len(lines))
        heading = HEADING.match(lines[place]) if said is None and end == place + 1 else None
        if heading:
            _under(heading, block, blocks, above)
        block.under = tuple(name for _, name in above)
        blocks.append(block)
        place = end
    return blocks


def join(blocks: list[Block]) -> str:
    """The file of some blocks."""
    return "\n".join(line for block in blocks for line in block.lines)


def item(text: str) -> list[str]:
    """A text as a bullet: its other lines stand below the first one's words."""
    first, *rest = text.split("\n")
    return [f"- {first}", *(f"  {line}" if line else "" for line in rest)]


def _under(
    heading: re.Match[str], block: Block, before: list[Block], above: list[tuple[int, str]]
) -> None:
    """Note what stands above from here on; the first heading of all is a title."""
    level = len(heading[1])
    block.level = level
    while above and above[-1][0] >= level:
        above.pop()
    block.title = level == 1 and not any(b.text is not None or b.level for b in before)
    if not block.title:
        above.append((level, heading[2]))


def _block(lines: list[str], place: int, *, lazy: bool) -> tuple[int, str | None]:
    """Where the block ends that begins here, and what it says."""
    line = lines[place]
    if place == 0 and line.rstrip() == "---":
        end = _until(lines, 1, lambda one: one.rstrip() in ("---", "..."))
        if end <= len(lines):
            return end, None
    if line.lstrip(" ").startswith("<!--"):
        return _until(lines, place + ("-->" not in line), lambda one: "-->" in one), None
    if not line.strip(SPACES) or HEADING.match(line) or RULE.match(line):
        return place + 1, None
    if fence := FENCE.match(line):
        end = _until(lines, place + 1, lambda one: _closes(one, fence[1]))
        return end, "\n".join(lines[place:end]).rstrip(SPACES)
    if ITEM.match(line):
        return _item(lines, place, lazy=lazy)
    end = place + 1
    while end < len(lines) and goes_on(lines[end]):
        end += 1
    return end, "\n".join(lines[place:end]).strip(SPACES)


def _item(lines: list[str], place: int, *, lazy: bool) -> tuple[int, str]:
    found = ITEM.match(lines[place])
    assert found is not None
    said, end = [lines[place][found.end() :]], place + 1
    while end < len(lines):
        blanks = end
        while blanks < len(lines) and not lines[blanks].strip(SPACES):
            blanks += 1
        if blanks < len(lines) and lines[blanks].startswith(("  ", "\t")):
            said += (_inner(line, found.end()) for line in lines[end : blanks + 1])
            end = blanks + 1
        elif lazy and blanks == end and goes_on(lines[end]):
            said.append(lines[end])
            end += 1
        else:
            break
    return end, "\n".join(said).rstrip(SPACES)


def _inner(line: str, width: int) -> str:
    """A line of an item without the item's indentation."""
    if line.startswith("\t"):
        return line[1:]
    return line[min(width, len(line) - len(line.lstrip(" "))) :]


def goes_on(line: str) -> bool:
    """Whether a line belongs to the words before it."""
    starts = HEADING.match(line) or ITEM.match(line) or FENCE.match(line) or RULE.match(line)
    return bool(line.strip(SPACES)) and not starts and not line.startswith("<!--")


def _closes(line: str, fence: str) -> bool:
    """Whether a line ends what a fence began: no less of the same, and nothing else."""
    bare = line.rstrip(SPACES)
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def _until(lines: list[str], first: int, is_end: Callable[[str], bool]) -> int:
    """Behind the next line that is an end; beyond the last line if there is none."""
    rest = range(first, len(lines))
    return next((number + 1 for number in rest if is_end(lines[number])), len(lines) + 1)


def said(blocks: list[Block]) -> Iterator[Block]:
    """The blocks that say something."""
    return (block for block in blocks if block.text)
