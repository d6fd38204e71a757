"""The caps, and whether a call fits under them. Pure: what was spent comes as an argument."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ...errors import ConfigError, OverBudget
from ...ports import Usage

LEAST = 256
"""Tokens that an answer must have room for, or the call is not worth making."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in and out, in any currency you like."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        """What that usage cost."""
        return (usage.input * self.input + usage.output * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class Limit:
    """At most this many tokens (in and out), requests, and money. None is no limit."""

    tokens: int | None = None
    calls: int | None = None
    money: float | None = None

    def __post_init__(self) -> None:
        for value in (self.tokens, self.calls, self.money):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if value is not None and not (number and value >= 0):
                raise ConfigError("a limit is a number, 0 or more, or None for no limit")


NONE = Limit()


@dataclass(frozen=True, slots=True)
class Budget:
    """Caps per call, per day (UTC) for all, and per day for each user. A number means tokens.

    Limits on money need the prices of the models, by id: `{"openai:gpt-5-mini": Price(0.25, 2)}`.
    """

    per_call: Limit | int | None = None
    per_day: Limit | int | None = None
    per_user: Limit | int | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.per_call, Limit) and self.per_call.calls is not None:
            raise ConfigError("a call is one call: per_call limits tokens or money")
        for name in ("per_call", "per_day", "per_user"):
            limit_of(getattr(self, name))

    def money(self, usages: Iterable[tuple[str, Usage]]) -> float:
        """What models and their usage cost."""
        return sum(self._price(model).of(usage) for model, usage in usages)

    def _price(self, model: str) -> Price:
        if model not in self.prices:
            raise ConfigError(f"a limit on money needs a price: prices={{{model!r}: Price(…, …)}}")
        return self.prices[model]


@dataclass(frozen=True, slots=True)
class Ask:
    """A call that somebody wants to make: its tokens by estimate, and at most that many back."""

    model: str
    user: str
    input: int
    output: int


Spent = list[tuple[str, Usage]]
"""What was spent so far, by model."""


def limit_of(value: Limit | int | None) -> Limit:
    """A limit as it may be written: a plain number means tokens."""
    if isinstance(value, Limit):
        return value
    return NONE if value is None else Limit(tokens=value)


def budget_of(value: object) -> Budget | None:
    """A budget as it may be written: a number, in figures or as text, means tokens a day."""
    if isinstance(value, Budget) or value is None:
        return value
    if isinstance(value, str):
        number = value.replace("_", "").replace(",", "").strip()
        value = int(number) if number.isascii() and number.isdigit() else value
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ConfigError(
            "a budget is a number of tokens a day, or recollect.models.spend.Budget(per_day=…)"
        )
    return Budget(per_day=value)


def granted(budget: Budget, ask: Ask, day: Spent, user: Spent, resets_at: datetime) -> int:
    """How many tokens the answer may have, so that no cap can break; or OverBudget."""
    output: float = ask.output
    least = min(LEAST, ask.output)
    caps: list[tuple[str, Limit, Spent]] = [
        ("per_call", limit_of(budget.per_call), []),
        ("per_day", limit_of(budget.per_day), day),
        ("per_user", limit_of(budget.per_user), user),
    ]
    for name, limit, spent in caps:
        output = min(output, _room(budget, limit, ask, spent))
        if output < least:
            raise _over(name, limit, None if name == "per_call" else resets_at)
    return int(output)


def _room(budget: Budget, limit: Limit, ask: Ask, spent: Spent) -> float:
    """How many tokens of answer a limit leaves; less than none if even the question is too much."""
    room = math.inf
    used = sum((usage for _, usage in spent), Usage())
    if limit.calls is not None and used.calls + 1 > limit.calls:
        return -1
    if limit.tokens is not None:
        room = limit.tokens - used.tokens - ask.input
    if limit.money is not None:
        question = [(ask.model, Usage(input=ask.input))]
        left = limit.money - budget.money(spent) - budget.money(question)
        each = budget.money([(ask.model, Usage(output=1))])
        room = min(room, left / each if each else (math.inf if left >= 0 else -1))
    return room


def _over(name: str, limit: Limit, resets_at: datetime | None) -> OverBudget:
    parts = [
        f"{value:,} {unit}".strip()
        for value, unit in ((limit.tokens, "tokens"), (limit.calls, "calls"), (limit.money, ""))
        if value is not None
    ]
    allowed = f"the budget {name} allows {' and '.join(parts)}"
    if resets_at is None:
        return OverBudget(f"{allowed}, and this call may need more; send less or raise it", name)
    when = f"{resets_at:%Y-%m-%d %H:%M} UTC"
    return OverBudget(
        f"{allowed} a day, and what is left is too little; it resets at {when}", name, resets_at
    )
