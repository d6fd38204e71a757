"""A conversation in one JSON file: a person reads it, corrects it, and the agent knows."""

from pathlib import Path
from tempfile import TemporaryDirectory

from recollect import Memory

with TemporaryDirectory() as folder:
    file = Path(folder) / "agent_memory.json"
    with Memory(str(file), embedder=None) as memory:
        memory.add("I prefer dark mode.", user_id="dana", session_id="s1")
        memory.set("city", "Lisbon", user_id="dana")

    print("in the file:")
    for line in file.read_text("utf-8").splitlines():
        if '"content"' in line or '"text"' in line:
            print(line.strip())

    corrected = file.read_text("utf-8").replace("dark mode", "light mode")
    file.write_text(corrected, "utf-8")  # somebody, in an editor

    with Memory(str(file), embedder=None) as memory:
        print("the next session finds:", memory.search("which mode?", user_id="dana")[0].text)
