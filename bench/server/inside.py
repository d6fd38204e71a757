"""The same calls without a server: a process that is told to search or to add, and for how long.

python -m bench.server.inside URL FOLDER    then lines of JSON on stdin, answered on stdout
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from recollect import AsyncMemory, Memory

PAUSE = 0.0005
"""Seconds between two calls, as there are between two requests: on a busy machine a call that has
to wake up takes longer than one that comes on the heels of another."""


def main() -> None:
    """Answer until stdin ends."""
    asyncio.run(answering(sys.argv[1], Path(sys.argv[2])))


async def answering(url: str, folder: Path) -> None:
    """In both colours, each with its own connection to the store."""
    async with AsyncMemory(url) as memory:
        with Memory(url) as plain:
            doors: dict[str, Any] = {"async": memory.tenant(""), "sync": plain}
            while line := await asyncio.to_thread(sys.stdin.readline):
                asked = json.loads(line)
                every = bodies(folder, asked["verb"])
                call = getattr(doors[asked["colour"]], asked["verb"])
                taken, number = list[float](), asked["first"]
                ends = time.monotonic() + asked["seconds"]
                while time.monotonic() < ends:
                    number += 1
                    await asyncio.sleep(PAUSE)
                    start = time.perf_counter()
                    made = call(**every[number % len(every)])
                    if asked["colour"] == "async":
                        await made
                    taken.append((time.perf_counter() - start) * 1e3)
                print(json.dumps(taken), flush=True)


def bodies(folder: Path, verb: str) -> list[dict[str, Any]]:
    """What is asked, as the door takes it."""
    lines = (folder / f"{verb}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main()
