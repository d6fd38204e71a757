"""What asking language models costs: what was spent, what is about to be, and who keeps count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from ..types import Owner
from .replies import Usage

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Spent:
    """What one owner spent on one model on one day (UTC); no owner where he was erased since."""

    day: date
    owner: Owner | None
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Spend:
    """What was spent on language models, line by line and in sums; requests that failed count."""

    lines: tuple[Spent, ...] = ()

    @property
    def usage(self) -> Usage:
        """All of it."""
        return sum((line.usage for line in self.lines), Usage())

    @property
    def calls(self) -> int:
        """Requests that were made, those that failed among them."""
        return self.usage.calls

    @property
    def failed(self) -> int:
        """Requests that failed."""
        return self.usage.failed

    @property
    def tokens(self) -> int:
        """Those that went in and those that came out."""
        return self.usage.tokens

    @property
    def by_day(self) -> dict[date, Usage]:
        """The sum of each day."""
        return _sums(self.lines, lambda line: line.day)

    @property
    def by_model(self) -> dict[str, Usage]:
        """The sum of each model."""
        return _sums(self.lines, lambda line: line.model)

    @property
    def by_owner(self) -> dict[Owner | None, Usage]:
        """The sum of each user, agent and loose session."""
        return _sums(self.lines, lambda line: line.owner)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a model has not read yet, and about what reading it will cost."""

    messages: int = 0
    calls: int = 0
    input: int = 0
    """Tokens that will go in, by estimate."""
    output: int = 0
    """Tokens that come out at most; usually far fewer."""
    stopped: str = ""
    """Why nothing will be learned now: the cap that is reached."""


class Purse(Protocol):
    """Keeps what was spent until the store has it, and what the store says was spent."""

    def today(self) -> date:
        """The day that spending counts for now (UTC)."""
        ...

    def told(
        self, day: date, all: Mapping[str, Usage], user: str, own: Mapping[str, Usage]
    ) -> None:
        """Hear what the store says of a day, by model: of everybody, and of one user."""
        ...

    def take(self) -> list[tuple[date, str, str, Usage]]:
        """What the store does not have yet: day, user, model, usage. Say next what became of it."""
        ...

    def kept(self, lines: Iterable[tuple[date, str, str, Usage]], stored: bool) -> None:
        """What was taken is in the store by now, or is not."""
        ...

    def most(
        self, model: str, input: int, all: Mapping[str, Usage], own: Mapping[str, Usage]
    ) -> Usage:
        """What a call with so many tokens may use at most, on top of what everybody and its user
        have spent; OverBudget if a cap forbids it."""
        ...


def _sums(lines: Iterable[Spent], key: Callable[[Spent], K]) -> dict[K, Usage]:
    made: dict[K, Usage] = {}
    for line in lines:
        made[key(line)] = made.get(key(line), Usage()) + line.usage
    return made
