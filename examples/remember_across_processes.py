"""Two processes, one file: the second knows what the first was told."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from recollect import Memory


def tell(file: str) -> None:
    with Memory(file) as memory:
        memory.add("My name is Dana, and I prefer dark mode in every UI.", user_id="dana")
    print(f"process {os.getpid()} was told something, and ends")


def ask(file: str) -> None:
    question = "What UI preference did I mention?"
    with Memory(file) as memory:
        hits = memory.search(question, user_id="dana")
    print(f"process {os.getpid()} is asked: {question}")
    print(f"it remembers: {hits[0].text}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        {"tell": tell, "ask": ask}[sys.argv[1]](sys.argv[2])
    else:
        with tempfile.TemporaryDirectory() as folder:
            for part in ("tell", "ask"):
                file = str(Path(folder) / "agent.db")
                subprocess.run([sys.executable, __file__, part, file], check=True)
