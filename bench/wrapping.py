"""What a wrapped client costs beyond the provider's own time, against one search."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from subprocess import PIPE
from typing import Any

from recollect import AsyncMemory, Memory, wrap
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
    yield _measured(run, Talking("OpenAI"), run.sizes.queries)


def every_client(run: Run) -> Iterator[Figure]:
    """The same with each client that can be wrapped."""
    for kind in KINDS:
        yield _measured(run, Talking(kind), max(1, run.sizes.queries // 5))


def _measured(run: Run, talking: Talking, queries: int) -> Figure:
    count = run.sizes.messages
    path = alone(run, count)
    run.say(f"calling a model with {talking.kind} over {count:,} messages")
    asked = questions(texts(count), queries + WARM_UP)
    taken: dict[str, list[float]] = {"bare": [], "wrapped": [], "search": []}
    shown = 0
    with _server(run.folder) as url, talking.opened(str(path), url):
        for number, text in enumerate(asked):
            for name in sorted(taken, key=lambda one: (number + len(one)) % 3):
                talking.settle()  # what the call before left to do is not this one's
                start = time.perf_counter()
                done = talking.do(name, text)
                taken[name].append(time.perf_counter() - start)
                shown += name == "wrapped" and SHOWN in str(done)
    if shown < len(asked) // 2:
        raise RuntimeError(f"only {shown} of {len(asked)} calls were shown anything")
    times = {name: median(each[WARM_UP:]) for name, each in taken.items()}
    over = times["wrapped"] - times["bare"]
    return Figure(
        f"a wrapped call of {talking.kind} beyond the provider's, p50, {count:,} messages",
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


class Talking:
    """A client, bare and wrapped, and the memory that it is wrapped around."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._runner: asyncio.Runner | None = None

    @contextmanager
    def opened(self, path: str, url: str) -> Iterator[None]:
        """Everything there, in the colour of the client."""
        made = KINDS[self.kind](url)
        if self.kind.startswith("Async"):
            self._runner = asyncio.Runner()
            self._memory: Any = AsyncMemory(path, embedder=MiniLM())
        else:
            self._memory = Memory(path, embedder=MiniLM())
        wrapped = wrap(made, self._memory, user_id=USER, session_id=f"wrapped-{self.kind}")
        self._clients = {"bare": made, "wrapped": wrapped}
        try:
            yield
        finally:
            close = getattr(made, "close", None)
            self._run(close() if close is not None else None)
            self._run(self._memory.close())
            if self._runner is not None:
                self._runner.close()

    def do(self, name: str, text: str) -> object:
        """One call of the model, or one search."""
        if name == "search":
            return self._run(self._memory.search(text, user_id=USER))
        return self._run(_asked(self._clients[name], self.kind, text))

    def settle(self) -> None:
        """Let what was left to do begin, and end."""
        if self._runner is None:
            time.sleep(SETTLE)
        else:
            self._run(asyncio.sleep(SETTLE))
        self._run(self._memory._background.wait())

    def _run(self, made: Any) -> Any:
        return self._runner.run(made) if self._runner and asyncio.iscoroutine(made) else made


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


def _openai(url: str) -> Any:
    import openai

    return openai.OpenAI(base_url=f"{url}/v1", api_key="none")


def _async_openai(url: str) -> Any:
    import openai

    return openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="none")


def _anthropic(url: str) -> Any:
    import anthropic

    return anthropic.Anthropic(base_url=url, api_key="none")


def _async_anthropic(url: str) -> Any:
    import anthropic

    return anthropic.AsyncAnthropic(base_url=url, api_key="none")


def _google(url: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package's own
        from google import genai

    return genai.Client(api_key="none", http_options={"base_url": url})


KINDS: dict[str, Callable[[str], Any]] = {
    "OpenAI": _openai,
    "AsyncOpenAI": _async_openai,
    "Anthropic": _anthropic,
    "AsyncAnthropic": _async_anthropic,
    "google-genai": _google,
}


def _asked(client: Any, kind: str, text: str) -> Any:
    said = [{"role": "user", "content": text}]
    if kind.endswith("OpenAI"):
        return client.chat.completions.create(model="m", messages=said)
    if kind.endswith("Anthropic"):
        return client.messages.create(model="m", max_tokens=99, messages=said)
    return client.models.generate_content(model="m", contents=text)
