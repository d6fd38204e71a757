"""What a wrapped client costs beyond the provider's own time, against one search."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from subprocess import PIPE
from typing import Any

from recollect import Memory, wrap
from recollect.models.minilm import MiniLM

from .corpus import questions, texts
from .figures import Figure, Run
from .files import USER, alone

WARM_UP = 10
THINKS = 0.15
"""Seconds that the provider takes: a fast one's first words."""
SETTLE = 0.03
"""Seconds until what a call leaves to do has begun."""
BOUND = 1.3
SHOWN = "I will keep that in mind."


def wrapping(run: Run) -> Iterator[Figure]:
    """Calls of a model through a wrapped client and through a bare one, and searches."""
    count = run.sizes.messages
    path = alone(run, count)
    run.say(f"calling a model over {count:,} messages")
    asked = questions(texts(count), run.sizes.queries + WARM_UP)
    taken: dict[str, list[float]] = {"bare": [], "wrapped": [], "search": []}
    shown = 0
    with Memory(str(path), embedder=MiniLM()) as memory, _server(run.folder) as url:
        bare = _client(url)
        client = wrap(bare, memory, user_id=USER, session_id="wrapped")
        steps: dict[str, Callable[[str], object]] = {
            "bare": lambda text: _ask(bare, text),
            "wrapped": lambda text: _ask(client, text),
            "search": lambda text: memory.search(text, user_id=USER),
        }
        for number, text in enumerate(asked):
            for name in sorted(steps, key=lambda one: (number + len(one)) % 3):
                time.sleep(SETTLE)
                memory._background.wait()  # what the call before left to do is not this one's
                start = time.perf_counter()
                done = steps[name](text)
                taken[name].append(time.perf_counter() - start)
                shown += name == "wrapped" and done is True
        bare.close()
    if shown < len(asked) // 2:
        raise RuntimeError(f"only {shown} of {len(asked)} calls were shown anything")
    times = {name: median(each[WARM_UP:]) for name, each in taken.items()}
    over = times["wrapped"] - times["bare"]
    yield Figure(
        f"a wrapped call beyond the provider's, p50, {count:,} messages",
        over / times["search"],
        "x",
        BOUND,
        against="one search of the same memory",
        parts={
            "overhead ms": over * 1e3,
            "search ms": times["search"] * 1e3,
            "bare call ms": times["bare"] * 1e3,
        },
    )


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """A provider in a process of its own, which says whether it was shown anything."""
    script = folder / "script.json"
    shown = {"seen": "<memory>", "say": SHOWN, "thinks": THINKS}
    script.write_text(json.dumps([shown, {"say": "Pardon?", "thinks": THINKS}]), "utf-8")
    command = [sys.executable, "-m", "tests.providers", "--script", str(script)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _client(url: str) -> Any:
    import openai

    return openai.OpenAI(base_url=f"{url}/v1", api_key="none")


def _ask(client: Any, text: str) -> bool:
    asked = [{"role": "user", "content": text}]
    made = client.chat.completions.create(model="m", messages=asked)
    return bool(made.choices[0].message.content == SHOWN)
