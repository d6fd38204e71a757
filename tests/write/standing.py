"""What is known after some words."""

from recollect import Memory


def standing(*said: str) -> list[str]:
    """The notes that are open, oldest first."""
    with Memory("memory://", embedder=None) as memory:
        for words in said:
            memory.add(words, user_id="dana")
        return [note.text for note in memory.notes(user_id="dana")]
