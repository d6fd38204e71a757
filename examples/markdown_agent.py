"""An agent's memory as Markdown: SOUL.md, MEMORY.md and a log of each day, for both to write in."""

from pathlib import Path
from tempfile import TemporaryDirectory

from recollect import Memory

with TemporaryDirectory() as folder:
    agent = Path(folder) / "agent"
    with Memory(f"{agent}/", embedder=None) as memory:
        memory.add("We ship on Friday.", user_id="dana", session_id="s1", at="2026-03-01T10:00Z")
        memory.set("deploy.target", "Heroku", user_id="dana")

    for page in ("MEMORY.md", "memory/2026-03-01.md"):
        print((agent / page).read_text("utf-8"))

    notes = (agent / "MEMORY.md").read_text("utf-8").replace("Heroku", "Fly.io")
    (agent / "MEMORY.md").write_text(notes + "- Dana is on holiday in August\n", "utf-8")
    (agent / "SOUL.md").write_text("# Soul\n\nYou answer in one sentence.\n", "utf-8")

    with Memory(f"{agent}/", embedder=None) as memory:
        print("the target now:", memory.value("deploy.target", user_id="dana"))
        print("found:", memory.search("who is away in August?", user_id="dana")[0].text)
        print("always in view:", memory.notes(user_id="dana", kind="core")[0].text)
