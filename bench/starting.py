"""What a fresh process pays: the import, the first answer, the memory it takes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from statistics import median

from .corpus import questions, texts
from .figures import Figure, Run
from .files import USER, alone
from .timing import fresh

IMPORT = """
import sys, time
start = time.perf_counter()
__import__(sys.argv[1])
print(time.perf_counter() - start)
"""

ANSWER = """
import time
start = time.perf_counter()
import json, sys
from recollect import Memory
path, user, question = sys.argv[1:]
memory = Memory(path)
opened = time.perf_counter()
assert memory.search(question, user_id=user, min_relevance=0)
done = time.perf_counter()
print(json.dumps([time.time(), opened - start, done - opened]))
"""

RESIDENT = """
import json, resource, sys
from pathlib import Path
from recollect import Memory

def resident():
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmRSS"].split()[0]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) / 1e6

path, user, question = sys.argv[1:4]
memory = Memory(path)
assert memory.search(question, user_id=user, min_relevance=0)
searched = resident()
memory.add(json.loads(Path(sys.argv[4]).read_text()), user_id=user)
memory.search(question, user_id=user)
print(json.dumps([searched, resident()]))
"""


def importing(run: Run) -> Iterator[Figure]:
    """`import recollect` against `import numpy`, each in a fresh process."""
    run.say("importing in fresh processes")
    taken: dict[str, list[float]] = {"recollect": [], "numpy": []}
    for i in range(run.sizes.processes + 1):
        for name, times in taken.items():
            seconds = float(fresh(IMPORT, name, folder=run.folder))
            if i:  # the first may still have compiled something
                times.append(seconds)
    ours, base = median(taken["recollect"]), median(taken["numpy"])
    yield Figure(
        "import recollect",
        ours / base,
        "x",
        1 / 3,
        against="import numpy",
        parts={"ours ms": ours * 1e3, "baseline ms": base * 1e3},
    )


def first_answer(run: Run) -> Iterator[Figure]:
    """From the start of the interpreter to the answer, with the built-in model."""
    path = alone(run, run.sizes.messages)
    run.say("answering in fresh processes")
    asked = questions(texts(run.sizes.messages), 1)[0]
    whole, opening, searching = [], [], []
    for i in range(2 * run.sizes.rounds + 2):
        start = time.time()
        end, opened, searched = json.loads(fresh(ANSWER, str(path), USER, asked, folder=run.folder))
        if i:
            whole.append(end - start)
            opening.append(opened)
            searching.append(searched)
    yield Figure(
        f"first answer, {run.sizes.messages:,} messages",
        median(whole),
        "s",
        1.0,
        parts={"import and open s": median(opening), "first search s": median(searching)},
    )


def resident(run: Run) -> Iterator[Figure]:
    """The resident memory of a process after a search, and after adding as many again."""
    path = alone(run, run.sizes.messages)
    copy = run.folder / "resident.db"
    copy.write_bytes(path.read_bytes())
    run.say(f"adding {run.sizes.grown:,} messages to see the memory it takes")
    said = run.folder / "said.json"
    said.write_text(json.dumps(texts(run.sizes.grown, seed=5)), "utf-8")
    asked = questions(texts(run.sizes.messages), 1)[0]
    searched, grown = json.loads(
        fresh(RESIDENT, str(copy), USER, asked, str(said), folder=run.folder)
    )
    yield Figure(f"memory, {run.sizes.messages:,} messages searched", searched, "MB", 250)
    yield Figure(f"memory, {run.sizes.grown:,} more added", grown, "MB")
