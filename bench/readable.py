"""The files that a person reads: what one more message costs, and what opening them costs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from recollect import Memory
from recollect.drivers.registry import require

from .corpus import texts
from .figures import Figure, Run
from .files import USER
from .timing import alternate

SIZES = (100, 1_000, 10_000)
TIMES = 20
Said = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of file, where its memory lies, and how somebody would write one by hand."""

    name: str
    place: str
    spelled: Callable[[Said], str]


def _json(whole: Said) -> str:
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _yaml(whole: Said) -> str:
    yaml = require("yaml", "yaml")
    made: str = yaml.dump(whole, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    return made


def _markdown(whole: Said) -> str:
    return "".join(f"- **{one['role']}**: {one['content']}\n" for one in whole)


FORMS = (
    Form("JSON file", "{}.json", _json),
    Form("YAML file", "{}.yaml", _yaml),
    Form("Markdown folder", "{}/", _markdown),
)


def files(run: Run) -> Iterator[Figure]:
    """One `add` against writing the whole file anew, as safe on the disk; and one after another."""
    for form in FORMS:
        counts = [count for count in SIZES if count <= max(run.sizes.messages, SIZES[0])]
        for count in counts:
            yield from _sized(run, form, count)
        yield from _grown(run, form, counts[-1])


def _sized(run: Run, form: Form, count: int) -> Iterator[Figure]:
    run.say(f"a {form.name} of {count:,} messages")
    url, plain = f"{run.folder}/{form.place.format(count)}", run.folder / f"plain-{count}"
    said, more = texts(count), texts(TIMES, seed=4)
    whole: Said = [{"role": "user", "content": text} for text in said]
    with Memory(url, embedder=None) as memory:
        memory.add(said, user_id=USER)

    def rewrite(i: int) -> None:
        whole.append({"role": "user", "content": more[i]})
        _replace(plain, form.spelled(whole))

    memory = Memory(url, embedder=None)
    ours, base = alternate(lambda i: memory.add(more[i], user_id=USER), rewrite, TIMES)
    memory.close()
    start = perf_counter()
    Memory(url, embedder=None).close()
    opened = perf_counter() - start
    mine, theirs = median(ours.wall), median(base.wall)
    yield Figure(
        f"add of one to a {form.name} of {count:,}, p50",
        mine / theirs,
        "x",
        against="writing the whole file anew, with fsync",
        parts={"ours ms": mine * 1e3, "baseline ms": theirs * 1e3, "open ms": opened * 1e3},
    )


def _grown(run: Run, form: Form, count: int) -> Iterator[Figure]:
    """From nothing, one at a time: what the files cost that are written now and then is in it."""
    run.say(f"a {form.name} that grows to {count:,} messages")
    taken = list[float]()
    with Memory(f"{run.folder}/{form.place.format('grown')}", embedder=None) as memory:
        for text in texts(count):
            start = perf_counter()
            memory.add(text, user_id=USER)
            taken.append(perf_counter() - start)
    tenth = max(1, count // 10)
    early, late = sum(taken[:tenth]) / tenth, sum(taken[-tenth:]) / tenth
    yield Figure(
        f"adds one by one to a {form.name}, the last tenth of {count:,}, mean",
        late / early,
        "x",
        against="the first tenth",
        parts={"ours ms": late * 1e3, "baseline ms": early * 1e3, "longest ms": max(taken) * 1e3},
    )


def _replace(path: Path, words: str) -> None:
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        file.write(words)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
