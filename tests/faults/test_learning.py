"""Learning killed at any moment, or done by several at once, repeats no note and loses none."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

from recollect import Memory, Message

from .kit import WHO, HashEmbedder, Worker, together

PLACES = ("Lisbon", "Porto", "Berlin", "Rome", "Oslo")
THINGS = ("jazz", "chess", "tea", "rain", "bread", "maps", "dogs")


def told(path: Path) -> None:
    """Three hundred messages that wait to be learned from."""
    with Memory(str(path), embedder=HashEmbedder(), learn="later") as memory:
        memory.add(
            [
                Message(f"I live in {PLACES[i % 5]}. I love {THINGS[i % 7]}.", id=f"m{i}")
                for i in range(300)
            ],
            user_id=WHO,
        )


def learned(path: Path) -> list[tuple[str, str, bool, int]]:
    """Everything that is known, with its counts."""
    with Memory(str(path), embedder=None, learn="later") as memory:
        assert memory.verify().ok
        found = memory.notes(user_id=WHO, closed=True)
        return sorted((note.id, note.text, note.open, note.seen) for note in found)


def killed(path: Path, chance: random.Random) -> int:
    """Learn in processes that are killed; how many were still at it."""
    kills = 0
    for _ in range(6):
        worker = Worker("learn", path, 0)
        try:
            worker.ready().go()
            time.sleep(chance.uniform(0.01, 0.25))
            kills += worker.process.poll() is None
            worker.process.kill()
            worker.process.communicate()
        finally:
            worker.end()
    return kills


def test_learning_killed_again_and_again_ends_as_if_it_never_was(tmp_path):
    calm, chance = tmp_path / "calm.db", random.Random(7)
    told(calm)
    with Memory(str(calm), embedder=None, learn="later") as memory:
        assert memory.learn() > 300
    for number in range(9):
        rough = tmp_path / f"rough{number}.db"
        told(rough)
        if kills := killed(rough, chance):
            break  # else this process was late, and the first had learned all by then
    assert kills
    with Memory(str(rough), embedder=None, learn="later") as memory:
        memory.learn()
        assert memory.learn() == 0
    assert learned(rough) == learned(calm)


def test_two_that_learn_at_once_learn_it_once(tmp_path):
    calm, both = tmp_path / "calm.db", tmp_path / "both.db"
    told(calm)
    told(both)
    with Memory(str(calm), embedder=None, learn="later") as memory:
        alone = memory.learn()
    assert sum(together(2, "learn", both)) == alone
    assert learned(both) == learned(calm)


def test_several_who_say_the_same_at_once_make_one_note_of_it(tmp_path):
    path = tmp_path / "agent.db"
    assert together(3, "state", path, 20) == [20, 20, 20]
    with Memory(str(path), embedder=None) as memory:
        memory.learn()
        assert memory.verify().ok
        assert memory.stats(user_id=WHO).messages == 60
        open_notes = memory.notes(user_id=WHO)
        assert Counter(note.key for note in open_notes) == {
            "user.home.place": 1,
            "user.loves.jazz": 1,
        }
        (jazz,) = (note for note in open_notes if note.key == "user.loves.jazz")
        assert jazz.seen == 60
