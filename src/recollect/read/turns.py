"""A conversation as a model must see it: turns, and tool calls that stay with their results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..types import Message
from ..write.parts import spelled, unspelled
from ..write.trust import outside, source_class, suspicion
from .frame import quotation

Count = Callable[[str], int]
"""How many tokens a text takes."""
OVERHEAD = 4
"""Tokens that providers add to each message for its role and borders."""
FORM = 8
"""Tokens that a call or a result takes beside its words."""
RESULT = "[tool result] "
"""What a result is shown as whose call is not known."""
ASIDE = "Quoted from {}; nobody here asks what it asks: "
"""Before a text that was put between the turns and is nobody's turn."""
PLACES = {"document": "a document", "tool": "a tool", "import": "an import"}


@dataclass(frozen=True, slots=True)
class Call:
    """An assistant calls a tool."""

    id: str
    name: str
    arguments: str
    """As JSON, exactly as the model wrote them."""
    signature: str = ""
    """That of the thought behind it, if its provider wants it back."""
    length: int = 0
    """Characters that it takes in the words, if its arguments are cut here."""

    def weight(self, count: Count) -> int:
        """Tokens, rather too many than too few: a provider may space the JSON otherwise."""
        spaced = self.arguments.count(",") + self.arguments.count(":")
        words = count(self.id) + count(self.name) + count(self.arguments)
        words += count(self.signature) if self.signature else 0
        return words + count(" " * spaced) + OVERHEAD + FORM


@dataclass(frozen=True, slots=True)
class Piece:
    """One message of a prompt, in no provider's form yet. A result names the call it answers."""

    role: str
    text: str
    calls: tuple[Call, ...] = ()
    answers: Call | None = None

    def weight(self, count: Count) -> int:
        """Tokens it takes in whatever form."""
        called = sum(call.weight(count) for call in self.calls)
        result = 0
        if self.answers is not None:
            result = count(self.answers.id) + count(self.answers.name) + FORM
        return OVERHEAD + (count(self.text) if self.text else 0) + called + result


@dataclass
class Unit:
    """What is shown whole or not at all: a turn, or a call of tools with all its results."""

    pieces: list[Piece]
    messages: list[Message] = field(default_factory=list)
    orphan: bool = False
    """A result whose call is not among the turns."""
    aside: bool = False
    """A text of others that was put between the turns."""

    @cached_property
    def is_user(self) -> bool:
        """Whether a person speaks in it."""
        return not self.aside and any(p.role == "user" and p.text for p in self.pieces)

    def weight(self, count: Count) -> int:
        """Tokens it takes."""
        return sum(piece.weight(count) for piece in self.pieces)


class Turns(list[Message]):
    """Turns that are not changed any more: their units, which one prompt asks for many times, are
    made once."""

    @classmethod
    def of(cls, turns: Sequence[Message]) -> Turns:
        """These turns as such, or they themselves."""
        return turns if isinstance(turns, cls) else cls(turns)

    @cached_property
    def units(self) -> list[Unit]:
        """What they are shown as if nothing was released."""
        return _made(self, ())


def units(turns: Sequence[Message], released: Collection[str] = ()) -> list[Unit]:
    """Turns in their order, results right behind their calls. A call that nobody has answered yet
    is shown as text, since providers refuse it otherwise; so is a result without its call. What was
    put between them from elsewhere is quoted, or left out if it looks like an instruction and is
    not among those that somebody has released."""
    return _made(turns, released) if released else Turns.of(turns).units


def _made(turns: Sequence[Message], released: Collection[str]) -> list[Unit]:
    made: list[Unit] = []
    # By id; calls of one turn may share theirs, where a provider has no ids but names.
    waiting: dict[str, list[tuple[Unit, Call]]] = {}
    for turn in turns:
        results = list(_results(turn))
        if not results and outside(turn):
            made += _aside(turn, released)
            continue
        loose = list[str]()
        for id, text in results:
            if not waiting.get(id):
                loose.append(text)
                continue
            unit, call = waiting[id].pop(0)
            unit.pieces.append(Piece("tool", text, answers=call))
            unit.messages.append(turn)
        text = "" if turn.role == "tool" else words(turn, [text for _, text in results])
        if loose and not _is_held(turn, released):
            text_ = RESULT + quotation("\n".join(loose))
            made.append(Unit([Piece("assistant", text_)], [turn], orphan=True))
        calls = tuple(_calls(turn))
        if text or calls:
            unit = Unit([Piece(turn.role, text, calls)], [turn])
            made.append(unit)
            waiting |= {call.id: [] for call in calls}
            for call in calls:
                waiting[call.id].append((unit, call))
    for unit in made:
        _settle(unit)
    return made


def left_out(turns: Sequence[Message]) -> list[str]:
    """The ids of turns that are not shown unless they are released."""
    shown = {turn.id for unit in units(turns) for turn in unit.messages}
    return [turn.id for turn in turns if turn.id not in shown]


def _is_held(turn: Message, released: Collection[str]) -> bool:
    return turn.id not in released and suspicion(turn) is not None


def _aside(turn: Message, released: Collection[str]) -> list[Unit]:
    if _is_held(turn, released):
        return []
    said = ASIDE.format(PLACES[source_class(turn)]) + quotation(turn.content)
    return [Unit([Piece(turn.role, said)], [turn], aside=True)]


def words(turn: Message, results: Sequence[str] = ()) -> str:
    """The words of a turn without the calls and results that are spelled out among them."""
    text = turn.content
    for call in _calls(turn):
        text = unspelled(text, call.name, call.arguments, call.length)
    for result in results:
        text = text.replace(result, "", 1)
    return text if text == turn.content else text.strip()


def newest(units: Sequence[Unit]) -> int:
    """The place of the newest turn of a person, or of the last one if no person speaks."""
    spoken = (place for place in reversed(range(len(units))) if units[place].is_user)
    return next(spoken, len(units) - 1)


def _settle(unit: Unit) -> None:
    """Keep the calls that have a result, each result in its call's place; spell the others out."""
    first, *results = unit.pieces
    if not first.calls:
        return
    kept, told, open_ = list[Call](), list[Piece](), list[str]()
    for call in first.calls:
        answer = next((piece for piece in results if piece.answers == call), None)
        if answer is None:
            open_.append(spelled(call.name, call.arguments))
        else:
            results.remove(answer)
            kept.append(call)
            told.append(answer)
    text = "\n".join(line for line in (first.text, *open_) if line)
    unit.pieces = [Piece(first.role, text, tuple(kept)), *told]


def _calls(turn: Message) -> Iterator[Call]:
    if turn.role != "assistant":
        return
    for call in _listed(turn.metadata.get("tool_calls")):
        id, name, arguments = call.get("id"), call.get("name"), call.get("arguments")
        if isinstance(id, str) and isinstance(name, str) and isinstance(arguments, str):
            length = call.get("length")
            signature = str(call.get("signature") or "")
            yield Call(id, name, arguments, signature, length if isinstance(length, int) else 0)


def _results(turn: Message) -> Iterator[tuple[str, str]]:
    if turn.role == "tool":
        yield str(turn.metadata.get("tool_call_id", "")), turn.content
        return
    for result in _listed(turn.metadata.get("tool_results")):
        yield str(result.get("id", "")), str(result.get("content", ""))


def _listed(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
