"""Recall from Qdrant: the words stay in one file, the vectors lie in Qdrant beside it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from recollect import Memory

TOLD = [
    "I write most of my code in Python these days.",
    "My sister's cat is called Miso.",
    "We meet every Thursday at ten.",
]

with TemporaryDirectory() as folder:
    store = str(Path(folder, "agent.db"))
    vectors = f"qdrant:///{folder}/qdrant"  # or qdrant+http://host:6333
    with Memory(store, vectors=vectors) as memory:
        for text in TOLD:
            memory.add(text, user_id="dana")
    with Memory(store, vectors=vectors) as memory:  # another day, another process
        for question in ("Which pet is in the family?", "When is the weekly meeting?"):
            hits = memory.search(question, user_id="dana", limit=1)
            print(question, hits[0].text, sep="\n  ")
        print("did not answer:", list(hits.degraded) or "nobody")
