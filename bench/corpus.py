"""Texts as people write them, as far as speed can tell, from nothing but the model's vocabulary.

The vocabulary lists English words, the frequent ones first. Words are drawn by Zipf's law, so that
a few are in every message and most are rare, as the term index will meet them.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recollect.models import minilm
from recollect.text.lists import STOP_WORDS

SHORTEST, LONGEST = 20, 40
ASKED = 4
SENTENCES = 9
"""Of a page."""


@cache
def vocabulary() -> tuple[list[str], list[float]]:
    """The words, and their summed frequencies."""
    file = Path(minilm.__file__).parent / "data" / "vocab.txt"
    lines = file.read_text("utf-8").splitlines()
    found = [w for w in lines[lines.index("the") :] if w.isascii() and w.isalpha() and len(w) > 1]
    return found, list(accumulate(1 / (rank + 2.7) for rank in range(len(found))))


def texts(count: int, seed: int = 0) -> list[str]:
    """Messages of 20 to 40 words; the same seed gives the same ones."""
    chance = random.Random(seed)
    words, frequencies = vocabulary()
    return [
        " ".join(
            chance.choices(words, cum_weights=frequencies, k=chance.randint(SHORTEST, LONGEST))
        )
        for _ in range(count)
    ]


def pages(count: int, seed: int = 5) -> list[str]:
    """Texts as long as a passage of a page, some 1,650 characters in sentences."""
    said = iter(texts(count * SENTENCES, seed))
    return [" ".join(f"{next(said).capitalize()}." for _ in range(SENTENCES)) for _ in range(count)]


def questions(about: list[str], count: int, seed: int = 1) -> list[str]:
    """Questions that name a few words of a message each."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        named = content_words(chance.choice(about))
        named = chance.sample(named, min(ASKED, len(named)))
        made.append(f"What did I say about {' '.join(named)}?")
    return made


def content_words(text: str) -> list[str]:
    """The words that are not just grammar, each once."""
    return [w for w in dict.fromkeys(text.lower().strip("?").split()) if w not in STOP_WORDS]


def unit_vectors(count: int, seed: int = 2) -> NDArray[np.float32]:
    """Random directions: a search takes as long among them as among embeddings."""
    drawn = np.random.default_rng(seed).standard_normal((count, 384), dtype=np.float32)
    made: NDArray[np.float32] = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return made


def lifelike(seeds: NDArray[np.float32], count: int, seed: int = 2) -> NDArray[np.float32]:
    """As many directions as one likes that lie as close to each other as some embeddings do.

    Each is a mixture of two of them, with a little noise.
    """
    chance = np.random.default_rng(seed)
    one, other = chance.integers(0, len(seeds), (2, count))
    share = chance.uniform(0.5, 1, (count, 1)).astype(np.float32)
    noise = chance.standard_normal((count, seeds.shape[1]), dtype=np.float32)
    mixed = seeds[one] * share + seeds[other] * (1 - share)
    mixed += 0.25 / seeds.shape[1] ** 0.5 * noise
    made: NDArray[np.float32] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return made
