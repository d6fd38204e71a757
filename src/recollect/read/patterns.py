"""Memory patterns: pure functions from a session's turns and what is remembered to a prompt.

A prompt is laid out so that providers' caches keep hitting: your system text, then memory that
stays the same from turn to turn, then the conversation, which only grows, and what was recalled for
the newest turn right before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import InputError
from ..types import Message, Record
from ..write.limits import MAX_METADATA
from ..write.parts import brief
from .formats import MEMORY, Prompt, rendered
from .frame import CUT
from .turns import OVERHEAD, Count, Piece, Turns, Unit, newest, units

WINDOW, LONG = 20, 200
"""So many turns are in view of a `window`, and at most of the other patterns but `buffer`."""
BRIEF = (MAX_METADATA, 4000, 1000, 200, 40)
"""Characters that the texts have which a tool was given, from whole to very short."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What goes into a prompt beside turns, each as the most of the budget that it may take."""

    steady: float = 0.0
    """Of what stays: core notes and summaries."""
    graph: float = 0.0
    """Of relations around whom the last turns name."""
    recalled: float = 0.0
    """Of what is relevant to the newest turn."""
    rolls: bool = False
    """Whether turns that no longer fit are folded into a summary."""
    steps: bool = False
    """Whether turns give way in steps, so that a prompt only grows for a while."""


PATTERNS: Mapping[str, Pattern] = {
    "buffer": Pattern(steps=True),
    "window": Pattern(),
    "summary": Pattern(steady=0.25, rolls=True, steps=True),
    "vector": Pattern(recalled=0.5, steps=True),
    "graph": Pattern(graph=0.5, steps=True),
    "hybrid": Pattern(steady=0.25, graph=0.125, recalled=0.25, rolls=True, steps=True),
}


@dataclass(frozen=True, slots=True)
class Material:
    """What a prompt is made of: your own text, what stays, what was recalled, and the turns."""

    turns: Sequence[Message]
    system: str = ""
    steady: str = ""
    recalled: str = ""
    sources: tuple[Record, ...] = ()
    """What was recalled, record by record."""
    released: Collection[str] = ()
    """The ids of turns that are shown though they look like an instruction of others."""


def checked(pattern: object) -> str:
    """The name of a pattern."""
    if not isinstance(pattern, str) or pattern not in PATTERNS:
        raise InputError(f"pattern must be one of {', '.join(PATTERNS)}, not {str(pattern)[:40]!r}")
    return pattern


def room(
    pattern: Pattern, turns: Sequence[Message], system: str, budget: int, count: Count
) -> Room:
    """How much memory may take. The newest turn comes first: it and your text must fit."""
    every = units(turns)
    last = [every[newest(every)]] if every else []
    own = [Piece("system", system)] if system else []
    said = sum(piece.weight(count) for piece in own)
    left = budget - said - sum(unit.weight(count) for unit in last)
    if left < 0:
        what = "your system text and the newest turn take" if own else "the newest turn alone takes"
        raise InputError(
            f"{what} more than the budget; it lacks {-left} tokens: raise the budget, or say less"
        )
    # A share of the budget, not of what a turn leaves, so that what stays does stay.
    shared = budget if left >= budget // 2 else left
    shares = (pattern.steady, pattern.graph, pattern.recalled)
    steady, graph, recalled = (max(0, int(share * shared) - OVERHEAD) for share in shares)
    return Room(steady, graph, recalled, max(0, budget - said - int(sum(shares) * shared)))


@dataclass(frozen=True, slots=True)
class Room:
    """Tokens that each part of a prompt may take."""

    steady: int
    graph: int
    recalled: int
    turns: int


def stepped(turns: Sequence[Message], window: int) -> Turns:
    """The last turns, from half a window to a whole one: it moves in steps, so that a prompt only
    grows for a while."""
    step = max(1, window // 2)
    last = turns[-1].turn if turns else None
    if last is None or last < window:
        return Turns.of(turns)
    first = -(-(last + 1 - window) // step) * step
    shown = Turns(turn for turn in turns if turn.turn is None or turn.turn >= first)
    shown = shown or Turns(turns[-1:])
    return shown if spoken(shown) else spoken(turns) or shown


def spoken(turns: Sequence[Message]) -> Turns:
    """The turns from the newest of a person on, behind which there may be many of tools; none if no
    person speaks."""
    every = units(turns)
    last = every[newest(every)] if every else None
    if last is None or not last.is_user:
        return Turns()
    place = next(n for n, turn in enumerate(turns) if turn is last.messages[0])
    return Turns(turns[place:])


def in_view(turns: Sequence[Message], spare: int, count: Count) -> Turns:
    """The turns that there is room for, from one on that stays the first for a while.

    What gives way are whole steps of the room, counted from the beginning: the same turns have the
    same steps, however many follow. A call and its results are never parted.
    """
    turns = Turns.of(turns)
    every = units(turns)
    sizes = [unit.weight(count) for unit in every]
    left, must, first = sum(sizes), newest(every), 0
    if left <= spare:
        return turns
    place = {turn.id: number for number, turn in enumerate(turns)}
    step, passed, reached = max(1, spare * 3 // 4), 0, -1
    due = step
    for unit, size in zip(every[: must + 1], sizes, strict=False):
        places = [place[turn.id] for turn in unit.messages]
        if passed >= due and reached < min(places):
            first, due = min(places), (passed // step + 1) * step
            if left <= spare:
                break
        passed, left, reached = passed + size, left - size, max(reached, *places)
    return Turns(turns[first:]) if first else turns


def built(material: Material, budget: int, count: Count, format: str = "openai") -> Prompt:
    """The prompt, never over the budget: the oldest turns give way, never the newest."""
    every = units(material.turns, material.released)
    must = newest(every)
    head = [Piece("system", material.system)] if material.system else []
    left = budget - sum(piece.weight(count) for piece in head)
    left -= sum(unit.weight(count) for unit in every[must : must + 1])
    if left < 0:
        raise InputError(
            f"the newest turn takes more than the budget; it lacks {-left} tokens: raise it"
        )
    parts: dict[str, list[Piece]] = {"system": [], MEMORY: []}
    for role, text in (("system", material.steady), (MEMORY, material.recalled)):
        piece = Piece(role, text)
        if text and piece.weight(count) <= left:
            parts[role].append(piece)
            left -= piece.weight(count)
    kept = fitted(every, left, count)
    if format != "openai":
        kept = _opened(kept)
    asked = newest(kept)
    before = [piece for unit in kept[:asked] for piece in unit.pieces]
    rest = [piece for unit in kept[asked:] for piece in unit.pieces] if kept else []
    steady = [*head, *parts["system"], *before]
    pieces = [*steady, *parts[MEMORY], *rest]
    made = rendered(pieces, format, sum(piece.weight(count) for piece in pieces))
    if parts[MEMORY]:
        made.recalled = material.sources
        same = zip(made, rendered(steady, format), strict=False)
        made.stable = sum(one == other for one, other in same)
    return made


def fitted(every: Sequence[Unit], spare: int, count: Count) -> list[Unit]:
    """The newest turn of a person, and of the others, from the last one back, those that fit.

    `spare` is what the others may take. Long results and calls of tools behind that turn are cut:
    whoever does not see what was done for it does it again.
    """
    must, kept = newest(every), dict[int, Unit]()
    for place in reversed(range(len(every))):
        unit = every[place]
        if place != must:
            cost = unit.weight(count)
            if cost > spare and place > must:
                unit = _shortened(unit, spare, count)
                cost = unit.weight(count)
            if cost > spare:
                break
            spare -= cost
        kept[place] = unit
    if every:
        kept.setdefault(must, every[must])
    order = sorted(kept)
    while order and kept[order[0]].orphan and order[0] != must:
        del kept[order.pop(0)]  # its call is further back
    return [kept[place] for place in order]


def _opened(kept: list[Unit]) -> list[Unit]:
    """Turns that begin with a person's, where a provider asks for that."""
    start = next((place for place, unit in enumerate(kept) if unit.is_user), 0)
    return kept[start:]


def _shortened(unit: Unit, spare: int, count: Count) -> Unit:
    """The same with its results cut to what there is room for, and before that the texts that its
    calls were given; as it is if there is none."""
    results = [piece for piece in unit.pieces if piece.answers is not None]
    wanted = min([spare // 4, *(count(piece.text) for piece in results)])
    for most in BRIEF if results else ():
        pieces = [_brief(piece, most) for piece in unit.pieces]
        bare = [Piece(p.role, "" if p.answers else p.text, p.calls, p.answers) for p in pieces]
        share = (spare - Unit(bare).weight(count)) // len(results)
        if share >= (wanted if most != BRIEF[-1] else OVERHEAD):
            cut = [
                Piece(p.role, cut_to(p.text, share, count), p.calls, p.answers) if p.answers else p
                for p in pieces
            ]
            return Unit(cut, unit.messages)
    return unit


def _brief(piece: Piece, most: int) -> Piece:
    """A piece whose calls were given no longer texts than that."""
    calls = tuple(replace(call, arguments=brief(call.arguments, most)) for call in piece.calls)
    return replace(piece, calls=calls)


def cut_to(text: str, most: int, count: Callable[[str], int]) -> str:
    """A text, or the longest beginning of it that takes so many tokens."""
    if count(text) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count(text[:middle] + CUT) <= most else (low, middle - 1)
    return text[:low] + CUT
