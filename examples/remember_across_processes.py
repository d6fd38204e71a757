"""Two processes, one file: the second knows what the first was told."""

import os
import subprocess
import sys
import tempfile

from recollect import Memory

QUESTION = "What UI preference did I mention?"


def tell(memory: Memory) -> None:
    memory.add("My name is Dana, and I prefer dark mode in every UI.", user_id="dana")
    print(f"process {os.getpid()} was told something, and ends")


def ask(memory: Memory) -> None:
    print(f"process {os.getpid()} is asked: {QUESTION}")
    print(f"it remembers: {memory.search(QUESTION, user_id='dana')[0].text}")


if len(sys.argv) == 3:
    with Memory(sys.argv[2]) as opened:
        {"tell": tell, "ask": ask}[sys.argv[1]](opened)
else:
    with tempfile.TemporaryDirectory() as folder:
        for part in ("tell", "ask"):
            subprocess.run([sys.executable, __file__, part, f"{folder}/agent.db"], check=True)
