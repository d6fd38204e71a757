"""Texts longer than a network reads: every word of them counts, as far as sixteen spans reach."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.models.minilm import KIND, MiniLM
from recollect.models.spans import MOST, longest, spans, whole

FIRST, LAST = 101, 102
ABOUT = "The council met on Tuesday to talk about the budget for roads and bridges. "
LATER = "My sister keeps three hedgehogs in the garden. "


@pytest.fixture(scope="module")
def model():
    return MiniLM()


@given(st.integers(0, 400), st.integers(3, 40))
def test_every_id_is_in_one_span(count, most):
    ids = [FIRST, *range(1000, 1000 + count), LAST]
    made = spans(ids, most)
    assert [one for span in made for one in span[1:-1]] == ids[1:-1]
    assert all(span[0] == FIRST and span[-1] == LAST and len(span) <= most for span in made)
    sizes = {len(span) for span in made[1:]}
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert len(made) == 1 or len(made[0]) == most


def test_so_many_spans_are_read():
    assert len(spans(list(range(longest(256))), 256)) == MOST


def test_half_is_the_beginning():
    beginning, later = numpy.eye(2, dtype=numpy.float32)
    vector = whole(numpy.stack([beginning, later]), [30, 40])
    everything = numpy.array([0.6, 0.8])
    assert vector == pytest.approx((beginning + everything) / numpy.linalg.norm([1.6, 0.8]))


def test_what_comes_late_is_found_by_its_meaning(model):
    question, early, late = model.embed(
        ["Which animals are in the garden?", ABOUT * 40, ABOUT * 20 + LATER * 20]
    )
    assert question @ late > question @ early + 0.1


def test_the_first_span_alone_is_what_it_was(model):
    """A text that is read at once, and one that is a word longer, hardly differ."""
    at_once, longer = model.embed(["word " * 254, "word " * 255])
    assert at_once @ longer > 0.99


def test_what_is_beyond_the_last_span_is_not_read(model):
    read = "word " * (longest(KIND.most_tokens) - 2)
    first, second = model.embed([read, read + "never read"])
    assert numpy.allclose(first, second, atol=1e-6)


def test_a_long_text_does_not_change_its_neighbours(model):
    texts = ["a cat", ABOUT * 40, "a dog", ABOUT * 100]
    alone = numpy.concatenate([model.embed([text]) for text in texts])
    assert numpy.allclose(model.embed(texts), alone, atol=1e-5)


def test_a_search_finds_a_page_by_what_it_says_in_the_end():
    pages = [ABOUT * 30 + end * 15 for end in (LATER, "The soup wants more ginger and lime. ")]
    with Memory("memory://") as memory:
        for page in pages:
            memory.add(page, user_id="dana", learn="never")
        for question, page in zip(("pets", "cooking"), pages, strict=True):
            assert memory.search(question, user_id="dana", min_relevance=0)[0].text == page
