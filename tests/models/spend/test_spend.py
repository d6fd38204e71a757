"""The governor: caps are kept, also by threads together, and everything is counted."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import ConfigError, StoreError
from recollect.errors import OverBudget
from recollect.models.spend import (
    Budget,
    Entry,
    FileLedger,
    Ledger,
    Limit,
    MemoryLedger,
    Meter,
    Price,
)
from recollect.models.spend.budget import Ask, granted
from recollect.ports import Usage

NOW = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
TODAY = NOW.date()
M = "openai:m"


def ask(input: int = 100, output: int = 1_000, user: str = "dana", model: str = M) -> Ask:
    return Ask(model, user, input, output)


def spend(meter: Meter, used: Usage | None, one: Ask | None = None) -> int:
    with meter.call(one or ask()) as call:
        call.used = used
        return call.output


def test_no_budget_counts_all_the_same() -> None:
    meter = Meter()
    assert spend(meter, Usage(1, 0, 90, 30)) == 1_000
    spend(meter, Usage(1, 1), ask(user="eve"))
    assert meter.spent() == Usage(2, 1, 90, 30)
    assert meter.spent("eve") == Usage(1, 1, 0, 0)
    assert meter.left("dana") == Limit()


def test_a_call_that_says_nothing_counts_in_full() -> None:
    meter = Meter()
    with pytest.raises(KeyboardInterrupt), meter.call(ask(100, 500)):
        raise KeyboardInterrupt
    assert meter.spent() == Usage(1, 1, 100, 500)


def test_the_answer_is_cut_to_what_is_left() -> None:
    meter = Meter(Budget(per_call=800, per_day=2_000, per_user=1_500), now=lambda: NOW)
    assert spend(meter, Usage(1, 0, 100, 700)) == 700
    assert meter.left("dana") == Limit(tokens=700)
    assert meter.left("eve") == Limit(tokens=1_200)
    assert spend(meter, Usage(1, 0, 100, 300)) == 600
    with pytest.raises(OverBudget, match="per_user allows 1,500 tokens a day") as caught:
        spend(meter, None)
    assert caught.value.cap == "per_user"
    assert caught.value.resets_at == datetime(2026, 3, 2, tzinfo=UTC)
    assert spend(meter, Usage(1, 0, 100, 400), ask(user="eve")) == 700
    with pytest.raises(OverBudget, match="per_day allows 2,000 tokens"):
        spend(meter, None, ask(user="fred"))
    assert meter.spent() == Usage(3, 0, 300, 1_400), "what was refused cost nothing"


def test_a_question_too_large_for_a_call_never_fits() -> None:
    meter = Meter(Budget(per_call=800))
    with pytest.raises(OverBudget, match="send less or raise it") as caught:
        spend(meter, None, ask(input=700))
    assert (caught.value.cap, caught.value.resets_at) == ("per_call", None)


def test_calls_are_capped_and_failures_count() -> None:
    meter = Meter(Budget(per_user=Limit(calls=2)))
    spend(meter, Usage(1, 1))
    spend(meter, Usage(1, 0, 5, 5))
    with pytest.raises(OverBudget, match="2 calls a day"):
        spend(meter, None)
    assert meter.left("dana") == Limit(calls=0)


def test_money() -> None:
    budget = Budget(per_day=Limit(money=0.01), prices={M: Price(1.0, 10.0)})
    meter = Meter(budget)
    assert spend(meter, Usage(1, 0, 1_000, 500), ask(1_000)) == 900
    assert meter.money() == pytest.approx(0.006)
    assert meter.money("eve") == 0
    with pytest.raises(OverBudget, match=r"allows 0\.01 a day"):
        spend(meter, None, ask(2_000))
    with pytest.raises(ConfigError, match=r"needs a price: prices=\{'openai:other': Price"):
        spend(meter, None, ask(model="openai:other"))
    free = Meter(Budget(per_day=Limit(money=0), prices={M: Price(0, 0)}))
    assert spend(free, None) == 1_000


def test_a_new_day_begins_anew() -> None:
    clock = [NOW]
    meter = Meter(Budget(per_day=1_000), now=lambda: clock[0])
    with meter.call(ask(100, 900)) as call:
        clock[0] = NOW + timedelta(hours=1)
        with pytest.raises(OverBudget):
            spend(meter, None)  # the one under way may yet end today
        call.used = Usage(1, 0, 100, 900)
    assert meter.spent() == Usage(), "it counts for the day it began"
    assert spend(meter, Usage(1, 0, 100, 100)) == 900


def test_threads_cannot_overspend_together() -> None:
    meter = Meter(Budget(per_day=10_000, per_user=Limit(tokens=10_000, calls=12)))
    gate = threading.Barrier(8)

    def work(_: int) -> int:
        gate.wait()
        made = 0
        for _ in range(5):
            try:
                with meter.call(ask(100, 900)) as call:
                    call.used = Usage(1, 0, 100, call.output)
                    made += 1
            except OverBudget:
                pass
        return made

    with ThreadPoolExecutor(8) as pool:
        made = sum(pool.map(work, range(8)))
    spent = meter.spent()
    assert (spent.calls, spent.tokens) == (made, 10_000)
    assert made == 10


def test_what_is_under_way_is_held() -> None:
    meter = Meter(Budget(per_day=1_000))
    with meter.call(ask(100, 900)) as call:
        with pytest.raises(OverBudget):
            spend(meter, None)
        call.used = Usage(1, 0, 100, 50)
    assert spend(meter, Usage(1, 0, 100, 0)) == 750


amounts = st.integers(0, 3_000)


@given(st.lists(st.tuples(amounts, amounts, st.sampled_from("abc"))), amounts, amounts, amounts)
def test_no_cap_is_ever_broken(calls: Any, per_call: int, per_day: int, per_user: int) -> None:
    """Whatever is asked for: an answer within what was granted keeps every cap."""
    meter = Meter(Budget(per_call, per_day, per_user), now=lambda: NOW)
    for input, output, user in calls:
        try:
            with meter.call(ask(input, output, user)) as call:
                call.used = Usage(1, 0, input, call.output)
        except OverBudget:
            continue
        assert input + call.output <= per_call
        assert meter.spent(user).tokens <= per_user
        assert meter.spent().tokens <= per_day


@pytest.fixture(params=["memory", "file"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    return MemoryLedger() if request.param == "memory" else FileLedger(tmp_path / "spent.jsonl")


def test_a_ledger_keeps_days_apart(ledger: Ledger) -> None:
    yesterday = TODAY - timedelta(days=1)
    ledger.add(Entry(TODAY, "dana", M, Usage(1, 0, 10, 5)))
    ledger.add(Entry(TODAY, "dana", M, Usage(1, 1, 10, 0)))
    ledger.add(Entry(TODAY, "é\n", M, Usage(1, 0, 1, 1)))
    ledger.add(Entry(yesterday, "dana", M, Usage(9, 9, 9, 9)))
    sums: dict[str, Usage] = {}
    for entry in ledger.load(TODAY):
        assert (entry.day, entry.model) == (TODAY, M)
        sums[entry.user] = sums.get(entry.user, Usage()) + entry.usage
    assert sums == {"dana": Usage(2, 1, 20, 5), "é\n": Usage(1, 0, 1, 1)}


def test_a_ledger_outlives_the_meter(ledger: Ledger) -> None:
    """And what another process spends counts at once."""
    budget = Budget(per_user=1_000)
    first, second = (Meter(budget, ledger, now=lambda: NOW) for _ in range(2))
    spend(first, Usage(1, 0, 100, 800))
    assert second.spent("dana") == Usage(1, 0, 100, 800)
    with pytest.raises(OverBudget):
        spend(second, None)


def test_a_torn_line_costs_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "spent.jsonl"
    ledger = FileLedger(path)
    ledger.add(Entry(TODAY, "dana", M, Usage(1, 0, 1, 1)))
    ledger.add(Entry(TODAY, "dana", M, Usage(1, 0, 2, 2)))
    path.write_bytes(path.read_bytes()[:-10])
    ledger.add(Entry(TODAY, "dana", M, Usage(1, 0, 4, 4)))
    assert [entry.usage.input for entry in ledger.load(TODAY)] == [1, 4]
    assert path.stat().st_mode & 0o077 == 0, "who talked to a model is nobody's business"
    record = json.loads(path.read_text().splitlines()[-1])
    assert record["day"] == "2026-03-01"
    assert record["usage"] == {"calls": 1, "failed": 0, "input": 4, "output": 4}


def test_a_file_that_cannot_be_used_is_a_store_error(tmp_path: Path) -> None:
    ledger = FileLedger(tmp_path)
    with pytest.raises(StoreError, match="cannot be read"):
        ledger.load(TODAY)
    with pytest.raises(StoreError, match="cannot be written"):
        ledger.add(Entry(TODAY, "dana", M, Usage()))


class Failing(MemoryLedger):
    broken = True

    def add(self, entry: Entry) -> None:
        if self.broken:
            raise OSError("no space left on the device")
        super().add(entry)


def test_what_cannot_be_written_down_is_not_forgotten(caplog: Any) -> None:
    ledger = Failing()
    meter = Meter(Budget(per_day=1_000), ledger, now=lambda: NOW)
    spend(meter, Usage(1, 0, 100, 800))
    assert "not written down yet" in caplog.text
    with pytest.raises(OverBudget):
        spend(meter, None)
    ledger.broken = False
    spend(meter, Usage(1, 0, 1, 1), ask(1, 1))
    assert sum((one.usage for one in ledger.load(TODAY)), Usage()) == Usage(2, 0, 101, 801)
    assert meter.spent() == Usage(2, 0, 101, 801)


def test_a_ledger_that_cannot_be_read_spends_nothing() -> None:
    class Unread(MemoryLedger):
        def load(self, day: date) -> Iterable[Entry]:  # type: ignore[override]
            raise StoreError("what was spent cannot be read")

    with pytest.raises(StoreError):
        spend(Meter(ledger=Unread()), None)


@pytest.mark.parametrize("wrong", [-1, "many", True, 1.5j])
def test_a_bad_limit_is_refused(wrong: Any) -> None:
    with pytest.raises(ConfigError, match="0 or more"):
        Budget(per_day=wrong)


def test_a_call_is_one_call() -> None:
    with pytest.raises(ConfigError, match="one call"):
        Budget(per_call=Limit(calls=3))


def test_a_short_answer_needs_little_room() -> None:
    assert granted(Budget(per_call=110), ask(100, 10), [], [], NOW) == 10
    with pytest.raises(OverBudget):
        granted(Budget(per_call=355), ask(100, 1_000), [], [], NOW)
    assert granted(Budget(per_call=356), ask(100, 1_000), [], [], NOW) == 256
